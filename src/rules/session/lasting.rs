//! What outlives a fight: the fields of a sheet that it changed, and how they come into a saved sheet that its owner may have changed
//! meanwhile. What lasts and what a rest gives is the system's to say; here it is only compared, merged and told. Nothing is written.

use super::super::{names, request::UserError};
use crate::engine::{CombatantId, Dice, FightState, Ruleset, Seat, ruleset::Rest};
use serde::{Deserialize, Serialize};

/// The fields of a sheet with their values, as they are typed.
pub type Fields = Vec<(String, String)>;

/// One field of a sheet that something changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The field.
    pub field: String,
    /// What it was; empty if it was not there.
    pub from: String,
    /// What it is; empty if it is there no more.
    pub to: String,
}

impl Change {
    /// The change in words: "health: 9, now 4".
    pub fn words(&self) -> String {
        let word = |text: &str| if text.is_empty() { "nothing".to_owned() } else { text.to_owned() };
        format!("{}: {}, now {}", self.field, word(&self.from), word(&self.to))
    }
}

/// What lasts of one combatant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lasting {
    /// The name at the table.
    pub name: String,
    /// Whose character it is.
    pub owner: Option<Seat>,
    /// The saved character that they are.
    pub saved: Option<i64>,
    /// The fields of the sheet that the fight changed.
    pub changes: Vec<Change>,
    /// What else there is to say.
    pub words: Vec<String>,
}

/// What came of writing changes into a sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// The sheet afterwards.
    pub fields: Fields,
    /// The changes that are in it now. One that was there already is among them.
    pub written: Vec<Change>,
    /// The changes that were left out, because the field had been changed meanwhile, or because the sheet would not have been one any
    /// more; with the value that the field has instead.
    pub left: Vec<(Change, String)>,
}

/// A sheet after a rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestedFields {
    /// The kind of rest that was meant.
    pub kind: &'static str,
    /// The sheet.
    pub fields: Fields,
    /// What it changed.
    pub changes: Vec<Change>,
    /// What else there is to say.
    pub words: Vec<String>,
}

/// The fields in which two sheets differ, in the order of the first; those that only the second has come last.
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

pub(super) fn lasting<R: Ruleset>(fight: &FightState<R>, who: CombatantId) -> Option<Lasting> {
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

/// Field by field: a field that still is what the fight began with takes what the fight made of it; one that somebody has changed
/// meanwhile stays as they want it. If the whole is no sheet then, the fields that are at fault stay as they are too.
pub(super) fn merge<R: Ruleset>(fields: &Fields, changes: &[Change]) -> Merged {
    // As this build writes them: an older one may have known fewer fields, and somebody may have typed them in their own way.
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
            out = std::mem::take(&mut written); // what is wrong is not of our making: then nothing is touched
        }
        left.extend(out.into_iter().map(|it| (it.clone(), value(&it.field))));
        if written.is_empty() {
            return Merged { fields: fields.clone(), written, left };
        }
    }
}

/// The fields with the changes in them.
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

pub(super) fn rest<R: Ruleset>(fields: &Fields, kind: &str, dice: &mut dyn Dice) -> Result<RestedFields, UserError> {
    if R::rests().is_empty() {
        let sentence = format!("No rest is known in {}: what heals there, the GM says by /gm set.", R::NAME);
        return Err(UserError::say(sentence));
    }
    let kinds = R::rests().into_iter().map(|it: Rest| (it.name.to_owned(), it.name));
    let kind = names::find(kind, kinds).or_say("kind of rest", kind).map_err(|why| {
        let all: Vec<&str> = R::rests().iter().map(|it| it.name).collect();
        UserError::say(format!("{why} There are: {}.", all.join(", ")))
    })?;
    let sheet = R::sheet(fields).map_err(|problems| super::newcomers::refused(&problems))?;
    let rested = R::rest(&sheet, kind, dice);
    let (before, after) = (R::sheet_fields(&sheet), R::sheet_fields(&rested.sheet));
    Ok(RestedFields { kind, changes: changes(&before, &after), fields: after, words: rested.words })
}
