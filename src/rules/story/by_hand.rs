//! What's told about changes by hand, joining and leaving.

use crate::{
    engine::{
        Actor, Combatant, CombatantId, Controller, Encounter, FightState, GameSystem, Stage,
        fact::TableFact,
        fight_state::Shown,
        space::Space,
        view::{self, Audience, Brief, BriefPart, Line, Scene, Viewer},
    },
    rules::{
        names,
        request::{Request, TurnPatch},
        wording,
    },
};
use std::sync::Arc;

/// Who has the turn by the GM's word, and whose ends by it, as far as everyone may know.
fn turn_given<R: GameSystem>(before: &FightState<R>, now: &FightState<R>, patch: &TurnPatch) -> String {
    let seen = |who: Option<CombatantId>| who.filter(|it| !now.is_hidden(*it)).map(|it| now.name(it));
    let ended = seen(before.turns.active.filter(|it| now.turns.active != Some(*it)));
    let ends = ended.map_or_else(String::new, |it| format!(" That ends {it}\u{2019}s turn."));
    match patch {
        TurnPatch::Give(who) if seen(Some(*who)).is_some() => {
            format!("The GM gives the turn to {}.{ends}", now.name(*who))
        }
        TurnPatch::End if ended.is_some() => format!("The GM ends {}\u{2019}s turn.", ended.unwrap_or_default()),
        _ => format!("The GM changes the turn order.{ends}"),
    }
}

/// What's told about changes by hand, joining and leaving.
pub(super) fn lines<R: GameSystem>(
    before: &Encounter<R>,
    now: &Encounter<R>,
    request: &Request,
    actor: Actor,
) -> Vec<Line> {
    match request {
        Request::Join(_) => joined(before, now),
        Request::Side { name } => vec![Line::open(format!("A new side: the {}.", name.trim()))],
        Request::SetFight { name, .. } | Request::Option { name, .. } if names::key(name) == "fog" => {
            vec![Line::open(match now.now().fog {
                true => {
                    "There\u{2019}s fog on the map now: it shows what your characters see, and dimly what they\u{2019}ve seen."
                }
                false => "The fog on the map lifts.",
            })]
        }
        Request::Option { name, value } => vec![Line::open(format!("Option {name} is now {value}."))],
        Request::UnseenBeside { on } => {
            let line = Line::open(match on {
                true => {
                    "Hidden combatants act whenever you like, once a round, so that no gap in the turns gives them away."
                }
                false => "Hidden combatants act in the order of turns again.",
            });
            // As long as nobody is hidden, that's nothing to know.
            let is_news = now.now().combatants.iter().any(|it| it.is_hidden());
            let part = if is_news { BriefPart::Outcome } else { BriefPart::Unsaid };
            vec![Line { audience: Audience::Gm, brief: Brief { part, ..Brief::default() }, ..line }]
        }
        Request::SetFight { name, value } => {
            // Nobody else may know whether someone lies in wait, no matter who.
            let lies = now.now().stage == Stage::Gathering && R::LIES_IN_WAIT.contains(&names::key(name).as_str());
            let audience = if lies { Audience::Gm } else { Audience::Everyone };
            vec![Line { audience, ..Line::open(format!("The GM sets {name}: {value}.")) }]
        }
        Request::Board { .. } => vec![Line::open("The GM sets up the map.")],
        Request::Pace { prompt_ms } => vec![Line::open(match prompt_ms {
            Some(ms) => format!("Questions now wait {} for an answer.", wording::time_words(*ms)),
            None => "Questions now wait for an answer as long as it takes.".to_owned(),
        })],
        Request::Turn(patch) if actor.is_gm() => {
            let line = Line::open(turn_given(before.now(), now.now(), patch));
            vec![Line { audience: audience(before, now), ..line }]
        }
        Request::Autopilot { who, to } => {
            let names: Vec<&str> = who.iter().map(|it| now.now().name(*it)).collect();
            let text = wording::handed_to_umpire(&names, to);
            vec![Line { audience: Audience::Gm, ..Line::open(text) }]
        }
        Request::StandIn { who, why, .. } => {
            let names: Vec<&str> = who.iter().map(|it| before.now().name(*it)).collect();
            let seats = who.iter().filter_map(|it| before.now().find(*it)?.controller.seat()).map(|it| it.0).collect();
            let is_hidden = who.iter().any(|it| before.now().is_hidden(*it));
            let audience = if is_hidden { Audience::Gm } else { Audience::Everyone };
            vec![Line { audience, ..Line::open(wording::umpire_stands_in(&names, seats, *why)) }]
        }
        _ => combatant_by_hand(before.now(), now.now(), request, actor),
    }
}

/// What a system tells of a GM's change begins by saying whose change it is.
pub(super) fn marked(lines: &mut [Line]) {
    // For whoever can't read the others, too.
    let mut marked: Vec<Audience> = vec![];
    for line in lines {
        if marked.contains(&line.audience) {
            continue;
        }
        marked.push(line.audience);
        if line.text.contains("GM") {
            continue;
        }
        let Brief { short, tight, .. } = &mut line.brief;
        for text in std::iter::once(&mut line.text).chain(short).chain(tight) {
            *text = format!("GM: {text}");
        }
    }
}

