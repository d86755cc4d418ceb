//! A fight of some system, to talk to without knowing which. [`Fight`] is the one implementation for all of them: it judges a
//! [`Request`], hands out the rows to be written, and takes them in once they are.
//!
//! Long because: it is one trait and its one implementation, which are read side by side.

use super::{
    names::{self, Named},
    request::{NameView, Newcomer, Proposal, Refused, Request, RowText, SlotView, Story},
    telling,
};
use crate::engine::{
    Actor, Combatant, CombatantId, Controller, Dice, Encounter, Fact, Field, Input, Log, Passage, Row, Ruleset, Seat,
    Seed, Side, SideId, Stage, Used,
    draft::{Draft, Fill, Slot, Verb},
    encounter::Effect,
    fact::Record,
    field::Pace,
    log::{AuditError, Gap},
    refusal::Refusal,
    ruleset::{Citable, Citation},
    space::Space,
    turns::{Listing, Order},
    view::{self, Scene, Viewer},
};
use std::sync::Arc;

/// No fight holds more combatants than this.
pub const MOST_COMBATANTS: usize = 60;
/// No name is longer than this, in characters.
pub const NAME_MAX_CHARS: usize = 40;
/// The word that takes all orders given in advance back.
pub const ASK_ME: &str = "ask me";

/// A fight to talk to. Whoever calls [`Session::propose`] must then call [`Session::accept`] or [`Session::discard`].
pub trait Session: Send {
    /// The system's name.
    fn system(&self) -> &'static str;
    /// The fight as somebody sees it.
    fn scene(&self, viewer: Viewer) -> Scene;
    /// Who there is, of those the viewer sees.
    fn names(&self, viewer: Viewer) -> Vec<NameView>;
    /// The side whose step it is, where sides take steps.
    fn side_up(&self) -> Option<SideId>;
    /// The order of turns by name: combatants of the slots of a list (those who share a slot with commas between), or sides.
    fn order(&self) -> Vec<String>;
    /// Whether the last thing this side did in the order of turns was to pass.
    fn passed_last(&self, side: SideId) -> bool;
    /// The sides.
    fn sides(&self) -> Vec<Side>;
    /// The combatant of this name, of those the viewer sees.
    ///
    /// # Errors
    /// The closest names, or all that fit.
    fn find(&self, viewer: Viewer, typed: &str) -> Result<CombatantId, Refused>;
    /// The side of this name.
    ///
    /// # Errors
    /// The closest names, or all that fit.
    fn find_side(&self, typed: &str) -> Result<SideId, Refused>;
    /// What somebody may do now.
    fn verbs(&self, who: CombatantId) -> Vec<Verb>;
    /// The next slot of an action.
    ///
    /// # Errors
    /// If the draft cannot be gone on with.
    fn slot(&self, who: CombatantId, draft: &Draft) -> Result<SlotView, Refused>;
    /// An action from words that somebody typed: `typed` are slots by name. Slots left out take their default or their only pick.
    ///
    /// # Errors
    /// What is missing, or not known, in a sentence.
    fn draft(&self, viewer: Viewer, who: CombatantId, verb: &str, typed: &[(String, String)])
    -> Result<Draft, Refused>;
    /// The instants somebody may interject now, by their words.
    fn instants(&self, who: CombatantId) -> Vec<String>;
    /// The orders that can be given in advance.
    fn order_menu(&self) -> Vec<&'static str>;
    /// The conditions there are, by name.
    fn condition_menu(&self) -> Vec<String>;
    /// The orders somebody has given.
    fn orders(&self, who: CombatantId) -> Vec<String>;
    /// Judges a request. Nothing has changed yet.
    ///
    /// # Errors
    /// Why not, in a sentence.
    fn propose(
        &mut self,
        actor: Actor,
        request: &Request,
        dice: &mut dyn Dice,
        at_ms: i64,
    ) -> Result<Proposal, Refused>;
    /// What was proposed has been written: it happens.
    fn accept(&mut self);
    /// What was proposed could not be written: it does not happen.
    fn discard(&mut self);
    /// When the fight wants a [`Request::Tick`], in milliseconds since the epoch.
    fn next_deadline_ms(&self) -> Option<i64>;
    /// How much of the dice has been used.
    fn used(&self) -> Used;
    /// The number of the next row.
    fn seq(&self) -> u64;
    /// How far it has come.
    fn stage(&self) -> Stage;
    /// Whether the clocks stand still.
    fn paused(&self) -> bool;
    /// A value of somebody by its name.
    fn read(&self, who: CombatantId, name: &str) -> Option<String>;
    /// A value of the fight as a whole by its name.
    fn read_fight(&self, name: &str) -> Option<String>;
    /// The fields of somebody's sheet.
    fn sheet_fields(&self, who: CombatantId) -> Vec<(String, String)>;
    /// The options of the system with their values.
    fn option_fields(&self) -> Vec<(String, String)>;
    /// The rules and rulings of the system.
    fn rules(&self) -> Vec<Citation>;
    /// The ready-made characters and foes of the system, by name.
    fn templates(&self) -> Vec<String>;
    /// Reads a sheet and gives it back whole: every field with its value.
    ///
    /// # Errors
    /// Every problem at once, each with its field.
    fn check_sheet(
        &self,
        template: Option<&str>,
        fields: &[(String, String)],
    ) -> Result<Vec<(String, String)>, Refused>;
    /// The people who play in it.
    fn seats(&self) -> Vec<Seat>;
    /// The places there are, by name.
    fn places(&self) -> Vec<String>;
    /// The story of the action that is pending, to be drawn again after a restart.
    fn pending_story(&self) -> Option<Story>;
    /// The fight before its first row, as JSON.
    fn opening(&self) -> String;
    /// The whole log, as JSON, without the seed.
    fn export(&self) -> serde_json::Value;
    /// Decides every row again with the dice of this seed.
    ///
    /// # Errors
    /// The first row that comes out differently.
    fn audit(&self, seed: &Seed) -> Result<(), AuditError>;
}

