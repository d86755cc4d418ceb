//! Builds an action from typed words: what each of them means, and what goes without saying.

use super::{
    super::{
        names::{self, Named},
        request::{ParamView, UserError},
        spelling::{folded, is_same},
    },
    Fight, Session,
};
use crate::engine::{
    Citable, CombatantId, GameSystem,
    partial_action::{Candidate, ParamValue, PartialAction},
    space::Space as _,
    view::Viewer,
};

/// Aliases for a parameter's name, for verbs without a parameter of that name.
const SLOT_SYNONYMS: &[(&str, &[&str])] = &[
    ("with", &["weapon", "power", "scroll", "item", "text"]),
    ("to", &["zone", "place", "at", "side", "target", "with", "text"]),
    ("text", &["hazard", "with", "to"]),
    ("target", &["to"]),
];

/// A parameter to choose for, and what can be chosen.
struct Choosing {
    viewer: Viewer,
    who: CombatantId,
    name: &'static str,
    ask: &'static str,
    candidates: Vec<Candidate>,
    unavailable: Vec<Candidate>,
    default: Option<ParamValue>,
}

impl<R: GameSystem> Fight<R> {
    /// See [`Session::draft`].
    pub(super) fn put_together(
        &self,
        viewer: Viewer,
        who: CombatantId,
        verb: &str,
        typed: &[(String, String)],
    ) -> Result<PartialAction, UserError> {
        let other = R::meant_by_them(&self.known_to_side_of(who), who, verb, typed);
        let (verb, typed) = other.as_ref().map_or((verb, typed), |(verb, typed)| (*verb, typed.as_slice()));
        let mut draft = PartialAction::of(verb);
        let mut unused: Vec<&(String, String)> = typed.iter().collect();
        // What would have to be named, because the default isn't possible.
        let mut better: Vec<String> = vec![];
        loop {
            let param = self.param(viewer, who, &draft).map_err(|it| match better.as_slice() {
                [] => it,
                _ => UserError { text: format!("{} Choices for {}.", it.text, better.join(", or for ")), ..it },
            })?;
            draft = match param {
                ParamView::Done(()) => break,
                ParamView::Write { name, ask, max_chars, optional } => {
                    let text = written(&mut unused, (name, ask), max_chars, optional)?;
                    draft.with(name, ParamValue::Text(text))
                }
                ParamView::Choose { name, ask, candidates, unavailable, default } => {
                    let choosing = Choosing { viewer, who, name, ask, candidates, unavailable, default };
                    let fill = match self.said(&choosing, &draft, &mut unused) {
                        Some(text) => self.meant(&choosing, verb, &text)?,
                        None => {
                            better.extend(self.instead_of_default(&choosing));
                            self.unsaid(choosing)?
                        }
                    };
                    draft.with(name, fill)
                }
            };
        }
        match unused.first() {
            None => Ok(draft),
            Some((name, said)) if name.is_empty() => {
                Err(UserError::say(format!("{verb} can\u{2019}t use \u{201c}{said}\u{201d} here.")))
            }
            Some((name, _)) => Err(UserError::say(format!("{verb} doesn\u{2019}t take \u{201c}{name}\u{201d} here."))),
        }
    }

    /// Takes what was typed for this parameter: under its name, under an alias, or without a name.
    fn said(&self, of: &Choosing, draft: &PartialAction, unused: &mut Vec<&(String, String)>) -> Option<String> {
        // A value without a name goes to the first parameter that knows it or has no default.
        let fits = |said: &str| of.default.is_none() || self.understands(of, said);
        let bare = unused.iter().any(|it| it.0.is_empty() && fits(&it.1));
        let said = take_named(unused, of.name).or_else(|| {
            let (index, other) = synonym(unused, of.name)?;
            let first = of.candidates.first().or(of.unavailable.first());
            let first = first.map(|it| draft.clone().with(of.name, it.fill.clone()));
            let is_for_later = !self.understands(of, &unused[index].1)
                && first.is_some_and(|it| self.has_slot(of.viewer, of.who, it, &other));
            (!is_for_later).then(|| unused.remove(index).1.trim().to_owned())
        });
        said.or_else(|| bare.then(|| take(unused, ""))?)
    }

    fn understands(&self, of: &Choosing, said: &str) -> bool {
        self.chosen((of.viewer, of.who), of.name, said, &of.candidates, &of.unavailable).is_ok()
    }

    /// What the typed text means for this parameter; if it means nothing, the refusal cites the parameter's rule.
    fn meant(&self, of: &Choosing, verb: &str, text: &str) -> Result<ParamValue, UserError> {
        let chosen = self.chosen((of.viewer, of.who), of.name, text, &of.candidates, &of.unavailable);
        if let Ok(ParamValue::Who(other)) = &chosen {
            self.must_be_known_to(of.viewer, of.who, *other)?;
        }
        chosen.map_err(|it| match it.rule {
            None => UserError { rule: R::rule_of_slot(verb, of.name).map(|it| it.citation()), ..it },
            Some(_) => it,
        })
    }

