//! Answers before a player acts: who sees whom across the board, and what to know before an action, without mentioning anyone the viewer
//! doesn't see. The ruleset decides what sight is worth.

use super::{
    super::{names, request::UserError, story},
    Fight, Session,
    lost_in_fog::forget_lost_of,
    worse,
};
use crate::engine::{
    Combatant, CombatantId, FightState, GameSystem, Param, Refusal,
    partial_action::{ATTACK, ParamValue, PartialAction},
    ruleset::{Looker, MOST_PARAMS, OUT, PlaceOf},
    space::{
        Space,
        grid::sight::{CORNERS, Point, SIDE, Sight},
        ground::Spot,
    },
    view::{Ray, SightView, Viewer},
};

/// What a player should know before they take an action, told as if nobody the viewer doesn't see were there.
pub fn warning<R: GameSystem>(
    session: &Fight<R>,
    viewer: Viewer,
    who: CombatantId,
    draft: &PartialAction,
) -> Option<String> {
    let mut known = session.known_to(viewer);
    let side = known.find(who)?.side;
    if known.fog && viewer != Viewer::Gm {
        forget_lost_of(known.to_mut(), side);
    }
    let fight = known.as_ref();
    match R::options(fight, who, draft) {
        Ok(Param::Done(action)) => R::warning(fight, who, &action).or_else(|| worse::warning(fight, who, draft)),
        _ => None,
    }
}

/// Why a combatant can't attack, told as if nobody the viewer doesn't see were there.
pub fn why_no_attack<R: GameSystem>(session: &Fight<R>, viewer: Viewer, who: CombatantId) -> Option<String> {
    let known = session.known_to(viewer);
    let fight = known.as_ref();
    let side = fight.find(who)?.side;
    let attack = PartialAction::of(ATTACK);
    match R::options(fight, who, &attack).map(|it| session.without_lost(viewer, who, it)) {
        Ok(Param::Choose { candidates, .. }) if !candidates.is_empty() => return None,
        Ok(Param::Done(_) | Param::Write { .. }) => return None,
        _ => {}
    }
    let is_lost = |it: &Combatant<R>| viewer != Viewer::Gm && session.is_lost_to(who, it.id);
    let is_foe = |it: &Combatant<R>| it.side != side && R::worth(fight, it.id) > OUT && !is_lost(it);
    let foes = fight.combatants.iter().filter(|it| is_foe(it));
    let Some(nearest) = foes.min_by_key(|it| fight.distance(who, it.id).unwrap_or(u32::MAX)) else {
        return Some("No enemy in sight.".to_owned());
    };
    let refusal = why_not(fight, who, attack.with("target", ParamValue::Who(nearest.id)))?;
    let far = fight.distance(who, nearest.id).map_or_else(String::new, |it| format!(", {}", R::distance_words(it)));
    Some(match &refusal {
        Refusal::Violation(violation) if R::is_out_of_reach(violation) => {
            format!("No enemy in reach; nearest: {}{far}.", nearest.name)
        }
        _ => format!("No attack now: {}", story::refused(session.fight(), viewer, &refusal, session.discretion).text),
    })
}

/// The reason why nothing can be done with this action, whatever it's filled with.
fn why_not<R: GameSystem>(fight: &FightState<R>, who: CombatantId, mut draft: PartialAction) -> Option<Refusal<R>> {
    for _ in 0..MOST_PARAMS {
        draft = match R::options(fight, who, &draft) {
            Err(refusal) => return Some(refusal),
            Ok(Param::Choose { name, candidates, unavailable, default, .. }) => {
                let any = candidates.into_iter().chain(unavailable).map(|it| it.fill).next();
                draft.with(name, default.or(any)?)
            }
            Ok(_) => return None,
        };
    }
    None
}

