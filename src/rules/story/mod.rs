//! Tells what happened, as far as it's the same for all systems: stories of actions, joining and leaving, the GM's changes, undos and
//! refusals. A system's `story.rs` tells its own facts.

pub mod brief;
#[cfg(test)]
mod brief_tests;
pub(crate) mod builder;
pub(crate) mod by_hand;
pub mod fallen;
mod let_pass;
pub mod stored;

use super::{
    request::{Request, Story, UserError},
    row_summary,
    wording::of_all,
};
use crate::engine::{
    Actor, Addressee, Controller, Encounter, FightState, GameSystem, Log, LogRow, SideId, Stage,
    encounter::{Effect, Input},
    fact::{Record, TableFact},
    refusal::Refusal,
    ruleset::{Citable, Transition},
    view::{self, Audience, BriefPart, Discretion, Line, Viewer},
};

/// An actor as a log shows it.
pub fn actor_text(actor: Actor) -> String {
    match actor {
        Actor::Gm(seat) => format!("gm {}", seat.0),
        Actor::Player(seat) => format!("player {}", seat.0),
        Actor::Table => "table".to_owned(),
        Actor::Umpire => "umpire".to_owned(),
    }
}

/// The stories that these rows begin, continue or end.
pub fn stories<R: GameSystem>(
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
        // What takes the beginning back is told to those who have seen it, if what's taken back is what they saw.
        let unbegins = !unbegun(&before)
            && match row.effect {
                Effect::Reverted { from } => !unbegun(&just_after(log, from)),
                Effect::Withdrawn => true,
                _ => false,
            };
        if unbegun(&now) && !unbegins {
            keep(&mut story.lines);
        } else if unbegun(&before) && now.now().stage == Stage::Fighting {
            // If nobody knew of something, its end isn't told either.
            if matches!(row.input, Input::Transition(Transition::PhaseEnds(_))) {
                keep(&mut story.lines);
            }
            // Separate from the action's story, which is told again with each answer: this would get lost.
            stories.extend(beginning(log.rows().iter().chain(&rows[..index]), now.now()));
            story.told_before = 0;
        }
        // Only the first row is what was asked for; the others follow from it.
        if index == 0 && story.lines.is_empty() && story.prompts.is_empty() {
            story.lines = by_hand::lines(&before, &now, request, actor);
        } else if index == 0 && actor.is_gm() && before.pending.is_none() && matches!(row.input, Input::Patch(_)) {
            by_hand::marked(&mut story.lines[story.told_before..]);
        }
        // If the GM changes something while someone is being asked, that's a story of its own, unless the action's story tells it.
        let told_apart = match (&row.input, &row.effect) {
            (Input::Patch(_), Effect::Ran { .. })
                if before.pending.is_some() && story.lines.len() <= story.told_before =>
            {
                let mut lines = by_hand::lines(&before, &now, request, actor);
                if unbegun(&now) {
                    keep(&mut lines);
                }
                Some(Story::plain(row.seq, lines)).filter(|it| !it.lines.is_empty())
            }
            _ => None,
        };
        if !matches!(row.effect, Effect::Reverted { .. }) {
            let mut until_here = log.rows().iter().chain(&rows[..=index]).rev();
            let cause = until_here.find(|it| !matches!(it.input, Input::Transition(_)));
            story.lines.extend(let_pass::let_pass(&before, &now, cause));
        }
        if story.lines.is_empty() && story.prompts.is_empty() && !story.withdrawn {
            stories.extend(told_apart);
            continue;
        }
        // A beginning or an end that asks nobody is added to the story of what led to it; of a continuing action, only its state.
        match stories.last_mut() {
            Some(last) if last.begins && !matches!(row.input, Input::Transition(_)) => stories.push(story),
            Some(last) if story.began_seq == last.began_seq => {
                *last = Story { told_before: last.told_before.min(story.told_before), ..story };
            }
            Some(last) if story.prompts.is_empty() && last.prompts.is_empty() && !last.withdrawn => {
                last.lines.extend(story.lines);
                last.fallen.extend(story.fallen);
            }
            _ => stories.push(story),
        }
        stories.extend(told_apart);
    }
    stories.iter_mut().for_each(|it| fallen::brought_up_to(&mut it.fallen, now.now()));
    stories
}

/// The fight as it was when this row had been written.
fn just_after<R: GameSystem>(log: &Log<R>, seq: u64) -> Encounter<R> {
    let mut then = Log::new(log.opening().clone());
    log.rows().iter().take_while(|it| it.seq <= seq).for_each(|it| then.append(it.clone()));
    then.now().clone()
}

