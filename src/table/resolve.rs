//! Works out what a player means who leaves something out or types half of it: which of their combatants, which side, which verb, which
//! question. It judges nothing.

use super::{
    command::Command,
    sentences,
    service::{Caller, EncounterService},
};
use crate::{
    engine::{
        Addressee, CombatantId, Seat, SideId,
        view::{PromptView, Viewer},
    },
    rules::{
        NameView, Request, UserError,
        names::{self, Named},
    },
};

/// The reply to a player who has no combatant to act with.
pub const NOBODY_OF_YOURS: &str = "You don\u{2019}t play anyone in this fight. Bring in a character with /join.";

/// The most verbs listed for an unknown verb.
const VERBS_NAMED_MAX: usize = 12;

impl EncounterService {
    /// The verb meant. One that isn't possible now is passed on, so that its refusal says why.
    pub(super) fn verb(&self, viewer: Viewer, who: CombatantId, typed: &str) -> Result<String, UserError> {
        let verbs = self.session().verbs(viewer, who);
        let names = verbs.iter().flat_map(|it| [(it.label.to_owned(), it.name), (it.name.to_owned(), it.name)]);
        match names::find(typed, names) {
            Named::One(name) => Ok(name.to_owned()),
            Named::Several(names) => {
                let mut meant: Vec<&str> = verbs
                    .iter()
                    .filter(|it| names.iter().any(|name| name.eq_ignore_ascii_case(it.label) || name == it.name))
                    .map(|it| it.name)
                    .collect();
                meant.dedup();
                // An alias of one verb isn't treated as the start of another.
                let whole = self.session().verb_meant(typed).filter(|it| meant.contains(it));
                match (meant.as_slice(), whole) {
                    ([one], _) => Ok((*one).to_owned()),
                    (_, Some(one)) => Ok(one.to_owned()),
                    _ => Err(UserError::say(format!(
                        "\u{201c}{typed}\u{201d} could be {}. Say which.",
                        names.join(", ")
                    ))),
                }
            }
            Named::None(_) => Ok(typed.trim().to_lowercase().replace(' ', "-")),
        }
    }

    /// The reply for a word that isn't a verb: what it's called here, or what the player can do instead.
    pub(super) fn no_such_verb(&self, viewer: Viewer, who: CombatantId, typed: &str) -> UserError {
        let typed = typed.trim();
        let first = typed.split_whitespace().next().unwrap_or_default();
        if let Some(told) = [typed, first].iter().find_map(|it| self.session().word_of_other_games(it)) {
            return told;
        }
        let verbs = self.session().verbs(viewer, who);
        let all: Vec<&str> = verbs.iter().map(|it| it.label).collect();
        let close = match names::find(typed, verbs.iter().map(|it| (it.label.to_owned(), ()))) {
            Named::None(close) if !close.is_empty() => format!(" Did you mean {}?", names::either(&close)),
            _ => String::new(),
        };
        let can = match all.len() {
            0 => String::new(),
            1..=VERBS_NAMED_MAX => format!(" You can: {}.", all.join(", ")),
            more => {
                format!(" You can: {} and {} more.", all[..VERBS_NAMED_MAX].join(", "), more - VERBS_NAMED_MAX)
            }
        };
        UserError::say(format!("\u{201c}{typed}\u{201d} isn\u{2019}t something you can do right now.{close}{can}"))
    }

