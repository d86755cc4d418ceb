//! Odds and suggestions at the table: which of them its players may see, and what's meant by what somebody typed. Worked out elsewhere.

use super::{
    command::Command,
    odds_words,
    service::{Caller, EncounterService},
    setting_keys::ODDS,
    synonyms,
};
use crate::{
    engine::{Dice, Used, odds::Effort},
    rules::{
        Request, UserError,
        session::{OddsOf, OddsShown, OddsWork, SuggestFor, SuggestWork},
    },
};

/// Dice that show their lowest face, for asking whether something would be refused.
struct Lowest;

impl Dice for Lowest {
    fn face(&mut self, _sides: u16, _secret: bool) -> u16 {
        1
    }
    fn used(&self) -> Used {
        Used::default()
    }
}

impl EncounterService {
    /// Whose odds this table shows its players.
    pub fn odds_shown(&self) -> OddsShown {
        self.setting(ODDS).and_then(|it| odds_words::shown(it).ok()).unwrap_or_default()
    }

    /// What works out odds, as far as the caller may know them: one for each thing asked, all for the same side.
    pub fn odds(&self, caller: &Caller, of: Vec<OddsOf>, effort: Effort) -> OddsWork {
        self.session().odds(self.viewer(caller), self.odds_shown(), of, effort)
    }

    /// What works out the best things to do. The same fight gives the same suggestions.
    ///
    /// # Errors
    /// If there's nothing to do.
    pub fn suggestions(&self, caller: &Caller, whom: SuggestFor) -> Result<SuggestWork, UserError> {
        let viewer = self.viewer(caller);
        self.session().suggestions(viewer, self.odds_shown(), whom, self.thinking_seed(viewer))
    }

    /// What works out the odds of a command as it's typed.
    ///
    /// # Errors
    /// If the command would be refused, or isn't one that has odds.
    pub fn odds_of_command(&self, caller: &Caller, command: &Command, effort: Effort) -> Result<OddsWork, UserError> {
        let (_, request) = self.request(caller, &synonyms::plain(command))?;
        self.odds_of_request(caller, request, effort)
    }

    /// What works out the odds of an action as it's typed, before it's confirmed; `None` if the command isn't an action.
    pub fn odds_before(&self, caller: &Caller, command: &Command, effort: Effort) -> Option<OddsWork> {
        match self.request(caller, &synonyms::plain(command)).ok()?.1 {
            Request::Act { who, draft } => Some(self.odds(caller, vec![OddsOf::Act { who, draft }], effort)),
            _ => None,
        }
    }

    /// What works out the odds of a button.
    ///
    /// # Errors
    /// If there's no such button, or nothing has odds that it does.
    pub fn odds_of_press(
        &self,
        caller: &Caller,
        whom: Option<&str>,
        label: &str,
        effort: Effort,
    ) -> Result<OddsWork, UserError> {
        let request = self.pressed(caller, whom, label)?;
        self.odds_of_request(caller, request, effort)
    }

    fn odds_of_request(&self, caller: &Caller, request: Request, effort: Effort) -> Result<OddsWork, UserError> {
        let of = match &request {
            Request::Act { who, draft } => OddsOf::Act { who: *who, draft: draft.clone() },
            Request::Answer { prompt, choice } => OddsOf::Answer { prompt: *prompt, choice: *choice },
            _ => {
                return Err(UserError::say(
                    "Only an action or an answer has odds, for example /attack target:\u{2026}",
                ));
            }
        };
        // Dropped, it happens no more than the odds do.
        drop(self.session().propose(self.actor(caller), &request, &mut Lowest, 0)?);
        Ok(self.odds(caller, vec![of], effort))
    }
}