fn story<R: GameSystem>(log: &Log<R>, before: &Encounter<R>, row: &LogRow<R>, now: &Encounter<R>) -> Option<Story> {
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
                fallen: fallen::fallen(&before.fight, now.now()),
                ..Story::plain(began_seq, vec![])
            })
        }
        Effect::Sealed { .. } => pending(now),
        Effect::Withdrawn => {
            let pending = before.pending.as_ref()?;
            let deed = deed::<R>(now.now(), &pending.records);
            let audience = deed.as_ref().map_or_else(|| by_hand::audience(before, now), |it| it.audience);
            let what = deed.map_or_else(|| "the unfinished action".to_owned(), |it| quoted(&it.text));
            // What was told before stays, struck out: its dice fell, and the log keeps them.
            let mut lines = R::story_lines(before.now(), &pending.records);
            let told_before = lines.len();
            lines.push(taken_back(&what, row.actor, audience));
            Some(Story { told_before, withdrawn: true, ..Story::plain(pending.began_seq, lines) })
        }
        Effect::Reverted { from } => {
            let begun = log.rows().iter().find(|it| it.seq == *from)?;
            let deed = deed::<R>(before.now(), begun.effect.records());
            let audience = deed.as_ref().map_or_else(|| by_hand::audience(before, now), |it| it.audience);
            let is_spread = matches!(&begun.input, Input::Patch(facts) if row_summary::is_spread(facts));
            let what = deed.filter(|_| !is_spread).map(|it| quoted(&it.text));
            let what = what.unwrap_or_else(|| row_summary::row_summary(begun, before, now, audience));
            let line = taken_back(&what, row.actor, audience);
            Some(Story { takes_back: log.standing_since(*from), ..Story::plain(row.seq, vec![line]) })
        }
        // It takes effect from the next action on; that it was said is told at once.
        Effect::Later(_) => Some(Story::plain(row.seq, vec![])),
        Effect::Paused => {
            let said = match row.actor {
                // Nobody has paused it: see `table/lone_gm`.
                Actor::Table => "The fight waits until a player sits down. Resume starts it without them.",
                _ => "The table is paused and every clock has stopped.",
            };
            Some(Story::plain(row.seq, vec![Line::open(said)]))
        }
        Effect::Resumed => {
            Some(Story::plain(row.seq, vec![Line::open("The table resumes. The clocks are running again.")]))
        }
    }
}