/// A log that could not be read.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The opening is not what this system writes.
    #[error("the opening of the fight cannot be read: {0}")]
    Opening(serde_json::Error),
    /// A row is not what this system writes.
    #[error("row {seq} cannot be read: {why}")]
    Row {
        /// Which.
        seq: usize,
        /// Why.
        why: serde_json::Error,
    },
    /// A row is missing.
    #[error(transparent)]
    Gap(#[from] Gap),
}

/// A fight of one system.
pub struct Fight<R: Ruleset> {
    log: Log<R>,
    staged: Vec<Row<R>>,
}

impl<R: Ruleset> Fight<R> {
    /// A fight in which nothing has happened.
    ///
    /// # Errors
    /// Every option that is wrong, with what is wrong with it.
    pub fn open(options: &[(String, String)]) -> Result<Fight<R>, Vec<(String, String)>> {
        let mut chosen = R::Options::default();
        let problem = |(name, value): &(String, String)| {
            R::set_option(&mut chosen, name, value).err().map(|why| (name.clone(), why))
        };
        let problems: Vec<_> = options.iter().filter_map(problem).collect();
        if !problems.is_empty() {
            return Err(problems);
        }
        let field = Field::new(chosen, R::Space::default());
        Ok(Fight { log: Log::new(Encounter::new(field)), staged: vec![] })
    }

    /// A fight read back from its opening and its rows.
    ///
    /// # Errors
    /// What cannot be read.
    pub fn load(opening: &str, rows: &[String]) -> Result<Fight<R>, LoadError> {
        let opening = serde_json::from_str(opening).map_err(LoadError::Opening)?;
        let read = |(seq, row): (usize, &String)| serde_json::from_str(row).map_err(|why| LoadError::Row { seq, why });
        let rows = rows.iter().enumerate().map(read).collect::<Result<Vec<Row<R>>, _>>()?;
        Ok(Fight { log: Log::read(opening, rows)?, staged: vec![] })
    }

    /// The typed log, for those who know the system.
    pub fn log(&self) -> &Log<R> {
        &self.log
    }

    fn now(&self) -> &Encounter<R> {
        self.log.now()
    }

