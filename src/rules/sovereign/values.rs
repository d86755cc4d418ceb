//! Values by their names: what scripts, `/who` and `/gm set` can read and set. The page `docs/sovereign.md` lists them all.

use super::{
    Combatant, Condition, FightState, Sovereign, TableFact,
    chapters::{attack, execution::MINUTE_ROUNDS, harm::DYING_ROUNDS, swarm, turn},
    model::{
        blow::{Manner, With},
        board::{self, Cover},
        fact::Fact,
        feats::Feat,
        gear::Shock,
        options,
        sheet::{self, Attribute, Skill},
        state::{Aim, Ambush, Resource, Trigger, dual, grappling, held, holders, is_up, shielded},
    },
    text::labels,
};
use crate::{
    engine::{CombatantId, Ends, Held, SideId, TurnOrder, space::Space},
    rules::{
        names::{self, key},
        properties::{self, properties},
        wording::{the, yes_no},
    },
};

type Facts = Result<Vec<TableFact>, String>;

properties! {
    /// The values of a combatant in a fight, beside their conditions, their skills and the fields of their sheet.
    PROPERTIES: Sovereign;
    ["hp", "health", "hit-points"] "hit points; set to 0, the character is Mortally Injured or dead (C6, C8)"
        |_, it| it.state.hp, set_hp;
    ["max-hp", "maximum-hp", "max-health"] "hit points when unhurt" |_, it| it.state.max_hp;
    ["ac", "armour-class", "armor-class"] "AC in effect now" |fight, it| attack::armour_class(fight, it.id);
    ["turn", "standing", "status"] "ready, acting, acted, holding, surprised, down, fled, dead"
        |fight, it| labels::standing(fight, it).1;
    ["acted"] "whether they\u{2019}ve ended this round\u{2019}s turn" |fight, it| fight.turns.is_spent(it.id);
    ["may-act"] "whether they can act now" |fight, it| turn::may_act_now(fight, it.id);
    ["main", "main-action", "action"] "the Main action: left, used"
        |_, it| left(it, Resource::Main), |_, it, value| set_resource(it, Resource::Main, "main", value);
    ["move", "move-action"] "the Move: left, used"
        |_, it| left(it, Resource::Move), |_, it, value| set_resource(it, Resource::Move, "move", value);
    ["luck", "veterans-luck", "veteran's-luck"] "Veteran\u{2019}s Luck (C18): left, used"
        |_, it| left(it, Resource::Luck), |_, it, value| set_resource(it, Resource::Luck, "luck", value);
    ["whirlwind", "whirlwind-assault"] "Whirlwind Assault (C26): left, used" |_, it| left(it, Resource::Whirlwind);
    ["impervious", "impervious-defense"] "ignoring one attack a day (C28): left, used"
        |_, it| left(it, Resource::Impervious);
    ["die-hard"] "the fall survived once a day (C24): left, used" |_, it| left(it, Resource::DieHard);
    ["place", "square", "at", "position"] "a square, or none"
        |fight, it| it.place.as_ref().map_or_else(|| "none".to_owned(), |at| fight.space.place_words(at)), set_place;
    ["height", "elevation"] "feet above the ground" |fight, it| it.place.map(|at| fight.space.height_ft(at).to_string());
    ["hidden"] "out of the other sides\u{2019} sight"
        |_, it| it.is_hidden(), |_, it, value| Ok(vec![TableFact::Hid { who: it.id, hidden: yes("hidden", value)? }]);
    ["dead", "killed"] "yes, no" |_, it| it.state.dead,
        |_, it, value| own(if yes("dead", value)? { Fact::Died(it.id) } else { Fact::Lives(it.id) });
    ["alive"] "yes, no" |_, it| !it.state.dead;
    ["down"] "yes, no" |_, it| !is_up(it);
    ["conscious", "up"] "yes, no" |_, it| is_up(it);
    ["stable", "stabilised", "stabilized"] "at 0 HP, but alive and out of danger"
        |_, it| !it.state.dead && it.state.hp <= 0 && it.state.fall.is_none();
    ["dies-in", "rounds-left"] "rounds until the Mortally Injured die, or none" |fight, it| {
        let left = |round: u32| (round + DYING_ROUNDS).saturating_sub(fight.turns.round).to_string();
        it.state.fall.as_ref().map_or_else(|| "none".to_owned(), |fall| left(fall.round))
    };
    ["shield-used"] "whether the shield has absorbed its Shock of this round" |_, it| it.state.shield_used,
        |_, it, value| match yes("shield-used", value)? {
            true => own(Fact::ShieldTook(it.id)),
            false => Err("shield-used can only be set to yes: the round\u{2019}s end gives the shield back.".to_owned()),
        };
    ["shield-left"] "whether the shield could still absorb one" |_, it| shielded(it) && !it.state.shield_used;
    ["grappled", "held"] "whether somebody holds them" |fight, it| !holders(fight, it.id).is_empty();
    ["grappled-by", "held-by"] "who holds them" |fight, it| names_of(fight, &holders(fight, it.id));
    ["grappling", "holds"] "whom they hold" |fight, it| name_of(fight, it.state.holds.filter(|_| grappling(fight, it.id))),
        |fight, it, value| own(Fact::Holds { by: it.id, whom: combatant_or_none(fight, value)? });
    ["screening", "screens"] "whom they screen" |fight, it| name_of(fight, it.state.screens),
        |fight, it, value| own(Fact::Screens { who: it.id, ward: combatant_or_none(fight, value)? });
    ["screened-by"] "who screens them" |fight, it| {
        let screens = |other: &&std::sync::Arc<Combatant>| other.state.screens == Some(it.id);
        names_of(fight, &fight.combatants.iter().filter(screens).map(|it| it.id).collect::<Vec<_>>())
    };
    ["screened", "screened-attackers"] "how many attackers they\u{2019}ve screened against this round"
        |_, it| it.state.screened.len();
    ["disengaged"] "whether they\u{2019}re clear of those who were adjacent" |_, it| !it.state.clear_of.is_empty();
    ["holding", "hold", "held-action"] "whether they hold an action; set, it waits for their word"
        |_, it| it.state.hold.is_some(), |_, it, value| {
            let hold = yes("holding", value)?.then_some(Trigger::Word);
            own(Fact::HoldIs { who: it.id, hold, foe: None })
        };
    ["trigger"] "what the held action waits for"
        |fight, it| it.state.hold.map_or_else(|| "none".to_owned(), |what| labels::waits(fight, what, it.state.hold_for));
    ["swarming", "swarms"] "whom they swarm" |fight, it| name_of(fight, it.state.swarms);
    ["swarm", "assailants"] "how many swarm them" |fight, it| swarm::assailants(fight, it.id).len();
    ["aiming", "aims-at"] "whose execution they prepare (R49); set to a name, its minute is over"
        |fight, it| name_of(fight, it.state.aim.map(|it| it.at)), set_aim;
    ["prepared"] "whether that minute is over; set to yes or to a name"
        |fight, it| it.state.aim.is_some_and(|aim| aim.ready || aim.round + MINUTE_ROUNDS <= fight.turns.round), set_aim;
    ["in-hand", "wielding", "readied", "weapon"] "what they hold"
        |_, it| list_or("nothing", held(it).map(|(_, arm)| arm.weapon.name.as_str()));
    ["dual-wielding", "dual"] "whether they fight with two weapons" |_, it| dual(it);
    ["loaded"] "whether what they hold is loaded" |_, it| held(it).all(|(_, arm)| arm.loaded);
    ["weapons"] "all they carry" |_, it| {
        let of = |name: &str, count: u8| if count > 1 { format!("{name} x{count}") } else { name.to_owned() };
        list_or("none", it.state.arms.iter().filter(|it| it.count > 0).map(|it| of(&it.weapon.name, it.count)))
    };
    ["stowed", "pack"] "weapons in the pack" |_, it| {
        let stowed = it.state.arms.iter().filter(|it| it.count > 0 && !it.ready);
        list_or("none", stowed.map(|it| it.weapon.name.as_str()))
    };
    ["shock"] "the Shock of what they hold, as 2/AC 15 or 5/-"
        |fight, it| shock(fight, it).map_or_else(|| "none".to_owned(), |it| it.words());
    ["shock-points", "shock-damage"] "its points" |fight, it| shock(fight, it).map_or(0, |it| it.points);
    ["attack-bonus", "ab"] "of class or hit dice" |_, it| it.sheet.attack_bonus();
    ["physical", "physical-save"] "the number to reach" |_, it| it.sheet.physical();
    ["evasion", "evasion-save"] "the number to reach" |_, it| it.sheet.evasion();
    ["mental", "mental-save"] "the number to reach" |_, it| it.sheet.mental();
    ["speed"] "feet of one movement now" |fight, it| board::squares_of_movement(fight, it.id) * board::SQUARE_FT;
    ["reach"] "feet of melee range with what they hold" |fight, it| board::reach_ft(fight, it.id);
    ["modifier", "bonus", "situation"] "what the GM adds to their next attack roll (R32)"
        |_, it| it.state.modifier, set_modifier;
    ["cover"] "none, half or full as the GM has stated it, or computed from the board"
        |_, it| it.state.cover.map_or("computed", cover_word), set_cover;
    ["fire"] "rounds of fire to come" |_, it| it.state.fire;
    ["wavered"] "whether the GM has been asked about their morale" |_, it| it.state.wavered;
    ["side"] "the side\u{2019}s name" |fight, it| fight.side(it.side).name.to_string();
    ["potions"] "those that are left" |_, it| list_or("none", it.state.potions.iter().map(|it| it.0.as_str()));
    ["conditions", "condition"] "all of them, or none"
        |_, it| list_or("none", Condition::ALL.into_iter().filter(|what| it.is(what)).map(labels::condition));
    ["alert"] "whether they have the feat (C22)" |_, it| it.sheet.feat(Feat::Alert) > 0;
}

