//! A fight of any system, for callers that don't know which. [`Session`] is the interface; [`Fight`] implements it once for all systems:
//! `requests` turns a request into what the engine decides, `newcomers` reads who joins, `words` builds an action from what a player typed.
//! Contains no rules.

mod account;
mod as_before;
mod asked_then;
mod autopilot;
mod ended;
mod fight;
mod fight_session;
mod fogged;
mod forecast;
mod group_turns;
mod judge;
mod lasting;
mod leaves_little;
mod lookahead;
mod looking_back;
mod lost_in_fog;
mod newcomers;
mod odds;
mod prepared;
mod question_count;
mod recap;
mod requests;
mod retold;
mod traces;
pub(in crate::rules) mod unseen;
mod words;
mod worse;

use super::story::stored::Asked;
pub use account::{BattleAccount, Felling, FighterAccount, HarmSum, PersonAccount, PlayedBy, SideAccount, TimeTaken};
pub use as_before::WITH;
pub use autopilot::{Thinking, Thought};
pub use ended::{BeforeTheEnd, Instant};
pub use fight::Fight;
pub use forecast::{ForecastBatch, ForecastCast, ForecastPlan, ForecastReport, ForecastRun, Forecastable, TriedChange};
pub use group_turns::{GroupOrder, GroupTurn};
pub use lasting::{Change, Fields, Lasting, Merged, RestedFields, changes};
pub use newcomers::FirstPlace;
pub use odds::{OddsOf, OddsShown, OddsView, OddsWork, SuggestFor, SuggestWork, SuggestedInput};
pub use recap::RoundRecap;
pub use requests::ASK_ME;
pub use retold::Retold;

use super::request::{NameView, ParamView, Proposal, Request, Story, UserError};
use crate::engine::{
    Actor, CombatantId, Dice, DiceLuck, RunningClock, Seat, Seed, Side, SideId, Stage, Used,
    log::{AuditError, Gap},
    odds::Effort,
    partial_action::{ParamValue, PartialAction, VerbView},
    ruleset::{Citation, Rest},
    view::{Audience, PromptView, Scene, SightView, TurnGround, Viewer},
};

