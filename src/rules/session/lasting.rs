//! What outlives a fight: the sheet fields it changed, and how they're merged into a saved sheet that its owner may have changed in the
//! meantime. The system decides what lasts and what a rest restores; this module only compares, merges and describes. It writes nothing.

use super::super::{names, request::UserError};
use crate::engine::{CombatantId, Dice, FightState, GameSystem, Seat, ruleset::Rest};
use serde::{Deserialize, Serialize};

/// The fields of a sheet with their values, as typed.
pub type Fields = Vec<(String, String)>;

/// One field of a sheet that something changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The field's name.
    pub field: String,
    /// The old value; empty if there was none.
    pub from: String,
    /// The new value; empty if there is none.
    pub to: String,
}

impl Change {
    /// The change in words: "health: was 9, is now 4".
    pub fn words(&self) -> String {
        format!("{}: was {}, is now {}", self.field, or_nothing(&self.from), or_nothing(&self.to))
    }

    /// The change in a few words: "health 4 (was 9)", "injuries: lamed 2", "dead now", "no longer frail".
    pub fn in_short(&self) -> String {
        match (self.from.as_str(), self.to.as_str()) {
            ("no" | "", "yes") => format!("{} now", self.field),
            ("yes", "no" | "") => format!("no longer {}", self.field),
            ("", to) => format!("{}: {to}", self.field),
            (from, to) => format!("{} {} (was {from})", self.field, or_nothing(to)),
        }
    }
}

fn or_nothing(value: &str) -> &str {
    if value.is_empty() { "nothing" } else { value }
}

/// What lasts for one combatant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lasting {
    /// The combatant's name at the table.
    pub name: String,
    /// The player whose character it is.
    pub owner: Option<Seat>,
    /// The number of the saved character it is.
    pub saved: Option<i64>,
    /// The fields of the sheet that the fight changed.
    pub changes: Vec<Change>,
    /// Anything else to say.
    pub words: Vec<String>,
}

/// The result of merging changes into a sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// The sheet afterwards.
    pub fields: Fields,
    /// The changes that are in it now, including any that were there already.
    pub written: Vec<Change>,
    /// The changes left out, because the field had been changed in the meantime or because the sheet would have become invalid, each with
    /// the value the field has instead.
    pub left: Vec<(Change, String)>,
}

/// A sheet after a rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestedFields {
    /// The kind of rest.
    pub kind: &'static str,
    /// The sheet as the rest leaves it.
    pub fields: Fields,
    /// What the rest changed.
    pub changes: Vec<Change>,
    /// Anything else to say.
    pub words: Vec<String>,
}

/// The fields in which two sheets differ, in the order of the first; fields that only the second has come last.
pub fn changes(before: &Fields, after: &Fields) -> Vec<Change> {
    let value = |fields: &Fields, name: &str| fields.iter().find(|it| it.0 == name).map(|it| it.1.clone());
    let gone_or_changed =
        before.iter().map(|(name, from)| (name, from.clone(), value(after, name).unwrap_or_default()));
    let new = after.iter().filter(|it| value(before, &it.0).is_none());
    let new = new.map(|(name, to)| (name, String::new(), to.clone()));
    gone_or_changed
        .chain(new)
        .filter(|(_, from, to)| from != to)
        .map(|(name, from, to)| Change { field: name.clone(), from, to })
        .collect()
}

pub(super) fn lasting<R: GameSystem>(fight: &FightState<R>, who: CombatantId) -> Option<Lasting> {
    let it = fight.find(who)?;
    let after = R::sheet_fields(&R::lasting(fight, who));
    Some(Lasting {
        name: it.name.to_string(),
        owner: it.owner,
        saved: it.saved,
        changes: changes(&R::sheet_fields(&it.sheet), &after),
        words: R::lasting_words(fight, who),
    })
}

/// Merges field by field. A field that still has the value from the start of the fight takes the fight's value; a field that someone has
/// changed in the meantime keeps their value. If the result isn't a valid sheet, the fields at fault keep their old values too.
pub(super) fn merge<R: GameSystem>(fields: &Fields, changes: &[Change]) -> Merged {
    // As this build writes them: an older one may have had fewer fields, and players may have typed values in their own way.
    let fields = &R::sheet(fields).map_or_else(|_| fields.clone(), |it| R::sheet_fields(&it));
    let value = |name: &str| fields.iter().find(|it| it.0 == name).map(|it| it.1.clone()).unwrap_or_default();
    let (mut written, mut left) = (vec![], vec![]);
    for change in changes {
        let now = value(&change.field);
        match now == change.from || now == change.to {
            true => written.push(change.clone()),
            false => left.push((change.clone(), now)),
        }
    }
    loop {
        let whole = with(fields, &written);
        let problems = match R::sheet(&whole) {
            Ok(sheet) => return Merged { fields: R::sheet_fields(&sheet), written, left },
            Err(problems) => problems,
        };
        let at_fault = |change: &Change| problems.iter().any(|it| it.0.eq_ignore_ascii_case(&change.field));
        let (mut out, kept): (Vec<Change>, Vec<Change>) = written.into_iter().partition(at_fault);
        written = kept;
        if out.is_empty() {
            out = std::mem::take(&mut written); // we didn't cause the problem, so change nothing
        }
        left.extend(out.into_iter().map(|it| (it.clone(), value(&it.field))));
        if written.is_empty() {
            return Merged { fields: fields.clone(), written, left };
        }
    }
}

/// The fields with the changes applied.
fn with(fields: &Fields, changes: &[Change]) -> Fields {
    let mut whole = fields.clone();
    for change in changes {
        match whole.iter_mut().find(|it| it.0 == change.field) {
            Some(field) => field.1.clone_from(&change.to),
            None => whole.push((change.field.clone(), change.to.clone())),
        }
    }
    whole.retain(|(name, value)| !value.is_empty() || fields.iter().any(|it| it.0 == *name));
    whole
}

pub(super) fn rest<R: GameSystem>(fields: &Fields, kind: &str, dice: &mut dyn Dice) -> Result<RestedFields, UserError> {
    if R::rests().is_empty() {
        let sentence = format!("{} has no rests. The GM can heal people with /gm set.", R::NAME);
        return Err(UserError::say(sentence));
    }
    let kinds = R::rests().into_iter().map(|it: Rest| (it.name.to_owned(), it.name));
    let kind = names::find(kind, kinds).or_say("kind of rest", kind).map_err(|why| {
        let all: Vec<&str> = R::rests().iter().map(|it| it.name).collect();
        UserError::say(format!("{why} Choose from {}.", all.join(", ")))
    })?;
    let sheet = R::sheet(fields).map_err(|problems| super::newcomers::refused(&problems))?;
    let rested = R::rest(&sheet, kind, dice);
    let (before, after) = (R::sheet_fields(&sheet), R::sheet_fields(&rested.sheet));
    Ok(RestedFields { kind, changes: changes(&before, &after), fields: after, words: rested.words })
}
