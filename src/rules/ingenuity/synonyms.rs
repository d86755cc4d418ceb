//! What people mean who type something other than the menus' words: other names for verbs and slots, two things in one slot, a maneuver or a
//! power by its own name. Nothing is judged here.

use super::{
    FightState, Ingenuity, Rule, gear, learned,
    sheet::{Attribute, PROFICIENCIES, SKILLS},
    state::ACTIONS,
};
use crate::{
    engine::CombatantId,
    rules::{action_space, names::key},
};

/// What is meant by a verb and slots as they were typed: `attack` with `how: grapple` is a maneuver, `attribute:` and `proficiency:` are
/// `how:` and `by:`, and what stands in one slot may belong in two, as in `how: strength martial`.
pub fn meant_by(typed_verb: &str, typed: &[(String, String)]) -> Option<(&'static str, Vec<(String, String)>)> {
    let mut verb = action_space::meant::<Ingenuity>(typed_verb);
    let mut slots: Vec<(String, String)> = vec![];
    let mut put = |name: &str, value: &str| slots.push((name.to_owned(), value.to_owned()));
    if verb.is_none()
        && let Some(maneuver) = learned::maneuver(typed_verb)
    {
        verb = Some("maneuver");
        put("how", &maneuver.name);
    }
    let mut verb = verb?;
    let (mut aimed, mut by) = (None, vec![]);
    for (name, value) in typed {
        let name = key(name);
        match (verb, name.as_str()) {
            ("attack", "how" | "maneuver") if learned::maneuver(value).is_some() => {
                verb = "maneuver";
                put("how", value);
            }
            (_, "maneuver" | "power" | "boon") => put("how", value),
            ("ready", "trigger" | "text" | "when" | "condition" | "if") => put("trigger", value),
            ("ready", "how" | "verb" | "action" | "with") => {
                let first = value.split_whitespace().next().unwrap_or_default();
                let known = action_space::meant::<Ingenuity>(value).or(action_space::meant::<Ingenuity>(first));
                put("how", known.unwrap_or(value));
            }
            ("ready", "target") => aimed = Some(value.as_str()),
            ("interact", "target" | "with" | "item" | "what") => put("text", value),
            ("command", "text") => {}
            ("extended-task", "actions" | "cost" | "to") => {
                put("to", value.split_whitespace().next().unwrap_or_default());
            }
            ("brandish", "with" | "item" | "items" | "text") => {
                put("with", &value.replace(" and ", ", ").replace(" + ", ", "))
            }
            (
                "attack" | "short-task" | "extended-task" | "assist" | "resuscitate" | "trigger",
                "how" | "attribute" | "skill" | "proficiency" | "by" | "using",
            ) => {
                if verb.ends_with("-task") {
                    by.extend(
                        value.split([' ', '+', ',', '/']).map(key).filter(|it| PROFICIENCIES.contains(&it.as_str())),
                    );
                }
                by_words(verb, &name, value, &mut put);
            }
            ("attack" | "killing-strike" | "trigger", "with") => put("with", &weapon_word(value)),
            _ => put(&name, value),
        }
    }
    // Whom a readied action is meant for is part of what sets it off.
    if let (Some(whom), Some((_, trigger))) = (aimed, slots.iter_mut().find(|it| it.0 == "trigger")) {
        *trigger = format!("{trigger} ({whom})");
    }
    // C1: the proficiency of a task is one that is named in it.
    if !by.is_empty() {
        match slots.iter_mut().find(|it| it.0 == "text") {
            Some((_, text)) => *text = format!("{text} ({})", by.join(", ")),
            None => slots.push(("text".to_owned(), by.join(", "))),
        }
    }
    // What is left out must not be taken from the text.
    let has = |slots: &[(String, String)], name: &str| slots.iter().any(|it| it.0 == name);
    if ["short-task", "extended-task", "assist"].contains(&verb) && !has(&slots, "with") {
        slots.push(("with".to_owned(), "handling".to_owned()));
    }
    if verb == "extended-task" && !has(&slots, "to") {
        slots.push(("to".to_owned(), (ACTIONS + 1).to_string()));
    }
    Some((verb, slots))
}

/// C13: a power of theirs by its own name: `bolt` is `power how:bolt`.
pub fn power_meant(
    fight: &FightState,
    who: CombatantId,
    verb: &str,
    typed: &[(String, String)],
) -> Option<(&'static str, Vec<(String, String)>)> {
    let own = fight.find(who)?.sheet.powers.iter().find(|it| key(&it.name) == key(verb))?;
    let named = ("how".to_owned(), own.name.clone());
    meant_by("power", &std::iter::once(named).chain(typed.iter().cloned()).collect::<Vec<_>>())
}

/// What there is to choose from in a slot, by the rule that says so: maneuvers are those whose numbers are known (C12).
pub fn rule_of_slot(verb: &str, slot: &str) -> Option<Rule> {
    match (verb, slot) {
        ("maneuver", "how") => Some(Rule::Maneuvers),
        ("power", "how") => Some(Rule::Powers),
        ("ready", "how") => Some(Rule::ReadiedAction),
        ("attack", "with") => Some(Rule::Attack),
        ("attack", "how" | "by") => Some(Rule::ToHit),
        ("fate", "how") => Some(Rule::Fate),
        ("brandish", "with") => Some(Rule::Brandish),
        ("move", "to") => Some(Rule::Move),
        ("step", "to") => Some(Rule::Step),
        ("sprint", "to") => Some(Rule::Sprint),
        _ => None,
    }
}

/// "strength martial" is an attribute and a proficiency, "dexterity handling" an attribute and a skill.
fn by_words(verb: &str, name: &str, value: &str, put: &mut impl FnMut(&str, &str)) {
    let attack = matches!(verb, "attack" | "trigger");
    let mut known = false;
    for token in value.split([' ', '+', ',', '/']).map(key).filter(|it| !it.is_empty()) {
        if let Some(attribute) = Attribute::named(&token) {
            put("how", attribute.name());
            known = true;
        } else if attack && PROFICIENCIES.contains(&token.as_str()) {
            put("by", &token);
            known = true;
        } else if !attack && SKILLS.contains(&token.as_str()) {
            put("with", &token);
            known = true;
        } else if ["combat", "and", "by"].contains(&token.as_str())
            || (!attack && PROFICIENCIES.contains(&token.as_str()))
        {
            known = true;
        }
    }
    if !known {
        let slot = match (name, attack) {
            ("proficiency" | "by", true) => "by",
            ("skill", false) => "with",
            _ => "how",
        };
        put(slot, value);
    }
}

/// "knife thrown" and "unarmed", as the menus have them.
fn weapon_word(value: &str) -> String {
    let plain = key(value);
    if let Some(name) = plain.strip_suffix("-thrown").or_else(|| plain.strip_prefix("thrown-")) {
        return format!("{}, thrown", name.trim_end_matches(',').replace('-', " "));
    }
    let hands = gear::bare_hands();
    match hands.also.iter().any(|it| key(it) == plain) {
        true => hands.name.clone(),
        false => value.to_owned(),
    }
}
