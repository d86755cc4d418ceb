//! How what happened is told, as far as it is the same for all systems: stories of actions, joining and leaving, what the GM
//! changed, what was taken back, and why something is refused. What a system's own facts say is its `story.rs`.

pub(crate) mod builder;
pub mod stored;

use super::{
    names,
    request::{Request, Story, UserError},
    row_summary,
};
use crate::engine::{
    Actor, Addressee, Combatant, CombatantId, Controller, Encounter, FightState, Log, LogRow, Ruleset, SideId, Stage,
    encounter::{Effect, Input},
    fact::{Record, TableFact},
    fight_state::Shown,
    refusal::Refusal,
    ruleset::{Citable, Transition},
    view::{self, Audience, Discretion, Line, Scene, Viewer},
};
use std::sync::Arc;

/// An actor, as a log shows it.
pub fn actor_text(actor: Actor) -> String {
    match actor {
        Actor::Gm(seat) => format!("gm {}", seat.0),
        Actor::Player(seat) => format!("player {}", seat.0),
        Actor::Table => "table".to_owned(),
    }
}

/// The stories that these rows begin, carry on, or end.
pub fn stories<R: Ruleset>(
    log: &Log<R>,
    rows: &[LogRow<R>],
    after: &Encounter<R>,
    request: &Request,
    actor: Actor,
    discretion: Discretion,
) -> Vec<Story> {
    let mut now = log.now().clone();
    let mut stories: Vec<Story> = vec![];
    for (index, row) in rows.iter().enumerate() {
        let before = now.clone();
        match row.effect {
            Effect::Reverted { .. } => now = after.clone(),
            _ => now.evolve(row),
        }
        let Some(mut story) = story(log, &before, row, &now) else { continue };
        let kept = discretion == Discretion::Kept;
        let unbegun = |it: &Encounter<R>| kept && view::begins_unseen(it.now(), Viewer::Everyone);
        let keep = |lines: &mut Vec<Line>| {
            let open = lines.iter_mut().filter(|it| it.audience == Audience::Everyone);
            open.for_each(|it| it.audience = Audience::Gm);
        };
        if unbegun(&now) {
            keep(&mut story.lines);
        } else if unbegun(&before) && now.now().stage == Stage::Fighting {
            // That something is over of which nobody knew is not told either.
            if matches!(row.input, Input::Transition(Transition::PhaseEnds(_))) {
                keep(&mut story.lines);
            }
            // Apart from the story of an action, which is told anew with each answer: this would be gone from it.
            stories.extend(beginning(log.rows().iter().chain(&rows[..index]), now.now()));
            story.told_before = 0;
        }
        // Only the first row is what was asked for; the others follow by themselves.
        if index == 0 && story.lines.is_empty() && story.prompts.is_empty() {
            story.lines = by_hand(&before, &now, request, actor);
        }
        // What the GM changes while somebody is asked is a story of its own, unless that of the action tells it.
        let told_apart = match (&row.input, &row.effect) {
            (Input::Patch(_), Effect::Ran { .. })
                if before.pending.is_some() && story.lines.len() <= story.told_before =>
            {
                let mut lines = by_hand(&before, &now, request, actor);
                if unbegun(&now) {
                    keep(&mut lines);
                }
                Some(Story::plain(row.seq, lines)).filter(|it| !it.lines.is_empty())
            }
            _ => None,
        };
        if story.lines.is_empty() && story.prompts.is_empty() && !story.withdrawn {
            stories.extend(told_apart);
            continue;
        }
        // A beginning or an end that asks nobody is told at the foot of what led to it; of an action that went on, only how it stands.
        match stories.last_mut() {
            Some(last) if last.begins && !matches!(row.input, Input::Transition(_)) => stories.push(story),
            Some(last) if story.began_seq == last.began_seq => {
                *last = Story { told_before: last.told_before.min(story.told_before), ..story };
            }
            Some(last) if story.prompts.is_empty() && last.prompts.is_empty() && !last.withdrawn => {
                last.lines.extend(story.lines);
            }
            _ => stories.push(story),
        }
        stories.extend(told_apart);
    }
    stories
}

