//! What outlives a fight, and what time gives back: C7, C8, C24, C28, C33. The sheet that [`lasting`] makes is the one with which a combatant
//! joins the next fight.

use crate::engine::{CombatantId, Dice, Ends, Held, Rest, Rested};
use crate::rules::sovereign::{
    Condition, FightState, Sovereign,
    model::{
        feats::Feat,
        sheet::{Attribute, Sheet, Skill},
        state::Resource,
    },
};

/// The kinds of rest.
pub const RESTS: [Rest; 2] = [
    Rest {
        name: "first aid",
        sentence: "A minute of care restores 1d6 + Heal HP and adds 1 System Strain, up to the CON score (C33).",
    },
    Rest { name: "day", sentence: "On a new day, everything that works once a day is available again (C24, C28)." },
];

/// The conditions that a combatant with this sheet begins the fight under.
pub fn begins_with(sheet: &Sheet) -> Vec<Held<Sovereign>> {
    let all = [
        (sheet.hp == 0 && sheet.named && !sheet.dead, Condition::Injured), // C6
        (sheet.frail, Condition::Frail),
        (sheet.expecting, Condition::Expecting),
        (sheet.unsuspecting && !sheet.expecting, Condition::Unsuspecting),
    ];
    let held = |what| Held { what, ends: Ends::Fight, from: None };
    all.into_iter().filter(|it| it.0).map(|it| held(it.1)).collect()
}

/// The sheet with which a combatant goes out of the fight. Who was stabilised comes to with 1 HP, Frail (C7, C8); who lay there injured when
/// it ended is not saved by its end.
pub fn lasting(fight: &FightState, who: CombatantId) -> Sheet {
    let it = fight.combatant(who);
    let mut sheet = (*it.sheet).clone();
    let alive = !it.state.dead && !it.is(&Condition::Injured);
    sheet.hp = it.state.hp.clamp(i32::from(alive), sheet.max_hp.max(1));
    sheet.dead = !alive;
    sheet.frail = it.is(&Condition::Frail);
    sheet.potions.clone_from(&it.state.potions);
    let used = |resource: Resource, feat: Feat| it.sheet.feat(feat) >= 2 && it.budget.left(resource) == 0;
    let all = [(Resource::DieHard, Feat::DieHard), (Resource::Impervious, Feat::Impervious)];
    sheet.used_today = all.into_iter().filter(|it| used(it.0, it.1)).map(|it| it.1).collect();
    sheet
}

/// C6, C7: whoever still lies there when the fight ends dies of it.
pub fn words(fight: &FightState, who: CombatantId) -> Vec<String> {
    let it = fight.combatant(who);
    let dies = it.is(&Condition::Injured) && !it.state.dead;
    let said = || format!("{} wasn\u{2019}t stabilised before the fight ended, and dies (C6, C7).", it.name);
    dies.then(said).into_iter().collect()
}

/// C33 First aid, and a new day.
pub fn rest(sheet: &Sheet, kind: &str, dice: &mut dyn Dice) -> Rested<Sheet> {
    let mut sheet = sheet.clone();
    let said = |sheet: Sheet, word: String| Rested { sheet, words: vec![word] };
    if sheet.dead {
        return said(sheet, "The dead don\u{2019}t rest.".to_owned());
    }
    if kind == "day" {
        sheet.used_today.clear();
        return said(sheet, "Everything that works once a day is available again (C24, C28).".to_owned());
    }
    let most = sheet.attributes[Attribute::Con as usize];
    if sheet.strain >= most {
        return said(sheet, format!("At {most} System Strain, first aid no longer helps (C33)."));
    }
    let face = i32::from(dice.face(6, false));
    let healed = (face + sheet.check_skill(Skill::Heal)).max(0);
    sheet.hp = (sheet.hp + healed).min(sheet.max_hp);
    sheet.strain += 1;
    let words = format!(
        "First aid: d6 ({face}) + {} Heal = {healed} HP restored, and 1 System Strain added (C33).",
        sheet.check_skill(Skill::Heal)
    );
    said(sheet, words)
}
