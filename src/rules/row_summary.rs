//! Says in a few words what a row of the log did if no line of the story does: for "Taken back: …". Names no one the readers don't see.

use super::wording::{few_or_kinds, time_words};
use crate::engine::{
    CombatantId, Encounter, GameSystem, LogRow, TableFact,
    encounter::{Effect, Input},
    fact::Record,
    fight_state::{AnswerPace, Controller},
    fog::is_in_open_sight,
    space::Space,
    view::{Audience, Viewer, list},
};

/// A few words for an action that's being taken back. `with` is the fight that still has it, `without` the one that no longer does.
pub fn row_summary<R: GameSystem>(
    row: &LogRow<R>,
    with: &Encounter<R>,
    without: &Encounter<R>,
    audience: Audience,
) -> String {
    let names = Names { with, without, audience };
    match &row.input {
        Input::Join(_) | Input::Company(_) => names.of(&joined(with, without), "{} joining"),
        Input::Leave { who } => names.of(&[*who], "{} leaving"),
        Input::Pass { side, .. } => format!("the {} passing", bare(&with.now().side(*side).name)),
        Input::Patch(facts) => by_hand(facts, &names),
        Input::Tick => "what happened when time ran out".to_owned(),
        _ => match &row.effect {
            Effect::Ran { records, .. } => match records.iter().find_map(fact_of) {
                Some(fact) => one(fact, &names),
                None => "the last action".to_owned(),
            },
            _ => "the last action".to_owned(),
        },
    }
}

fn fact_of<R: GameSystem>(record: &Record<R>) -> Option<&TableFact<R>> {
    match record {
        Record::Fact(fact) => Some(fact),
        _ => None,
    }
}

fn bare(name: &str) -> &str {
    name.trim_start_matches("The ")
}

/// The combatants who are only in the first fight.
fn joined<R: GameSystem>(with: &Encounter<R>, without: &Encounter<R>) -> Vec<CombatantId> {
    with.now().ids().filter(|id| without.now().find(*id).is_none()).collect()
}

/// A change by hand: facts of one patch belong together, so the first that says what it's about speaks for all, of everyone of whom the same
/// is told.
fn by_hand<R: GameSystem>(facts: &[TableFact<R>], names: &Names<'_, R>) -> String {
    let given = facts.iter().find_map(|it| if let TableFact::TurnBegan(who) = it { Some(*who) } else { None });
    match (facts.first(), given) {
        (Some(_), Some(who)) => names.of(&[who], "giving {} the turn"),
        (Some(TableFact::Joined(_)), _) => names.of(&joined(names.with, names.without), "{} joining"),
        _ if is_spread(facts) => names.of(&like(facts, &facts[0]), "placing {}"),
        // Whoever lends a character to Umpire passes them on first.
        (Some(TableFact::ControlPassed { .. }), None) if facts.iter().any(is_handover) => {
            let handover = facts.iter().find(|it| is_handover(it)).unwrap_or(&facts[0]);
            told(handover, &like(facts, handover), names)
        }
        (Some(fact), None) => told(fact, &like(facts, fact), names),
        (None, _) => "a change by the GM".to_owned(),
    }
}

fn is_handover<R: GameSystem>(fact: &TableFact<R>) -> bool {
    matches!(fact, TableFact::AutopilotSet { style: Some(_), .. })
}

/// Whether a patch places several in different places: then no one's place speaks for all.
pub fn is_spread<R: GameSystem>(facts: &[TableFact<R>]) -> bool {
    let mut places = facts.iter().map(|it| if let TableFact::Placed { at, .. } = it { Some(at) } else { None });
    let Some(first) = places.next().flatten() else { return false };
    places.any(|it| it.is_some_and(|it| it != first))
}

/// Whom facts of the same kind as this one are about.
fn like<R: GameSystem>(facts: &[TableFact<R>], first: &TableFact<R>) -> Vec<CombatantId> {
    let mut all = vec![];
    for fact in facts.iter().filter(|it| std::mem::discriminant(*it) == std::mem::discriminant(first)) {
        let who = match fact {
            TableFact::Placed { who, .. }
            | TableFact::Hid { who, .. }
            | TableFact::ShownAs { who, .. }
            | TableFact::AutopilotSet { who, .. }
            | TableFact::Gained { who, .. }
            | TableFact::Lost { who, .. } => who,
            _ => continue,
        };
        if !all.contains(who) {
            all.push(*who);
        }
    }
    all
}

fn one<R: GameSystem>(fact: &TableFact<R>, names: &Names<'_, R>) -> String {
    told(fact, &[], names)
}

