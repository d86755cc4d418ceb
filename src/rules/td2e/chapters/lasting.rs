//! What outlives a fight, and what a rest gives back: R7 and ruling A9. The sheet that [`lasting`] makes is the one with which a combatant
//! joins the next fight.

use crate::engine::{CombatantId, Rest, Rested};
use crate::rules::td2e::{
    FightState,
    model::{gear, sheet::Sheet},
};

/// Sleep after a medic's care.
const TENDED: &str = "tended sleep";
/// C4: what monks of the highest level can do.
const MEDITATION: &str = "meditation";

/// The kinds of rest.
pub const RESTS: [Rest; 3] = [
    Rest { name: MEDITATION, sentence: "A level 7 monk meditates and regains 1 HP (C4; the number is ours)." },
    Rest { name: "sleep", sentence: "Six hours of sleep restore 1 HP, or 2 if you\u{2019}re Resilient (R7, A9)." },
    Rest { name: TENDED, sentence: "Sleep after a medic\u{2019}s care restores 1 HP more." },
];

/// HP that six hours of sleep bring back (R7).
const BY_SLEEP: u8 = 1;

/// The sheet with which a combatant goes out of the fight: hit points, and whether they live.
pub fn lasting(fight: &FightState, who: CombatantId) -> Sheet {
    let it = fight.combatant(who);
    let mut sheet = (*it.sheet).clone();
    sheet.hp = it.state.hp.clamp(0, sheet.max_hp);
    sheet.dead = it.state.dead;
    sheet
}

/// R7 Recovery, ruling A9, C4: what a rest of this kind gives back.
pub fn rest(sheet: &Sheet, kind: &str) -> Rested<Sheet> {
    let words = |text: String| vec![text];
    if sheet.dead {
        return Rested { sheet: sheet.clone(), words: words("The dead don\u{2019}t rest.".to_owned()) };
    }
    let (gained, how) = if kind == MEDITATION {
        match sheet.monk_level().and_then(|it| it.meditation) {
            Some(gained) => (gained, "Meditation restores {} HP (C4)."),
            None => {
                let why = "Only a level 7 monk heals by meditating (C4). Sleep helps everybody.".to_owned();
                return Rested { sheet: sheet.clone(), words: words(why) };
            }
        }
    } else {
        let own = sheet.gifts().filter_map(|it| it.sleep).max().unwrap_or(BY_SLEEP);
        let medic = gear::traits().iter().filter_map(|it| it.for_others).max().unwrap_or(0);
        let rule = if own > BY_SLEEP { "Sleep restores {} HP (A9)." } else { "Sleep restores {} HP (R7)." };
        (own + if kind == TENDED { medic } else { 0 }, rule)
    };
    let mut sheet = sheet.clone();
    sheet.hp = (sheet.hp + i32::from(gained)).min(sheet.max_hp);
    Rested { sheet, words: words(how.replace("{}", &gained.to_string())) }
}