    fn field(&self) -> &Field<R> {
        self.now().now()
    }

    /// A refusal in words that give away nobody whom the actor does not see.
    fn refused_to(&self, actor: Actor, refusal: &Refusal<R>) -> Refused {
        let viewer = match actor {
            Actor::Gm(_) | Actor::Table => Viewer::Gm,
            Actor::Player(seat) => Viewer::Seat(seat),
        };
        telling::refused(self.field(), viewer, refusal)
    }

    fn refused(&self, refusal: &Refusal<R>) -> Refused {
        telling::refused(self.field(), Viewer::Everyone, refusal)
    }

    /// From what was asked to what the engine decides.
    fn input(&self, actor: Actor, request: &Request) -> Result<Input<R>, Refused> {
        let field = self.field();
        let patch = |facts: Vec<Fact<R>>| Ok(Input::Patch(facts));
        match request {
            Request::Side { name } => patch(vec![Fact::SideNamed(self.new_side(name)?)]),
            Request::Option { name, value } => {
                let mut options = (*field.options).clone();
                R::set_option(&mut options, name, value).map_err(Refused::say)?;
                patch(vec![Fact::OptionsSet(Arc::new(options))])
            }
            Request::Pace { prompt_ms } => patch(vec![Fact::PaceSet(Pace { prompt_ms: *prompt_ms })]),
            Request::Board { fields } => patch(vec![Fact::Board(Arc::new(R::board(fields).map_err(Refused::say)?))]),
            Request::SetFight { name, value } => patch(R::set_fight(field, name, value).map_err(Refused::say)?),
            Request::Join(newcomer) => {
                let mut all = self.newcomers(actor, newcomer)?;
                match all.len() {
                    1 => Ok(Input::Join(Box::new(all.remove(0)))),
                    _ => patch(all.into_iter().map(|it| Fact::Joined(Box::new(it))).collect()),
                }
            }
            Request::Leave { who } => Ok(Input::Leave { who: *who }),
            Request::Begin => Ok(Input::Passage(Passage::FightBegins)),
            Request::End => Ok(Input::Passage(Passage::FightEnds)),
            Request::Act { who, draft } => match R::options(field, *who, draft).map_err(|it| self.refused(&it))? {
                Slot::Done(action) => Ok(Input::Act { who: *who, action }),
                Slot::Choose { ask, .. } | Slot::Write { ask, .. } => {
                    Err(Refused::say(format!("Something is still missing: {ask}")))
                }
            },
            Request::Pass { side } => Ok(Input::Pass { side: *side }),
            Request::Answer { prompt, choice } => {
                let open = self.now().prompts().iter().find(|it| it.id == *prompt);
                let open = open.ok_or_else(|| self.refused(&Refusal::Closed))?;
                let choice = open.offers.get(*choice).ok_or_else(|| self.refused(&Refusal::NotOffered))?;
                Ok(Input::Answer { prompt: *prompt, choice: choice.clone() })
            }
            Request::Interject { who, choice } => {
                let choice = R::instants(field, *who).into_iter().nth(*choice);
                Ok(Input::Interject { who: *who, choice: choice.ok_or_else(|| self.refused(&Refusal::NotOffered))? })
            }
            Request::Order { who, order } => {
                let known = field.find(*who).ok_or_else(|| self.refused(&Refusal::Unknown(*who)))?;
                Ok(Input::Orders { who: *who, orders: Arc::new(self.with_order(known, order)?) })
            }
            Request::Tick => Ok(Input::Tick),
            Request::Withdraw => Ok(Input::Withdraw),
            Request::Undo if self.now().pending.is_some() => Ok(Input::Withdraw),
            Request::Undo => unreachable!("the log decides what is taken back"),
            Request::Pause => Ok(Input::Pause),
            Request::Resume => Ok(Input::Resume),
            Request::Set { who, field: name, value } => patch(R::set(field, *who, name, value).map_err(Refused::say)?),
            Request::Condition { who, name, on } => {
                // What is no condition may be a value that is yes or no, such as cover.
                let Some(what) = R::condition_named(name) else {
                    let set = R::set(field, *who, name, if *on { "yes" } else { "no" });
                    let unknown = |_| Refused::say(format!("There is no condition called \u{201c}{name}\u{201d}."));
                    return patch(set.map_err(unknown)?);
                };
                patch(vec![match on {
                    true => Fact::Gained {
                        who: *who,
                        held: crate::engine::Held { what, ends: crate::engine::Ends::Fight, from: None },
                    },
                    false => Fact::Lost { who: *who, what },
                }])
            }
            Request::Place { who, at } => {
                let place = field.space.place_named(at);
                let names = field.space.places().into_iter().map(|it| (field.space.place_words(&it), it));
                let place = match place {
                    Some(place) => place,
                    None => names::find(at, names).or_say("place", at).map_err(Refused::say)?,
                };
                patch(vec![Fact::Placed { who: *who, at: Some(place) }])
            }
            Request::Turn(turn) => patch(self.turn_patch(turn)),
            Request::Control { who, to } => patch(vec![Fact::ControlPassed { who: *who, to: *to }]),
            Request::Hide { who, hidden } => patch(vec![Fact::Hid { who: *who, hidden: *hidden }]),
        }
    }

