//! `/gm set` with `by:` instead of `value:`: damage and healing, so much for each.

use super::command::Command;
use crate::{
    engine::CombatantId,
    rules::{Request, Session, UserError},
};

/// What the command does: to one field, or to several if `field` is given more than once, each with what follows it.
///
/// # Errors
/// If a field has neither a new value nor a change, or both; if a change is no number with a sign.
pub(super) fn changes(command: &Command) -> Result<Vec<Change>, UserError> {
    let is_field = |it: &(String, String)| it.0 == "field";
    if command.options.iter().filter(|it| is_field(it)).count() < 2 {
        return Ok(vec![change(command)?]);
    }
    let parts = command.options.chunk_by(|_, next| !is_field(next)).filter(|it| is_field(&it[0]));
    parts.map(|it| change(&Command { path: command.path.clone(), options: it.to_vec() })).collect()
}

/// What it does to a field: a new value, or a change by so much.
fn change(command: &Command) -> Result<Change, UserError> {
    let field = command.need("field")?.to_owned();
    let [value, by] = ["value", "by"].map(|it| command.get(it).filter(|it| !it.is_empty()));
    let to = match (value, by) {
        (Some(_), Some(_)) => return Err(UserError::say("Use either value: or by:, not both.")),
        (None, Some(by)) => To::By(signed(&field, by)?),
        // The panel's form writes a new value like that.
        _ => To::Value(command.need("value")?.trim_start_matches('=').trim().to_owned()),
    };
    Ok(Change { field, to })
}

/// What a field becomes.
enum To {
    Value(String),
    By(i64),
}

/// A field and what it becomes.
pub(super) struct Change {
    field: String,
    to: To,
}

impl Change {
    /// Whether it takes something away.
    pub(super) fn is_harm(&self) -> bool {
        matches!(self.to, To::By(by) if by < 0)
    }

    /// The request for one combatant.
    ///
    /// # Errors
    /// If the field is no number of theirs.
    pub(super) fn of(&self, session: &dyn Session, who: CombatantId) -> Result<Request, UserError> {
        let value = match &self.to {
            To::Value(value) => value.clone(),
            To::By(by) => after(session, who, &self.field, *by)?,
        };
        Ok(Request::Set { who, field: self.field.clone(), value })
    }
}

/// A change with its sign: a bare number could be a new value as well.
fn signed(field: &str, typed: &str) -> Result<i64, UserError> {
    let plain = typed.trim().replace('\u{2212}', "-");
    let number = plain.strip_prefix('+').unwrap_or(&plain).trim().parse::<i64>();
    match number {
        Ok(number) if plain.starts_with(['-', '+']) => Ok(number),
        Ok(number) => Err(UserError::say(format!(
            "{field}: write -{number} to subtract, +{number} to add, or value:{number} to set it."
        ))),
        Err(_) => {
            Err(UserError::say(format!("{field}: write a change, such as -4 or +2, not \u{201c}{typed}\u{201d}.")))
        }
    }
}

/// The field's value after a change: never below nothing, and no higher than the most there can be, unless it's higher already.
fn after(session: &dyn Session, who: CombatantId, field: &str, by: i64) -> Result<String, UserError> {
    let number = |field: &str| session.read(who, field).and_then(|it| it.trim().parse::<i64>().ok());
    let Some(now) = number(field) else {
        return Err(UserError::say(format!(
            "\u{201c}{field}\u{201d} can\u{2019}t be changed by an amount. Use value:\u{2026} to set it."
        )));
    };
    // One pool may have two names.
    let also =
        if ["hp", "health"].contains(&field.to_lowercase().as_str()) { &["max-health", "max-hp"][..] } else { &[] };
    let most = number(&format!("max-{field}")).or_else(|| also.iter().find_map(|it| number(it)));
    let most = most.unwrap_or(i64::MAX).max(now);
    Ok(now.saturating_add(by).clamp(now.min(0), most).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each field has what follows it, wherever it stands if it's the only one.
    #[test]
    fn several_fields_change_at_once() {
        let of = |options: &[(&str, &str)]| {
            let all = changes(&Command::new("gm set", options)).map_err(|it| it.text)?;
            let told = |it: &Change| (it.field.clone(), matches!(&it.to, To::By(-2)), it.is_harm());
            Ok::<_, String>(all.iter().map(told).collect::<Vec<_>>())
        };
        let one = of(&[("value", "3"), ("field", "health"), ("name", "Ana")]).expect("one");
        assert_eq!(one, [("health".to_owned(), false, false)]);
        let two = of(&[("name", "Ana"), ("field", "health"), ("value", "9"), ("field", "endurance"), ("by", "-2")]);
        let two = two.expect("two");
        assert_eq!(two, [("health".to_owned(), false, false), ("endurance".to_owned(), true, true)]);
        let lacking = of(&[("name", "Ana"), ("field", "health"), ("field", "endurance"), ("by", "-2")]);
        assert!(lacking.expect_err("refused").contains("value"));
    }

    /// A change has a sign; a bare number is asked about.
    #[test]
    fn a_change_has_its_sign() {
        let of = |typed| signed("hp", typed).map_err(|it| it.text);
        assert_eq!((of("-4"), of("+2"), of(" \u{2212}3 ")), (Ok(-4), Ok(2), Ok(-3)));
        let bare = of("4").expect_err("refused");
        assert!(bare.contains("-4") && bare.contains("+4") && bare.contains("value:4"), "{bare}");
        assert!(of("lots").is_err());
    }
}