fn story<R: Ruleset>(log: &Log<R>, before: &Encounter<R>, row: &LogRow<R>, now: &Encounter<R>) -> Option<Story> {
    let told = |records: &[Record<R>]| R::story_lines(now.now(), records);
    match &row.effect {
        Effect::Ran { records, .. } => {
            let (began_seq, earlier) = match &before.pending {
                Some(pending) => (pending.began_seq, pending.records.clone()),
                None => (row.seq, vec![]),
            };
            let told_before = R::story_lines(before.now(), &earlier).len();
            let all: Vec<Record<R>> = earlier.into_iter().chain(records.iter().cloned()).collect();
            let lines = told(&all);
            Some(Story {
                began_seq,
                told_before: told_before.min(lines.len()),
                lines,
                prompts: view::scene(now, Viewer::Gm).prompts,
                open_prompts: view::scene(now, Viewer::Everyone).prompts,
                ..Story::plain(began_seq, vec![])
            })
        }
        Effect::Sealed { .. } => pending(now),
        Effect::Withdrawn => {
            let pending = before.pending.as_ref()?;
            let deed = what_was_done(told(&pending.records));
            let audience = deed.as_ref().map_or_else(|| audience_of_change(before, now), |it| it.audience);
            let what = deed.map_or_else(|| "the action that was half done".to_owned(), |it| it.text);
            Some(Story {
                withdrawn: true,
                ..Story::plain(pending.began_seq, vec![Line { audience, ..Line::open(taken_back(&what, row.actor)) }])
            })
        }
        Effect::Reverted { from } => {
            let deed = log.rows().iter().find(|it| it.seq == *from)?;
            let records = match &deed.effect {
                Effect::Ran { records, .. } => records.as_slice(),
                _ => &[],
            };
            // That a turn began with the deed is not what it was.
            let is_turn = |it: &&Record<R>| matches!(it, Record::Fact(TableFact::TurnBegan(_)));
            let itself: Vec<Record<R>> = records.iter().filter(|it| !is_turn(it)).cloned().collect();
            let told = what_was_done(R::story_lines(before.now(), &itself));
            let told = told.or_else(|| what_was_done(R::story_lines(before.now(), records)));
            let audience = told.as_ref().map_or_else(|| audience_of_change(before, now), |it| it.audience);
            let what = told.map_or_else(|| row_summary::row_summary(deed, before, now, audience), |it| it.text);
            let line = Line { audience, ..Line::open(taken_back(&what, row.actor)) };
            Some(Story { takes_back: log.standing_since(*from), ..Story::plain(row.seq, vec![line]) })
        }
        // What it changes holds from the next action on; that it was said is told at once.
        Effect::Later(_) => Some(Story::plain(row.seq, vec![])),
        Effect::Paused => Some(Story::plain(
            row.seq,
            vec![Line::open("The table is paused. All clocks stand still; the GM resumes.")],
        )),
        Effect::Resumed => Some(Story::plain(row.seq, vec![Line::open("The table goes on. The clocks run again.")])),
    }
}

/// How the fight began, told to those from whom it was kept; `None` if there is nothing to tell.
fn beginning<'a, R: Ruleset>(rows: impl Iterator<Item = &'a LogRow<R>>, now: &FightState<R>) -> Option<Story> {
    let is_beginning = |row: &&LogRow<R>| matches!(&row.input, Input::Transition(Transition::FightBegins));
    let rows: Vec<&LogRow<R>> = rows.collect();
    let from = rows.iter().rposition(is_beginning)?;
    let told = |row: &LogRow<R>| match (&row.effect, &row.input) {
        (_, Input::Transition(Transition::PhaseBegins(phase))) if now.turns.phase.as_ref() != Some(phase) => vec![],
        (Effect::Ran { records, .. }, Input::Transition(Transition::FightBegins | Transition::PhaseBegins(_))) => {
            R::story_lines(now, records)
        }
        _ => vec![],
    };
    let lines = rows[from..].iter().flat_map(|it| told(it));
    let lines: Vec<Line> = lines.filter(|it| it.audience == Audience::Everyone).collect();
    (!lines.is_empty()).then(|| Story { begins: true, ..Story::plain(rows[from].seq, lines) })
}

/// A change by hand that leaves what everybody sees as it was is the GM's secret: a sentence about it would say that there is one.
fn audience_of_change<R: Ruleset>(before: &Encounter<R>, now: &Encounter<R>) -> Audience {
    let seen = |it: &Encounter<R>| Scene { seq: 0, ..view::scene(it, Viewer::Everyone) };
    if seen(before) == seen(now) { Audience::Gm } else { Audience::Everyone }
}

