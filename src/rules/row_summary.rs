//! What a row of the log did, in a few words, where no line of the story says so: for "Taken back: …". It names nobody whom the
//! readers do not see.

use super::wording::list;
use crate::engine::{
    CombatantId, Encounter, LogRow, Ruleset, TableFact,
    encounter::{Effect, Input},
    fact::Record,
    fight_state::Controller,
    space::Space,
    view::{Audience, Viewer},
};

/// A few words for a deed that is being taken back. `with` is the fight that still has it, `without` the one that no longer has.
pub fn row_summary<R: Ruleset>(
    row: &LogRow<R>,
    with: &Encounter<R>,
    without: &Encounter<R>,
    audience: Audience,
) -> String {
    let names = Names { with, without, audience };
    match &row.input {
        Input::Join(_) | Input::Company(_) => names.of(&joined(with, without), "coming"),
        Input::Leave { who } => names.of(&[*who], "leaving"),
        Input::Pass { side } => format!("the pass of the {}", bare(&with.now().side(*side).name)),
        Input::Patch(facts) => by_hand(facts, &names),
        Input::Tick => "what the clock did".to_owned(),
        _ => match &row.effect {
            Effect::Ran { records, .. } => match records.iter().find_map(fact_of) {
                Some(fact) => one(fact, &names),
                None => "the last action".to_owned(),
            },
            _ => "the last action".to_owned(),
        },
    }
}

fn fact_of<R: Ruleset>(record: &Record<R>) -> Option<&TableFact<R>> {
    match record {
        Record::Fact(fact) => Some(fact),
        _ => None,
    }
}

fn bare(name: &str) -> &str {
    name.trim_start_matches("The ")
}

/// Those who are in the one fight and not in the other.
fn joined<R: Ruleset>(with: &Encounter<R>, without: &Encounter<R>) -> Vec<CombatantId> {
    with.now().ids().filter(|id| without.now().find(*id).is_none()).collect()
}

/// A change by hand: facts of the same patch belong together, so the first that says what it is about speaks for all.
fn by_hand<R: Ruleset>(facts: &[TableFact<R>], names: &Names<'_, R>) -> String {
    match facts.first() {
        Some(TableFact::Joined(_)) => names.of(&joined(names.with, names.without), "coming"),
        Some(fact) => one(fact, names),
        None => "a change by hand".to_owned(),
    }
}

fn one<R: Ruleset>(fact: &TableFact<R>, names: &Names<'_, R>) -> String {
    let about = |who: &CombatantId, what: &str| names.of(&[*who], what);
    match fact {
        TableFact::SideNamed(side) => format!("the naming of the {}", bare(&side.name)),
        TableFact::Joined(it) => about(&it.id, "coming"),
        TableFact::Left(who) => about(who, "leaving"),
        TableFact::ControlPassed { who, to: Controller::Gm } => about(who, "going to the GM"),
        TableFact::ControlPassed { who, to: Controller::Player(_) } => about(who, "going to another player"),
        TableFact::OrdersGiven { who, .. } => about(who, "orders in advance"),
        TableFact::Hid { who, hidden: true } => about(who, "hiding"),
        TableFact::Hid { who, hidden: false } => about(who, "coming into sight"),
        TableFact::ShownAs { who, .. } => about(who, "showing"),
        TableFact::Board(_) => "the new layout of the place".to_owned(),
        TableFact::Placed { who, at: Some(at) } => {
            about(who, &format!("being put at {}", names.with.now().space.place_words(at)))
        }
        TableFact::Placed { who, at: None } => about(who, "being taken from its place"),
        TableFact::OptionsSet(_) => "a change of the options".to_owned(),
        TableFact::PaceSet(_) => "a change of the pace".to_owned(),
        TableFact::StageSet(_) => "the beginning or the end of the fight".to_owned(),
        TableFact::RoundBegan(_)
        | TableFact::PhaseBegan(_)
        | TableFact::OrderSet(_)
        | TableFact::SideUp(_)
        | TableFact::SlotUp(_)
        | TableFact::TurnBegan(_)
        | TableFact::TurnEnded(_)
        | TableFact::Spent(_)
        | TableFact::Restored(_) => "a change of the order of turns".to_owned(),
        TableFact::SidePassed(side) | TableFact::PassVoted { side, .. } => {
            format!("the pass of the {}", bare(&names.with.now().side(*side).name))
        }
        TableFact::Took { who, .. } | TableFact::ResourceSet { who, .. } | TableFact::Refilled { who, .. } => {
            names.change(&[*who])
        }
        TableFact::Gained { who, held } => about(who, &format!("being {}", R::condition_words(&held.what))),
        TableFact::Lost { who, what } => about(who, &format!("being no longer {}", R::condition_words(what))),
        TableFact::ClockSet(_) => "a change of the clock".to_owned(),
        TableFact::System(_) => names.change(&changed(names.with, names.without)),
    }
}

/// Those in whom the two fights differ.
fn changed<R: Ruleset>(with: &Encounter<R>, without: &Encounter<R>) -> Vec<CombatantId> {
    let same = |id: &CombatantId| with.now().find(*id) == without.now().find(*id);
    with.now().ids().filter(|id| !same(id)).collect()
}

struct Names<'a, R: Ruleset> {
    with: &'a Encounter<R>,
    without: &'a Encounter<R>,
    audience: Audience,
}

impl<R: Ruleset> Names<'_, R> {
    /// Those of them whom the readers see.
    fn seen(&self, all: &[CombatantId]) -> Vec<String> {
        let viewer = if self.audience == Audience::Everyone { Viewer::Everyone } else { Viewer::Gm };
        let seen = |id: &CombatantId| {
            let both = [self.with.now(), self.without.now()];
            let known: Vec<_> = both.into_iter().filter_map(|fight| Some((fight, fight.find(*id)?))).collect();
            let visible = known.iter().all(|(fight, it)| viewer.sees(fight, it));
            known.first().filter(|_| visible).map(|(_, it)| it.name.to_string())
        };
        all.iter().filter_map(seen).collect()
    }

    /// "Ana and Bob's coming".
    fn of(&self, all: &[CombatantId], what: &str) -> String {
        match list(&self.seen(all)) {
            names if names.is_empty() => "a change by hand".to_owned(),
            names => format!("{names}\u{2019}s {what}"),
        }
    }

    /// "a change to Ana and Bob by hand".
    fn change(&self, all: &[CombatantId]) -> String {
        match list(&self.seen(all)) {
            names if names.is_empty() => "a change by hand".to_owned(),
            names => format!("a change to {names} by hand"),
        }
    }
}
