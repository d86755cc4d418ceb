//! R20 Charge: a straight line and an attack.

use super::{
    Argument, CombatantId, Cost, Cx, FightState, Flow, Part, Purpose, Sovereign, Verb, VerbInfo, VerbKind, Violation,
    attack::{way, with_how},
    draws, or_why_not, struck_by, target, to_or_nearest, usable_unasked, with,
};
use crate::{
    engine::space::grid::Square,
    rules::{
        names::key,
        sovereign::{
            chapters::{attack, charge},
            model::{
                blow::{How, With},
                board,
                state::is_up,
            },
        },
    },
};
use serde::{Deserialize, Serialize};

/// R20, A21: charges.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charge {
    /// The enemy.
    pub target: CombatantId,
    /// The weapon.
    pub with: With,
    /// To kill, less lethally, or by throwing.
    #[serde(default)]
    pub how: How,
    /// Where it ends; left out, the nearest square that will do.
    pub to: Option<Square>,
}

impl Verb<Sovereign> for Charge {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "charge",
        label: "Charge",
        kind: VerbKind::Attack,
        cost: Cost::Both,
        help: "Move in a straight line, up to twice your movement, and attack at +2. Your AC is 2 lower this round.",
        aliases: &[],
    };
    const PURPOSE: Purpose = Purpose::Strike;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        let ways = |(target, with): (CombatantId, With)| {
            let squares = charge::squares(fight, who, target, with);
            let hows = How::ALL.into_iter().map(|it| it.1).filter(move |how| attack::suits(fight, who, with, *how));
            hows.flat_map(move |how| {
                let to = [None].into_iter().chain(squares.clone().into_iter().map(Some));
                to.map(move |to| Charge { target, with, how, to }).collect::<Vec<_>>()
            })
        };
        struck_by(fight, who).flat_map(ways).collect()
    }

    fn tempting(fight: &FightState, who: CombatantId) -> Vec<Self> {
        let may = |it: &(CombatantId, With)| is_up(fight.combatant(it.0)) && attack::suits(fight, who, it.1, How::Kill);
        let charge = |(target, with)| Charge { target, with, how: How::Kill, to: None };
        struck_by(fight, who).filter(may).map(charge).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        let how = Argument::optional("how", "How?", Part::Word(self.how.name()));
        [target(self.target), with(self.with), how, to_or_nearest(self.to)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        charge::check(fight, who, self.target, (self.with, self.how), self.to).map(|_| ())
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        charge::charge(cx, who, self.target, (self.with, self.how), self.to)
    }

    fn note(&self, fight: &FightState, who: CombatantId, _: &str) -> String {
        or_why_not(self, fight, who, || draws(&board::opportunity_attackers(fight, who), fight))
    }

    fn is_unasked(&self, fight: &FightState, who: CombatantId, param: &str) -> bool {
        match param {
            "with" => usable_unasked(fight, who, self.with),
            "how" => self.how == How::Kill,
            "to" => self.to.is_none(),
            _ => false,
        }
    }

    /// `how` in other words.
    fn meant(typed: &[(String, String)]) -> Option<Vec<(String, String)>> {
        let how = typed.iter().find(|it| it.0 == "how").map(|it| key(&it.1))?;
        Some(with_how(typed, if how == "ranged" { Some(How::Throw) } else { way(&how)? }))
    }
}