/// The line that says what a deed was: the first that everybody may read, so that taking it back reads the same to them whoever else had
/// a part in it; else the first.
fn what_was_done(lines: Vec<Line>) -> Option<Line> {
    let open = lines.iter().position(|it| it.audience == Audience::Everyone).unwrap_or(0);
    lines.into_iter().nth(open)
}

fn taken_back(what: &str, by: Actor) -> String {
    let by = if by.is_gm() { " (GM)" } else { "" };
    format!("Taken back: {}{by}. The dice stay rolled.", what.trim_end_matches('.'))
}

/// What is told of deeds that were undone with another, of which whoever took that back knew nothing: to those to whom they were told.
pub fn undone_with_it(lost: Vec<Vec<Line>>) -> impl Iterator<Item = Line> {
    lost.into_iter().filter_map(what_was_done).map(|it| {
        let text = format!("Undone with it, unseen: {}. It can be done anew.", it.text.trim_end_matches('.'));
        Line { audience: it.audience, ..Line::open(text) }
    })
}

/// A length of time as people say it: "30 seconds", "2 minutes", "24 hours".
pub fn time_words(ms: i64) -> String {
    let seconds = ms / 1_000;
    let (count, unit) = match seconds {
        0..120 => (seconds, "second"),
        120..7_200 => (seconds / 60, "minute"),
        _ => (seconds / 3_600, "hour"),
    };
    if count == 1 { format!("1 {unit}") } else { format!("{count} {unit}s") }
}

/// The story of the action that is pending.
pub fn pending<R: Ruleset>(now: &Encounter<R>) -> Option<Story> {
    let pending = now.pending.as_ref()?;
    let lines = R::story_lines(&pending.now, &pending.records);
    Some(Story {
        began_seq: pending.began_seq,
        told_before: lines.len(),
        lines,
        prompts: view::scene(now, Viewer::Gm).prompts,
        open_prompts: view::scene(now, Viewer::Everyone).prompts,
        ..Story::plain(pending.began_seq, vec![])
    })
}

/// What is told of a change by hand, of joining and of leaving. What concerns only the GM's own is told to the GM.
fn by_hand<R: Ruleset>(before: &Encounter<R>, now: &Encounter<R>, request: &Request, actor: Actor) -> Vec<Line> {
    let fight = now.now();
    let about = |who: CombatantId, text: String| {
        let known = fight.find(who).or_else(|| before.now().find(who));
        let open = known.is_some_and(|it| it.owner.is_some() && !it.hidden);
        vec![Line { audience: if open { Audience::Everyone } else { Audience::Gm }, ..Line::open(text) }]
    };
    let name = |who: CombatantId| match fight.find(who) {
        Some(it) => it.name.to_string(),
        None => before.now().name(who).to_owned(),
    };
    match request {
        Request::Join(_) => joined(before, now),
        Request::Leave { who } => {
            let hidden = before.now().find(*who).is_some_and(|it| it.hidden);
            let line = Line::open(format!("{} leaves the fight.", name(*who)));
            vec![Line { audience: if hidden { Audience::Gm } else { Audience::Everyone }, ..line }]
        }
        Request::Side { name } => vec![Line::open(format!("A side is named: {}.", name.trim()))],
        Request::Option { name, value } => vec![Line::open(format!("The table plays with {name}: {value}."))],
        Request::UnseenBeside { on } => {
            let how = if *on { "outside the order" } else { "in the order" };
            let line = Line::open(format!("Hidden combatants take their turns {how}."));
            vec![Line { audience: Audience::Gm, ..line }]
        }
        Request::SetFight { name, value } => {
            // Whether anybody lies in wait nobody else may know, whoever it is.
            let lies = fight.stage == Stage::Gathering && R::LIES_IN_WAIT.contains(&names::key(name).as_str());
            let audience = if lies { Audience::Gm } else { Audience::Everyone };
            vec![Line { audience, ..Line::open(format!("The GM sets {name}: {value}.")) }]
        }
        Request::Board { .. } => vec![Line::open("The GM lays out the place anew.")],
        Request::Pace { prompt_ms } => vec![Line::open(match prompt_ms {
            Some(ms) => format!("From now on questions wait {} for an answer.", time_words(*ms)),
            None => "From now on questions wait for an answer as long as it takes.".to_owned(),
        })],
        Request::Set { who, field, value } => {
            about(*who, format!("The GM sets {} of {} to {value}.", field.to_lowercase(), name(*who)))
        }
        Request::Condition { who, name: condition, on } => {
            let verb = if *on { "is now" } else { "is no longer" };
            about(*who, format!("{} {verb} {} (GM).", name(*who), condition.to_lowercase()))
        }
        Request::Place { who, at } => about(*who, format!("The GM puts {} at {at}.", name(*who))),
        Request::Control { who, to } => {
            let whom = name(*who);
            about(
                *who,
                match to {
                    Controller::Gm if actor == Actor::Table => away(before.now(), *who, &whom),
                    Controller::Gm => format!("The GM plays {whom} now."),
                    Controller::Player(seat) => format!("<@{}> plays {whom} now.", seat.0),
                },
            )
        }
        Request::Hide { who, hidden } => {
            let text = if *hidden { "is hidden from the other sides" } else { "is in plain sight" };
            vec![Line { audience: Audience::Gm, ..Line::open(format!("{} {text} now.", name(*who))) }]
        }
        Request::Reveal { who, shown } => {
            let how = match shown {
                None => "in plain sight",
                Some(Shown::State) => "seen by name, with a word for how they are",
                Some(Shown::Exact) => "seen with exact vitals and conditions",
                Some(Shown::Everything) => "seen with everything, the sheet too",
            };
            vec![Line { audience: Audience::Gm, ..Line::open(format!("{} is {how} now.", name(*who))) }]
        }
        Request::Turn(_) if actor.is_gm() => {
            let line = Line::open("The GM changes the order of turns.");
            vec![Line { audience: audience_of_change(before, now), ..line }]
        }
        _ => vec![],
    }
}

