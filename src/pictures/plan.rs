//! The content of a picture, taken from a scene and nothing else, so it contains no one the scene's viewer doesn't see. Equal plans make
//! the same picture, byte for byte. Who has acted is left to the tracker, so that a picture only changes if the turn passes, someone moves,
//! is hurt, takes cover, comes or goes, or the board changes.

use super::{letters, raster::PictureHash, theme::Theme, with_pictures::BoardPicture};
use crate::engine::view::{FighterView, Ground, Health, Mark, Ray, Scene, Spot, Traces, TurnGround, grid::Fog};
use std::collections::BTreeSet;

/// What to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct MapPlan {
    pub(super) ground: Ground,
    pub(super) parties: Vec<Party>,
    pub(super) tokens: Vec<Token>,
    /// What the combatant whose turn it is could do, if wanted.
    pub(super) turn: Option<TurnGround>,
    /// A line of sight, if wanted.
    pub(super) ray: Option<Ray>,
    /// The token that moved last, and the way it has come.
    pub(super) trail: Option<(usize, Vec<Spot>)>,
    /// The token that attacked last, and the one it attacked.
    pub(super) attack: Option<(usize, usize)>,
    /// Whether the whole board is wanted, however large it is.
    pub(super) whole: bool,
    pub(super) laid_out: bool,
    /// What lies below a board's grid.
    pub(super) background: Option<BoardPicture>,
    /// How much of a board the viewer's characters see and have seen, if it's in fog.
    pub(super) fog: Option<Fog>,
    pub(super) theme: Theme,
}

/// A side, distinguished from the others by its letter as well as its shape and colour.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Party {
    pub(super) name: String,
    pub(super) letter: char,
}

/// A combatant on the map.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    pub(super) name: String,
    /// The index of their side in the list.
    pub(super) party: usize,
    /// What to know about them, most important first.
    pub(super) words: Vec<String>,
    /// The states that have a sign on the token: "prone", "in cover".
    pub(super) states: Vec<String>,
    /// How hurt they are, as far as the viewer knows.
    pub(super) health: Option<Health>,
    pub(super) down: bool,
    pub(super) hidden: bool,
    /// Whether it's their turn.
    pub(super) acting: bool,
    /// Where they are; `None` if they haven't been placed.
    pub(super) spot: Option<Spot>,
    /// The number of the saved character it is.
    pub(super) saved: Option<i64>,
    /// What's on the disc in place of initials.
    pub(super) portrait: Option<PictureHash>,
}

/// Names as the picture writes them. Names it can't write get a number, which the text form explains.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Labels {
    pub(super) zones: Vec<Label>,
    pub(super) tokens: Vec<Label>,
    /// The short form of each where there's no room for a name, all different.
    pub(super) initials: Vec<String>,
    /// The letter for each state that someone is in.
    pub(super) states: Vec<(char, String)>,
    pub(super) notes: usize,
    /// Whether a symbol replaces characters that the font lacks.
    pub(super) has_gaps: bool,
}

/// One name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Label {
    pub(super) text: String,
    /// The number of the note that replaces the name.
    pub(super) note: Option<usize>,
}

#[cfg(test)]
impl Token {
    /// A token put together by hand: what its words say of states, health and so on, it is.
    pub(super) fn new(name: &str, party: usize, words: &[&str], spot: Spot) -> Token {
        let is_state = |it: &&&str| ["prone", "in cover", "hobbled"].contains(*it);
        Token {
            name: name.to_owned(),
            party,
            words: words.iter().map(|it| (*it).to_owned()).collect(),
            states: words.iter().filter(is_state).map(|it| (*it).to_owned()).collect(),
            health: words.iter().find_map(|it| crate::engine::view::Looks::of(it)).map(Health::Looks),
            down: words.contains(&"down"),
            hidden: words.contains(&"hidden"),
            acting: false,
            spot: Some(spot),
            saved: None,
            portrait: None,
        }
    }
}

