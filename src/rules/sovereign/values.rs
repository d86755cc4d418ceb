//! Values by their names: what scripts, `/who` and `/gm set` can read and set. The page `docs/sovereign.md` lists them all.

use super::{
    Condition, FightState, TableFact, attack,
    board::{self, Cover},
    fact::Fact,
    gear::Feat,
    labels, options, sheet,
    sheet::{Attribute, Skill},
    state::{Aim, Ambush, Resource, Trigger, dual, grappling, held, holders, shielded, up},
    turn,
};
use crate::rules::wording::yes_no;
use crate::{
    engine::{CombatantId, Ends, Held, SideId, TurnOrder, space::Space},
    rules::names::{self, key},
};

fn names_of(fight: &FightState, all: &[CombatantId]) -> Option<String> {
    let all: Vec<&str> = all.iter().map(|it| fight.name(*it)).collect();
    Some(if all.is_empty() { "none".to_owned() } else { all.join(", ") })
}

/// A value of somebody by its key.
pub fn read(fight: &FightState, who: CombatantId, name: &str) -> Option<String> {
    let it = fight.find(who)?;
    let name = key(name);
    let name = name.as_str();
    if let Some(condition) = labels::condition_named(name).filter(|_| name != "alert") {
        return yes_no(it.is(&condition));
    }
    let state = &it.state;
    let resource = |resource: Resource| Some(if it.budget.left(resource) > 0 { "left" } else { "used" }.to_owned());
    let one = |who: Option<CombatantId>| names_of(fight, &who.into_iter().collect::<Vec<_>>());
    match name {
        "hp" | "health" | "hit-points" => Some(state.hp.to_string()),
        "max-hp" | "maximum-hp" | "max-health" => Some(state.max_hp.to_string()),
        "ac" | "armour-class" | "armor-class" => Some(attack::armour_class(fight, who).to_string()),
        "turn" | "standing" | "status" => Some(labels::standing(fight, it).1),
        "acted" => yes_no(fight.turns.is_spent(who)),
        "main" | "main-action" | "action" => resource(Resource::Main),
        "move" | "move-action" => resource(Resource::Move),
        "luck" | "veterans-luck" | "veteran's-luck" => resource(Resource::Luck),
        "whirlwind" | "whirlwind-assault" => resource(Resource::Whirlwind),
        "impervious" | "impervious-defense" => resource(Resource::Impervious),
        "die-hard" => resource(Resource::DieHard),
        "place" | "square" | "at" | "position" => {
            Some(it.place.as_ref().map_or_else(|| "none".to_owned(), |at| fight.space.place_words(at)))
        }
        "height" | "elevation" => it.place.map(|at| fight.space.height_ft(at).to_string()),
        "hidden" => yes_no(it.hidden),
        "dead" | "killed" => yes_no(state.dead),
        "alive" => yes_no(!state.dead),
        "down" => yes_no(!up(fight, who)),
        "conscious" | "up" => yes_no(up(fight, who)),
        "stable" | "stabilised" | "stabilized" => yes_no(!state.dead && state.hp <= 0 && state.fall.is_none()),
        "rounds-left" | "dies-in" => {
            let left =
                |fall: &super::state::Fall| (fall.round + super::harm::DYING_ROUNDS).saturating_sub(fight.turns.round);
            Some(state.fall.as_ref().map_or_else(|| "none".to_owned(), |fall| left(fall).to_string()))
        }
        "shield-used" => yes_no(state.shield_used),
        "shield-left" => yes_no(shielded(it) && !state.shield_used),
        "grappled" | "held" => yes_no(!holders(fight, who).is_empty()),
        "grappled-by" | "held-by" => names_of(fight, &holders(fight, who)),
        "grappling" | "holds" => one(state.holds.filter(|_| grappling(fight, who))),
        "screening" | "screens" => one(state.screens),
        "screened-by" => {
            let all: Vec<CombatantId> =
                fight.combatants.iter().filter(|it| it.state.screens == Some(who)).map(|it| it.id).collect();
            names_of(fight, &all)
        }
        "screened" | "screened-attackers" => Some(state.screened.len().to_string()),
        "disengaged" => yes_no(!state.clear_of.is_empty()),
        "holding" | "hold" | "held-action" => yes_no(state.hold.is_some()),
        "trigger" => Some(state.hold.map_or_else(|| "none".to_owned(), |it| labels::waits(fight, it, state.hold_for))),
        "swarming" | "swarms" => one(state.swarms),
        "swarm" | "assailants" => Some(super::swarm::assailants(fight, who).len().to_string()),
        "aiming" | "aims-at" => one(state.aim.map(|it| it.at)),
        "prepared" => yes_no(
            state.aim.is_some_and(|aim| aim.ready || aim.round + super::execution::MINUTE_ROUNDS <= fight.turns.round),
        ),
        "in-hand" | "wielding" | "readied" | "weapon" => {
            let all: Vec<&str> = held(it).map(|(_, arm)| arm.weapon.name.as_str()).collect();
            Some(if all.is_empty() { "nothing".to_owned() } else { all.join(", ") })
        }
        "dual-wielding" | "dual" => yes_no(dual(it)),
        "loaded" => yes_no(held(it).all(|(_, arm)| arm.loaded)),
        "weapons" => {
            let carried = state.arms.iter().filter(|it| it.count > 0);
            let all: Vec<String> =
                carried
                    .map(|it| {
                        if it.count > 1 { format!("{} x{}", it.weapon.name, it.count) } else { it.weapon.name.clone() }
                    })
                    .collect();
            Some(if all.is_empty() { "none".to_owned() } else { all.join(", ") })
        }
        "stowed" | "pack" => {
            let all: Vec<&str> =
                state.arms.iter().filter(|it| it.count > 0 && !it.ready).map(|it| it.weapon.name.as_str()).collect();
            Some(if all.is_empty() { "none".to_owned() } else { all.join(", ") })
        }
        _ => read_more(fight, who, name),
    }
}