/// A value of a combatant by its name: a condition, one of [`PROPERTIES`], what an attribute or a skill adds, or a field of the sheet.
pub fn read(fight: &FightState, who: CombatantId, name: &str) -> Option<String> {
    let it = fight.find(who)?;
    let name = key(name);
    if let Some(condition) = labels::condition_named(&name).filter(|_| name != "alert") {
        return yes_no(it.is(&condition));
    }
    if let Some(property) = properties::named(PROPERTIES, &name) {
        return (property.read)(fight, it);
    }
    let adds = |of: &&(&str, Attribute)| name.strip_suffix("-modifier") == Some(&of.0.to_lowercase());
    if let Some((_, attribute)) = Attribute::ALL.iter().find(adds) {
        return Some(it.sheet.modifier(*attribute).to_string());
    }
    if let Some(skill) = Skill::named(&name) {
        return Some(it.sheet.check_skill(skill).to_string());
    }
    let field = match name.as_str() {
        "armor" => "armour",
        "system-strain" => "strain",
        other => other,
    };
    sheet::fields(&it.sheet).into_iter().find(|it| it.0 == field).map(|it| it.1)
}

/// The facts by which the GM sets a value by its name.
pub fn set(fight: &FightState, who: CombatantId, name: &str, value: &str) -> Facts {
    let it = fight.find(who).ok_or("There\u{2019}s nobody of that name in the fight.")?;
    if let Some(what) = labels::condition_named(name) {
        return Ok(set_condition(fight, who, what, yes(&key(name), value)?));
    }
    match properties::named(PROPERTIES, name).and_then(|it| it.set) {
        Some(set) => set(fight, it, value.trim()),
        None => Err(format!(
            "\u{201c}{}\u{201d} isn\u{2019}t something you can set in Sovereign. You can set {} and the conditions.",
            key(name),
            properties::that_can_be_set(PROPERTIES)
        )),
    }
}