    fn turn_patch(&self, patch: &super::request::TurnPatch) -> Vec<Fact<R>> {
        use super::request::TurnPatch;
        let turns = &self.field().turns;
        let end = turns.active.map(Fact::TurnEnded);
        match patch {
            TurnPatch::Side(side) => end.into_iter().chain([Fact::SideUp(*side)]).collect(),
            TurnPatch::End => end.into_iter().collect(),
            TurnPatch::Give(who) => {
                let side = self.field().find(*who).map(|it| Fact::SideUp(it.side));
                let refill = Fact::Refilled { who: *who, when: crate::engine::Refill::Turn };
                let rest = [Fact::Restored(*who), refill, Fact::TurnBegan(*who)];
                end.into_iter().chain(side).chain(rest).collect()
            }
            TurnPatch::Spend(who) => vec![Fact::Spent(*who)],
            TurnPatch::Restore(who) => {
                vec![Fact::Restored(*who), Fact::Refilled { who: *who, when: crate::engine::Refill::Turn }]
            }
        }
    }

    fn with_order(&self, who: &Combatant<R>, order: &str) -> Result<Vec<R::Order>, Refused> {
        if order.trim().eq_ignore_ascii_case(ASK_ME) {
            return Ok(vec![]);
        }
        let menu = R::order_menu().into_iter().map(|(word, order)| (word.to_owned(), order));
        let order = names::find(order, menu).or_say("order", order).map_err(Refused::say)?;
        let rest = self.orders_to_come(who).iter().filter(|it| **it != order).cloned();
        Ok(std::iter::once(order.clone()).chain(rest).collect())
    }

    /// The orders somebody has given, those too that hold only from the next action on.
    fn orders_to_come<'a>(&'a self, who: &'a Combatant<R>) -> &'a [R::Order] {
        let later = self.now().pending.iter().flat_map(|it| it.later.iter().rev());
        later
            .filter_map(|fact| match fact {
                Fact::OrdersGiven { who: given, orders } if *given == who.id => Some(orders.as_slice()),
                _ => None,
            })
            .next()
            .unwrap_or(&who.orders)
    }

    fn new_side(&self, name: &str) -> Result<Side, Refused> {
        let name = bounded(name)?;
        let sides = &self.field().sides;
        if sides.iter().any(|it| it.name.eq_ignore_ascii_case(&name)) {
            return Err(Refused::say(format!("There is a side called {name} already.")));
        }
        if sides.len() >= 8 {
            return Err(Refused::say("A fight has at most eight sides."));
        }
        Ok(Side { id: SideId(sides.len() as u8 + 1), name: name.into() })
    }