/// A fact in a few words; it's about all of these, if one of them is whom it's about.
fn told<R: GameSystem>(fact: &TableFact<R>, all: &[CombatantId], names: &Names<'_, R>) -> String {
    let about =
        |who: &CombatantId, what: &str| names.of(if all.contains(who) { all } else { std::slice::from_ref(who) }, what);
    match fact {
        TableFact::SideNamed(side) => format!("naming the {}", bare(&side.name)),
        TableFact::Joined(it) => about(&it.id, "{} joining"),
        TableFact::Left(who) => about(who, "{} leaving"),
        TableFact::ControlPassed { who, to: Controller::Gm } => about(who, "handing {} to the GM"),
        TableFact::ControlPassed { who, to: Controller::Player(_) } => about(who, "handing {} to another player"),
        TableFact::AutopilotSet { who, style: Some(_) } => about(who, "handing {} to Umpire"),
        TableFact::AutopilotSet { who, style: None } => about(who, "taking {} back from Umpire"),
        TableFact::OrdersGiven { who, .. } => about(who, "{} getting standing orders"),
        TableFact::Hid { who, hidden: true } => about(who, "{} hiding"),
        TableFact::Hid { who, hidden: false } => about(who, "{} coming into sight"),
        TableFact::ShownAs { who, .. } => about(who, "what {} shows"),
        TableFact::Board(_) => "the new map".to_owned(),
        TableFact::Placed { who, at: Some(at) }
            if names.audience != Audience::Gm && !is_in_open_sight(names.with.now(), *who, at) =>
        {
            about(who, "moving {}")
        }
        TableFact::Placed { who, at: Some(at) } => {
            about(who, &format!("moving {{}} to {}", names.with.now().space.place_words(at)))
        }
        TableFact::Placed { who, at: None } => about(who, "taking {} off the map"),
        TableFact::OptionsSet(_) => options(names),
        TableFact::PaceSet(AnswerPace { prompt_ms: Some(ms) }) => {
            format!("the pace, {} for each question", time_words(*ms))
        }
        TableFact::PaceSet(AnswerPace { prompt_ms: None }) => "the pace, without a clock".to_owned(),
        TableFact::StageSet(_) => "the start or end of the fight".to_owned(),
        TableFact::TurnBegan(who) => about(who, "{}\u{2019}s turn"),
        TableFact::TurnEnded(who) | TableFact::Spent(who) => about(who, "the end of {}\u{2019}s turn"),
        TableFact::RoundBegan(_)
        | TableFact::PhaseBegan(_)
        | TableFact::OrderSet(_)
        | TableFact::SideUp(_)
        | TableFact::SlotUp(_)
        | TableFact::Restored(_) => "a change to the turn order".to_owned(),
        TableFact::SidePassed(side) | TableFact::PassVoted { side, .. } => {
            format!("the {} passing", bare(&names.with.now().side(*side).name))
        }
        TableFact::Took { who, .. } | TableFact::ResourceSet { who, .. } | TableFact::Refilled { who, .. } => {
            names.change(&[*who])
        }
        TableFact::Gained { who, held } => about(who, &format!("{{}} becoming {}", R::condition_words(&held.what))),
        TableFact::Lost { who, what } => about(who, &format!("{{}} no longer being {}", R::condition_words(what))),
        TableFact::ClockSet(_) => "a change to the clock".to_owned(),
        TableFact::FogSet(_) => "a change to the fog".to_owned(),
        TableFact::System(_) | TableFact::Told(_) => names.change(&changed(names.with, names.without)),
    }
}

/// The options that differ between the two fights, as they are in the first.
fn options<R: GameSystem>(names: &Names<'_, R>) -> String {
    let before = R::option_fields(&names.without.now().options);
    let now = R::option_fields(&names.with.now().options).into_iter();
    let new: Vec<String> =
        now.filter(|it| !before.contains(it)).map(|(name, value)| format!("{name} set to {value}")).collect();
    if new.is_empty() { "a change to the options".to_owned() } else { list(&new) }
}

/// The combatants who differ between the two fights.
fn changed<R: GameSystem>(with: &Encounter<R>, without: &Encounter<R>) -> Vec<CombatantId> {
    let same = |id: &CombatantId| with.now().find(*id) == without.now().find(*id);
    with.now().ids().filter(|id| !same(id)).collect()
}

struct Names<'a, R: GameSystem> {
    with: &'a Encounter<R>,
    without: &'a Encounter<R>,
    audience: Audience,
}

impl<R: GameSystem> Names<'_, R> {
    /// Those whom the readers see.
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

    /// "Ana and Bob joining"; the names replace `{}`.
    fn of(&self, all: &[CombatantId], what: &str) -> String {
        match few_or_kinds(&self.seen(all)) {
            names if names.is_empty() => "a change by the GM".to_owned(),
            names => what.replace("{}", &names),
        }
    }

    /// "a change to Ana and Bob".
    fn change(&self, all: &[CombatantId]) -> String {
        match few_or_kinds(&self.seen(all)) {
            names if names.is_empty() => "a change by the GM".to_owned(),
            names => format!("a change to {names}"),
        }
    }
}
