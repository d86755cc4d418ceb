//! Turns requests into what the engine decides: names become ids, changes by hand become facts. The engine and the rules decide what's
//! allowed.

use super::{
    super::{
        boards, names,
        request::{Newcomer, Request, TurnPatch, UserError},
    },
    Fight, Session, fogged,
    unseen::goes_unnoticed,
};
use crate::engine::{
    Actor, Addressee, Combatant, CombatantId, Ends, FightState, GameSystem, Held, Input, PromptId, Refill, TableFact,
    Transition,
    fight_state::{AnswerPace, Shown},
    partial_action::{Param, PartialAction},
    refusal::Refusal,
    ruleset::PlaceOf,
    space::Space,
    view::Viewer,
};
use std::sync::Arc;

/// The word that cancels all standing orders.
pub const ASK_ME: &str = "ask me";

impl<R: GameSystem> Fight<R> {
    /// Turns a request into an input for the engine.
    pub(super) fn input(&self, actor: Actor, request: &Request) -> Result<Input<R>, UserError> {
        let fight = self.fight();
        let patch = |facts: Vec<TableFact<R>>| Ok(Input::Patch(facts));
        match request {
            Request::Side { name } => patch(vec![TableFact::SideNamed(self.new_side(name)?)]),
            Request::Option { name, value } | Request::SetFight { name, value } if fogged::is_fog(name) => {
                patch(vec![TableFact::FogSet(fogged::wanted::<R>(value).map_err(UserError::say)?)])
            }
            Request::Option { name, value } => {
                let mut options = (*fight.options).clone();
                R::set_option(&mut options, name, value).map_err(UserError::say)?;
                patch(vec![TableFact::OptionsSet(Arc::new(options))])
            }
            Request::UnseenBeside { on } => {
                let mut options = (*fight.options).clone();
                R::unseen_beside(&mut options, *on);
                patch(vec![TableFact::OptionsSet(Arc::new(options))])
            }
            Request::Pace { prompt_ms } => patch(vec![TableFact::PaceSet(AnswerPace { prompt_ms: *prompt_ms })]),
            Request::Board { fields } => patch(self.board(fields)?),
            Request::SetFight { name, value } => patch(R::set_fight(fight, name, value).map_err(UserError::say)?),
            Request::Join(newcomer) => self.join(actor, newcomer),
            Request::Leave { who } => Ok(Input::Leave { who: *who }),
            Request::Begin => Ok(Input::Transition(Transition::FightBegins)),
            Request::End => Ok(Input::Transition(Transition::FightEnds)),
            Request::Act { who, draft } => self.act(actor, *who, draft),
            Request::Pass { side } => {
                let is_player = matches!(actor, Actor::Player(_));
                let leaves_umpire = is_player && !fight.umpires_to_act(*side).is_empty();
                Ok(Input::Pass { side: *side, leaves_umpire })
            }
            Request::Answer { prompt, choice } => self.answer(actor, *prompt, *choice),
            Request::Interject { who, choice } => {
                let choice = self.open_instants(*who).into_iter().nth(*choice);
                Ok(Input::Interject { who: *who, choice: choice.ok_or_else(|| self.refused(&Refusal::NotOffered))? })
            }
            Request::Order { who, order } => {
                let known = fight.find(*who).ok_or_else(|| self.refused(&Refusal::Unknown(*who)))?;
                Ok(Input::Orders { who: *who, orders: Arc::new(self.with_order(known, order)?) })
            }
            Request::Tick => Ok(Input::Tick),
            Request::Withdraw => Ok(Input::Withdraw),
            Request::Undo if self.now().pending.is_some() => Ok(Input::Withdraw),
            Request::Undo => unreachable!("the log decides what is taken back"),
            Request::Pause => Ok(Input::Pause),
            Request::Resume => Ok(Input::Resume),
            Request::Set { .. }
            | Request::Condition { .. }
            | Request::Place { .. }
            | Request::Reveal { .. }
            | Request::Hide { .. } => patch(self.changed(fight, request)?),
            Request::Each(all) => {
                // A system may keep something of all combatants in one value: each change is worked out after the one before.
                let (mut after, mut facts) = (fight.clone(), vec![]);
                for it in all {
                    let new = self.changed(&after, it)?;
                    new.iter().for_each(|it| after.evolve(it));
                    facts.extend(new);
                }
                patch(facts)
            }
            Request::Turn(turn) => patch(self.turn(turn)),
            Request::Autopilot { who, to } => patch(self.handed_to_umpire(who, to)?),
            Request::StandIn { who, style, .. } => patch(self.lent_to_umpire(actor, who, style)?),
            Request::Umpire { input, .. } => self.umpires_input(actor, input),
            Request::Control { who, to } => patch(vec![TableFact::ControlPassed { who: *who, to: *to }]),
        }
    }

