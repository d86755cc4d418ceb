//! The steps of a turn's menu, and when it was drawn. A choice is written by what it says, so that it still means the same if others have
//! acted since.

use crate::{
    discord::{combatant_tag::fnv_1a, custom_id::Path},
    engine::{CombatantId, partial_action::Candidate, view::Viewer},
    rules::UserError,
    table::EncounterService,
};

/// The step for a text that was written in a form.
pub(super) const WRITTEN: &str = "x";
/// The step that opens that form.
pub(super) const WRITE: &str = "w";
/// The step that leaves a text out.
pub(super) const NOTHING: &str = "n";
/// The step that goes ahead in spite of a warning.
pub(super) const SURE: &str = "y";
/// The list id of the user's combatants, to choose who acts.
pub(super) const WHO_LIST: &str = "as";
/// The step that asks what Umpire would do.
pub(super) const SUGGEST: &str = "s";
/// The step before those of the first menu's suggestion. It means nothing, but Discord allows no two buttons of the same id, and another
/// button may do the same.
pub(super) const SUGGESTED: &str = "m9";
/// The same, where the turn ends with it.
pub(super) const SUGGESTED_LAST: &str = "m7";
/// The step of the buttons in the GM's panel that open a turn menu in its place. It means nothing else.
pub(super) const FROM_PANEL: &str = "m8";
/// The page number of the button in a turn menu that opens the GM's panel in its place.
pub(super) const FROM_MENU: u32 = 1;
/// The step that shows everything that can be done. Behind it, everything that can be chosen is asked.
pub(super) const MORE: &str = "more";
/// The step that turns to a page of all choices; the page's number, from 0, follows.
pub(super) const ALL: char = 'a';
/// A step that says what was chosen; its key follows.
const KEY: char = 'k';
/// A step that says which one in the list was chosen, if two say the same; its place follows.
const PLACE: char = 'p';
/// How many bits of a menu's time say how much its combatant had done, and above them which round it was.
const DEED_BITS: u32 = 10;
/// The bits of both.
const TURN_BITS: u32 = 16;
/// The letters of a key: enough for the candidates of one list, and short, since Discord limits a button's id.
const KEY_LETTERS: usize = 4;

/// The page that a step turns to, if it does.
pub(super) fn page_of(step: &str) -> Option<usize> {
    let digits = step.strip_prefix(ALL)?;
    digits.bytes().all(|it| it.is_ascii_digit()).then(|| digits.parse().ok())?
}

/// Whether a step sets no parameter: it says which part of a menu was used, or which page is shown.
pub(super) fn is_part(step: &str) -> bool {
    let is_menu =
        step.strip_prefix('m').is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|it| it.is_ascii_digit()));
    is_menu || page_of(step).is_some()
}

/// The path without the pages that were turned on the way.
pub(super) fn without_pages(path: &Path) -> Path {
    Path::new(path.steps().iter().filter(|it| page_of(it).is_none()).cloned())
}

/// The steps that choose these candidates for a parameter.
pub(super) fn steps_of(param: &str, candidates: &[Candidate]) -> Vec<String> {
    let keys: Vec<String> = candidates.iter().map(|it| key(param, &it.label)).collect();
    let is_unique = |key: &String| keys.iter().filter(|it| *it == key).count() == 1;
    let step = |(at, key): (usize, &String)| match is_unique(key) {
        true => format!("{KEY}{key}"),
        false => format!("{PLACE}{at}"),
    };
    keys.iter().enumerate().map(step).collect()
}

/// The candidate that a step chooses for a parameter.
///
/// # Errors
/// It isn't there any more, or the step is for something else.
pub(super) fn picked<'a>(step: &str, param: &str, candidates: &'a [Candidate]) -> Result<&'a Candidate, UserError> {
    let by_place = || candidates.get(step.strip_prefix(PLACE)?.parse::<usize>().ok()?);
    let by_key = || candidates.get(steps_of(param, candidates).iter().position(|it| it == step)?);
    by_place().or_else(by_key).ok_or_else(out_of_date)
}

