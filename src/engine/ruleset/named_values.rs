//! What people read and set by name: values, sheets, options, boards.

use super::Ruleset;
use crate::engine::{fact::TableFact, fight_state::FightState, ids::CombatantId, playing::Style};

/// Everything that is read or set by its name: a combatant's values and conditions, the fight's, the fields of a sheet, the options, the
/// board. `/set`, `/who`, sheets, settings and play scripts go through it.
///
/// ```
/// use umpire_core::{engine::NamedValues, rules::td2e::Td2e};
///
/// let (name, sheet) = Td2e::templates().remove(0);
/// assert_eq!(Td2e::sheet(&Td2e::sheet_fields(&sheet)), Ok(sheet), "{name} reads back from its fields");
/// ```
pub trait NamedValues: Ruleset {
    /// Reads a sheet from typed fields. Reports every problem at once, each with its field.
    fn sheet(fields: &[(String, String)]) -> Result<Self::Sheet, Vec<(String, String)>>;
    /// The fields of a sheet, as [`NamedValues::sheet`] reads them.
    fn sheet_fields(sheet: &Self::Sheet) -> Vec<(String, String)>;
    /// Ready-made sheets by name.
    fn templates() -> Vec<(String, Self::Sheet)>;
    /// How Umpire plays those of them who have a way of their own, by name.
    fn template_styles() -> Vec<(String, Style)> {
        vec![]
    }
    /// The names of those of them whom players play; the others are foes and folk.
    fn template_heroes() -> Vec<String> {
        vec![]
    }
    /// A combatant's value by its name, for scripts and for `/who`.
    fn read(fight: &FightState<Self>, who: CombatantId, name: &str) -> Option<String>;
    /// The facts with which the GM sets a value by its name.
    ///
    /// # Errors
    /// A sentence saying what's wrong with the name or the value.
    fn set(fight: &FightState<Self>, who: CombatantId, name: &str, value: &str)
    -> Result<Vec<TableFact<Self>>, String>;
    /// The condition with this name.
    fn condition_named(name: &str) -> Option<Self::Condition>;
    /// The names of all conditions, for autocomplete.
    fn condition_menu() -> Vec<String> {
        vec![]
    }
    /// A value of the fight as a whole by its name.
    fn read_fight(_fight: &FightState<Self>, _name: &str) -> Option<String> {
        None
    }
    /// The facts with which the GM sets a value of the fight as a whole by its name (`initiative`).
    ///
    /// # Errors
    /// A sentence saying what's wrong with the name or the value.
    fn set_fight(_fight: &FightState<Self>, name: &str, _value: &str) -> Result<Vec<TableFact<Self>>, String> {
        Err(format!("This system has nothing called \u{201c}{name}\u{201d} to set."))
    }
    /// Values of the fight that only its GM may know before it begins, because they reveal that someone lies in wait; spelled as
    /// `rules::names::key` does.
    const LIES_IN_WAIT: &'static [&'static str] = &[];
    /// Sets one of the system's options (`fat`, `on`).
    fn set_option(options: &mut Self::Options, name: &str, value: &str) -> Result<(), String>;
    /// Options with which a live table's fight opens unless it says otherwise, as typed: what keeps the number of questions down where people
    /// wait for each other. Play scripts and simulations open with each option's own default.
    const AT_A_TABLE: &'static [(&'static str, &'static str)] = &[];
    /// The options with their values, for display.
    fn option_fields(options: &Self::Options) -> Vec<(String, String)>;
    /// Updates options stored by an older build when a fight begins with them: settings it didn't have yet get the defaults of a new fight.
    fn begins_anew(_options: &mut Self::Options) {}
    /// Moves the turns of unseen combatants outside the order, or back into it; used for GMs with a channel of their own. A system whose
    /// order can't reveal anyone has nothing to do.
    fn unseen_beside(_options: &mut Self::Options, _on: bool) {}
    /// Reads a board; each system has its own kinds of fields. What they don't mention can stay as it is.
    fn board(now: &Self::Space, fields: &[(String, String)]) -> Result<Self::Space, String>;
}
