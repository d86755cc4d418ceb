//! A turn that its player has ended in advance: it's over once the action under way is, whoever has to answer something until then. It isn't
//! stored: after a restart, the turn is ended by hand.

use super::{
    service::{EncounterService, InputOrigin, ServiceError},
    turn_end::TurnEnd,
};
use crate::{
    engine::{
        Actor, CombatantId,
        partial_action::{ATTACK, END, PartialAction},
        view::Viewer,
    },
    rules::Request,
};

impl EncounterService {
    /// The turn of this combatant ends with the action that its player has just begun.
    pub fn turn_ends_with_this(&mut self, who: CombatantId, by: Actor) {
        self.turn_end = Some(TurnEnd { who, by });
    }

    /// Something was done: if it's more than an answer or a change beside the action, the turn no longer ends by itself.
    pub(super) fn keeps_turn_end(&mut self, request: &Request) {
        let Some(TurnEnd { who, .. }) = self.turn_end else { return };
        let goes_on_otherwise = match request {
            Request::Act { who: by, .. } | Request::Leave { who: by } | Request::Control { who: by, .. } => *by == who,
            Request::Undo
            | Request::Withdraw
            | Request::Pass { .. }
            | Request::Turn(_)
            | Request::Autopilot { .. }
            | Request::End => true,
            _ => false,
        };
        if goes_on_otherwise {
            self.turn_end = None;
        }
    }

    /// Ends the turn that's to be over by now, if anything is left of it, but for an attack: then the action was given back. It's nobody's press,
    /// so it stops no order and brings nobody back.
    pub(super) async fn ends_turn(&mut self, now_ms: i64) {
        let Some(TurnEnd { who, by }) = self.turn_end else { return };
        if !self.session.takes_actions(Viewer::Gm) {
            return; // once it's answered, or goes on
        }
        self.turn_end = None;
        // As the menu that offered it knew: nobody is told of a foe out of sight.
        let viewer = if let Actor::Player(seat) = by { Viewer::Seat(seat) } else { Viewer::Gm };
        let can_attack = self.session.verbs(viewer, who).iter().any(|it| it.name == ATTACK);
        // Another turn than the one that was ended has no deed in it yet.
        if !self.session.has_acted(who) || can_attack {
            return;
        }
        let end = Request::Act { who, draft: PartialAction::of(END) };
        match self.ask_once(by, &end, InputOrigin::default(), now_ms).await {
            Ok(_) | Err(ServiceError::Refused(_)) => {} // it may be over already
            Err(error) => {
                let id = self.header().id;
                tracing::error!(encounter = id, %error, "a turn that was ended in advance couldn\u{2019}t be ended");
            }
        }
    }
}
