//! Looking before leaping: what it means for a shot how one sees another (R24, C14), and what a combatant should know before they do something
//! (R16). The fight is as the viewer knows it.

use crate::engine::{
    CombatantId,
    ruleset::Looker,
    space::grid::{Cover, Sight},
};
use crate::rules::{
    ingenuity::{Action, Condition, FightState, Ingenuity, chapters::opportunity, model::board, verbs},
    wording,
};

/// R24, C14: what a shot along this line would find.
pub fn sight_words(
    fight: &FightState,
    from: &Looker<Ingenuity>,
    to: &Looker<Ingenuity>,
    sight: Option<&Sight>,
) -> Vec<String> {
    let Some(sight) = sight.filter(|_| from.at != to.at) else { return vec![] };
    if !sight.seen {
        return vec!["You can\u{2019}t shoot what you can\u{2019}t see (C14).".to_owned()];
    }
    let target = to.who.and_then(|it| fight.find(it));
    let in_the_way = board::covers(&fight.space, from.at, to.at);
    let words = match target {
        Some(it) if it.is(&Condition::Cover) => {
            format!("The GM says {} is in cover: shots have disadvantage (R24).", it.name)
        }
        Some(it) if it.is(&Condition::SeekingCover) && board::sheltered(fight, it.id).is_none() => {
            format!("{} is behind cover: shots have disadvantage (R24).", it.name)
        }
        Some(it) if it.is(&Condition::SeekingCover) => match in_the_way {
            true => format!("{} is behind cover, and it\u{2019}s in the way: shots have disadvantage (R24).", it.name),
            false => format!("{} is behind cover, but from here it isn\u{2019}t in the way (R24).", it.name),
        },
        _ if in_the_way || sight.cover != Cover::None => {
            "Cover doesn\u{2019}t help against shots until the target seeks cover (R24).".to_owned()
        }
        _ => return vec![],
    };
    vec![words]
}

/// R16: that a blow is aimed at their own side. C12: out of whose reach a walk leads; a step draws no strike.
pub fn warning(fight: &FightState, who: CombatantId, action: &Action) -> Option<String> {
    if let Some(ally) = verbs::at_own_side(fight, who, action) {
        return Some(format!("{} is on your own side.", fight.name(ally)));
    }
    let to = match action {
        Action::Move(it) => it.to,
        Action::Sprint(it) => it.to,
        _ => None,
    }?;
    let foes: Vec<String> =
        opportunity::left_behind(fight, who, to).into_iter().map(|it| fight.name(it).to_owned()).collect();
    (!foes.is_empty()).then(|| format!("This may draw an opportunity strike from {}.", wording::list(&foes)))
}