fn read_more(fight: &FightState, who: CombatantId, name: &str) -> Option<String> {
    let it = fight.find(who)?;
    let state = &it.state;
    let shock = || {
        let with = state.in_hand.first().map_or(attack::With::Unarmed, |it| attack::With::Weapon(*it));
        attack::shock(fight, who, with, attack::Manner::Strike)
    };
    match name {
        "shock" => Some(shock().map_or_else(
            || "none".to_owned(),
            |(points, ac, _)| match ac {
                Some(ac) => format!("{points}/AC {ac}"),
                None => format!("{points}/-"),
            },
        )),
        "shock-points" | "shock-damage" => Some(shock().map_or(0, |it| it.0).to_string()),
        "attack-bonus" | "ab" => Some(it.sheet.attack_bonus().to_string()),
        "physical" | "physical-save" => Some(it.sheet.physical().to_string()),
        "evasion" | "evasion-save" => Some(it.sheet.evasion().to_string()),
        "mental" | "mental-save" => Some(it.sheet.mental().to_string()),
        "speed" => Some((board::squares_of_movement(fight, who) * board::SQUARE_FT).to_string()),
        "reach" => Some(board::reach_ft(fight, who).to_string()),
        "modifier" | "bonus" => Some(state.modifier.to_string()),
        "cover" => Some(state.cover.map_or("computed", cover_word).to_owned()),
        "fire" => Some(state.fire.to_string()),
        "may-act" => yes_no(turn::may_act(fight).contains(&who)),
        "wavered" => yes_no(state.wavered),
        "side" => Some(fight.side(it.side).name.to_string()),
        "potions" => {
            let all: Vec<&str> = state.potions.iter().map(|it| it.0.as_str()).collect();
            Some(if all.is_empty() { "none".to_owned() } else { all.join(", ") })
        }
        "conditions" | "condition" => {
            let all: Vec<&str> = Condition::ALL.into_iter().filter(|what| it.is(what)).map(labels::condition).collect();
            Some(if all.is_empty() { "none".to_owned() } else { all.join(", ") })
        }
        "alert" => yes_no(it.sheet.feat(Feat::Alert) > 0),
        "armor" => read_sheet(&it.sheet, "armour"),
        "system-strain" => read_sheet(&it.sheet, "strain"),
        other => {
            if let Some((_, attribute)) =
                Attribute::ALL.iter().find(|it| format!("{}-modifier", it.0.to_lowercase()) == other)
            {
                return Some(it.sheet.modifier(*attribute).to_string());
            }
            if let Some(skill) = Skill::named(other) {
                return Some(it.sheet.check_skill(skill).to_string());
            }
            read_sheet(&it.sheet, other)
        }
    }
}

fn read_sheet(of: &sheet::Sheet, wanted: &str) -> Option<String> {
    sheet::fields(of).into_iter().find(|it| it.0 == wanted).map(|it| it.1)
}

fn cover_word(cover: Cover) -> &'static str {
    match cover {
        Cover::None => "none",
        Cover::Half => "half",
        Cover::Full => "full",
    }
}