/// How one combatant or position sees another.
///
/// # Errors
/// If the viewer doesn't know one of them, or it has no place.
pub fn sight<R: GameSystem>(session: &Fight<R>, viewer: Viewer, from: &str, to: &str) -> Result<SightView, UserError> {
    let known = session.known_to(viewer);
    let fight = known.as_ref();
    let (from, to) = (looker(session, fight, viewer, from)?, looker(session, fight, viewer, to)?);
    let space = &*fight.space;
    let name = |it: &Looker<R>| match it.who {
        Some(who) => format!("{} ({})", fight.name(who), space.place_words(&it.at)),
        None => space.place_words(&it.at),
    };
    let (one, other) = (name(&from), name(&to));
    let sight = space.look(&from.at, &to.at);
    let mut sentences = match &sight {
        None => vec![
            "This map has no squares, so there are no lines of sight to measure. The zones and what lies in them say who sees whom, \
             or the GM does."
                .to_owned(),
        ],
        Some(sight) if from.at == to.at => {
            vec![format!("{one} and {other} share a square: {}.", sight.cover.words())]
        }
        Some(sight) => {
            let back = space.look(&to.at, &from.at).map(|it| seen_words(&other, &one, &it));
            std::iter::once(seen_words(&one, &other, sight)).chain(back).collect()
        }
    };
    if let (Some(_), Some(steps)) = (&sight, space.distance(&from.at, &to.at)) {
        sentences.push(format!("They\u{2019}re {steps} square{} apart.", if steps == 1 { "" } else { "s" }));
    }
    sentences.extend(R::sight_words(fight, &from, &to, sight.as_ref()));
    let ray = sight.and_then(|it| ray(space.spot(&from.at), space.spot(&to.at), &it));
    Ok(SightView { sentences, ray })
}

/// A combatant by name, or a position by its name; the combatant if both match.
fn looker<R: GameSystem>(
    session: &Fight<R>,
    fight: &FightState<R>,
    viewer: Viewer,
    typed: &str,
) -> Result<Looker<R>, UserError> {
    let space = &*fight.space;
    let is_name = session.names(viewer).iter().any(|it| it.name.eq_ignore_ascii_case(typed.trim()));
    let square = |at: PlaceOf<R>| match session.seen_by(viewer).is_none_or(|it| it.has_in_sight(space.spot(&at))) {
        true => Ok(Looker { who: None, at }),
        false => Err(UserError::say(format!("{} is out of sight.", space.place_words(&at)))),
    };
    if let (false, Some(at)) = (is_name, space.place_named(typed)) {
        return square(at);
    }
    match session.find(viewer, typed) {
        Ok(who) => match fight.find(who).and_then(|it| it.place.clone()) {
            Some(at) => session.must_be_shown(viewer, who).map(|()| Looker { who: Some(who), at }),
            None => Err(UserError::say(format!("{} isn\u{2019}t on the map yet.", fight.name(who)))),
        },
        Err(unknown) => {
            let places = space.places().into_iter().map(|it| (space.place_words(&it), it));
            match names::find(typed, places) {
                names::Named::One(at) => square(at),
                _ => Err(unknown),
            }
        }
    }
}

/// How much of a combatant is visible: "Ana (B3) sees Orc (F7): half cover, 6 of 8 corners are in sight, all but the upper north-west
/// one."
fn seen_words(one: &str, other: &str, sight: &Sight) -> String {
    let count = sight.corners.iter().filter(|it| **it).count();
    let named = |wanted: bool| {
        let all: Vec<&str> = (0..8).filter(|it| sight.corners[*it] == wanted).map(|it| CORNERS[it]).collect();
        all.join(", ")
    };
    match (sight.seen, count) {
        (false, _) => format!("{one} can\u{2019}t see {other}: something solid blocks every line between them."),
        (true, 8) => format!("{one} sees {other}: no cover, all 8 corners are in sight."),
        (true, 0) => format!("{one} sees {other}: full cover, only the middle is in sight."),
        (true, 5..) => {
            format!("{one} sees {other}: half cover, {count} of 8 corners are in sight, all but {}.", named(false))
        }
        (true, _) => format!("{one} sees {other}: half cover, {count} of 8 corners are in sight: {}.", named(true)),
    }
}

fn ray(from: Spot, to: Spot, sight: &Sight) -> Option<Ray> {
    let (Spot::Square(from), Spot::Square(to)) = (from, to) else { return None };
    let point = |it: Point| (it.x as f32 / SIDE as f32, it.y as f32 / SIDE as f32);
    let middle = |it: crate::engine::space::grid::Square| (f32::from(it.x) + 0.5, f32::from(it.y) + 0.5);
    Some(match sight.line {
        Some((a, b)) => Ray { from: point(a), to: point(b), is_clear: true },
        None => Ray { from: middle(from), to: middle(to), is_clear: false },
    })
}
