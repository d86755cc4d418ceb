//! A fight of some system, to talk to without knowing which. [`Session`] is what can be said to it; [`Fight`] is the one
//! implementation for all systems: `requests` turns what was asked into what the engine decides, `newcomers` reads who joins,
//! `words` puts an action together from what somebody typed. Nothing here knows a rule.

mod asked;
mod fight;
mod lasting;
mod looking;
mod newcomers;
mod prepared;
mod requests;
pub(in crate::rules) mod unseen;
mod words;

use super::story::stored::Asked;
pub use fight::Fight;
pub use lasting::{Change, Fields, Lasting, Merged, RestedFields, changes};
pub use requests::ASK_ME;

use super::request::{NameView, ParamView, Proposal, Request, Story, UserError};
use crate::engine::{
    Actor, CombatantId, Dice, RunningClock, Seat, Seed, Side, SideId, Stage, Used,
    log::{AuditError, Gap},
    partial_action::{PartialAction, VerbView},
    ruleset::{Citation, Rest},
    view::{Audience, Scene, SightView, TurnGround, Viewer},
};

/// A fight to talk to. What [`Session::propose`] gives back happens by [`Session::commit`], or not at all.
pub trait Session: Send {
    /// The system's name.
    fn system(&self) -> &'static str;
    /// The fight as somebody sees it.
    fn scene(&self, viewer: Viewer) -> Scene;
    /// From now on even the order of turns tells nobody of the unseen: see [`Discretion`](crate::engine::view::Discretion).
    fn keep_secrets(&mut self);
    /// Whether a line for this audience may be shown to the viewer.
    fn may_read(&self, viewer: Viewer, audience: Audience) -> bool;
    /// Who there is, of those the viewer sees.
    fn names(&self, viewer: Viewer) -> Vec<NameView>;
    /// The side whose step it is, where sides take steps.
    fn side_up(&self) -> Option<SideId>;
    /// The order of turns by name: combatants of the slots of a list (those who share a slot with commas between), or sides.
    fn order(&self) -> Vec<String>;
    /// Whether the last thing this side did in the order of turns was to pass.
    fn passed_last(&self, side: SideId) -> bool;
    /// The players who have yet to agree before this side passes: some have passed already, these could still act. Empty if nobody
    /// of it has passed, or nobody is waited for.
    fn awaited_to_pass(&self, side: SideId) -> Vec<Seat>;
    /// The sides.
    fn sides(&self) -> Vec<Side>;
    /// The combatant of this name, of those the viewer sees.
    ///
    /// # Errors
    /// The closest names, or all that fit.
    fn find(&self, viewer: Viewer, typed: &str) -> Result<CombatantId, UserError>;
    /// The side of this name.
    ///
    /// # Errors
    /// The closest names, or all that fit.
    fn find_side(&self, typed: &str) -> Result<SideId, UserError>;
    /// What somebody may do now, as far as the viewer knows: of those whom the viewer does not see, nothing comes.
    fn verbs(&self, viewer: Viewer, who: CombatantId) -> Vec<VerbView>;
    /// The verb for which this is another whole word, in this system.
    fn verb_meant(&self, typed: &str) -> Option<&'static str>;
    /// Whether this is a verb for somebody, by its name, another word for it, or something that they have learned.
    fn knows_verb(&self, who: CombatantId, verb: &str, typed: &[(String, String)]) -> bool;
    /// What a word that is no verb of the system means in it: when that reaction is asked, or what it is called here.
    fn word_of_other_games(&self, typed: &str) -> Option<UserError>;
    /// The next slot of an action, with what the viewer knows to be possible. What only the unseen forbid, is refused when it is done.
    ///
    /// # Errors
    /// If the draft cannot be gone on with.
    fn slot(&self, viewer: Viewer, who: CombatantId, draft: &PartialAction) -> Result<ParamView, UserError>;
    /// An action from words that somebody typed: `typed` are slots by name. Slots left out take their default or their only pick.
    ///
    /// # Errors
    /// What is missing, or not known, in a sentence.
    fn draft(
        &self,
        viewer: Viewer,
        who: CombatantId,
        verb: &str,
        typed: &[(String, String)],
    ) -> Result<PartialAction, UserError>;
    /// What somebody should know before they do this and be asked once more for, as far as the viewer knows of it; `None` if there is
    /// nothing, or the draft is no action yet.
    fn warning(&self, viewer: Viewer, who: CombatantId, draft: &PartialAction) -> Option<String>;
    /// What the one whose turn it is could do on the ground, for the viewer's map.
    fn turn_ground(&self, viewer: Viewer) -> Option<TurnGround>;
    /// How one sees another; both are named as people or as positions.
    ///
    /// # Errors
    /// If one of them is nothing that the viewer knows, or stands nowhere.
    fn sight(&self, viewer: Viewer, from: &str, to: &str) -> Result<SightView, UserError>;
    /// What is left of the turn that somebody is taking or could begin, as far as the viewer knows.
    fn remaining(&self, viewer: Viewer, who: CombatantId) -> Vec<(String, String)>;
    /// Whether what this verb does may also be done while others are asked.
    fn interjects(&self, verb: &str) -> bool;
    /// The instants somebody may interject now, by their words.
    fn instants(&self, who: CombatantId) -> Vec<String>;
    /// The orders that can be given in advance.
    fn order_menu(&self) -> Vec<&'static str>;
    /// The conditions there are, by name.
    fn condition_menu(&self) -> Vec<String>;
    /// The orders somebody has given.
    fn orders(&self, who: CombatantId) -> Vec<String>;
    /// Judges a request. Nothing changes.
    ///
    /// # Errors
    /// Why not, in a sentence.
    fn propose(&self, actor: Actor, request: &Request, dice: &mut dyn Dice, at_ms: i64) -> Result<Proposal, UserError>;
    /// What was proposed has been written: it happens. Gives back what there is to tell.
    ///
    /// # Panics
    /// If the proposal is another fight's, or something has happened since it was made.
    fn commit(&mut self, proposal: Proposal) -> Vec<Story>;
    /// The clock between actions, if there is one.
    fn clock(&self) -> Option<RunningClock>;
    /// When the fight wants a [`Request::Tick`], in milliseconds since the epoch.
    fn next_deadline_ms(&self) -> Option<i64>;
    /// Whether somebody's turn is under way.
    fn is_acting(&self, who: CombatantId) -> bool;
    /// Whether somebody has done something in the turn that is under way, if that is theirs.
    fn has_acted(&self, who: CombatantId) -> bool;
    /// Whether this viewer may know all of a combatant, the sheet too.
    fn knows(&self, viewer: Viewer, who: CombatantId) -> bool;
    /// How much of the dice has been used.
    fn used(&self) -> Used;
    /// The number of the next row.
    fn seq(&self) -> u64;
    /// How far it has come.
    fn stage(&self) -> Stage;
    /// What the GM is told of a fight that only those whom nobody sees have begun; `None` if everybody knows how far it is.
    fn begun_unseen(&self) -> Option<String>;
    /// Whether anybody may act at this moment at all, as far as this viewer knows: not while the table is paused, nor before an open question
    /// is answered.
    fn takes_actions(&self, viewer: Viewer) -> bool;
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
    fn check_sheet(&self, template: Option<&str>, fields: &[(String, String)]) -> Result<Fields, UserError>;
    /// The same for whoever tells the problems in their own way.
    ///
    /// # Errors
    /// Every problem with its field; the field `template` for a template that there is not.
    fn read_sheet(&self, template: Option<&str>, fields: &[(String, String)]) -> Result<Fields, Vec<(String, String)>>;
    /// The fight as an opening, for another fight to begin with: options, place, sides and the GM's combatants, hidden ones hidden.
    /// Players' characters stay out.
    ///
    /// # Errors
    /// If it has begun.
    fn prepared(&self) -> Result<String, UserError>;
    /// What lasts of somebody after the fight, as it stands now; `None` if they are not in it.
    fn lasting(&self, who: CombatantId) -> Option<Lasting>;
    /// Writes changes into the fields of a sheet that may have been changed meanwhile.
    fn merge(&self, fields: &Fields, changes: &[Change]) -> Merged;
    /// The kinds of rest of the system.
    fn rests(&self) -> Vec<Rest>;
    /// What a rest does to somebody with a sheet of these fields.
    ///
    /// # Errors
    /// That there is no such rest, or what is wrong with the sheet.
    fn rest(&self, fields: &Fields, kind: &str, dice: &mut dyn Dice) -> Result<RestedFields, UserError>;
    /// How often people have been asked so far, and how many they are.
    fn asked(&self) -> Asked;
    /// The people who play in it.
    fn seats(&self) -> Vec<Seat>;
    /// The places there are, by name.
    fn places(&self) -> Vec<String>;
    /// The story of the action that is pending, to be drawn again after a restart.
    fn pending_story(&self) -> Option<Story>;
    /// What was prepared is opened as a new fight: its first state, as JSON, with what an older build could not say in it yet.
    fn opening_anew(&self) -> String;
    /// The fight before its first row, as JSON.
    fn opening(&self) -> String;
    /// The whole log, as JSON, without the seed.
    fn export(&self) -> serde_json::Value;
    /// Decides every row again with the dice of this seed.
    ///
    /// # Errors
    /// The first row that comes out differently.
    fn audit(&self, seed: &Seed) -> Result<(), AuditError> {
        self.audit_with(&[(0, seed)])
    }
    /// The same with the dice of several seeds, each with the last row that was decided without it.
    ///
    /// # Errors
    /// The first row that comes out differently.
    fn audit_with(&self, seeds: &[(u64, &Seed)]) -> Result<(), AuditError>;
}

/// A log that could not be read.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The opening is not what this system writes.
    #[error("the opening of the fight cannot be read: {0}")]
    Opening(serde_json::Error),
    /// A row is not what this system writes.
    #[error("row {row} cannot be read: {why}")]
    Row {
        /// Which, from 1.
        row: usize,
        /// Why.
        why: serde_json::Error,
    },
    /// All rows can be read, but this one speaks of what does not exist.
    #[error("row {row} cannot be followed: it names something that does not exist: {what}")]
    Missing {
        /// Which, from 1.
        row: usize,
        /// What does not exist, with where it is named.
        what: String,
    },
    /// All rows can be read, but one of them leads to a state that cannot be.
    #[error("a row cannot be followed: it leads to a state that cannot be")]
    Impossible,
    /// A row is missing.
    #[error(transparent)]
    Gap(#[from] Gap),
}

/// Why a fight from elsewhere is not what its rows say.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// It cannot be read.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A row does not come out equal.
    #[error(transparent)]
    Audit(#[from] AuditError),
}
