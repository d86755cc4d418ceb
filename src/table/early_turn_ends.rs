//! A turn that its player has ended in advance: it's over once the action under way is, whoever has to answer something until then. It isn't
//! kept: after a restart the turn is ended by hand.

use super::{
    service::{EncounterService, InputOrigin, ServiceError},
    turn_end::TurnEnd,
};
use crate::{
    engine::{
        Actor, CombatantId,
        partial_action::{END, PartialAction},
        view::Viewer,
    },
    rules::Request,
};

impl EncounterService {
    /// The turn of this combatant ends with the action that its player has just begun.
    pub fn turn_ends_with_this(&mut self, who: CombatantId, by: Actor) {
        self.turn_end = Some(TurnEnd { who, by });
    }

    /// Somebody asks for something: after anything but an answer, whoever ended a turn in advance may want to go on.
    pub(super) fn keeps_turn_end(&mut self, request: &Request) {
        let is_answer = matches!(request, Request::Answer { .. } | Request::Interject { .. } | Request::Tick);
        self.turn_end = self.turn_end.take().filter(|_| is_answer);
    }

    /// Ends the turn that's to be over by now, if anything is left of it.
    pub(super) async fn ends_turn(&mut self, now_ms: i64) {
        let Some(TurnEnd { who, by }) = self.turn_end else { return };
        if !self.session.takes_actions(Viewer::Gm) {
            return; // once it's answered, or goes on
        }
        self.turn_end = None;
        if !self.session.has_acted(who) {
            return; // it has ended by itself, and this is the next
        }
        let end = Request::Act { who, draft: PartialAction::of(END) };
        match self.ask(by, &end, InputOrigin::default(), now_ms).await {
            Ok(_) | Err(ServiceError::Refused(_)) => {} // it may be over already
            Err(error) => {
                let id = self.header().id;
                tracing::error!(encounter = id, %error, "a turn that was ended in advance couldn\u{2019}t be ended");
            }
        }
    }
}
