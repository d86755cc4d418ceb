//! R30 Blast: hits everyone in a zone.

use super::{
    ActionKind, Argument, CombatantId, Cost, Cx, FightState, Flow, Murdham, Part, Purpose, Typed, Verb, VerbInfo,
    VerbKind, Violation, With, attack::zone_as_target, carried, with,
};
use crate::{
    engine::space::zones::{ZoneId, ZonePlace},
    rules::murdham::chapters::blast,
};
use serde::{Deserialize, Serialize};

/// R30: attacks a zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blast {
    /// The zone.
    pub to: ZonePlace,
    /// The weapon.
    pub with: With,
}

impl Verb<Murdham> for Blast {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "blast",
        label: "Blast",
        kind: VerbKind::Attack,
        cost: Cost::MAIN,
        help: "Hit a zone and everybody in it and on its borders.",
        aliases: &["bombard"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Blast> {
        let blasts = carried(fight, who).map(With::Gear).filter(|with| blast::is_blast(fight, who, *with));
        let zones = (0..fight.space.zones.len()).map(|it| ZonePlace::In(ZoneId(it as u8)));
        blasts.flat_map(|with| zones.clone().map(move |to| Blast { to, with })).collect()
    }

    fn cost(&self, _: &FightState, _: CombatantId) -> Cost {
        Cost::MAIN.of(ActionKind::Area)
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [Argument::optional("target", "Who?", Part::To(self.to)), with(self.with)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        blast::aim(fight, who, self.to, self.with).map(|_| ())
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        blast::attack(cx, who, self.to, self.with)
    }

    fn is_unasked(&self, _: &FightState, _: CombatantId, param: &str) -> bool {
        param != "target"
    }

    fn no_candidates(_: &FightState, _: CombatantId) -> Violation {
        Violation::NoBlast("bare hands".to_owned())
    }

    fn meant(typed: &[(String, String)]) -> Option<Typed> {
        Some(zone_as_target(typed)).filter(|it| it != typed)
    }
}