    /// The combatants that a newcomer stands for: names are numbered where they repeat.
    fn newcomers(&self, actor: Actor, it: &Newcomer) -> Result<Vec<Combatant<R>>, Refused> {
        let field = self.field();
        let name = bounded(&it.name)?;
        let count = usize::from(it.count.max(1));
        if field.combatants.len() + count > MOST_COMBATANTS {
            return Err(Refused::say(format!("A fight has at most {MOST_COMBATANTS} combatants.")));
        }
        if count > 1 && !actor.is_gm() {
            return Err(self.refused(&Refusal::GmOnly));
        }
        let side = match &it.side {
            Some(typed) => self.find_side(typed)?,
            None => {
                field.sides.first().map(|it| it.id).ok_or_else(|| Refused::say("The fight has no side to join yet."))?
            }
        };
        let sheet = sheet::<R>(it)?;
        let taken = |name: &str| field.combatants.iter().any(|it| it.name.eq_ignore_ascii_case(name));
        if count == 1 && taken(&name) && it.owner.is_some() {
            return Err(Refused::say(format!("There is a {name} in the fight already. Join under another name.")));
        }
        let mut number = 0;
        let mut all = vec![];
        for index in 0..count {
            let mut own = name.clone();
            while (count > 1 || taken(&name)) && (own == name || taken(&own)) {
                number += 1;
                own = format!("{name} {number}");
            }
            let (state, budget) = R::fresh(&sheet);
            all.push(Combatant {
                id: CombatantId(field.next_combatant + index as u16),
                name: own.into(),
                side,
                controller: it.owner.map_or(Controller::Gm, Controller::Player),
                owner: it.owner,
                sheet: Arc::new(sheet.clone()),
                state,
                conditions: vec![],
                budget,
                place: field.space.places().into_iter().next(),
                orders: Arc::new(vec![]),
                hidden: it.hidden || R::begins_hidden(&sheet),
            });
        }
        Ok(all)
    }

    fn stories(&self, rows: &[Row<R>], after: &Encounter<R>, request: &Request, actor: Actor) -> Vec<Story> {
        telling::stories(&self.log, rows, after, request, actor)
    }
}

/// A sheet from a template and fields.
fn sheet<R: Ruleset>(it: &Newcomer) -> Result<R::Sheet, Refused> {
    let mut fields = match &it.template {
        None => vec![],
        Some(typed) => {
            let templates = R::templates();
            R::sheet_fields(
                &names::find(typed, templates).or_say("ready-made character or foe", typed).map_err(Refused::say)?,
            )
        }
    };
    for (name, value) in &it.fields {
        fields.retain(|(known, _)| known != name);
        fields.push((name.clone(), value.clone()));
    }
    R::sheet(&fields).map_err(|problems| {
        let list: Vec<String> = problems.iter().map(|(field, why)| format!("{field}: {why}")).collect();
        Refused::say(list.join("\n"))
    })
}

/// A name that somebody typed, trimmed and bounded.
fn bounded(name: &str) -> Result<String, Refused> {
    let name: String = name.trim().chars().filter(|it| !it.is_control()).collect();
    match name.chars().count() {
        0 => Err(Refused::say("A name is needed.")),
        1..=NAME_MAX_CHARS => Ok(name),
        _ => Err(Refused::say(format!("A name has at most {NAME_MAX_CHARS} characters."))),
    }
}

