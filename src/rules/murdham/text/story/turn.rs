//! What is said of sides and turns.

use super::{Sentence, StoryBuilder};
use crate::engine::view::BriefPart;
use crate::rules::murdham::{
    FightState,
    model::{event::Event, fact::Fact},
    text::labels::the,
};

pub(super) fn changed(fight: &FightState, fact: &Fact) -> Option<Sentence> {
    let name = |who| fight.name(who);
    Some(match fact {
        Fact::InitiativeHeld(side) => (None, format!("The {} hold the initiative.", the(fight.side_name(*side)))),
        Fact::AmbushOver { was_played: true } => {
            (None, "The ambush is over. Whoever acted in it still has a turn in round 1.".to_owned())
        }
        Fact::LosesTurn { who, round } if *round > fight.turns.round => {
            (Some(*who), format!("{} loses next round\u{2019}s turn.", name(*who)))
        }
        Fact::LosesTurn { who, .. } => (Some(*who), format!("{} loses this round\u{2019}s turn.", name(*who))),
        _ => return None,
    })
}

impl StoryBuilder<'_> {
    pub(super) fn turn(&mut self, event: &Event) {
        let (who, text) = match event {
            Event::Yielded(side) => (None, format!("The {} begin.", the(self.side(*side)))),
            Event::PassedBecause { side, clock: true } => {
                (None, format!("The {} pass: 15 seconds have gone by.", the(self.side(*side))))
            }
            Event::PassedBecause { side, clock: false } => {
                let told = self.lines.last().is_some_and(|it| it.text.contains("pass: 15"));
                if told || self.only_ambushers_act() {
                    return;
                }
                (None, format!("The {} pass: none of them can act now.", the(self.side(*side))))
            }
            Event::TimeUp(who) => {
                (Some(*who), format!("{}\u{2019}s time is up: 15 seconds have gone by.", self.name(*who)))
            }
            Event::Idle(who) => (Some(*who), format!("{} skips the turn.", self.name(*who))),
            Event::OverAlready(who) => return self.over_already(*who),
            _ => return,
        };
        self.say(who, text);
        // Nobody chose that.
        if matches!(event, Event::PassedBecause { clock: false, .. }) {
            self.is_a(BriefPart::Unsaid);
        }
    }
}