/// Somebody's player was silent too often; how to have the character back is said with it.
fn away<R: Ruleset>(before: &FightState<R>, who: CombatantId, whom: &str) -> String {
    let player = before.find(who).map(|it| it.controller);
    match player {
        Some(Controller::Player(seat)) => format!(
            "No answer twice in a row: the GM plays {whom} now. As soon as <@{}> acts or answers for {whom}, {whom} is theirs again.",
            seat.0
        ),
        _ => format!("The GM plays {whom} now."),
    }
}

fn joined<R: Ruleset>(before: &Encounter<R>, now: &Encounter<R>) -> Vec<Line> {
    let fight = now.now();
    let waiting = |it: &Encounter<R>| it.pending.as_ref().map_or_else(Vec::new, |it| it.later.clone());
    // Whoever comes while somebody is asked is in the fight when that is done.
    let later = waiting(now).into_iter().skip(waiting(before).len());
    let later = later.filter_map(|it| if let TableFact::Joined(it) = it { Some(Arc::from(it)) } else { None });
    let new = fight.combatants.iter().filter(|it| before.now().find(it.id).is_none()).cloned();
    new.chain(later)
        .map(|it: Arc<Combatant<R>>| {
            let line =
                Line::open(format!("{} joins the {}.", it.name, fight.side(it.side).name.trim_start_matches("The ")));
            Line { audience: if it.hidden { Audience::Side(it.side) } else { Audience::Everyone }, ..line }
        })
        .collect()
}

/// What is said of somebody who is not there, or not for the one who asks.
const NOBODY: &str = "They are not in the fight any more.";

/// What is said of a fight that has not begun.
const NOT_BEGUN: &str = "The fight has not begun. The GM opens it with /encounter begin.";

/// What is said to who would act while somebody is asked.
pub fn waiting(awaited: &[String]) -> String {
    format!("The table is waiting for {}. Act once that is settled.", awaited.join(", "))
}

/// What the GM is told of a fight that only those whom nobody sees have begun: what it is to the others, and what waits. `None` if
/// everybody knows how far it is.
pub fn begun_unseen<R: Ruleset>(fight: &FightState<R>, discretion: Discretion) -> Option<String> {
    (discretion == Discretion::Kept && view::begins_unseen(fight, Viewer::Everyone)).then(|| {
        format!(
            "{} Everybody else still sees a fight that has not begun. Act with your hidden combatants, then /pass or /end. It begins for \
             everybody once one of them is seen, or they are done.",
            match R::details(fight).whose {
                whose if whose.is_empty() => "The hidden act first.".to_owned(),
                whose => whose,
            }
        )
    })
}