impl<R: Ruleset> Session for Fight<R> {
    fn system(&self) -> &'static str {
        R::NAME
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        view::scene(self.now(), viewer)
    }

    fn names(&self, viewer: Viewer) -> Vec<NameView> {
        let field = self.field();
        let view = |it: &Combatant<R>| NameView {
            id: it.id,
            name: it.name.to_string(),
            side: it.side,
            player: match it.controller {
                Controller::Gm => None,
                Controller::Player(seat) => Some(seat),
            },
            owner: it.owner,
        };
        field.combatants.iter().filter(|it| viewer.sees(field, it)).map(|it| view(it)).collect()
    }

    fn side_up(&self) -> Option<SideId> {
        self.field().turns.side_up()
    }

    fn order(&self) -> Vec<String> {
        let field = self.field();
        let sides = |all: &[SideId]| all.iter().map(|side| field.side(*side).name.to_string()).collect();
        let owners = |slot: &Listing| slot.owners.iter().map(|who| field.name(*who)).collect::<Vec<_>>().join(", ");
        match &field.turns.order {
            Order::Open => vec![],
            Order::Listed { slots, .. } => slots.iter().map(owners).collect(),
            Order::Sides { order, .. } => sides(order),
            Order::Alternating { circle, .. } => sides(circle),
        }
    }

    fn passed_last(&self, side: SideId) -> bool {
        let field = self.field();
        let facts = self.log.rows().iter().rev().flat_map(|row| {
            match &row.effect {
                Effect::Ran { records, .. } => records.as_slice(),
                _ => &[],
            }
            .iter()
            .rev()
        });
        facts
            .filter_map(|record| match record {
                Record::Fact(Fact::SidePassed(passed)) if *passed == side => Some(true),
                Record::Fact(Fact::TurnBegan(who)) if field.find(*who).is_some_and(|it| it.side == side) => Some(false),
                _ => None,
            })
            .next()
            .unwrap_or(false)
    }

    fn sides(&self) -> Vec<Side> {
        self.field().sides.clone()
    }

    fn find(&self, viewer: Viewer, typed: &str) -> Result<CombatantId, Refused> {
        let names = self.names(viewer).into_iter().map(|it| (it.name, it.id));
        names::find(typed, names).or_say("combatant", typed).map_err(Refused::say)
    }

    fn find_side(&self, typed: &str) -> Result<SideId, Refused> {
        let names = self.field().sides.iter().map(|it| (it.name.to_string(), it.id));
        names::find(typed, names).or_say("side", typed).map_err(Refused::say)
    }

    fn verbs(&self, who: CombatantId) -> Vec<Verb> {
        match self.field().find(who) {
            Some(_) if self.now().pending.is_none() && !self.paused() => R::verbs(self.field(), who),
            _ => vec![],
        }
    }

    fn slot(&self, who: CombatantId, draft: &Draft) -> Result<SlotView, Refused> {
        if self.field().find(who).is_none() {
            return Err(self.refused(&Refusal::Unknown(who)));
        }
        Ok(match R::options(self.field(), who, draft).map_err(|it| self.refused(&it))? {
            Slot::Choose { name, ask, picks, barred, default } => {
                SlotView::Choose { name, ask, picks, barred, default }
            }
            Slot::Write { name, ask, max_chars, optional } => SlotView::Write { name, ask, max_chars, optional },
            Slot::Done(_) => SlotView::Done,
        })
    }

    fn draft(
        &self,
        viewer: Viewer,
        who: CombatantId,
        verb: &str,
        typed: &[(String, String)],
    ) -> Result<Draft, Refused> {
        let mut draft = Draft::of(verb);
        let mut unused: Vec<&(String, String)> = typed.iter().collect();
        loop {
            match self.slot(who, &draft)? {
                SlotView::Done => break,
                SlotView::Write { name, ask, max_chars, optional } => {
                    let text = take(&mut unused, name).unwrap_or_default();
                    if text.is_empty() && !optional {
                        return Err(Refused::say(format!("{ask} Give it as {name}:\u{2026}")));
                    }
                    if text.chars().count() > max_chars {
                        return Err(Refused::say(format!(
                            "That is too long: {name} has at most {max_chars} characters."
                        )));
                    }
                    draft = draft.with(name, Fill::Text(text));
                }
                SlotView::Choose { name, ask, picks, barred, default } => {
                    let fill = match take(&mut unused, name) {
                        Some(text) => self.chosen(viewer, name, &text, &picks, &barred)?,
                        None => match (default, picks.as_slice()) {
                            (Some(default), _) => default,
                            // What does not go without saying is not done unasked, even if nothing else is left.
                            (None, [only]) if barred.is_empty() || name == "target" => only.fill.clone(),
                            (None, picks) => return Err(missing(name, ask, picks, &barred)),
                        },
                    };
                    draft = draft.with(name, fill);
                }
            }
        }
        match unused.first() {
            None => Ok(draft),
            Some((name, _)) => Err(Refused::say(format!("{verb} has no \u{201c}{name}\u{201d} to give here."))),
        }
    }

    fn instants(&self, who: CombatantId) -> Vec<String> {
        let field = self.field();
        let Some(prompt) = self.now().prompts().first() else { return vec![] };
        R::instants(field, who).iter().map(|it| R::choice_words(field, &prompt.question, it)).collect()
    }

    fn order_menu(&self) -> Vec<&'static str> {
        std::iter::once(ASK_ME).chain(R::order_menu().into_iter().map(|(word, _)| word)).collect()
    }

    fn condition_menu(&self) -> Vec<String> {
        R::condition_menu()
    }

    fn orders(&self, who: CombatantId) -> Vec<String> {
        self.field().find(who).map_or_else(Vec::new, |it| it.orders.iter().map(R::order_words).collect())
    }

    fn propose(
        &mut self,
        actor: Actor,
        request: &Request,
        dice: &mut dyn Dice,
        at_ms: i64,
    ) -> Result<Proposal, Refused> {
        let mut after = self.now().clone();
        let undo = matches!(request, Request::Undo) && after.pending.is_none();
        let rows = if undo {
            let row = self.log.undo(actor, at_ms).map_err(|it| self.refused_to(actor, &it))?;
            let mut log = self.log.clone();
            log.append(row.clone());
            after = log.now().clone();
            vec![row]
        } else {
            let input = self.input(actor, request)?;
            after.advance(actor, input, dice, at_ms).map_err(|it| self.refused_to(actor, &it))?
        };
        let stories = self.stories(&rows, &after, request, actor);
        let text = |row: &Row<R>| RowText {
            seq: row.seq,
            at_ms: row.at_ms,
            actor: telling::actor_text(row.actor),
            body: serde_json::to_string(row).expect("rows are plain values"),
        };
        let proposal = Proposal { rows: rows.iter().map(text).collect(), stories };
        self.staged = rows;
        Ok(proposal)
    }

    fn accept(&mut self) {
        for row in std::mem::take(&mut self.staged) {
            self.log.append(row);
        }
    }

    fn discard(&mut self) {
        self.staged.clear();
    }

    fn next_deadline_ms(&self) -> Option<i64> {
        self.now().next_deadline_ms()
    }

    fn used(&self) -> Used {
        self.now().used
    }

    fn seq(&self) -> u64 {
        self.now().seq
    }

    fn stage(&self) -> Stage {
        self.field().stage
    }

    fn paused(&self) -> bool {
        self.now().paused
    }

    fn read(&self, who: CombatantId, name: &str) -> Option<String> {
        self.field().find(who)?;
        R::read(self.field(), who, name)
    }

    fn read_fight(&self, name: &str) -> Option<String> {
        R::read_fight(self.field(), name)
    }

    fn sheet_fields(&self, who: CombatantId) -> Vec<(String, String)> {
        self.field().find(who).map_or_else(Vec::new, |it| R::sheet_fields(&it.sheet))
    }

    fn option_fields(&self) -> Vec<(String, String)> {
        R::option_fields(&self.field().options)
    }

    fn rules(&self) -> Vec<Citation> {
        R::Rule::all().iter().map(Citable::citation).collect()
    }

    fn templates(&self) -> Vec<String> {
        R::templates().into_iter().map(|it| it.0).collect()
    }

    fn check_sheet(
        &self,
        template: Option<&str>,
        fields: &[(String, String)],
    ) -> Result<Vec<(String, String)>, Refused> {
        let template = template.map(str::to_owned);
        let sheet = sheet::<R>(&Newcomer { template, fields: fields.to_vec(), ..Newcomer::default() })?;
        Ok(R::sheet_fields(&sheet))
    }

    fn seats(&self) -> Vec<Seat> {
        self.now().seats()
    }

    fn places(&self) -> Vec<String> {
        let space = &self.field().space;
        space.places().iter().map(|it| space.place_words(it)).collect()
    }

    fn pending_story(&self) -> Option<Story> {
        telling::pending(self.now())
    }

    fn opening(&self) -> String {
        serde_json::to_string(self.log.opening()).expect("a fight is a plain value")
    }

    fn export(&self) -> serde_json::Value {
        serde_json::json!({ "system": R::NAME, "opening": self.log.opening(), "rows": self.log.rows() })
    }

    fn audit(&self, seed: &Seed) -> Result<(), AuditError> {
        self.log.audit(seed)
    }
}