impl MapPlan {
    /// What there is to draw of a scene.
    pub fn of(scene: &Scene) -> MapPlan {
        let letters = letters_of(scene.sides.iter().map(|it| it.name.as_str()));
        let parties =
            scene.sides.iter().zip(letters).map(|(side, letter)| Party { name: side.name.clone(), letter }).collect();
        let spot = |who: &FighterView| scene.map.standing.iter().find(|it| it.0 == who.id).map(|it| it.1);
        // Whoever is somewhere in the fog, or has left, isn't on the map, nor beside it.
        let is_shown = |it: &&FighterView| spot(it).is_some() || scene.map.unplaced.contains(&it.id);
        let members = scene.sides.iter().enumerate();
        let members = members.flat_map(|(at, side)| side.members.iter().filter(is_shown).map(move |it| (at, it)));
        let tokens = members.map(|(party, it)| Token {
            name: it.name.clone(),
            party,
            words: words_of(it),
            states: states_of(it),
            health: it.health,
            down: it.mark == Mark::Down,
            hidden: it.hidden,
            acting: it.mark == Mark::Acting,
            spot: spot(it),
            saved: it.saved,
            portrait: None,
        });
        let ground = match &scene.map.ground {
            // A grid that nobody stands on and nobody has laid out doesn't exist.
            Ground::Squares(_) if !scene.map.laid_out => Ground::Nowhere,
            ground => ground.clone(),
        };
        let ids: Vec<_> = scene.sides.iter().flat_map(|it| &it.members).filter(is_shown).map(|it| it.id).collect();
        let place = |who| ids.iter().position(|it| *it == who);
        let Traces { trail, attack } = &scene.map.traces;
        MapPlan {
            ground,
            parties,
            tokens: tokens.collect(),
            turn: None,
            ray: None,
            trail: trail.as_ref().and_then(|it| Some((place(it.who)?, it.spots.clone()))),
            attack: attack.and_then(|it| Some((place(it.by)?, place(it.at)?))),
            whole: false,
            laid_out: scene.map.laid_out,
            background: None,
            fog: scene.map.fog.clone(),
            theme: Theme::Dark,
        }
    }

    /// The same, with what the combatant whose turn it is could do.
    #[must_use]
    pub fn with_turn(self, turn: Option<TurnGround>) -> MapPlan {
        MapPlan { turn: turn.filter(|it| !it.reach.is_empty() || !it.threat.is_empty()), ..self }
    }

    /// The same, with a line of sight.
    #[must_use]
    pub fn with_ray(self, ray: Option<Ray>) -> MapPlan {
        MapPlan { ray, ..self }
    }

    /// The same, with the whole board, however large it is.
    #[must_use]
    pub fn with_all(self, whole: bool) -> MapPlan {
        MapPlan { whole, ..self }
    }

    /// The same in another theme. A map on somebody's battle map stays dark: what's on a photograph needs its dark outlines.
    #[must_use]
    pub fn in_theme(self, theme: Theme) -> MapPlan {
        MapPlan { theme, ..self }
    }

    /// A plan put together by hand.
    #[cfg(test)]
    pub(super) fn new(ground: Ground, parties: Vec<Party>, tokens: Vec<Token>) -> MapPlan {
        let (turn, ray, trail, attack, background, fog) = (None, None, None, None, None, None);
        let (whole, laid_out, theme) = (false, true, Theme::Dark);
        MapPlan { ground, parties, tokens, turn, ray, trail, attack, whole, laid_out, background, fog, theme }
    }

    /// Whether the GM has laid out a board, so that a picture says more than a list.
    pub fn is_laid_out(&self) -> bool {
        self.laid_out
    }

    /// The combatants at a spot, ordered by side.
    pub(super) fn at(&self, spot: Spot) -> Vec<usize> {
        (0..self.tokens.len()).filter(|it| self.tokens[*it].spot == Some(spot)).collect()
    }

    /// The combatants who are nowhere on the ground.
    pub(super) fn nowhere(&self) -> Vec<usize> {
        let off = |it: &usize| matches!(self.tokens[*it].spot, None | Some(Spot::Off));
        (0..self.tokens.len()).filter(off).collect()
    }

    /// How the picture writes the names.
    pub(super) fn labels(&self) -> Labels {
        let mut labels = Labels::default();
        if let Ground::Zones(ground) = &self.ground {
            labels.zones =
                ground.zones.iter().map(|it| label(&it.name, &mut labels.notes, &mut labels.has_gaps)).collect();
        }
        labels.tokens = self.tokens.iter().map(|it| label(&it.name, &mut labels.notes, &mut labels.has_gaps)).collect();
        for label in &labels.tokens {
            let initials = initials(label, &labels.initials);
            labels.initials.push(initials);
        }
        labels.states = letters_for(self.tokens.iter().flat_map(|it| &it.states));
        labels
    }
}

impl Labels {
    /// The letters of a combatant's states.
    pub(super) fn signs_of(&self, token: &Token) -> Vec<char> {
        let letter = |state: &String| self.states.iter().find(|it| it.1 == *state).map(|it| it.0);
        token.states.iter().filter_map(letter).collect()
    }
}