    /// A verb and its object in one: `step C2`, `drop the spear`. `None` if the whole text is a verb, or no beginning of it is one.
    pub fn verb_with_object<'a>(&self, typed: &'a str) -> Option<(&'static str, &'a str)> {
        let typed = typed.trim();
        if self.session().verb_meant(typed).is_some() {
            return None;
        }
        let splits = typed.rmatch_indices(' ').map(|(at, _)| (&typed[..at], typed[at + 1..].trim()));
        let mut known = splits.filter_map(|(verb, object)| Some((self.session().verb_meant(verb)?, object)));
        let (verb, object) = known.next()?;
        Some((verb, ["to ", "the ", "a "].iter().find_map(|it| object.strip_prefix(it)).unwrap_or(object)))
    }

    /// Who acts: the named combatant, or the caller's only one who can.
    ///
    /// # Errors
    /// If there's none, or several.
    pub fn acting(&self, caller: &Caller, command: &Command) -> Result<CombatantId, UserError> {
        if let Some(name) = command.get("as").filter(|it| !it.is_empty()) {
            let who = self.session().find(self.viewer(caller), name)?;
            return self.may_speak_for(caller, who).map(|()| who);
        }
        match self.could_be(caller).as_slice() {
            [] => Err(UserError::say(NOBODY_OF_YOURS)),
            [one] => Ok(one.id),
            several => {
                let list: Vec<&str> = several.iter().map(|it| it.name.as_str()).collect();
                Err(UserError::say(format!("Which of your characters? Add as: {}.", list.join(", "))))
            }
        }
    }

    /// The combatants a caller plays: a player's own; for the GM, all without a player.
    pub fn own(&self, caller: &Caller) -> Vec<NameView> {
        let gm = self.actor(caller).is_gm();
        let mut own = self.session().names(self.viewer(caller));
        own.retain(|it| self.is_theirs(caller.seat, it) || (gm && it.player.is_none()));
        own
    }

    /// Whether somebody plays or owns a combatant, or did play it until they went away.
    pub(super) fn is_theirs(&self, seat: Seat, it: &NameView) -> bool {
        [it.player, it.owner].contains(&Some(seat)) || (it.player.is_none() && self.away_players.is_from(it.id, seat))
    }

    /// The combatants a caller can mean without naming one: theirs who can act now, or all of theirs if none can.
    pub fn could_be(&self, caller: &Caller) -> Vec<NameView> {
        let own = self.own(caller);
        let may_act = self.scene(self.viewer(caller)).may_act;
        let can: Vec<NameView> = own.iter().filter(|it| may_act.contains(&it.id)).cloned().collect();
        if can.is_empty() { own } else { can }
    }

    /// Who plays a combatant that's no player's.
    pub fn who_stands_behind(&self, who: CombatantId) -> &'static str {
        let scene = self.scene(Viewer::Everyone);
        let is_umpires = scene.sides.iter().flat_map(|it| &it.members).any(|it| it.id == who && it.umpire.is_some());
        if is_umpires { "Umpire" } else { "The GM" }
    }

    /// Checks whose combatant it is before what it can do: a more detailed refusal would tell strangers its numbers.
    fn may_speak_for(&self, caller: &Caller, who: CombatantId) -> Result<(), UserError> {
        let names = self.session().names(Viewer::Gm);
        let Some(it) = names.into_iter().find(|it| it.id == who) else { return Ok(()) };
        match it.player {
            _ if self.is_theirs(caller.seat, &it) || self.actor(caller).is_gm() => Ok(()),
            Some(seat) => Err(UserError::say(format!("<@{1}> plays {0}.", it.name, seat.0))),
            None => Err(UserError::say(format!("{} plays {}.", self.who_stands_behind(who), it.name))),
        }
    }

    /// The named side, or the one whose step it is, or the caller's own.
    pub(super) fn side(&self, caller: &Caller, command: &Command) -> Result<SideId, UserError> {
        if let Some(name) = command.get("side") {
            return self.session().find_side(name);
        }
        if let Some(name) = command.get("as") {
            let who = self.session().find(self.viewer(caller), name)?;
            let named = self.session().names(Viewer::Gm).into_iter().find(|it| it.id == who);
            return named.map(|it| it.side).ok_or_else(|| UserError::say("They\u{2019}re no longer in the fight."));
        }
        let gm = self.actor(caller).is_gm();
        let up = self.session().side_up();
        let names = self.session().names(Viewer::Gm);
        let own = |side: SideId| names.iter().any(|it| it.side == side && self.is_theirs(caller.seat, it));
        let first = names.iter().find(|it| self.is_theirs(caller.seat, it)).map(|it| it.side);
        let none = match gm {
            true => "Which side passes? Add side:\u{2026}",
            false => NOBODY_OF_YOURS,
        };
        up.filter(|side| gm || own(*side)).or(first).ok_or_else(|| UserError::say(none))
    }

    /// A side that has passed and whose step is over has nothing to pass again.
    pub(super) fn passed_already(&self, caller: &Caller, command: &Command) -> Result<Option<String>, UserError> {
        let side = self.side(caller, command)?;
        if self.session().side_up() == Some(side) || !self.session().passed_last(side) {
            return Ok(None);
        }
        let name = self.session().sides().into_iter().find(|it| it.id == side).map(|it| it.name.to_string());
        Ok(Some(format!("The {} have already passed.", name.unwrap_or_default())))
    }

    /// An instant by its label while others are asked: of the named combatant, or of one of the caller's.
    fn pressed_instant(&self, caller: &Caller, name: Option<&str>, label: &str) -> Option<Request> {
        let all = match name {
            Some(name) => {
                let who = self.session().find(self.viewer(caller), name).ok()?;
                self.own(caller).into_iter().filter(|it| it.id == who).collect()
            }
            None => self.own(caller),
        };
        let instant = |who: CombatantId| {
            let choice = sentences::named(&self.session().instants(who), &label.trim().to_lowercase())?;
            Some(Request::Interject { who, choice })
        };
        all.iter().find_map(|it| instant(it.id))
    }

    /// What an action typed during open questions means: the answer to the question put to its combatant, or an instant they interject.
    /// Looks for the verb among the labels, with the target and the weapon if they're named.
    pub(super) fn interrupting(&self, caller: &Caller, command: &Command, verb: &str) -> Option<Request> {
        let scene = self.scene(Viewer::Gm);
        if scene.prompts.is_empty() {
            return None;
        }
        let who = self.acting(caller, command).ok()?;
        let verb = verb.trim().to_lowercase().replace('-', " ");
        let named: Vec<String> =
            ["target", "with", "to"].iter().filter_map(|it| command.get(it)).map(str::to_lowercase).collect();
        let meant = |labels: &[String]| {
            let fits = |it: &String| {
                let label = [it.clone()];
                sentences::named(&label, &verb).is_some()
                    && named.iter().all(|word| sentences::named(&label, word).is_some())
            };
            labels.iter().position(fits)
        };
        let own = scene.prompts.iter().find(|it| !it.answered && it.to == Addressee::Combatant(who));
        let answer = own.and_then(|it| Some(Request::Answer { prompt: it.id, choice: meant(&it.labels)? }));
        // An action of its own, with its own parameters, is put together like any other.
        let acts = self.session().verb_meant(&verb).is_some_and(|it| self.session().interjects(it));
        let instant = || Some(Request::Interject { who, choice: meant(&self.session().instants(who))? });
        answer.or_else(|| if acts { None } else { instant() })
    }

    /// The answer that a label means, to the question put to `name`, or to the caller's only one. An exact label wins over one that starts
    /// that way; of several that do, the first wins.
    ///
    /// # Errors
    /// If nobody is asked, or there's no such answer.
    pub fn pressed(&self, caller: &Caller, name: Option<&str>, label: &str) -> Result<Request, UserError> {
        let scene = self.scene(Viewer::Gm);
        let viewer = self.viewer(caller);
        let gm = self.actor(caller).is_gm();
        let open: Vec<_> = scene
            .prompts
            .iter()
            .filter(|it| !it.answered)
            .filter(|it| match name {
                Some(name) => names::find(name, [(it.to_name.clone(), ())]) == Named::One(()),
                None => gm || it.seats.contains(&caller.seat),
            })
            .collect();
        let exact = name.and_then(|name| open.iter().find(|it| it.to_name.eq_ignore_ascii_case(name)));
        let has = |it: &&&PromptView| sentences::label(&it.labels, label).is_some();
        let meant = exact.filter(has).or_else(|| open.iter().find(has));
        if meant.is_none()
            && let Some(interjected) = self.pressed_instant(caller, name, label)
        {
            return Ok(interjected);
        }
        let prompt = match exact.or(meant).or(open.first()) {
            Some(prompt) => *prompt,
            None => match name {
                Some(name) => {
                    self.session().find(viewer, name)?;
                    return Err(UserError::say(format!("{name} isn\u{2019}t being asked anything.")));
                }
                None => return Err(UserError::say("You aren\u{2019}t being asked anything.")),
            },
        };
        if !gm && !prompt.seats.contains(&caller.seat) {
            return Err(UserError::say(format!("That question is for {}.", prompt.to_name)));
        }
        let index = sentences::label(&prompt.labels, label);
        match index {
            Some(choice) => Ok(Request::Answer { prompt: prompt.id, choice }),
            None => Err(UserError::say(format!(
                "\u{201c}{label}\u{201d} isn\u{2019}t one of the answers: {}.",
                prompt.labels.join(", ")
            ))),
        }
    }
}