impl<R: Ruleset> Fight<R> {
    /// What somebody meant by the words in a slot: a legal pick, else something that can be named and will be refused with its
    /// reason, else a sentence with what comes closest.
    fn chosen(
        &self,
        viewer: Viewer,
        name: &str,
        text: &str,
        picks: &[crate::engine::Pick],
        barred: &[crate::engine::Pick],
    ) -> Result<Fill, Refused> {
        let all = |picks: &[crate::engine::Pick]| -> Vec<(String, Fill)> {
            let key = |fill: &Fill| match fill {
                Fill::Word(word) => Some(word.clone()),
                Fill::Who(_) | Fill::Text(_) => None,
            };
            let by_label = picks.iter().map(|it| (it.label.clone(), it.fill.clone()));
            let by_key = picks.iter().filter_map(|it| Some((key(&it.fill)?, it.fill.clone())));
            let mut all: Vec<(String, Fill)> = vec![];
            for (label, fill) in by_key.chain(by_label) {
                if !all.iter().any(|(known, same)| known.eq_ignore_ascii_case(&label) && *same == fill) {
                    all.push((label, fill));
                }
            }
            all
        };
        for group in [picks, barred] {
            let found = names::find(text, all(group));
            match found {
                Named::One(fill) => return Ok(fill),
                Named::Several(_) => {
                    // Two words for one and the same thing are no ambiguity.
                    let start = text.trim().to_lowercase();
                    let mut fills: Vec<Fill> = all(group)
                        .into_iter()
                        .filter(|it| it.0.to_lowercase().starts_with(&start))
                        .map(|it| it.1)
                        .collect();
                    fills.dedup();
                    if let [one] = fills.as_slice() {
                        return Ok(one.clone());
                    }
                    return found.or_say(name, text).map_err(Refused::say);
                }
                Named::None(_) => {}
            }
        }
        let people = self.names(viewer).into_iter().map(|it| (it.name, Fill::Who(it.id)));
        if name == "target" {
            return names::find(text, people).or_say("combatant", text).map_err(Refused::say);
        }
        names::find(text, all(picks)).or_say("choice", text).map_err(|why| match picks {
            [] => Refused::say(why),
            _ => {
                let list: Vec<&str> = picks.iter().map(|it| it.label.as_str()).collect();
                Refused::say(format!("{why} There are: {}.", list.join(", ")))
            }
        })
    }
}

