//! The parameters of the verbs, by the names that menus, scripts and logs have for them.

/// A parameter of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Param {
    /// To whom it's done.
    Target,
    /// The weapon, the items or the skill.
    With,
    /// The attribute, the maneuver, the power or the boon.
    How,
    /// The proficiency.
    By,
    /// The square, or how many actions.
    To,
}

impl Param {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Param::Target => "target",
            Param::With => "with",
            Param::How => "how",
            Param::By => "by",
            Param::To => "to",
        }
    }

    /// Whether this is its name.
    pub fn is(self, name: &str) -> bool {
        self.name() == name
    }
}