/// The facts by which the GM sets a value by its name.
///
/// # Errors
/// What is wrong with the name or the value.
pub fn set(fight: &FightState, who: CombatantId, name: &str, value: &str) -> Result<Vec<TableFact>, String> {
    let it = fight.find(who).ok_or("There is nobody of that name in the fight.")?;
    let state = &it.state;
    let (name, value) = (key(name), value.trim());
    let own = |fact: Fact| Ok(vec![TableFact::System(fact)]);
    let yes = || sheet::yes(value).map_err(|why| format!("{name}: {why}"));
    let resource = |resource: Resource| {
        let left = match key(value).as_str() {
            "left" | "yes" | "1" | "unspent" => 1,
            "used" | "no" | "0" | "spent" => 0,
            _ => return Err(format!("{name} is left or used.")),
        };
        Ok(vec![TableFact::ResourceSet { who, resource, left }])
    };
    let somebody = || {
        let all = fight.combatants.iter().map(|it| (it.name.to_string(), it.id));
        names::find(value, all).or_say("combatant", value)
    };
    let nobody = ["none", "nobody", "no", ""].contains(&key(value).as_str());
    if let Some(what) = labels::condition_named(&name) {
        return set_condition(fight, who, what, yes()?);
    }
    match name.as_str() {
        "hp" | "health" | "hit-points" => match value.parse::<i32>() {
            Ok(hp) if (0..=state.max_hp).contains(&hp) => Ok(hit_points(it, hp, fight.turns.round)),
            _ => Err(format!("{name} is a whole number from 0 to {}.", state.max_hp)),
        },
        "hidden" => Ok(vec![TableFact::Hid { who, hidden: yes()? }]),
        "place" | "square" | "at" | "position" => {
            let at = fight.space.place_named(value);
            let at = at.ok_or_else(|| format!("There is no square called \u{201c}{value}\u{201d}: as C4."))?;
            Ok(vec![TableFact::Placed { who, at: Some(at) }])
        }
        "dead" => own(if yes()? { Fact::Died(who) } else { Fact::Lives(who) }),
        "main" | "main-action" => resource(Resource::Main),
        "move" | "move-action" => resource(Resource::Move),
        "luck" => resource(Resource::Luck),
        "shield-used" if yes()? => own(Fact::ShieldTook(who)),
        "modifier" | "bonus" | "situation" => match value.trim_start_matches('+').parse::<i32>() {
            Ok(by) if (-20..=20).contains(&by) => own(Fact::ModifierIs { who, by }),
            _ => Err(format!("{name} is a whole number from -20 to 20: it counts for the next attack.")),
        },
        "cover" => {
            let cover = match key(value).trim_end_matches("-cover") {
                "none" | "no" => Some(Cover::None),
                "half" => Some(Cover::Half),
                "full" => Some(Cover::Full),
                "computed" | "auto" => None,
                _ => return Err("cover is none, half, full, or computed from the board.".to_owned()),
            };
            own(Fact::CoverIs { who, cover })
        }
        "screening" | "screens" => own(Fact::Screens { who, ward: if nobody { None } else { Some(somebody()?) } }),
        "grappling" | "holds" => own(Fact::Holds { by: who, whom: if nobody { None } else { Some(somebody()?) } }),
        "aiming" | "aims-at" | "prepared" => {
            let at = match (state.aim, sheet::yes(value)) {
                (Some(aim), Ok(true)) => Some(aim.at),
                _ if nobody => None,
                _ => Some(somebody()?),
            };
            let round = fight.turns.round;
            own(Fact::AimIs { who, aim: at.map(|at| Aim { at, round, ready: true }) })
        }
        "holding" | "hold" => own(Fact::HoldIs { who, hold: yes()?.then_some(Trigger::Word), foe: None }),
        _ => Err(format!(
            "Sovereign has nothing called \u{201c}{name}\u{201d} that can be set. There are hp, place, hidden, dead, main, move, luck, \
             modifier, cover, screening, grappling, prepared, holding, shield-used and the conditions."
        )),
    }
}

/// C6, C8: hit points as the GM sets them, with what 0 HP mean: unnamed foes and the Frail die, others are Mortally Injured; and with any
/// more nobody is.
fn hit_points(it: &super::Combatant, hp: i32, round: u32) -> Vec<TableFact> {
    let who = it.id;
    let own = TableFact::System;
    let mut facts = vec![own(Fact::HpIs { who, hp })];
    let injured = it.is(&Condition::Injured);
    match hp {
        0 if injured || it.is(&Condition::Unconscious) || it.state.dead => {}
        0 if it.is(&Condition::Frail) || (!it.sheet.named && it.owner.is_none()) => {
            facts.extend([Fact::LetsGo(who), Fact::Died(who)].map(own));
        }
        0 => {
            facts.push(own(Fact::LetsGo(who)));
            let held = Held { what: Condition::Injured, ends: Ends::Fight, from: None };
            facts.push(TableFact::Gained { who, held });
            facts.push(own(Fact::FellIn { who, round: Some(round) }));
        }
        _ if injured => {
            facts.push(TableFact::Lost { who, what: Condition::Injured });
            facts.push(own(Fact::FellIn { who, round: None }));
        }
        _ => {}
    }
    facts
}