/// What's told about a change to one combatant by hand. Anything only about the GM's own combatants is told to the GM.
fn combatant_by_hand<R: GameSystem>(
    before: &FightState<R>,
    fight: &FightState<R>,
    request: &Request,
    actor: Actor,
) -> Vec<Line> {
    let about = |who: CombatantId, text: String| {
        let known = fight.find(who).or_else(|| before.find(who));
        let open = known.is_some_and(|it| it.owner.is_some() && !it.is_hidden());
        vec![Line { audience: if open { Audience::Everyone } else { Audience::Gm }, ..Line::open(text) }]
    };
    let name = |who: CombatantId| fight.find(who).map_or_else(|| before.name(who).to_owned(), |it| it.name.to_string());
    let moved = |who: CombatantId, at: &str| about(who, format!("The GM moves {} to {at}.", name(who)));
    match request {
        Request::Leave { who } => {
            let hidden = before.is_hidden(*who);
            let line = Line::open(format!("{} leaves the fight.", name(*who)));
            vec![Line { audience: if hidden { Audience::Gm } else { Audience::Everyone }, ..line }]
        }
        Request::Set { who, field, value } => {
            let was = number_before(before, *who, field).filter(|it| it != value.trim());
            let was = was.map_or_else(String::new, |it| format!(" (was {it})"));
            about(*who, format!("The GM sets {1}\u{2019}s {0} to {value}{was}.", field.to_lowercase(), name(*who)))
        }
        Request::Condition { who, name: condition, on } => {
            about(*who, format!("{} {} (GM).", name(*who), wording::has_now(condition, *on)))
        }
        Request::Place { who, at } => moved(*who, at),
        Request::Each(all) => {
            let each = |it: &Request| {
                let lines = combatant_by_hand(before, fight, it, actor);
                lines.into_iter().map(|line| (it.changed().map_or_else(String::new, name), line)).collect::<Vec<_>>()
            };
            let (open, gms): (Vec<_>, Vec<_>) =
                all.iter().flat_map(each).partition(|it| it.1.audience == Audience::Everyone);
            let told = |lines: Vec<(String, Line)>, audience: Audience| {
                let all = wording::of_all(lines.into_iter().map(|(name, line)| (name, line.text)));
                all.into_iter().map(move |text| Line { audience, ..Line::open(text) })
            };
            told(open, Audience::Everyone).chain(told(gms, Audience::Gm)).collect()
        }
        Request::Control { who, to } => {
            let whom = name(*who);
            about(
                *who,
                match to {
                    Controller::Gm if actor == Actor::Table => away(before, *who, &whom),
                    Controller::Gm => format!("The GM now plays {whom}."),
                    Controller::Player(seat) => {
                        let is_up = fight.stage == Stage::Fighting && R::may_act(fight).contains(who);
                        let turn = if is_up { ", who may act now" } else { "" };
                        format!("<@{}> now plays {whom}{turn}.", seat.0)
                    }
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
                Some(Shown::State) => "shown by name, with a word for their condition",
                Some(Shown::Exact) => "shown with exact vitals and conditions",
                Some(Shown::Everything) => "shown completely, sheet included",
            };
            vec![Line { audience: Audience::Gm, ..Line::open(format!("{} is now {how}.", name(*who))) }]
        }
        _ => vec![],
    }
}

/// The number that a value had before the GM set it. Whoever reads what a player's character has now has read what it had before only if it
/// is one of the vitals; what's told of everybody else is the GM's alone.
fn number_before<R: GameSystem>(before: &FightState<R>, who: CombatantId, field: &str) -> Option<String> {
    let it = before.find(who)?;
    let is_vital = || R::vitals(before, it).iter().any(|vital| vital.name.eq_ignore_ascii_case(field.trim()));
    let is_known = it.owner.is_none() || is_vital();
    R::read(before, who, field).filter(|was| is_known && was.parse::<i64>().is_ok())
}

/// A character's player was silent too often; the text also says how to get the character back.
fn away<R: GameSystem>(before: &FightState<R>, who: CombatantId, whom: &str) -> String {
    let player = before.find(who).map(|it| it.controller);
    match player {
        Some(Controller::Player(seat)) => format!(
            "Two questions in a row went unanswered, so the GM now plays {whom}. <@{}> gets {whom} back at their first press.",
            seat.0
        ),
        _ => format!("The GM now plays {whom}."),
    }
}

fn joined<R: GameSystem>(before: &Encounter<R>, now: &Encounter<R>) -> Vec<Line> {
    let fight = now.now();
    let waiting = |it: &Encounter<R>| it.pending.as_ref().map_or_else(Vec::new, |it| it.later.clone());
    // Anyone who joins while someone is being asked is in the fight once that's done.
    let later = waiting(now).into_iter().skip(waiting(before).len());
    let later = later.filter_map(|it| if let TableFact::Joined(it) = it { Some(Arc::from(it)) } else { None });
    let new = fight.combatants.iter().filter(|it| before.now().find(it.id).is_none()).cloned();
    new.chain(later)
        .map(|it: Arc<Combatant<R>>| {
            let side = fight.side(it.side).name.trim_start_matches("The ");
            // Before the fight, the map shows where people gather; in the fog, not everyone may know; an only place goes without saying.
            let is_told = fight.stage == Stage::Fighting && !fight.fog && fight.space.places().len() > 1;
            let place = it.place.as_ref().filter(|_| is_told);
            let at = place.map_or_else(String::new, |it| format!(" at {}", fight.space.place_words(it)));
            let line = Line::open(format!("{} joins the {side}{at}.", it.name));
            let brief = Brief { subject: it.name.to_string(), ..Brief::default() };
            Line { audience: if it.is_hidden() { Audience::Side(it.side) } else { Audience::Everyone }, brief, ..line }
        })
        .collect()
}

/// A change by hand that leaves what everyone sees unchanged is the GM's secret: a sentence about it would reveal it.
pub(crate) fn audience<R: GameSystem>(before: &Encounter<R>, now: &Encounter<R>) -> Audience {
    let seen = |it: &Encounter<R>| Scene { seq: 0, ..view::scene(it, Viewer::Everyone) };
    if seen(before) == seen(now) { Audience::Gm } else { Audience::Everyone }
}