/// Letters that read as a digit where they're small.
const LIKE_DIGITS: [char; 2] = ['I', 'O'];

/// A letter for each state, different from the others, in alphabetical order of the states: its last word's first ("in cover" is C), another
/// word's ("mortally injured" is M, for an I reads as a 1), or the first of its own that's free.
fn letters_for<'a>(states: impl Iterator<Item = &'a String>) -> Vec<(char, String)> {
    let all: BTreeSet<&String> = states.collect();
    let mut given: Vec<(char, String)> = vec![];
    for state in all {
        let last = state.rsplit(' ').next().unwrap_or_default();
        let firsts = state.split(' ').filter_map(|it| it.chars().next());
        let own = last.chars().take(1).chain(firsts).chain(state.chars()).filter(char::is_ascii_alphabetic);
        let mut all = own.map(|it| it.to_ascii_uppercase()).chain('A'..='Z').filter(|it| !LIKE_DIGITS.contains(it));
        let letter = all.find(|it| !given.iter().any(|other| other.0 == *it));
        given.extend(letter.map(|it| (it, state.clone())));
    }
    given
}

fn label(name: &str, notes: &mut usize, has_gaps: &mut bool) -> Label {
    match letters::legible(name) {
        Some(text) => {
            *has_gaps |= text.contains(letters::LACKING) && !name.contains(letters::LACKING);
            Label { text, note: None }
        }
        None => {
            *notes += 1;
            Label { text: format!("(note {notes})"), note: Some(*notes) }
        }
    }
}

/// About two letters for a name, different from those taken: "B2" for Bandit 2, "AM" for Ana Maria, "An" for Ana.
fn initials(label: &Label, taken: &[String]) -> String {
    let words: Vec<Vec<char>> = label
        .text
        .split_whitespace()
        .map(|word| word.chars().filter(|it| it.is_alphanumeric() && letters::has(*it)).collect::<Vec<char>>())
        .filter(|it| !it.is_empty())
        .collect();
    let first: String = match (label.note, words.first()) {
        (None, Some(word)) => word[0].to_uppercase().collect(),
        _ => "?".to_owned(),
    };
    let second = match words.as_slice() {
        [_, .., last] if last.iter().all(|it| it.is_numeric()) && last.len() <= 2 => last.iter().collect(),
        [_, next, ..] if label.note.is_none() => next[0].to_uppercase().collect(),
        [only] if label.note.is_none() => only.get(1).map(char::to_string).unwrap_or_default(),
        _ => label.note.map(|it| it.to_string()).unwrap_or_default(),
    };
    let others = words.iter().flatten().skip(1).map(char::to_string);
    let numbered = (2..).map(|it| it.to_string());
    let all = std::iter::once(second).chain(others).chain(numbered).map(|it| format!("{first}{it}"));
    all.into_iter().find(|it| !taken.contains(it)).unwrap_or(first)
}

/// What shelters a combatant, and their conditions, each once.
fn states_of(it: &FighterView) -> Vec<String> {
    let mut states: Vec<String> = vec![];
    for state in it.shelter.iter().map(|it| (*it).to_owned()).chain(it.conditions.iter().cloned()) {
        if !states.contains(&state) {
            states.push(state);
        }
    }
    states
}

fn words_of(it: &FighterView) -> Vec<String> {
    let mut words = vec![];
    if it.mark == Mark::Down {
        words.push(it.standing.clone());
    }
    words.extend(it.vitals.iter().map(|(name, value)| format!("{name} {value}").trim().to_owned()));
    words.extend(it.shelter.iter().map(|it| (*it).to_owned()));
    words.extend(it.conditions.iter().cloned());
    if it.hidden {
        words.push("hidden".to_owned());
    }
    let mut said: Vec<String> = vec![];
    for word in words.into_iter().filter(|it| !it.is_empty()) {
        if !said.contains(&word) {
            said.push(word);
        }
    }
    said
}

/// A letter for each side: the first of its name if these all differ and can be drawn, otherwise A, B, C.
fn letters_of<'a>(names: impl Iterator<Item = &'a str>) -> Vec<char> {
    let names: Vec<&str> = names.collect();
    let first = |name: &&str| name.chars().find(|it| it.is_alphanumeric() && letters::has(*it));
    let own: Vec<char> = names.iter().filter_map(first).flat_map(char::to_uppercase).collect();
    let differ = own.iter().enumerate().all(|(at, it)| !own[..at].contains(it));
    match differ && own.len() == names.len() {
        true => own,
        false => (0..names.len()).map(|it| char::from(b'A' + (it % 26) as u8)).collect(),
    }
}
