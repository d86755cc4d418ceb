//! Who is seen, and by whom. Only this file and the facts know how a combatant is hidden; everyone else asks here.

use super::{
    fact::TableFact,
    fight_state::{Combatant, FightState},
    ids::{Addressee, CombatantId, SideId},
    procedure::Cx,
    ruleset::{Ruleset, RulesetTypes},
    view::Viewer,
};

impl<R: RulesetTypes> Combatant<R> {
    /// Whether it's hidden from the other sides: it appears in nothing they see.
    pub fn is_hidden(&self) -> bool {
        self.hidden
    }

    /// Whether it's a foe that no other side knows of: nothing it does by being there may show.
    pub fn is_unknown(&self) -> bool {
        self.hidden && self.owner.is_none()
    }

    /// Whether the members of a side see it.
    pub fn is_visible_to(&self, side: SideId) -> bool {
        !self.hidden || self.side == side
    }
}

impl<R: RulesetTypes> FightState<R> {
    /// Whether a combatant is hidden from the other sides. One who has left isn't.
    pub fn is_hidden(&self, who: CombatantId) -> bool {
        self.find(who).is_some_and(Combatant::is_hidden)
    }

    /// Whether a combatant is a foe that no other side knows of.
    pub fn is_unknown(&self, who: CombatantId) -> bool {
        self.find(who).is_some_and(Combatant::is_unknown)
    }

    /// Whether `viewer` may know that `target` exists.
    pub fn is_visible_to(&self, target: CombatantId, viewer: CombatantId) -> bool {
        self.find(target).is_some_and(|it| self.find(viewer).is_none_or(|viewer| it.is_visible_to(viewer.side)))
    }

    /// The combatants that everyone sees.
    pub fn in_sight(&self) -> impl Iterator<Item = &Combatant<R>> {
        self.combatants.iter().map(|it| &**it).filter(|it| !it.hidden)
    }

    /// The combatants that a side sees: its own, and everyone who isn't hidden.
    pub fn visible_to(&self, side: SideId) -> impl Iterator<Item = &Combatant<R>> {
        self.combatants.iter().map(|it| &**it).filter(move |it| it.is_visible_to(side))
    }

    /// A combatant, if everyone sees it.
    pub fn find_in_sight(&self, who: CombatantId) -> Option<&Combatant<R>> {
        self.find(who).filter(|it| !it.hidden)
    }

    /// Whose turn it is, if everyone sees them.
    pub fn acting_in_sight(&self) -> Option<&Combatant<R>> {
        self.turns.active.and_then(|it| self.find_in_sight(it))
    }
}

impl<R: Ruleset> Cx<'_, R> {
    /// A combatant who is hidden comes into sight.
    pub fn come_into_sight(&mut self, who: CombatantId) {
        if self.is_hidden(who) {
            self.apply(TableFact::Hid { who, hidden: false });
        }
    }
}

impl Viewer {
    /// Whether this viewer knows that the combatant exists.
    pub fn sees<R: RulesetTypes>(self, fight: &FightState<R>, combatant: &Combatant<R>) -> bool {
        !combatant.hidden || self.knows(fight, combatant)
    }

    /// Whether this viewer may know that this addressee is being asked. If it's the GM, everyone may.
    pub fn sees_asked<R: RulesetTypes>(self, fight: &FightState<R>, to: Addressee) -> bool {
        match to {
            Addressee::Combatant(who) => fight.find(who).is_some_and(|it| self.sees(fight, it)),
            Addressee::Side(_) | Addressee::Gm => true,
        }
    }

    /// Whether this viewer knows the combatant's exact numbers, as its own side does.
    pub fn knows<R: RulesetTypes>(self, fight: &FightState<R>, combatant: &Combatant<R>) -> bool {
        let is_open = combatant.owner.is_some() && !combatant.hidden;
        match self {
            Viewer::Gm => true,
            Viewer::Everyone => is_open,
            Viewer::Side(side) => combatant.side == side,
            Viewer::Seat(seat) => is_open || fight.members(combatant.side).any(|it| it.is_of(seat)),
        }
    }
}