fn own(fact: Fact) -> Facts {
    Ok(vec![TableFact::System(fact)])
}

fn names_of(fight: &FightState, all: &[CombatantId]) -> String {
    list_or("none", all.iter().map(|it| fight.name(*it)))
}

fn name_of(fight: &FightState, who: Option<CombatantId>) -> String {
    who.map_or("none", |it| fight.name(it)).to_owned()
}

fn list_or<T: AsRef<str>>(empty: &str, all: impl Iterator<Item = T>) -> String {
    let mut words = String::new();
    for it in all {
        words.push_str(if words.is_empty() { "" } else { ", " });
        words.push_str(it.as_ref());
    }
    if words.is_empty() { empty.to_owned() } else { words }
}

fn left(it: &Combatant, resource: Resource) -> &'static str {
    if it.budget.left(resource) > 0 { "left" } else { "used" }
}

fn shock(fight: &FightState, it: &Combatant) -> Option<Shock> {
    let with = it.state.in_hand.first().map_or(With::Unarmed, |it| With::Weapon(*it));
    attack::shock(fight, it.id, with, Manner::Strike).map(|it| it.0)
}

fn yes(name: &str, value: &str) -> Result<bool, String> {
    sheet::yes(value).map_err(|why| format!("{name}: {why}"))
}