/// A fight of any system. Whatever [`Session::propose`] returns only happens through [`Session::commit`].
pub trait Session: Send {
    /// The system's name.
    fn system(&self) -> &'static str;
    /// The fight as this viewer sees it.
    fn scene(&self, viewer: Viewer) -> Scene;
    /// Notes at the GM's only open question, among all that are open, who of the GM's would be asked next to step in.
    fn note_who_steps_in(&self, prompts: &mut [PromptView]);
    /// From now on, not even the turn order reveals unseen combatants: see [`Discretion`](crate::engine::view::Discretion).
    fn keep_secrets(&mut self);
    /// From now on nobody is GM, or somebody is again. While nobody is, Umpire answers what the rules ask of a GM by its default, and what
    /// only a person can decide isn't offered.
    fn umpire_is_gm(&mut self, on: bool);
    /// What isn't offered to this combatant because nobody is GM, by label.
    fn left_out(&self, viewer: Viewer, who: CombatantId) -> Vec<&'static str>;
    /// Whether the viewer may read a line for this audience.
    fn may_read(&self, viewer: Viewer, audience: Audience) -> bool;
    /// Whether what began with this row still stands.
    fn stands(&self, began_seq: u64) -> bool;
    /// The combatants whom the viewer sees.
    fn names(&self, viewer: Viewer) -> Vec<NameView>;
    /// The side whose step it is, if sides take steps.
    fn side_up(&self) -> Option<SideId>;
    /// The turn order by name: the combatants of a list's slots (separated by commas if they share one), or sides.
    fn order(&self) -> Vec<String>;
    /// Whether the last thing this side did in the turn order was to pass.
    fn passed_last(&self, side: SideId) -> bool;
    /// The players who still have to agree before this side passes: others have passed already, and these can still act. Empty if nobody on
    /// the side has passed or nobody is being waited for.
    fn awaited_to_pass(&self, side: SideId) -> Vec<Seat>;
    /// The combatants for whom Umpire has to pass as well, or act, if one of the side's players has passed; empty if it plays none who can
    /// act.
    fn umpire_passes_for(&self, side: SideId) -> Vec<String>;
    /// The combatants that pass to this player once the action in progress is over.
    fn to_come(&self, seat: Seat) -> Vec<String>;
    /// How many actions a combatant has taken in this fight, by whomever, those that were taken back included.
    fn deeds(&self, who: CombatantId) -> usize;
    /// The sides.
    fn sides(&self) -> Vec<Side>;
    /// The combatant with this name, among those the viewer sees.
    ///
    /// # Errors
    /// The closest names, or all that match.
    fn find(&self, viewer: Viewer, typed: &str) -> Result<CombatantId, UserError>;
    /// The side with this name.
    ///
    /// # Errors
    /// The closest names, or all that match.
    fn find_side(&self, typed: &str) -> Result<SideId, UserError>;
    /// What a combatant can do now, as far as the viewer knows. Empty for combatants the viewer doesn't see.
    fn verbs(&self, viewer: Viewer, who: CombatantId) -> Vec<VerbView>;
    /// The verb that this word is an alias of, in this system.
    fn verb_meant(&self, typed: &str) -> Option<&'static str>;
    /// Whether this is a verb for the combatant, by its name, an alias, or something the combatant has learned.
    fn knows_verb(&self, who: CombatantId, verb: &str, typed: &[(String, String)]) -> bool;
    /// What a word that isn't a verb of this system means in it: when that reaction is asked for, or what it's called here.
    fn word_of_other_games(&self, typed: &str) -> Option<UserError>;
    /// The next parameter of an action, with what the viewer knows to be possible. If only something unseen forbids it, it's refused when
    /// the action is taken.
    fn param(&self, viewer: Viewer, who: CombatantId, draft: &PartialAction) -> Result<ParamView, UserError>;
    /// Builds an action from typed words: `typed` are parameters by name. Parameters left out take their default or their only candidate.
    ///
    /// # Errors
    /// What's missing or unknown, in a sentence.
    fn draft(
        &self,
        viewer: Viewer,
        who: CombatantId,
        verb: &str,
        typed: &[(String, String)],
    ) -> Result<PartialAction, UserError>;
    /// The values of an attack's next parameter that do clearly less than the one that's used unasked, as far as the viewer knows.
    fn clearly_worse(&self, viewer: Viewer, who: CombatantId, so_far: &PartialAction) -> Vec<ParamValue>;
    /// What this combatant last attacked with, as a value of an attack's parameter `with`; if they haven't attacked yet, what the last of their
    /// kind did, among the GM's. `None` if nobody did.
    fn last_attacked_with(&self, who: CombatantId) -> Option<ParamValue>;
    /// What a player should know and confirm before taking this action, as far as the viewer knows; `None` if there's nothing, or the
    /// action isn't complete.
    fn warning(&self, viewer: Viewer, who: CombatantId, draft: &PartialAction) -> Option<String>;
    /// Why this combatant can't attack anybody now, as far as the viewer knows, in a sentence: "No enemy in reach; nearest: wolf, 6 m."
    /// `None` if they can.
    fn why_no_attack(&self, viewer: Viewer, who: CombatantId) -> Option<String>;
    /// The player who did what the GM would take back next, and with which combatant; `None` if it wasn't a player.
    fn last_deed(&self) -> Option<(Seat, Option<CombatantId>)>;
    /// The first player who answered in what the GM would take back next.
    fn answered_in_last_deed(&self) -> Option<Seat>;
    /// Whether a GM is doing something, or did what was done last and still stands.
    fn last_deed_is_gms(&self) -> bool;
    /// What the GM's next undo would take back, in words; `None` if there's nothing, or while an action is in progress.
    fn to_take_back(&self) -> Option<String>;
    /// What the combatant whose turn it is could do on the ground, for the viewer's map.
    fn turn_ground(&self, viewer: Viewer) -> Option<TurnGround>;
    /// How one sees another; both are named as combatants or as positions.
    ///
    /// # Errors
    /// If the viewer doesn't know one of them, or it has no place.
    fn sight(&self, viewer: Viewer, from: &str, to: &str) -> Result<SightView, UserError>;
    /// What's left of the turn that the combatant is taking or could begin, as far as the viewer knows.
    fn remaining(&self, viewer: Viewer, who: CombatantId) -> Vec<(String, String)>;
    /// Whether this verb's actions can also be done while others are asked.
    fn interjects(&self, verb: &str) -> bool;
    /// The labels of the instants the combatant can interject now.
    fn instants(&self, who: CombatantId) -> Vec<String>;
    /// The standing orders a player can give.
    fn order_menu(&self) -> Vec<&'static str>;
    /// The names of all conditions.
    fn condition_menu(&self) -> Vec<String>;
    /// What else is wrong with a combatant besides their conditions; a GM ends it as one.
    fn afflictions(&self, who: CombatantId) -> Vec<String>;
    /// The combatant's standing orders.
    fn orders(&self, who: CombatantId) -> Vec<String>;
    /// Decides a request without changing anything.
    ///
    /// # Errors
    /// Why not, in a sentence.
    fn propose(&self, actor: Actor, request: &Request, dice: &mut dyn Dice, at_ms: i64) -> Result<Proposal, UserError>;
    /// Applies a proposal that has been written. Returns what there is to tell.
    ///
    /// # Panics
    /// If the proposal belongs to another fight, or something has happened since it was made.
    fn commit(&mut self, proposal: Proposal) -> Vec<Story>;
    /// Whether it's Umpire's move: for a combatant it plays, something has to be done or answered, and no person has to be heard first.
    fn umpire_is_due(&self) -> bool;
    /// Works out what Umpire does now, from a copy of the fight: requests for [`Actor::Umpire`], best first. The first that's accepted is
    /// done. The same fight and seed give the same choices. `None` if it isn't Umpire's move.
    fn umpires_choices(&self, seed: u64) -> Option<Thinking>;
    /// A group of the GM's combatants that's to follow an order from now on.
    fn group_turn(&self, who: Vec<CombatantId>, order: GroupOrder) -> GroupTurn;
    /// Whether a group still follows its order: until the round ends (to pass: the phase), whom it attacks is out of the fight, or
    /// the fight is decided.
    fn group_stands(&self, turn: &GroupTurn) -> bool;
    /// Whether everyone in a group has acted in this round: from then on, they only answer.
    fn group_has_acted(&self, turn: &GroupTurn) -> bool;
    /// Whose downfall has ended a group's order to attack, while members of the group could act and wait for another order.
    fn group_outlived(&self, turn: &GroupTurn) -> Option<CombatantId>;
    /// Whether it's a group's move: one of its combatants can act or is asked, and no person has to be heard first.
    fn group_is_due(&self, turn: &GroupTurn) -> bool;
    /// Works out what a group does now, one combatant's action or answer, from a copy of the fight: requests for a GM, best first. `None` if
    /// it isn't the group's move.
    fn group_choices(&self, turn: &GroupTurn, seed: u64) -> Option<Thinking>;
    /// Works out odds for this viewer, from a copy of the fight: one for each thing asked. All are for the same side.
    fn odds(&self, viewer: Viewer, shown: OddsShown, of: Vec<OddsOf>, effort: Effort) -> OddsWork;
    /// Works out what Umpire would do in this person's place, from a copy of the fight. The same fight and seed give the same suggestions.
    ///
    /// # Errors
    /// If there's nothing to do.
    fn suggestions(
        &self,
        viewer: Viewer,
        shown: OddsShown,
        whom: SuggestFor,
        seed: u64,
    ) -> Result<SuggestWork, UserError>;
    /// The work of a forecast of the fight as it is now, from a copy of it, as its GM knows it. Nothing is played yet.
    ///
    /// # Errors
    /// What's missing for a forecast, or what's wrong with the plan.
    fn forecast(&self, plan: &ForecastPlan) -> Result<ForecastRun, UserError>;
    /// The clock between actions, if there is one.
    fn clock(&self) -> Option<RunningClock>;
    /// When the fight needs a [`Request::Tick`], in milliseconds since the epoch.
    fn next_deadline_ms(&self) -> Option<i64>;
    /// Whether the combatant's turn is in progress.
    fn is_acting(&self, who: CombatantId) -> bool;
    /// Whether there'd be a turn to end after this action, and no attack left in it, as it's likely to go and as far as the viewer knows.
    fn leaves_little(&self, viewer: Viewer, who: CombatantId, draft: &PartialAction) -> bool;
    /// Whether the combatant's turn is in progress and they've done something in it.
    fn has_acted(&self, who: CombatantId) -> bool;
    /// Whether this viewer may know everything about a combatant, including the sheet.
    fn knows(&self, viewer: Viewer, who: CombatantId) -> bool;
    /// The dice used up so far.
    fn used(&self) -> Used;
    /// The number of the next row.
    fn seq(&self) -> u64;
    /// The stage the fight has reached.
    fn stage(&self) -> Stage;
    /// What to tell the GM about a fight that only unseen combatants have begun; `None` if everyone knows that it has begun, or it hasn't.
    fn begun_unseen(&self) -> Option<String>;
    /// Whether anyone can act at all at this moment, as far as this viewer knows: not while the table is paused, nor before an open
    /// question is answered.
    fn takes_actions(&self, viewer: Viewer) -> bool;
    /// Whether the clocks are stopped.
    fn paused(&self) -> bool;
    /// A combatant's value by its name.
    fn read(&self, who: CombatantId, name: &str) -> Option<String>;
    /// A value of the fight as a whole by its name.
    fn read_fight(&self, name: &str) -> Option<String>;
    /// The fields of a combatant's sheet.
    fn sheet_fields(&self, who: CombatantId) -> Vec<(String, String)>;
    /// The options of the system with their values.
    fn option_fields(&self) -> Vec<(String, String)>;
    /// The rules and rulings of the system.
    fn rules(&self) -> Vec<Citation>;
    /// The names of the system's ready-made characters and foes.
    fn templates(&self) -> Vec<String>;
    /// The names of those of them whom players play, not foes and folk.
    fn template_heroes(&self) -> Vec<String>;
    /// Reads a sheet and returns it complete: every field with its value.
    ///
    /// # Errors
    /// Every problem at once, each with its field.
    fn check_sheet(&self, template: Option<&str>, fields: &[(String, String)]) -> Result<Fields, UserError>;
    /// As [`Session::check_sheet`], for callers that word the problems themselves.
    ///
    /// # Errors
    /// Every problem with its field; the field `template` for an unknown template.
    fn read_sheet(&self, template: Option<&str>, fields: &[(String, String)]) -> Result<Fields, Vec<(String, String)>>;
    /// The fight as an opening for another fight: options, board, sides and the GM's combatants, including whether they're hidden. Players'
    /// characters are left out.
    ///
    /// # Errors
    /// If it has begun.
    fn prepared(&self) -> Result<String, UserError>;
    /// The fight as it stood before it began, as an opening for another: options, board, sides and everybody who was there, players'
    /// characters included, fresh. Whoever joined later isn't in it.
    ///
    /// # Errors
    /// If nobody was there.
    fn line_up(&self) -> Result<String, UserError>;
    /// How a fight that's over stood just before it ended; its time counts from this row on. `None` if it hasn't ended.
    fn before_the_end(&self, from_seq: u64) -> Option<BeforeTheEnd>;
    /// Shows how the fight looked to a viewer at each of these times, in milliseconds since the epoch, none earlier than the one before.
    fn looks_back(&self, viewer: Viewer, moments: &[Instant], look: &mut dyn FnMut(&Scene));
    /// What each row of the log tells, secrets included.
    fn retold(&self) -> Vec<Retold>;
    /// The combatants who have no place on a map that has places, by name, each with whether it's hidden.
    fn unplaced(&self) -> Vec<(String, bool)>;
    /// The hidden combatants who stand in the same zone as somebody of another side, by name, with the zone: "Leader (Bridge)".
    fn unseen_among_foes(&self) -> Vec<String>;
    /// What lasts for a combatant after the fight, as of now; `None` if they aren't in it.
    fn lasting(&self, who: CombatantId) -> Option<Lasting>;
    /// Merges changes into the fields of a sheet that may have been changed in the meantime.
    fn merge(&self, fields: &Fields, changes: &[Change]) -> Merged;
    /// The system's kinds of rest.
    fn rests(&self) -> Vec<Rest>;
    /// What a rest does to a character with these fields.
    ///
    /// # Errors
    /// If there's no such rest, or what's wrong with the sheet.
    fn rest(&self, fields: &Fields, kind: &str, dice: &mut dyn Dice) -> Result<RestedFields, UserError>;
    /// The number of questions, players and rounds so far.
    fn asked(&self) -> Asked;
    /// What happened in each round up to now, as far as this viewer may know.
    fn recap(&self, viewer: Viewer) -> Vec<RoundRecap>;
    /// The account of the battle, as far as this viewer may know.
    fn account(&self, viewer: Viewer) -> BattleAccount;
    /// The dice that fell for whoever this person played.
    fn dice_of(&self, seat: Seat) -> DiceLuck;
    /// The people who play in the fight.
    fn seats(&self) -> Vec<Seat>;
    /// The name of the place that's meant.
    ///
    /// # Errors
    /// If there's none: the closest names.
    fn place_meant(&self, typed: &str) -> Result<String, UserError>;
    /// Where combatants of this side stand whom the GM adds without naming a place; `None` if they have no place then.
    fn first_place(&self, side: SideId, hidden: bool) -> Option<FirstPlace>;
    /// The name of the place where a combatant stands; `None` without one.
    fn place_of(&self, who: CombatantId) -> Option<String>;
    /// The names of all places.
    fn places(&self) -> Vec<String>;
    /// The story of the pending action, to redraw after a restart.
    fn pending_story(&self) -> Option<Story>;
    /// Opens a prepared encounter as a new fight: its first state as JSON, with defaults for settings that an older build didn't have.
    fn opening_anew(&self) -> String;
    /// The fight before its first row, as JSON.
    fn opening(&self) -> String;
    /// The whole log, as JSON, without the seed.
    fn export(&self) -> serde_json::Value;
    /// Decides every row again with the dice of this seed.
    fn audit(&self, seed: &Seed) -> Result<(), AuditError> {
        self.audit_with(&[(0, seed)])
    }
    /// As [`Session::audit`], with several seeds, each with the last row decided before it.
    fn audit_with(&self, seeds: &[(u64, &Seed)]) -> Result<(), AuditError>;
}

/// Why a log couldn't be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The opening isn't in this system's format.
    #[error("the fight\u{2019}s opening can\u{2019}t be read: {0}")]
    Opening(serde_json::Error),
    /// A row isn't in this system's format.
    #[error("row {row} can\u{2019}t be read: {why}")]
    Row {
        /// The row's number, from 1.
        row: usize,
        /// The cause.
        why: serde_json::Error,
    },
    /// All rows parse, but this one refers to something that doesn't exist.
    #[error("row {row} can\u{2019}t be replayed: it names something that doesn\u{2019}t exist: {what}")]
    Missing {
        /// The row's number, from 1.
        row: usize,
        /// What doesn't exist, and where the row names it.
        what: String,
    },
    /// All rows parse, but one of them leads to an impossible state.
    #[error("a row can\u{2019}t be replayed: it leads to an impossible state")]
    Impossible,
    /// A row is missing.
    #[error(transparent)]
    Gap(#[from] Gap),
}

/// Why a fight from elsewhere doesn't match its rows.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// It can't be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A row differs when decided again.
    #[error(transparent)]
    Audit(#[from] AuditError),
}