/// Whether a step chooses a candidate.
pub(super) fn is_choice(step: &str) -> bool {
    step != NOTHING && (step.starts_with(KEY) || step.starts_with(PLACE))
}

/// What a step is answered with that leads nowhere any more.
pub(super) fn out_of_date() -> UserError {
    UserError::say("That menu is out of date. Press Act as\u{2026} again.")
}

/// What a candidate is called in a step, by its parameter and what it says.
fn key(param: &str, label: &str) -> String {
    const LETTERS: u32 = 26;
    let bytes = param.bytes().chain([b'=']).chain(label.bytes());
    let mut hash = fnv_1a(bytes);
    let mut key = String::new();
    for _ in 0..KEY_LETTERS {
        key.push(char::from(b'a' + u8::try_from(hash % LETTERS).expect("a letter")));
        hash /= LETTERS;
    }
    key
}

/// When a menu is drawn: what its reader sees, which round it is, and how much its combatant has done.
pub(super) fn drawn_at(service: &EncounterService, viewer: Viewer, who: CombatantId) -> u64 {
    service.moment(viewer) << TURN_BITS | turn(service, viewer, who)
}

/// Whether steps in a menu of that time still mean what they say, though it isn't up to date: it's the same round, its combatant has done
/// nothing since, and each step names what it chooses. A second press on what has been done means nothing more.
pub(super) fn still_means(
    service: &EncounterService,
    viewer: Viewer,
    who: CombatantId,
    (drawn_at, steps): (u64, &[String]),
) -> bool {
    let mut params = steps.iter().filter(|it| !is_part(it) && *it != MORE).skip(1);
    let is_named = |it: &String| it.starts_with(KEY) || it == NOTHING;
    has_done_nothing_since(service, viewer, who, drawn_at) && params.all(is_named)
}

/// Whether it's still the round of that time, and the combatant has done nothing since.
pub(super) fn has_done_nothing_since(
    service: &EncounterService,
    viewer: Viewer,
    who: CombatantId,
    drawn_at: u64,
) -> bool {
    drawn_at & ((1 << TURN_BITS) - 1) == turn(service, viewer, who)
}

/// The round and how much a combatant has done, as far as they fit.
fn turn(service: &EncounterService, viewer: Viewer, who: CombatantId) -> u64 {
    let round = u64::from(service.scene(viewer).round);
    let deeds = service.session().deeds(who) as u64 & ((1 << DEED_BITS) - 1);
    (round << DEED_BITS | deeds) & ((1 << TURN_BITS) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::partial_action::ParamValue;

    fn candidate(label: &str, word: &str) -> Candidate {
        let (label, fill) = (label.to_owned(), ParamValue::Word(word.to_owned()));
        Candidate { label, fill, note: String::new(), group: "", needs_more: false, never: false }
    }

    /// Every page of all choices, and the page of the best ones, is the same place on the way.
    #[test]
    fn a_page_leads_nowhere() {
        let path = |last: &str| Path::new(["attack", "kabcd"]).then(last);
        assert_eq!(without_pages(&path("a0")), Path::new(["attack", "kabcd"]));
        assert_eq!(without_pages(&path("a0")), without_pages(&path("a12")));
        assert_ne!(without_pages(&path("a0")), without_pages(&path("kefgh")));
    }

    /// A choice is found again wherever it stands; of two that say the same, each by its place.
    #[test]
    fn a_choice_is_named_by_what_it_says() {
        let all = ["Bandit 1", "Bandit 2", "Leader"].map(|it| candidate(it, it));
        let steps = steps_of("target", &all);
        let fewer = [all[2].clone(), all[1].clone()];
        assert_eq!(picked(&steps[1], "target", &fewer).map(|it| it.label.as_str()).ok(), Some("Bandit 2"));
        assert!(picked(&steps[0], "target", &fewer).is_err());
        assert!(picked(&steps[1], "with", &fewer).is_err(), "another question\u{2019}s answer");
        let twins = [candidate("sword", "left"), candidate("sword", "right")];
        let places = steps_of("with", &twins);
        assert_eq!(picked(&places[1], "with", &twins).map(|it| it.fill.clone()).ok(), Some(twins[1].fill.clone()));
    }
}