fn is_nobody(value: &str) -> bool {
    ["none", "nobody", "no", ""].contains(&key(value).as_str())
}

fn combatant(fight: &FightState, value: &str) -> Result<CombatantId, String> {
    names::find(value, fight.combatants.iter().map(|it| (it.name.to_string(), it.id))).or_say("combatant", value)
}

fn combatant_or_none(fight: &FightState, value: &str) -> Result<Option<CombatantId>, String> {
    if is_nobody(value) { Ok(None) } else { combatant(fight, value).map(Some) }
}

fn set_resource(it: &Combatant, resource: Resource, name: &str, value: &str) -> Facts {
    let left = match key(value).as_str() {
        "left" | "yes" | "1" | "unspent" => 1,
        "used" | "no" | "0" | "spent" => 0,
        _ => return Err(format!("{name} must be left or used.")),
    };
    Ok(vec![TableFact::ResourceSet { who: it.id, resource, left }])
}

fn set_place(fight: &FightState, it: &Combatant, value: &str) -> Facts {
    let at = fight.space.place_named(value);
    let at = at.ok_or_else(|| format!("There\u{2019}s no square called \u{201c}{value}\u{201d}. Write it like C4."))?;
    Ok(vec![TableFact::Placed { who: it.id, at: Some(at) }])
}

fn set_modifier(_: &FightState, it: &Combatant, value: &str) -> Facts {
    match value.trim_start_matches('+').parse::<i32>() {
        Ok(by) if (-20..=20).contains(&by) => own(Fact::ModifierIs { who: it.id, by }),
        _ => Err("modifier must be a whole number from -20 to 20. It counts for the next attack.".to_owned()),
    }
}

fn cover_word(cover: Cover) -> &'static str {
    match cover {
        Cover::None => "none",
        Cover::Half => "half",
        Cover::Full => "full",
    }
}

fn set_cover(_: &FightState, it: &Combatant, value: &str) -> Facts {
    let cover = match key(value).trim_end_matches("-cover") {
        "none" | "no" => Some(Cover::None),
        "half" => Some(Cover::Half),
        "full" => Some(Cover::Full),
        "computed" | "auto" => None,
        _ => return Err("cover must be none, half, full or computed (from the board).".to_owned()),
    };
    own(Fact::CoverIs { who: it.id, cover })
}

fn set_aim(fight: &FightState, it: &Combatant, value: &str) -> Facts {
    let at = match (it.state.aim, sheet::yes(value)) {
        (Some(aim), Ok(true)) => Some(aim.at),
        _ => combatant_or_none(fight, value)?,
    };
    let round = fight.turns.round;
    own(Fact::AimIs { who: it.id, aim: at.map(|at| Aim { at, round, ready: true }) })
}

/// C6, C8: hit points as the GM sets them, with what 0 HP mean: unnamed foes and the Frail die, others are Mortally Injured; and with any
/// more nobody is.
fn set_hp(fight: &FightState, it: &Combatant, value: &str) -> Facts {
    let hp = value.parse::<i32>().ok().filter(|hp| (0..=it.state.max_hp).contains(hp));
    let hp = hp.ok_or_else(|| format!("hp must be a whole number from 0 to {}.", it.state.max_hp))?;
    let who = it.id;
    let mut facts = vec![TableFact::System(Fact::HpIs { who, hp })];
    let injured = it.is(&Condition::Injured);
    match hp {
        0 if injured || it.is(&Condition::Unconscious) || it.state.dead => {}
        0 => {
            facts.push(TableFact::System(Fact::LetsGo(who)));
            let dies = it.is(&Condition::Frail) || (!it.sheet.named && it.owner.is_none());
            match dies {
                true => facts.push(TableFact::System(Fact::Died(who))),
                false => facts.extend(injury(who, true, fight.turns.round)),
            }
        }
        _ if injured => facts.extend(injury(who, false, fight.turns.round)),
        _ => {}
    }
    Ok(facts)
}

