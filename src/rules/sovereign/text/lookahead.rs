//! Looking before leaping: where a combatant could go, what they threaten, what sight is worth, and what a move would draw. It decides
//! nothing, and speaks of nobody whom the one who looks does not see.

use crate::engine::{
    CombatantId,
    ruleset::Looker,
    space::{
        Space,
        grid::{Sight, Square},
    },
};
use crate::rules::sovereign::{
    Action, Condition, FightState, Sovereign,
    chapters::{movement, turn},
    model::{
        blow::With,
        board::{self, Cover},
        state::{Resource, grappling, is, known, weapon},
    },
};
use crate::rules::wording;

/// R10, R23: the squares to which a combatant could still run in this turn.
pub fn reaches(fight: &FightState, who: CombatantId) -> Vec<Square> {
    let it = fight.combatant(who);
    let may = turn::may_act_now(fight, who);
    let left = it.budget.left(Resource::Move) + it.budget.left(Resource::Main);
    if may && left > 0 { could_reach(fight, who) } else { vec![] }
}

/// R10, R23: the squares to which a combatant could run in a turn of their own.
pub fn could_reach(fight: &FightState, who: CombatantId) -> Vec<Square> {
    if grappling(fight, who) {
        return vec![];
    }
    board::reach(fight, who, board::squares_of_movement(fight, who)).into_keys().collect()
}

/// R13: the squares on which a combatant draws attacks of opportunity.
pub fn threatens(fight: &FightState, who: CombatantId) -> Vec<Square> {
    let Some(at) = board::place(fight, who).filter(|_| board::armed(fight, who)) else { return vec![] };
    let reach = u16::try_from(board::reach_ft(fight, who) / board::SQUARE_FT).unwrap_or(1);
    fight.space.within(at, reach).filter(|it| fight.space.open(*it) && fight.space.sight(at, *it).seen).collect()
}

/// R3, R4, R35: what sight is worth here, and with what is in hand how far.
pub fn sight_words(
    fight: &FightState,
    from: &Looker<Sovereign>,
    to: &Looker<Sovereign>,
    sight: Option<&Sight>,
) -> Vec<String> {
    let mut words = vec![];
    let stated = to.who.and_then(|it| fight.find(it)).and_then(|it| it.state.cover);
    match sight {
        Some(sight) if !sight.seen => {
            words.push("There\u{2019}s no line of sight, so you can\u{2019}t attack (R2).".to_owned())
        }
        Some(sight) => words.push(
            match stated.unwrap_or(sight.cover) {
                Cover::None => "No cover: no penalty to hit.",
                Cover::Half => "Half cover: -2 to hit (R3).",
                Cover::Full => "Full cover: -4 to hit (R4).",
            }
            .to_owned(),
        ),
        None => {}
    }
    if stated.is_some() {
        words.push("The GM has set this cover.".to_owned());
    }
    let far = fight.space.distance(&from.at, &to.at).map(|it| it * board::SQUARE_FT);
    let in_hand = from.who.and_then(|who| Some((who, fight.find(who)?.state.in_hand.first().copied()?)));
    if let (Some(far), Some((who, index))) = (far, in_hand)
        && let Some(weapon) = weapon(fight, who, With::Weapon(index))
        && let Some(range) = weapon.range
    {
        words.push(match far {
            _ if far <= range.normal_ft => format!("{far} ft, within the {}\u{2019}s normal range.", weapon.name),
            _ if far <= range.long_ft => format!("{far} ft, long range for the {}: -2 to hit (R35).", weapon.name),
            _ => format!("{far} ft, beyond the {}\u{2019}s long range of {} ft.", weapon.name, range.long_ft),
        });
    }
    if to.who.is_some_and(|it| is(fight, it, Condition::Unseen)) {
        words.push("The target can\u{2019}t be seen: shots are at -4 (R35).".to_owned());
    }
    words
}

/// R13, R20, R21, R23, R25, R28, R29: from whom an act would draw an attack of opportunity.
pub fn warning(fight: &FightState, who: CombatantId, action: &Action) -> Option<String> {
    let most = || board::squares_of_movement(fight, who);
    let foes = match action {
        Action::Run(it) => {
            let way = movement::way_to(fight, who, it.to, most()).ok()?;
            movement::provoked(fight, who, &way)
        }
        Action::Screen(it) => match crate::rules::sovereign::chapters::screen::check(fight, who, it.target, it.to) {
            Ok(Some(_)) => board::opportunity_attackers(fight, who),
            _ => vec![],
        },
        Action::Charge(_)
        | Action::StandUp
        | Action::PickUp(_)
        | Action::UseSkill(_)
        | Action::Stabilise(_)
        | Action::Help(_)
        | Action::Flee => board::opportunity_attackers(fight, who),
        _ => vec![],
    };
    let foes: Vec<&str> = foes.iter().filter(|it| known(fight, who, **it)).map(|it| fight.name(*it)).collect();
    (!foes.is_empty()).then(|| format!("This draws an attack of opportunity from {}.", wording::list(&foes)))
}