    /// What the GM changes by hand about one combatant of this fight.
    fn changed(&self, fight: &FightState<R>, request: &Request) -> Result<Vec<TableFact<R>>, UserError> {
        match request {
            Request::Set { who, field: name, value } => R::set(fight, *who, name, value).map_err(UserError::say),
            Request::Condition { who, name, on } => condition(fight, *who, name, *on),
            Request::Place { who, at } => Ok(vec![placed::<R>(&fight.space, *who, at)?]),
            Request::Reveal { who, shown } => reveal(fight, *who, *shown),
            Request::Hide { who, hidden } => {
                let also = if *hidden { R::hidden(self.now().now(), *who) } else { vec![] };
                Ok([TableFact::Hid { who: *who, hidden: *hidden }].into_iter().chain(also).collect())
            }
            _ => Err(UserError::say("That can\u{2019}t be done for several at once. Do it one by one.")),
        }
    }

    fn join(&self, actor: Actor, newcomer: &Newcomer) -> Result<Input<R>, UserError> {
        let mut all = self.newcomers(actor, newcomer)?;
        Ok(match all.len() {
            // No one joins in the middle of a question, but the GM is never locked out: the combatant comes in without the rules for joining.
            _ if actor.is_gm() && self.now().pending.is_some() => {
                Input::Patch(all.into_iter().map(|it| TableFact::Joined(Box::new(it))).collect())
            }
            1 => Input::Join(Box::new(all.remove(0))),
            _ => Input::Company(all),
        })
    }

    /// Whether a verb isn't offered because nobody is GM.
    pub(super) fn lacks_a_gm(&self, verb: &str) -> bool {
        self.umpire_is_gm && R::NEEDS_GM.contains(&verb)
    }

    fn act(&self, actor: Actor, who: CombatantId, draft: &PartialAction) -> Result<Input<R>, UserError> {
        let verb = R::verb_named(&draft.verb).unwrap_or(draft.verb.as_str());
        if self.lacks_a_gm(verb) {
            return Err(UserError::say(
                "Only a GM can say what comes of that, and nobody is GM in this fight. Choose something else.",
            ));
        }
        let options = R::options(self.fight(), who, draft);
        // What their own unfinished action has used up so far isn't the reason: once it's over, that may look different.
        if matches!(options, Err(Refusal::Violation(_)))
            && let Some(busy) = self.busy(actor, who)
        {
            return Err(busy);
        }
        match options.map_err(|it| self.refused(&it))? {
            Param::Done(action) => {
                // While others are asked, only what can be interjected is possible; the engine refuses the rest.
                let open = self.now().pending.is_some() && R::WHILE_OTHERS_ARE_ASKED.contains(&verb);
                Ok(match open.then(|| R::interjected(self.fight(), who, &action)).flatten() {
                    Some(choice) => Input::Interject { who, choice },
                    None => Input::Act { who, action },
                })
            }
            Param::Choose { ask, .. } | Param::Write { ask, .. } => {
                Err(UserError::say(format!("One thing is missing: {ask}")))
            }
        }
    }