/// C6: Mortal Injury sets in or ends.
fn injury(who: CombatantId, on: bool, round: u32) -> [TableFact; 2] {
    let what = Condition::Injured;
    let held = Held { what, ends: Ends::Fight, from: None };
    let change = if on { TableFact::Gained { who, held } } else { TableFact::Lost { who, what } };
    [change, TableFact::System(Fact::FellIn { who, round: on.then_some(round) })]
}

/// A condition sets in or ends, with what belongs to it.
fn set_condition(fight: &FightState, who: CombatantId, what: Condition, on: bool) -> Vec<TableFact> {
    let round = fight.turns.round;
    if what == Condition::Injured {
        let hp = on.then_some(TableFact::System(Fact::HpIs { who, hp: 0 }));
        return injury(who, on, round).into_iter().chain(hp).collect();
    }
    let ends = match what {
        Condition::Charging | Condition::Jostled => Ends::Round(round),
        Condition::Defending => Ends::TurnOf(who),
        _ => Ends::Fight,
    };
    let held = Held { what, ends, from: None };
    vec![if on { TableFact::Gained { who, held } } else { TableFact::Lost { who, what } }]
}

/// The facts by which the GM sets a value of the fight as a whole.
pub fn set_fight(fight: &FightState, name: &str, value: &str) -> Facts {
    match key(name).as_str() {
        "surprise" | "surprised" => set_surprise(fight, value),
        "expecting" | "wary" => own(Fact::Expects { side: side(fight, value)?, yes: true }),
        "careful" => own(Fact::Careful { side: side(fight, value)?, yes: true }),
        "careless" | "unprepared" => {
            let side = side(fight, value)?;
            let facts = [Fact::Careful { side, yes: false }, Fact::Expects { side, yes: false }];
            Ok(facts.map(TableFact::System).to_vec())
        }
        "initiative" => {
            let first = side(fight, value)?;
            let mut totals = fight.system.initiative.clone();
            if totals.is_empty() {
                totals = fight.sides.iter().map(|it| (it.id, 0)).collect();
            }
            totals.sort_by_key(|it| it.0 != first);
            own(Fact::InitiativeIs(totals))
        }
        _ => Err(format!(
            "\u{201c}{name}\u{201d} isn\u{2019}t something you can set in Sovereign. You can set surprise (a side, with stealth or door), \
             expecting, careful, careless and initiative."
        )),
    }
}

fn side(fight: &FightState, typed: &str) -> Result<SideId, String> {
    names::find(typed, fight.sides.iter().map(|it| (it.name.to_string(), it.id))).or_say("side", typed)
}

/// R7, R8: which side is to be surprised, and how.
fn set_surprise(fight: &FightState, value: &str) -> Facts {
    if is_nobody(value) {
        return own(Fact::AmbushIs(None));
    }
    let (typed, how) = match value.trim().rsplit_once(' ') {
        Some((who, how)) if ["stealth", "sneak", "dex/sneak", "by-stealth"].contains(&key(how).as_str()) => {
            (who, Ambush::Stealth)
        }
        Some((who, how)) if ["door", "exert", "str/exert", "force"].contains(&key(how).as_str()) => (who, Ambush::Door),
        _ => (value, Ambush::Declared),
    };
    if fight.turns.round > 0 {
        return Err("Surprise is settled before the fight begins (R7).".to_owned());
    }
    let side = side(fight, typed)?;
    if fight.system.expecting.contains(&side) {
        return Err(format!("The {} expect a fight and can\u{2019}t be surprised (R8).", the(fight.side_name(side))));
    }
    own(Fact::AmbushIs(Some((side, how))))
}

/// A value of the fight as a whole by its name.
pub fn read_fight(fight: &FightState, name: &str) -> Option<String> {
    let initiative = fight.system.initiative.iter();
    Some(match key(name).as_str() {
        "initiative" | "order" => match &fight.turns.order {
            TurnOrder::Sides { .. } => initiative.map(|it| fight.side_name(it.0)).collect::<Vec<_>>().join(", "),
            _ => "none".to_owned(),
        },
        "totals" => initiative.map(|it| format!("{} {}", fight.side_name(it.0), it.1)).collect::<Vec<_>>().join(", "),
        "decided" => return yes_no(turn::sides_standing(fight) < 2),
        "lying" | "on-the-ground" => list_or("nothing", fight.system.lying.iter().map(|it| it.weapon.name.as_str())),
        other => options::options(&fight.options).into_iter().find(|it| it.0 == other)?.1,
    })
}