/// A condition sets in or ends, with what belongs to it.
fn set_condition(fight: &FightState, who: CombatantId, what: Condition, on: bool) -> Result<Vec<TableFact>, String> {
    let round = fight.turns.round;
    let ends = match what {
        Condition::Charging | Condition::Jostled => Ends::Round(round),
        Condition::Defending => Ends::TurnOf(who),
        _ => Ends::Fight,
    };
    let held = Held { what, ends, from: None };
    let gained = if on { TableFact::Gained { who, held } } else { TableFact::Lost { who, what } };
    let mut facts = vec![gained];
    if what == Condition::Injured {
        facts.push(TableFact::System(Fact::FellIn { who, round: on.then_some(round) }));
        if on {
            facts.push(TableFact::System(Fact::HpIs { who, hp: 0 }));
        }
    }
    Ok(facts)
}

/// The facts by which the GM sets a value of the fight as a whole.
///
/// # Errors
/// A sentence that says what is wrong.
pub fn set_fight(fight: &FightState, name: &str, value: &str) -> Result<Vec<TableFact>, String> {
    let own = |fact: Fact| Ok(vec![TableFact::System(fact)]);
    let side = |typed: &str| -> Result<SideId, String> {
        let all = fight.sides.iter().map(|it| (it.name.to_string(), it.id));
        names::find(typed, all).or_say("side", typed)
    };
    match key(name).as_str() {
        "surprise" | "surprised" => {
            if ["none", "nobody", "no"].contains(&key(value).as_str()) {
                return own(Fact::AmbushIs(None));
            }
            let (who, how) = match value.trim().rsplit_once(' ') {
                Some((who, how)) if ["stealth", "sneak", "dex/sneak", "by-stealth"].contains(&key(how).as_str()) => {
                    (who, Ambush::Stealth)
                }
                Some((who, how)) if ["door", "exert", "str/exert", "force"].contains(&key(how).as_str()) => {
                    (who, Ambush::Door)
                }
                _ => (value, Ambush::Declared),
            };
            if fight.turns.round > 0 {
                return Err("Surprise is settled before the fight begins (R7).".to_owned());
            }
            let side = side(who)?;
            if fight.system.expecting.contains(&side) {
                return Err(format!(
                    "The {} expect a fight and cannot be surprised (R8).",
                    labels::the(fight.side_name(side))
                ));
            }
            own(Fact::AmbushIs(Some((side, how))))
        }
        "expecting" | "wary" => own(Fact::Expects { side: side(value)?, yes: true }),
        "careful" => own(Fact::Careful { side: side(value)?, yes: true }),
        "careless" | "unprepared" => {
            let side = side(value)?;
            let facts = [Fact::Careful { side, yes: false }, Fact::Expects { side, yes: false }];
            Ok(facts.map(TableFact::System).to_vec())
        }
        "initiative" => {
            let first = side(value)?;
            let known = if fight.system.initiative.is_empty() {
                fight.sides.iter().map(|it| (it.id, 0)).collect()
            } else {
                fight.system.initiative.clone()
            };
            let mut totals: Vec<(SideId, i32)> = known;
            totals.sort_by_key(|it| it.0 != first);
            own(Fact::InitiativeIs(totals))
        }
        _ => Err(format!(
            "Sovereign has nothing called \u{201c}{name}\u{201d} to set. There are surprise (a side, with stealth or door), expecting, \
             careful, careless and initiative."
        )),
    }
}

/// A value of the fight as a whole by its name.
pub fn read_fight(fight: &FightState, name: &str) -> Option<String> {
    match key(name).as_str() {
        "initiative" | "order" => match &fight.turns.order {
            TurnOrder::Sides { .. } => {
                let all: Vec<&str> = fight.system.initiative.iter().map(|it| fight.side_name(it.0)).collect();
                Some(all.join(", "))
            }
            _ => Some("none".to_owned()),
        },
        "totals" => {
            let all = fight.system.initiative.iter().map(|it| format!("{} {}", fight.side_name(it.0), it.1));
            Some(all.collect::<Vec<_>>().join(", "))
        }
        "decided" => yes_no(turn::sides_standing(fight) < 2),
        "lying" | "on-the-ground" => {
            let all: Vec<&str> = fight.system.lying.iter().map(|it| it.weapon.name.as_str()).collect();
            Some(if all.is_empty() { "nothing".to_owned() } else { all.join(", ") })
        }
        other => options::options(&fight.options).into_iter().find(|it| it.0 == other).map(|it| it.1),
    }
}
