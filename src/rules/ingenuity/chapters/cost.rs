//! R11-R13: what a verb costs. It is shown, checked and spent from here.

use crate::engine::CombatantId;
use crate::rules::ingenuity::{Cx, Fact, FightState, Rule, Violation};

/// How a verb stands to the actions of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// R11: it is done in the turn, and takes actions.
    InTurn,
    /// R20, R22, R28: the same, and the turn is over with it.
    EndsTurn,
    /// R13: free.
    Free,
    /// R22: a reaction.
    Reaction,
    /// It begins or ends a turn, goes on with something or drops it, and is nothing by itself.
    Aside,
}

/// What a verb costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// What a menu says.
    pub words: &'static str,
    /// How it stands to the actions of a turn.
    pub kind: Kind,
    /// How many of them it takes.
    pub actions: u16,
    /// Stamina.
    pub stamina: i32,
    /// Focus.
    pub focus: i32,
    /// Points of fate.
    pub fate: i32,
    /// Whether it may still be done when the turn has just ended by itself.
    pub after_turn: bool,
    /// C7: whether it is free after a dodge.
    pub after_dodge: bool,
}

impl Cost {
    /// Nothing at all: the turn is taken, ended, or given up.
    pub const NOTHING: Cost = Cost {
        words: "nothing",
        kind: Kind::Aside,
        actions: 0,
        stamina: 0,
        focus: 0,
        fate: 0,
        after_turn: false,
        after_dodge: false,
    };
    /// The end of a turn.
    pub const END: Cost = Cost { after_turn: true, ..Cost::NOTHING };
    /// What is not yet paid of something begun.
    pub const REST: Cost = Cost { words: "what is missing", ..Cost::NOTHING };
    /// What is begun is dropped.
    pub const ABANDON: Cost = Cost { words: "free", ..Cost::NOTHING };
    /// A reaction.
    pub const REACTION: Cost = Cost { words: "a reaction", kind: Kind::Reaction, ..Cost::NOTHING };
    /// R13: nothing, also when the turn has just ended.
    pub const FREE: Cost = Cost { words: "free", kind: Kind::Free, after_turn: true, ..Cost::NOTHING };
    /// The same, also after a dodge.
    pub const FREE_AFTER_DODGE: Cost = Cost { after_dodge: true, ..Cost::FREE };
    /// C8: a point of fate.
    pub const FATE: Cost = Cost { words: "free, 1 fate", fate: 1, after_turn: false, ..Cost::FREE };
    /// R11: one action.
    pub const ACTION: Cost = Cost::actions(1);
    /// The same, and free after a dodge.
    pub const ACTION_OR_DODGE: Cost = Cost { after_dodge: true, ..Cost::ACTION };
    /// R20, R22, R28: the turn.
    pub const TURN: Cost = Cost { words: "ends the turn", kind: Kind::EndsTurn, ..Cost::ACTION };
    /// R26: one action and stamina.
    pub const SPRINT: Cost = Cost { words: "1 action, 1 stamina", stamina: 1, ..Cost::ACTION };
    /// R18: one action and focus.
    pub const COMMAND: Cost = Cost { words: "1 action, 2 focus", focus: 2, ..Cost::ACTION };
    /// C12: one action, and the stamina of the maneuver.
    pub const MANEUVER: Cost = Cost { words: "1 action, stamina", ..Cost::ACTION };
    /// C13: one action, and the focus of the power.
    pub const POWER: Cost = Cost { words: "1 action, focus", ..Cost::ACTION };
    /// C14: the actions that the weapon takes to reload.
    pub const RELOAD: Cost = Cost { words: "actions by weapon", ..Cost::ACTION };

    /// R11: so many actions.
    pub const fn actions(count: u16) -> Cost {
        let words = match count {
            1 => "1 action",
            2 => "2 actions",
            3 => "3 actions",
            _ => "more than 3 actions",
        };
        Cost { words, kind: Kind::InTurn, actions: count, ..Cost::NOTHING }
    }

    /// What a menu says.
    pub const fn words(self) -> &'static str {
        self.words
    }

    /// Whether a combatant has the stamina, the focus and the fate for it.
    ///
    /// # Errors
    /// What they lack.
    pub fn check_pools(self, fight: &FightState, who: CombatantId, rule: Rule) -> Result<(), Violation> {
        let state = &fight.combatant(who).state;
        match () {
            () if state.stamina < self.stamina => Err(Violation::NoStamina { who, cost: self.stamina, rule }),
            () if state.focus < self.focus => Err(Violation::NoFocus { who, cost: self.focus, rule }),
            () if state.fate < self.fate => Err(Violation::NoFate(who)),
            () => Ok(()),
        }
    }

    /// Spends the stamina, the focus and the fate. Actions are spent where the turn is.
    pub fn spend_pools(self, cx: &mut Cx<'_>, who: CombatantId) {
        let state = &cx.combatant(who).state;
        let (stamina, focus, fate) = (state.stamina, state.focus, state.fate);
        if self.stamina > 0 {
            cx.change(Fact::StaminaIs { who, left: stamina - self.stamina });
        }
        if self.focus > 0 {
            cx.change(Fact::FocusIs { who, left: focus - self.focus });
        }
        if self.fate > 0 {
            cx.change(Fact::FateIs { who, left: fate - self.fate });
        }
    }
}