/// Other names under which a slot's value is given, where the verb has no slot of that name.
const SLOT_SYNONYMS: &[(&str, &[&str])] = &[
    ("with", &["weapon", "item", "text"]),
    ("to", &["zone", "place", "at", "side", "target", "with", "text"]),
    ("text", &["with", "to"]),
    ("target", &["to"]),
];

fn take(unused: &mut Vec<&(String, String)>, name: &str) -> Option<String> {
    let place = |name: &str| unused.iter().position(|(known, _)| known.eq_ignore_ascii_case(name));
    let others = || SLOT_SYNONYMS.iter().find(|it| it.0 == name)?.1.iter().find_map(|it| place(it));
    let index = place(name).or_else(others)?;
    Some(unused.remove(index).1.trim().to_owned())
}

fn missing(name: &str, ask: &str, picks: &[crate::engine::Pick], barred: &[crate::engine::Pick]) -> Refused {
    if picks.is_empty() {
        return Refused::say(format!("{ask} There is nothing to choose now."));
    }
    let list: Vec<&str> = picks.iter().map(|it| it.label.as_str()).collect();
    let why = barred.first().map(|it| it.note.as_str()).filter(|it| !it.is_empty());
    let why = why.map(|it| format!("{it} ")).unwrap_or_default();
    Refused::say(format!("{why}{ask} Give {name}: {}.", list.join(", ")))
}

/// Whether a row ended its action.
pub(super) fn is_done<R: Ruleset>(row: &Row<R>) -> bool {
    matches!(&row.effect, Effect::Ran { prompts, .. } if prompts.is_empty())
}