    /// What could be named instead of a default that isn't possible.
    fn instead_of_default(&self, of: &Choosing) -> Option<String> {
        let default = of.default.as_ref()?;
        let is_possible = of.candidates.is_empty() || of.candidates.iter().any(|it| it.fill == *default);
        (!is_possible).then(|| format!("{}: {}", of.name, self.few(of.who, None, &of.candidates)))
    }

    /// The value of a parameter that nothing was typed for.
    fn unsaid(&self, of: Choosing) -> Result<ParamValue, UserError> {
        match (of.default, of.candidates.as_slice(), of.unavailable.as_slice()) {
            (Some(default), ..) => Ok(default),
            // If nothing is legal, what can be named leads to the refusal that says why, with its rule.
            (None, [], [first, ..]) => Ok(first.fill.clone()),
            (None, [only], []) => Ok(only.fill.clone()),
            (None, [only], _) if of.name == "target" => Ok(only.fill.clone()),
            // An action without a default isn't taken unasked, even if it's the only one left.
            (None, candidates, unavailable) => Err(self.missing(of.who, (of.name, of.ask), candidates, unavailable)),
        }
    }

    /// Whether an action that continues from here has a parameter with this name.
    fn has_slot(&self, viewer: Viewer, who: CombatantId, mut draft: PartialAction, wanted: &str) -> bool {
        for _ in 0..SLOTS_MAX {
            let (name, fill) = match self.param(viewer, who, &draft) {
                Ok(ParamView::Choose { name, candidates, unavailable, default, .. }) => {
                    let any = || candidates.first().or(unavailable.first()).map(|it| it.fill.clone());
                    match default.or_else(any) {
                        Some(fill) => (name, fill),
                        None => return name == wanted,
                    }
                }
                Ok(ParamView::Write { name, .. }) => (name, ParamValue::Text(String::new())),
                Ok(ParamView::Done(())) | Err(_) => return false,
            };
            if name == wanted {
                return true;
            }
            draft = draft.with(name, fill);
        }
        false
    }

    /// What the words in a parameter mean: a legal candidate; otherwise something that can be named and will be refused with its reason;
    /// otherwise a sentence with the closest matches.
    fn chosen(
        &self,
        (viewer, who): (Viewer, CombatantId),
        name: &str,
        text: &str,
        candidates: &[Candidate],
        unavailable: &[Candidate],
    ) -> Result<ParamValue, UserError> {
        // An exact name comes first, even where names only have to begin like it: D doesn't mean the border D/E.
        let exact =
            |group: &[Candidate]| names_of(group).into_iter().find(|(name, _)| is_same(name, text)).map(|it| it.1);
        if let Some(fill) = exact(candidates).or_else(|| exact(unavailable)) {
            return Ok(fill);
        }
        for group in [candidates, unavailable] {
            let found = names::find(text, names_of(group));
            match found {
                Named::One(fill) => return Ok(fill),
                Named::Several(_) => {
                    // Two words for the same thing aren't ambiguous.
                    let start = folded(text);
                    let mut fills: Vec<ParamValue> = names_of(group)
                        .into_iter()
                        .filter(|it| folded(&it.0).starts_with(&start))
                        .map(|it| it.1)
                        .collect();
                    fills.dedup();
                    if let [one] = fills.as_slice() {
                        return Ok(one.clone());
                    }
                    let fits = |it: &&Candidate| fills.contains(&it.fill);
                    let fitting: Vec<Candidate> = group.iter().filter(fits).cloned().collect();
                    return match fitting.len() > LISTED_MAX {
                        true => {
                            let few = self.few(who, Some(text), &fitting);
                            Err(UserError::say(format!("\u{201c}{text}\u{201d} could be {few}. Say which.")))
                        }
                        false => found.or_say(name, text).map_err(UserError::say),
                    };
                }
                Named::None(_) => {}
            }
        }
        if name == "target" {
            let people = self.names(viewer).into_iter().map(|it| (it.name, ParamValue::Who(it.id)));
            return names::combatant(text, &people.collect::<Vec<_>>()).map_err(UserError::say);
        }
        names::find(text, names_of(candidates)).or_say("choice", text).map_err(|why| {
            let mut said = vec![why];
            said.extend(self.whereabouts(viewer, text));
            let listed = if candidates.is_empty() { unavailable } else { candidates };
            if !listed.is_empty() {
                said.push(format!("Choose from {}.", self.few(who, Some(text), listed)));
            }
            UserError::say(said.join(" "))
        })
    }

