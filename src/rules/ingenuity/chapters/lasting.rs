//! What outlives a fight, and what gives it back: C11, and the fate of a new evening (C8). The sheet that [`lasting`] makes is the one with
//! which a combatant joins the next fight.

use crate::engine::{CombatantId, Ends, Held, Rest, Rested};
use crate::rules::ingenuity::{
    Condition, FightState, Ingenuity, Sheet,
    model::{
        sheet::{FATE_MAX, POOLS, half_up},
        state::At,
    },
};

/// C11: breaks between two rests.
const BREAKS: i32 = 2;

/// The kinds of rest.
pub const RESTS: [Rest; 3] = [
    Rest {
        name: "break",
        sentence: "Half an hour to an hour. It restores half your endurance, stamina and focus, up to twice between rests (C11).",
    },
    Rest { name: "rest", sentence: "Eight hours: restores all endurance, stamina and focus, and 1 health (C11)." },
    Rest { name: "evening", sentence: "A new evening of play gives you 1 fate, up to 3 (C8)." },
];

/// The sheet with which a combatant goes out of the fight: pools, what is left of the gear, and whether they live.
pub fn lasting(fight: &FightState, who: CombatantId) -> Sheet {
    let it = fight.combatant(who);
    let mut sheet = (*it.sheet).clone();
    let state = &it.state;
    for (pool, now) in POOLS.into_iter().zip([state.endurance, state.health, state.stamina, state.focus]) {
        let most = sheet.stat(pool);
        if now >= most {
            sheet.now.remove(pool)
        } else {
            sheet.now.insert(pool.to_owned(), now.max(0))
        };
    }
    sheet.fate = state.fate;
    sheet.breaks = state.breaks;
    sheet.cheat_death = state.cheat_death;
    sheet.dead = state.dead;
    let held = |it: &(usize, &crate::rules::ingenuity::model::state::Gear)| it.1.at == At::Hand;
    sheet.in_hand = state.gear.iter().enumerate().filter(held).map(|it| it.0 as u8).collect();
    sheet
}

/// R54: who comes with no health is unconscious.
pub fn begins_with(sheet: &Sheet) -> Vec<Held<Ingenuity>> {
    let down = sheet.pool("health") == 0 && !sheet.dead;
    let held = Held { what: Condition::Unconscious, ends: Ends::Fight, from: None };
    down.then_some(held).into_iter().collect()
}

/// C11 Recovery: a break, a rest; C8: an evening.
pub fn rest(sheet: &Sheet, kind: &str) -> Rested<Sheet> {
    let mut sheet = sheet.clone();
    let say = |text: &str| vec![text.to_owned()];
    if sheet.dead {
        return Rested { sheet, words: say("The dead don\u{2019}t rest.") };
    }
    let words = match kind {
        "break" if sheet.breaks >= BREAKS => {
            say("You\u{2019}ve had two breaks since the last rest, and a third restores nothing (C11).")
        }
        "break" => {
            sheet.breaks += 1;
            for pool in ["endurance", "stamina", "focus"] {
                let most = sheet.stat(pool);
                let now = sheet.pool(pool) + half_up(most);
                if now >= most {
                    sheet.now.remove(pool)
                } else {
                    sheet.now.insert(pool.to_owned(), now)
                };
            }
            say("You regain half your endurance, stamina and focus (C11).")
        }
        "evening" => {
            sheet.fate = (sheet.fate + 1).min(FATE_MAX);
            say("You gain a point of fate (C8).")
        }
        _ => {
            let health = sheet.pool("health") + 1;
            sheet.now.clear();
            if health < sheet.stat("health") {
                sheet.now.insert("health".to_owned(), health);
            }
            sheet.breaks = 0;
            say("You regain all your endurance, stamina and focus, and 1 health (C11).")
        }
    };
    Rested { sheet, words }
}