/// A refusal as the person is told it.
pub fn refused<R: Ruleset>(
    fight: &FightState<R>,
    viewer: Viewer,
    refusal: &Refusal<R>,
    discretion: Discretion,
) -> UserError {
    let who = |to: &Addressee| match to {
        Addressee::Combatant(id) if fight.find(*id).is_some_and(|it| !viewer.sees(fight, it)) => "the GM".to_owned(),
        Addressee::Combatant(id) => fight.name(*id).to_owned(),
        Addressee::Side(side) => format!("the {}", fight.side_name(*side).trim_start_matches("The ")),
        Addressee::Gm => "the GM".to_owned(),
    };
    let side = |id: &SideId| fight.side(*id).name.to_string();
    let unbegun = discretion == Discretion::Kept && view::begins_unseen(fight, viewer);
    if unbegun && !matches!(refusal, Refusal::Unknown(_) | Refusal::GmOnly | Refusal::Paused) {
        return UserError::say(NOT_BEGUN);
    }
    let text = match refusal {
        Refusal::Violation(violation) => {
            let (text, rule) = R::violation_words(fight, violation);
            return UserError { rule: rule.map(|it| it.citation()), ..UserError::say(text) };
        }
        // A forged press may speak of somebody whom the presser does not see: to them, there is nobody.
        Refusal::NotYours(id) if fight.find(*id).is_none_or(|it| !viewer.sees(fight, it)) => NOBODY.to_owned(),
        Refusal::NotYours(id) => match fight.combatant(*id).controller {
            Controller::Gm => format!("{} is the GM\u{2019}s to play.", fight.name(*id)),
            Controller::Player(seat) => format!("{} is <@{}>\u{2019}s to play.", fight.name(*id), seat.0),
        },
        Refusal::NotAsked(to) => {
            let player = match to {
                Addressee::Combatant(id) => fight.find(*id).filter(|it| viewer.sees(fight, it)),
                Addressee::Side(_) | Addressee::Gm => None,
            };
            match player.map(|it| it.controller) {
                Some(Controller::Player(seat)) => {
                    format!("That question is for {}. <@{}> answers it, or the GM.", who(to), seat.0)
                }
                Some(Controller::Gm) => format!("That question is for {}. The GM answers it.", who(to)),
                None => format!("That question is for {}.", who(to)),
            }
        }
        Refusal::NotYourSide(id) => format!("You play nobody of the {}.", side(id)),
        Refusal::NobodyToPassFor => "It isn\u{2019}t your turn, so there is nothing for you to pass.".to_owned(),
        Refusal::PassedAlready(id) => {
            format!("You have passed already. The {} pass once the others who could act have passed too.", side(id))
        }
        Refusal::Busy(awaited) if awaited.is_empty() => {
            "Something is being resolved; try again in a moment.".to_owned()
        }
        Refusal::Busy(awaited) => {
            // That somebody unseen is asked along with others is not said: what the others wait for is enough.
            let seen = |to: &&Addressee| viewer.sees_asked(fight, **to);
            let named: Vec<String> = match awaited.iter().any(|it| seen(&it)) {
                true => awaited.iter().filter(seen).map(who).collect(),
                false => awaited.iter().take(1).map(who).collect(),
            };
            waiting(&named)
        }
        Refusal::Closed => "That question is settled already.".to_owned(),
        Refusal::NotOffered => "That is not among the answers any more. Look at the newest message.".to_owned(),
        Refusal::GmOnly => "Only the GM can do that.".to_owned(),
        Refusal::NotBegun => NOT_BEGUN.to_owned(),
        Refusal::Begun => match begun_unseen(fight, discretion).filter(|_| viewer == Viewer::Gm) {
            Some(how) => format!("The fight has begun, unseen. {how}"),
            None => "The fight has begun already.".to_owned(),
        },
        Refusal::Over => "The fight is over. A new one begins with /encounter start.".to_owned(),
        Refusal::Paused => "The table is paused. The GM goes on with /encounter resume.".to_owned(),
        Refusal::NotPaused => "The table is not paused.".to_owned(),
        Refusal::Unknown(_) => NOBODY.to_owned(),
        Refusal::NothingToUndo => "There is nothing to take back.".to_owned(),
        Refusal::TooLateToUndo => {
            "Dice have fallen or somebody has answered since: ask the GM to take it back.".to_owned()
        }
        Refusal::NothingPending => "Nothing is waiting for that.".to_owned(),
        Refusal::Diverged => {
            "The rules have changed under this half-done action. It is taken back to its start; do it again.".to_owned()
        }
    };
    UserError {
        diverged: *refusal == Refusal::Diverged,
        for_now: matches!(refusal, Refusal::Busy(_) | Refusal::Paused),
        ..UserError::say(text)
    }
}
