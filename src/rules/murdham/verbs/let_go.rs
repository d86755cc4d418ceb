//! R37 Let go: ends a grip.

use super::{
    ActionKind, CombatantId, Cost, Cx, FightState, Flow, Murdham, Purpose, Verb, VerbInfo, VerbKind, Violation,
};
use crate::rules::murdham::{Rule, chapters::hold};

/// R37: lets the one who is held go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LetGo;

impl Verb<Murdham> for LetGo {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "let-go",
        label: "Let go",
        kind: VerbKind::Other,
        cost: Cost::NOTHING.of(ActionKind::LetGo),
        help: "Let go of the one you hold.",
        aliases: &["release"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<LetGo> {
        vec![LetGo]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        hold::check_let_go(fight, who).map(|_| ())
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        cx.cite(Rule::Holding);
        hold::lets_go(cx, who);
        Ok(())
    }

    fn no_candidates(_: &FightState, who: CombatantId) -> Violation {
        Violation::HoldsNobody(who)
    }
}