    /// Where somebody is whose name was typed for something else, such as a place to go to.
    fn whereabouts(&self, viewer: Viewer, text: &str) -> Option<String> {
        let people = self.names(viewer).into_iter().map(|it| (it.name, it.id));
        let Named::One(who) = names::find(text, people) else { return None };
        let it = self.fight().find(who)?;
        self.must_be_shown(viewer, who).ok()?;
        let place = self.fight().space.place_words(it.place.as_ref()?);
        Some(format!("{} is at {place}.", it.name))
    }

    fn missing(
        &self,
        who: CombatantId,
        (name, ask): (&str, &str),
        candidates: &[Candidate],
        unavailable: &[Candidate],
    ) -> UserError {
        if candidates.is_empty() {
            return UserError::say(format!("{ask} There\u{2019}s nothing to choose right now."));
        }
        let why = unavailable.first().map(|it| it.note.as_str()).filter(|it| !it.is_empty());
        let why = why.map(|it| format!("{it} ")).unwrap_or_default();
        UserError::say(format!("{why}{ask} Choices for {name}: {}.", self.few(who, None, candidates)))
    }

    /// The candidates as a readable line: of many places, the ones nearest to the typed place or to the mover, nearest first; of many other
    /// candidates, the first ones.
    fn few(&self, who: CombatantId, typed: Option<&str>, candidates: &[Candidate]) -> String {
        let mut candidates: Vec<&Candidate> = candidates.iter().collect();
        let space = &self.fight().space;
        let own = self.fight().find(who).and_then(|it| it.place.clone());
        let from = typed.and_then(|it| space.place_named(it)).or(own);
        if let Some(from) = from.filter(|_| candidates.len() > LISTED_MAX) {
            candidates.sort_by_key(|it| {
                space.place_named(&it.label).and_then(|at| space.distance(&from, &at)).unwrap_or(u32::MAX)
            });
        }
        let more = candidates.len().saturating_sub(LISTED_MAX);
        let listed: Vec<&str> = candidates.iter().take(LISTED_MAX).map(|it| it.label.as_str()).collect();
        match more {
            0 => listed.join(", "),
            more => format!("{} and {more} more", listed.join(", ")),
        }
    }
}

/// The most parameters of an action; guards against a system that never finishes.
const SLOTS_MAX: usize = 12;
/// The most candidates listed in a refusal; it says how many more there are.
const LISTED_MAX: usize = 8;

/// Takes the free text of a parameter from what was typed.
fn written(
    unused: &mut Vec<&(String, String)>,
    (name, ask): (&str, &str),
    max_chars: usize,
    optional: bool,
) -> Result<String, UserError> {
    // Commands have one option for free text, whatever the parameter is called.
    let text = take(unused, name).or_else(|| take_named(unused, "text")).unwrap_or_default();
    if text.is_empty() && !optional {
        return Err(UserError::say(format!("{ask} Put the answer in text:\u{2026}")));
    }
    if text.chars().count() > max_chars {
        return Err(UserError::say(format!("That\u{2019}s too long: {name} can have at most {max_chars} characters.")));
    }
    Ok(text)
}

/// Takes what was given for a parameter, under its name or an alias.
fn take(unused: &mut Vec<&(String, String)>, name: &str) -> Option<String> {
    take_named(unused, name).or_else(|| {
        let (index, _) = synonym(unused, name)?;
        Some(unused.remove(index).1.trim().to_owned())
    })
}

fn take_named(unused: &mut Vec<&(String, String)>, name: &str) -> Option<String> {
    let index = unused.iter().position(|(known, _)| known.eq_ignore_ascii_case(name))?;
    Some(unused.remove(index).1.trim().to_owned())
}

/// The position of a value given under an alias of this parameter, and the alias.
fn synonym(unused: &[&(String, String)], name: &str) -> Option<(usize, String)> {
    let place = |name: &str| unused.iter().position(|(known, _)| known.eq_ignore_ascii_case(name));
    let others = SLOT_SYNONYMS.iter().find(|it| it.0 == name)?.1;
    others.iter().find_map(|it| Some((place(it)?, (*it).to_owned())))
}

/// What players can type for each candidate: its key and its label.
fn names_of(candidates: &[Candidate]) -> Vec<(String, ParamValue)> {
    let key = |it: &Candidate| match &it.fill {
        ParamValue::Word(word) => Some((word.clone(), it.fill.clone())),
        ParamValue::Who(_) | ParamValue::Text(_) => None,
    };
    let keys = candidates.iter().filter_map(key);
    let labels = candidates.iter().map(|it| (it.label.clone(), it.fill.clone()));
    let mut all: Vec<(String, ParamValue)> = vec![];
    for (name, fill) in keys.chain(labels) {
        if !all.iter().any(|(known, same)| known.eq_ignore_ascii_case(&name) && *same == fill) {
            all.push((name, fill));
        }
    }
    all
}