    /// Whom a combatant has to wait for whose own action is unfinished while others are asked. A player isn't told to wait for the unseen.
    pub(super) fn busy(&self, actor: Actor, who: CombatantId) -> Option<UserError> {
        let own = |input: &Input<R>| matches!(input, Input::Act { who: by, .. } if *by == who);
        let awaited = self.now().pending.as_ref().filter(|it| own(&it.input))?.awaited();
        let is_unseen = |to: &Addressee| matches!(to, Addressee::Combatant(who) if self.fight().is_hidden(*who));
        let is_secret =
            |seat| awaited.iter().all(is_unseen) || goes_unnoticed(self.now(), Viewer::Seat(seat), self.discretion);
        let is_secret = matches!(actor, Actor::Player(seat) if is_secret(seat));
        (!is_secret).then(|| self.refused_to(actor, &Refusal::Busy(awaited)))
    }

    fn answer(&self, actor: Actor, prompt: PromptId, choice: usize) -> Result<Input<R>, UserError> {
        // To a player who doesn't know about a question, it isn't open.
        let is_known = |to| match actor {
            Actor::Player(seat) => Viewer::Seat(seat).sees_asked(self.fight(), to),
            Actor::Gm(_) | Actor::Table | Actor::Umpire => true,
        };
        let open = self.now().prompts().iter().find(|it| it.id == prompt && is_known(it.to));
        let open = open.ok_or_else(|| self.refused(&Refusal::Closed))?;
        let choice = open.offers.get(choice).ok_or_else(|| self.refused(&Refusal::NotOffered))?;
        Ok(Input::Answer { prompt, choice: choice.clone() })
    }

    /// Replaces the board, with the combatants the drawing shows on it.
    fn board(&self, fields: &[(String, String)]) -> Result<Vec<TableFact<R>>, UserError> {
        let of_place: Vec<(String, String)> =
            fields.iter().filter(|it| names::key(&it.0) != boards::PEOPLE).cloned().collect();
        let now = &self.fight().space;
        let space = match fields.len() > of_place.len() && of_place.is_empty() {
            true => Arc::clone(now), // only where combatants stand
            false => Arc::new(R::board(now, &of_place).map_err(UserError::say)?),
        };
        let mut facts = vec![TableFact::Board(Arc::clone(&space))];
        let mut problems = vec![];
        for (name, at) in boards::people(fields).map_err(UserError::say)? {
            match self.find(Viewer::Gm, &name).and_then(|who| placed::<R>(&space, who, &at)) {
                Ok(fact) => facts.push(fact),
                Err(why) if problems.contains(&why.text) => {}
                Err(why) => problems.push(why.text),
            }
        }
        match problems.is_empty() {
            true => Ok(facts),
            false => Err(UserError::say(format!("{}\nThe board is as it was.", problems.join("\n")))),
        }
    }

    fn turn(&self, patch: &TurnPatch) -> Vec<TableFact<R>> {
        let fight = self.fight();
        let end = fight.turns.active.map(TableFact::TurnEnded);
        match patch {
            TurnPatch::Side(side) => {
                end.into_iter().chain([TableFact::SideUp(*side)]).chain(R::step_given(fight, *side)).collect()
            }
            TurnPatch::End => end.into_iter().collect(),
            TurnPatch::Give(who) if R::acts_beside(fight, *who) => {
                let whole = TableFact::Refilled { who: *who, when: Refill::Round };
                self.turn(&TurnPatch::Restore(*who)).into_iter().chain([whole]).collect()
            }
            TurnPatch::Give(who) => {
                let side = fight.find(*who).map(|it| TableFact::SideUp(it.side));
                let begins = [TableFact::Restored(*who), TableFact::TurnBegan(*who)];
                end.into_iter().chain(side).chain(begins).chain(R::turn_given(fight, *who)).collect()
            }
            TurnPatch::Spend(who) => {
                [TableFact::Spent(*who)].into_iter().chain(R::turn_spent(fight, *who, true)).collect()
            }
            TurnPatch::Restore(who) => {
                let back = [TableFact::Restored(*who), TableFact::Refilled { who: *who, when: Refill::Turn }];
                back.into_iter().chain(R::turn_spent(fight, *who, false)).collect()
            }
        }
    }

