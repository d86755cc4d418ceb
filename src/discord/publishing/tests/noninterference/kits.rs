//! What a pair of fights uses in each system: a board, two players' characters, visible foes, a hidden one, and what the GM does to them.

use crate::rules::System;

/// Options of a command.
pub type CommandOptions = &'static [(&'static str, &'static str)];

/// A system's kit.
pub struct Kit {
    pub system: System,
    pub board: CommandOptions,
    /// Ana's and Bob's templates.
    pub players: [&'static str; 2],
    /// The single foe, and how it's visibly hurt.
    pub leader: &'static str,
    pub hurt: CommandOptions,
    /// The foe that comes twice.
    pub foe: &'static str,
    /// The starting places, by name.
    pub stands: CommandOptions,
    /// The templates of the hidden combatants.
    pub hidden: [&'static str; 2],
    /// Their places.
    pub places: &'static [&'static str],
    /// What's set on them: a field with its value.
    pub sets: CommandOptions,
    pub condition: &'static str,
    /// What the players' characters and the leader have that could find hidden combatants.
    pub gear: CommandOptions,
    pub leaders_gear: CommandOptions,
    /// What else the hidden combatants can do.
    pub hiddens_skills: [CommandOptions; 2],
    /// Their standing orders.
    pub orders: &'static [&'static str],
    /// What they do in a turn of their own, outside the order: commands with their options.
    pub beside: &'static [(&'static str, CommandOptions)],
}

/// All of them.
pub const KITS: &[Kit] = &[
    Kit {
        system: System::Murdham,
        board: &[("zones", "Gate, Yard, Wall"), ("borders", "Gate-Yard, Yard-Wall")],
        players: ["sybilla", "theobald"],
        leader: "leader",
        hurt: &[("field", "health"), ("value", "3")],
        foe: "bandit",
        stands: &[],
        hidden: ["archer", "bandit"],
        places: &["Wall", "Yard"],
        sets: &[("health", "2"), ("wit", "9")],
        condition: "blind",
        gear: &[("weapons", "bow, dagger, alchemist's fire, flash powder")],
        leaders_gear: &[("weapons", "sword, alchemist's fire")],
        hiddens_skills: [&[("skills", "Sneak")], &[("skills", "Sneak, Fast dodge")]],
        orders: &["ask me", "always dodge", "never ask me"],
        beside: &[
            ("move", &[("how", "sneak"), ("to", "Gate")]),
            ("move", &[("how", "sneak"), ("to", "Gate/Yard")]),
            ("move", &[("how", "sneak"), ("to", "Yard")]),
            ("move", &[("how", "sneak"), ("to", "Wall")]),
        ],
    },
    Kit {
        system: System::Sovereign,
        board: &[("size", "18x12"), ("walls", "H1-H3, H7-H12, K4")],
        players: ["hildred", "corvane"],
        leader: "orc-chieftain",
        hurt: &[("field", "hp"), ("value", "3")],
        foe: "goblin",
        stands: &[("Ana", "E5"), ("Bob", "C4"), ("Leader", "N5"), ("Grunt 1", "L5"), ("Grunt 2", "L6")],
        hidden: ["goblin-archer", "goblin"],
        places: &["P2", "M10", "G8"],
        sets: &[("hp", "2"), ("ac", "15")],
        condition: "prone",
        gear: &[],
        leaders_gear: &[],
        hiddens_skills: [&[], &[]],
        orders: &["ask me about opportunity attacks", "always total defense", "never ask me"],
        beside: &[
            ("move", &[("to", "O9")]),
            ("act", &[("what", "prone")]),
            ("act", &[("what", "disengage")]),
            ("act", &[("what", "hold"), ("until", "an enemy moves")]),
        ],
    },
    Kit {
        system: System::Ingenuity,
        board: &[("size", "16x10"), ("walls", "H1-H3, H7-H10, D5, L6")],
        players: ["boudica", "agnessa"],
        leader: "guard-captain",
        hurt: &[("field", "hp"), ("value", "3")],
        foe: "guard",
        stands: &[("Ana", "C4"), ("Bob", "B6"), ("Leader", "N5"), ("Grunt 1", "K4"), ("Grunt 2", "K7")],
        hidden: ["guard", "rabble"],
        places: &["P2", "M9", "G8"],
        sets: &[("hp", "2"), ("ed", "1")],
        condition: "prone",
        gear: &[],
        leaders_gear: &[],
        hiddens_skills: [&[], &[]],
        orders: &["always dodge", "take every blow"],
        beside: &[("move", &[("to", "O9")]), ("act", &[("what", "drop prone")])],
    },
    Kit {
        system: System::Td2e,
        board: &[("size", "16x10"), ("walls", "F1-F3, K8-K10, L3")],
        players: ["brannoc", "ysolde"],
        leader: "black-knight",
        hurt: &[("field", "hp"), ("value", "3")],
        foe: "rabble",
        stands: &[("Ana", "C5"), ("Bob", "B7"), ("Leader", "N5"), ("Grunt 1", "L5"), ("Grunt 2", "L6")],
        hidden: ["goblin-archer", "rabble"],
        places: &["P2", "M9", "G8"],
        sets: &[("hp", "1"), ("movement", "5")],
        condition: "prone",
        gear: &[],
        leaders_gear: &[],
        hiddens_skills: [&[], &[]],
        orders: &["ask me"],
        beside: &[
            ("move", &[("to", "O9")]),
            ("move", &[("to", "M8")]),
            ("act", &[("what", "use"), ("text", "a horn")]),
        ],
    },
    Kit {
        system: System::Einfelst,
        board: &[("zones", "Road, Yard, Mill, Loft"), ("borders", "Road-Yard, Yard-Mill, Mill-Loft")],
        players: ["hedda-the-huntress", "torvald-the-smith"],
        leader: "old-troll",
        hurt: &[("field", "harm"), ("value", "1")],
        foe: "brigand",
        stands: &[("Ana", "Road"), ("Bob", "Yard"), ("Leader", "Mill")],
        hidden: ["marsh-rabble", "brigand"],
        places: &["Loft", "Mill"],
        sets: &[("harm", "1"), ("burning", "1")],
        condition: "prone",
        gear: &[],
        leaders_gear: &[],
        hiddens_skills: [&[], &[]],
        orders: &["always dodge", "never react", "never ask me"],
        beside: &[
            ("move", &[("to", "Yard")]),
            ("move", &[("to", "Mill")]),
            ("act", &[("what", "shout")]),
            ("act", &[("what", "stand up")]),
        ],
    },
];
