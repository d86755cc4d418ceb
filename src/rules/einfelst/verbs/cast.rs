//! R21b Cast: uses magic; the GM says what it does.

use super::{
    Argument, CombatantId, Cost, Cx, Einfelst, FightState, Flow, Part, Purpose, Verb, VerbInfo, VerbKind, Violation,
    WORDS, others, text,
};
use crate::rules::einfelst::chapters::task;
use serde::{Deserialize, Serialize};

/// R21b: casts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cast {
    /// The target, if there is one.
    pub target: Option<CombatantId>,
    /// What the magic is to do.
    pub text: String,
}

impl Verb<Einfelst> for Cast {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "cast",
        label: "Cast",
        kind: VerbKind::Other,
        cost: Cost::Slow,
        help: "Use magic by Cast; the GM says what happens.",
        aliases: &["magic", "use-magic", "cast-magic"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        let targets = std::iter::once(None).chain(others(fight, who).map(Some));
        targets.map(|target| Cast { target, text: WORDS.to_owned() }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        let target = self.target.map_or(Part::Nobody, Part::Who);
        [Argument::optional("target", "Who?", target), text("What should the magic do?", true)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        self.target.map_or(Ok(()), |it| task::check_hearer(fight, who, it))
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        task::cast(cx, who, self.target, &self.text)
    }

    fn is_unasked(&self, _: &FightState, _: CombatantId, param: &str) -> bool {
        param != "target" || self.target.is_none()
    }

    fn written(self, text: &str) -> Self {
        Cast { text: text.to_owned(), ..self }
    }
}