    fn with_order(&self, who: &Combatant<R>, order: &str) -> Result<Vec<R::StandingOrder>, UserError> {
        if order.trim().eq_ignore_ascii_case(ASK_ME) {
            return Ok(vec![]);
        }
        let menu = R::order_menu().into_iter().map(|(word, order)| (word.to_owned(), order));
        let order = names::find(order, menu).or_say("order", order).map_err(UserError::say)?;
        let rest = self.orders_to_come(who).iter().filter(|it| **it != order).cloned();
        Ok(std::iter::once(order.clone()).chain(rest).collect())
    }

    /// The combatant's standing orders, including those that only apply from the next action on.
    fn orders_to_come<'a>(&'a self, who: &'a Combatant<R>) -> &'a [R::StandingOrder] {
        let later = self.now().pending.iter().flat_map(|it| it.later.iter().rev());
        later
            .filter_map(|fact| match fact {
                TableFact::OrdersGiven { who: given, orders } if *given == who.id => Some(orders.as_slice()),
                _ => None,
            })
            .next()
            .unwrap_or(&who.orders)
    }
}

fn reveal<R: GameSystem>(
    fight: &FightState<R>,
    who: CombatantId,
    shown: Option<Shown>,
) -> Result<Vec<TableFact<R>>, UserError> {
    let is_hidden = fight.is_hidden(who);
    if !is_hidden && shown.is_none() {
        return Err(UserError::say(
            "They\u{2019}re already in plain sight. To choose how much others see of them, add show:.",
        ));
    }
    let seen = is_hidden.then_some(TableFact::Hid { who, hidden: false });
    Ok(seen.into_iter().chain(shown.map(|shown| TableFact::ShownAs { who, shown })).collect())
}

/// Gives a combatant a condition or removes it. A name that isn't a condition may be a yes-or-no value, such as cover.
fn condition<R: GameSystem>(
    fight: &FightState<R>,
    who: CombatantId,
    name: &str,
    on: bool,
) -> Result<Vec<TableFact<R>>, UserError> {
    let Some(what) = R::condition_named(name) else {
        let set = R::set(fight, who, name, if on { "yes" } else { "no" });
        return set.map_err(|_| unknown_condition::<R>(name));
    };
    // The system may attach more to it: what it makes the combatant drop, or what having it twice means.
    if let Ok(facts) = R::set(fight, who, name, if on { "yes" } else { "no" }) {
        return Ok(facts);
    }
    Ok(vec![match on {
        true => TableFact::Gained { who, held: Held { what, ends: Ends::Fight, from: None } },
        false => TableFact::Lost { who, what },
    }])
}

fn placed<R: GameSystem>(space: &R::Space, who: CombatantId, at: &str) -> Result<TableFact<R>, UserError> {
    Ok(TableFact::Placed { who, at: Some(place_meant::<R>(space, at)?) })
}

/// The place with this name; if there's none, the closest names.
pub(super) fn place_meant<R: GameSystem>(space: &R::Space, at: &str) -> Result<PlaceOf<R>, UserError> {
    if let Some(place) = space.place_named(at) {
        return Ok(place);
    }
    let places: Vec<(String, PlaceOf<R>)> = space.places().into_iter().map(|it| (space.place_words(&it), it)).collect();
    let known: Vec<&str> = places.iter().take(PLACES_NAMED).map(|it| it.0.as_str()).collect();
    let rest = if places.len() > known.len() { ", and so on" } else { "" };
    let known = match known.as_slice() {
        [] => String::new(),
        [only] => format!(" The only place is {only}; /gm board draws others."),
        known => format!(" The places are {}{rest}; /gm board draws others.", known.join(", ")),
    };
    names::find(at, places).or_say("place", at).map_err(|why| UserError::say(why + &known))
}

/// So many places are named where one wasn't found.
const PLACES_NAMED: usize = 8;

fn unknown_condition<R: GameSystem>(name: &str) -> UserError {
    let menu = R::condition_menu().join(", ");
    UserError::say(match menu.is_empty() {
        true => format!("There is no condition called \u{201c}{name}\u{201d}."),
        false => format!("There is no condition called \u{201c}{name}\u{201d}. Choose from {menu}."),
    })
}
