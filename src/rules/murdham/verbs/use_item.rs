//! R10 Use: a consumable.

use super::{
    Argument, CombatantId, Cost, Cx, FightState, Flow, Murdham, Part, Purpose, Typed, Verb, VerbInfo, VerbKind,
    Violation, target,
};
use crate::rules::{
    murdham::{
        chapters::{bonus, cost::Takes},
        model::sheet::Item,
    },
    names::key,
};
use serde::{Deserialize, Serialize};

/// R10: uses something up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Use {
    /// What.
    pub item: Item,
    /// On whom.
    pub target: CombatantId,
}

impl Verb<Murdham> for Use {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "use",
        label: "Use",
        kind: VerbKind::Gear,
        cost: Cost { spent_later: true, ..Cost::BONUS },
        help: "Use something up, such as a healing draught.",
        aliases: &["drink", "consume", "draught"],
    };
    const PURPOSE: Purpose = Purpose::Rescue;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Use> {
        let Some(it) = fight.find(who) else { return vec![] };
        let targets = || fight.visible_to(it.side);
        let on_each = |item: Item| targets().map(move |it| Use { item, target: it.id });
        it.state.items.iter().flat_map(|it| on_each(it.0)).collect()
    }

    fn cost(&self, _: &FightState, _: CombatantId) -> Cost {
        // C17
        let takes = if self.item == Item::MedicineBox { Takes::Main } else { Takes::Bonus };
        Cost { takes, ..Self::INFO.cost }
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [Argument::optional("with", "With what?", Part::Item(self.item)), target(self.target)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        bonus::check_use(fight, who, self.item, self.target)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        bonus::use_up(cx, who, self.item, self.target)
    }

    /// By default a combatant uses an item on themselves.
    fn is_unasked(&self, _: &FightState, who: CombatantId, param: &str) -> bool {
        param != "target" || self.target == who
    }

    fn no_candidates(_: &FightState, _: CombatantId) -> Violation {
        Violation::NoItem(Item::HealingDraught)
    }

    /// An item may be called by another word for it.
    fn meant(typed: &[(String, String)]) -> Option<Typed> {
        let mut said = typed.to_vec();
        for (_, value) in said.iter_mut().filter(|it| ["with", "item"].contains(&key(&it.0).as_str())) {
            if let Some(item) = Item::named(value) {
                item.name().clone_into(value);
            }
        }
        Some(said).filter(|it| it != typed)
    }
}