/// How the fight began, for players it was kept from; `None` if there's nothing to tell.
fn beginning<'a, R: GameSystem>(rows: impl Iterator<Item = &'a LogRow<R>>, now: &FightState<R>) -> Option<Story> {
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

/// What the GM's next undo would take back, in the words that it would tell; `None` if there's nothing.
pub fn to_take_back<R: GameSystem>(log: &Log<R>) -> Option<String> {
    let row = log.last_deed().filter(|it| !is_laid(it))?;
    let (records, now) = (row.effect.records(), log.now());
    if moves_unseen_turns_only(log, row) {
        return None;
    }
    // A change by hand is called by what it changes, not by the first thing that follows from it.
    let is_by_hand = matches!(row.input, Input::Patch(_));
    let done = deed::<R>(now.now(), records).map(|it| it.text).filter(|_| !is_by_hand);
    Some(done.unwrap_or_else(|| row_summary::row_summary(row, now, &log.before(row.seq), Audience::Gm)))
}

/// Whether this row is of those with which every fight opens, its sides and its pace: nobody thinks of having done it.
fn is_laid<R: GameSystem>(row: &LogRow<R>) -> bool {
    let is_laid = |it: &TableFact<R>| matches!(it, TableFact::SideNamed(_) | TableFact::PaceSet(_));
    matches!(&row.input, Input::Patch(facts) if facts.iter().all(is_laid))
}

/// Whether this row only says how unseen combatants' turns are kept, which follows from the GM's having a channel of their own.
fn moves_unseen_turns_only<R: GameSystem>(log: &Log<R>, row: &LogRow<R>) -> bool {
    let Input::Patch(facts) = &row.input else { return false };
    let [TableFact::OptionsSet(after)] = facts.as_slice() else { return false };
    let before = log.before(row.seq);
    [true, false].into_iter().any(|on| {
        let mut options = (*before.fight.options).clone();
        R::unseen_beside(&mut options, on);
        options == **after
    })
}

/// The line that says what an action with these records was. The turn that began with the action doesn't describe it, unless nothing else
/// does.
fn deed<R: GameSystem>(fight: &FightState<R>, records: &[Record<R>]) -> Option<Line> {
    let is_turn = |it: &&Record<R>| match it {
        Record::Fact(TableFact::TurnBegan(_)) => true,
        Record::Fact(TableFact::Told(event)) => R::begins_turn(event),
        _ => false,
    };
    let itself: Vec<Record<R>> = records.iter().filter(|it| !is_turn(it)).cloned().collect();
    what_was_done(R::story_lines(fight, &itself)).or_else(|| what_was_done(R::story_lines(fight, records)))
}

/// The line that says what was done: the first that everyone may read, but for who is harmed or comes into sight, so that its undo reads the same to them no matter who else was involved;
/// otherwise the first.
fn what_was_done(lines: Vec<Line>) -> Option<Line> {
    // A weapon that's drawn first doesn't say what was done with it.
    let (asides, said): (Vec<Line>, Vec<Line>) = lines.into_iter().partition(|it| it.brief.part == BriefPart::Aside);
    let lines = if said.is_empty() { asides } else { said };
    let is_open = |it: &Line| it.audience == Audience::Everyone;
    // Whoever shoots from hiding comes into sight first, which isn't what they did.
    let is_deed = |it: &Line| is_open(it) && it.brief.part != BriefPart::Harm;
    let open = lines.iter().position(is_deed).or_else(|| lines.iter().position(is_open)).unwrap_or(0);
    let audience = lines.get(open)?.audience;
    let same = lines[open..].iter().filter(|it| it.audience == audience);
    // Done to several by hand, it's told of all of them.
    let text = of_all(same.map(|it| (it.brief.subject.clone(), it.text.clone()))).into_iter().next()?;
    Some(Line { text, ..lines[open].clone() })
}

/// A sentence of a story as it was told, marked as such: what's taken back is no longer so.
fn quoted(sentence: &str) -> String {
    format!("\u{201c}{}\u{201d}", sentence.trim_end_matches('.'))
}

fn taken_back(what: &str, by: Actor, audience: Audience) -> Line {
    let by = if by.is_gm() { " (GM)" } else { "" };
    let told = format!("Taken back: {}{by}.", what.trim_end_matches('.'));
    Line { audience, ..Line::open(format!("{told} The dice stay as they fell; what follows is rolled anew.")) }
}

/// What's told about actions that were undone along with another, by a player who didn't know about them: told to those who were told about
/// the actions.
pub fn undone_with_it(lost: Vec<Vec<Line>>) -> impl Iterator<Item = Line> {
    lost.into_iter().filter_map(what_was_done).map(|it| {
        let text = format!(
            "Also undone, out of the players\u{2019} sight: {}. It can be done again.",
            it.text.trim_end_matches('.')
        );
        Line { audience: it.audience, ..Line::open(text) }
    })
}

/// The story of the pending action.
pub fn pending<R: GameSystem>(now: &Encounter<R>) -> Option<Story> {
    let pending = now.pending.as_ref()?;
    let lines = R::story_lines(&pending.now, &pending.records);
    Some(Story {
        began_seq: pending.began_seq,
        told_before: lines.len(),
        lines,
        prompts: view::scene(now, Viewer::Gm).prompts,
        open_prompts: view::scene(now, Viewer::Everyone).prompts,
        fallen: fallen::fallen(&now.fight, &pending.now),
        ..Story::plain(pending.began_seq, vec![])
    })
}

/// The reply about a combatant who isn't there, or not for this player.
const NOBODY: &str = "They\u{2019}re no longer in the fight.";

/// The reply for a fight that hasn't begun.
const NOT_BEGUN: &str = "The fight hasn\u{2019}t begun. The GM starts it with /encounter begin.";

/// The reply to a player who tries to act while someone is being asked.
pub fn waiting(awaited: &[String]) -> String {
    format!("The table is waiting for {}. You can act once that\u{2019}s settled.", awaited.join(", "))
}

/// What to tell the GM about a fight that only unseen combatants have begun: how the others see it, and what waits. `None` if everyone
/// knows how far it is.
pub fn begun_unseen<R: GameSystem>(fight: &FightState<R>, discretion: Discretion) -> Option<String> {
    (discretion == Discretion::Kept && view::begins_unseen(fight, Viewer::Everyone)).then(|| {
        format!(
            "{} Everyone else still sees a fight that hasn\u{2019}t begun. Act with your hidden combatants, then /pass or /end. It begins \
             for everyone once one of them is seen to act, or when they\u{2019}re done.",
            match R::details(fight).whose {
                whose if whose.is_empty() => "Hidden combatants act first.".to_owned(),
                whose => whose,
            }
        )
    })
}

/// Anyone who is asked, as this person may know them.
fn asked_one<R: GameSystem>(fight: &FightState<R>, viewer: Viewer, to: &Addressee) -> String {
    match to {
        Addressee::Combatant(id) if fight.find(*id).is_some_and(|it| !viewer.sees(fight, it)) => "the GM".to_owned(),
        Addressee::Combatant(id) => fight.name(*id).to_owned(),
        Addressee::Side(side) => format!("the {}", fight.side_name(*side).trim_start_matches("The ")),
        Addressee::Gm => "the GM".to_owned(),
    }
}

fn not_asked<R: GameSystem>(fight: &FightState<R>, viewer: Viewer, to: &Addressee) -> String {
    let player = match to {
        Addressee::Combatant(id) => fight.find(*id).filter(|it| viewer.sees(fight, it)),
        Addressee::Side(_) | Addressee::Gm => None,
    };
    let who = asked_one(fight, viewer, to);
    match player.map(|it| it.controller) {
        Some(Controller::Player(seat)) => {
            format!("That question is for {who}. Only <@{}> or the GM can answer it.", seat.0)
        }
        Some(Controller::Gm) => format!("That question is for {who}. Only the GM can answer it."),
        None => format!("That question is for {who}."),
    }
}

fn busy<R: GameSystem>(fight: &FightState<R>, viewer: Viewer, awaited: &[Addressee]) -> String {
    // An unseen combatant asked along with others isn't mentioned: the others' names are enough.
    let seen = |to: &&Addressee| viewer.sees_asked(fight, **to);
    let who = |to: &Addressee| asked_one(fight, viewer, to);
    let named: Vec<String> = match awaited.iter().any(|it| seen(&it)) {
        true => awaited.iter().filter(seen).map(who).collect(),
        false => awaited.iter().take(1).map(who).collect(),
    };
    waiting(&named)
}

/// A refusal in words for this person.
pub fn refused<R: GameSystem>(
    fight: &FightState<R>,
    viewer: Viewer,
    refusal: &Refusal<R>,
    discretion: Discretion,
) -> UserError {
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
        // A forged press can name a combatant whom the presser doesn't see: for them, there's nobody.
        Refusal::NotYours(id) if fight.find(*id).is_none_or(|it| !viewer.sees(fight, it)) => NOBODY.to_owned(),
        Refusal::NotYours(id) => match fight.combatant(*id).controller {
            Controller::Gm => format!("The GM plays {}.", fight.name(*id)),
            Controller::Player(seat) => format!("<@{1}> plays {0}.", fight.name(*id), seat.0),
        },
        Refusal::NotAsked(to) => not_asked(fight, viewer, to),
        Refusal::NotYourSide(id) => format!("You don\u{2019}t play anyone among the {}.", side(id)),
        Refusal::NobodyToPassFor => "It isn\u{2019}t your turn, so there\u{2019}s nothing for you to pass.".to_owned(),
        Refusal::PassedAlready(id) => {
            let of = side(id);
            format!("You\u{2019}ve already passed. The {of} pass once everyone else who can act has passed too.")
        }
        Refusal::LeftToUmpire(id) => {
            let of = side(id);
            format!("Only Umpire\u{2019}s combatants can still act for the {of}. You\u{2019}ve nothing to pass.")
        }
        Refusal::LeftToGm(id) => {
            let of = side(id);
            format!("Only the GM\u{2019}s combatants can still act for the {of}. You\u{2019}ve nothing to pass.")
        }
        Refusal::Busy(awaited) if awaited.is_empty() => {
            "Something is still being resolved. Try again in a moment.".to_owned()
        }
        Refusal::Busy(awaited) => busy(fight, viewer, awaited),
        Refusal::Closed => "That question is already settled.".to_owned(),
        Refusal::NotOffered => "That answer is no longer open. Look at the newest message.".to_owned(),
        Refusal::GmOnly => UserError::gm_only().text,
        Refusal::NotBegun => NOT_BEGUN.to_owned(),
        Refusal::Begun => match begun_unseen(fight, discretion).filter(|_| viewer == Viewer::Gm) {
            Some(how) => format!("The fight has begun out of the players\u{2019} sight. {how}"),
            None => "The fight has already begun.".to_owned(),
        },
        Refusal::Over => "The fight is over. Start a new one with /encounter start.".to_owned(),
        Refusal::Paused => "The table is paused. /encounter resume goes on.".to_owned(),
        Refusal::NotPaused => "The table isn\u{2019}t paused.".to_owned(),
        Refusal::Unknown(_) => NOBODY.to_owned(),
        Refusal::NothingToUndo => "There\u{2019}s nothing to take back.".to_owned(),
        Refusal::TooLateToUndo => {
            "Dice have been rolled or a question answered since then, so only the GM can take it back.".to_owned()
        }
        Refusal::NothingPending => "Nothing is waiting for that answer.".to_owned(),
        Refusal::Diverged => {
            "The rules changed while this action was unfinished, so it starts over. Do it again.".to_owned()
        }
    };
    UserError {
        diverged: *refusal == Refusal::Diverged,
        for_now: matches!(refusal, Refusal::Busy(_) | Refusal::Paused),
        ..UserError::say(text)
    }
}
