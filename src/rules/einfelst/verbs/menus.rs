//! What is offered: for each verb all ways to fill its slots. Which of them are legal is `verbs.rs`'s to say. What is written by hand, a
//! shout or what magic is to do, is a slot of its own after the others.

use crate::rules::einfelst::{
    Action, Einfelst, FightState, Refusal, Violation,
    chapters::{
        attack, flight, hold, movement,
        order::{self, may_go_on},
        task, testing,
    },
    model::{
        board::{self, ZoneSpot},
        gear::With,
        state::{Skill, enemies, is_here, is_out, weapon},
    },
    verbs,
};
use crate::{
    engine::{CombatantId, Param, PartialAction, VerbView, partial_action::ParamValue, space::zones::ZoneId},
    rules::{
        action_space::{self, ActionSpace, verb},
        names::key,
    },
};

/// What stands in one slot of an action.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Somebody.
    Who(CombatantId),
    /// Nobody in particular.
    Nobody,
    /// A weapon.
    With(With),
    /// By which action.
    By(Skill),
    /// A zone.
    To(ZoneId),
    /// Straight out of the fight.
    Out,
    /// Another spot of the zone.
    Aside,
    /// Something that is no door.
    Thing,
    /// A spot of the zone.
    Spot(ZoneSpot),
}

/// A written text has at most so many characters.
const TEXT_MAX_CHARS: usize = 200;

/// Other words for attacking without a weapon.
const BARE_HANDS: [&str; 6] = ["fists", "fist", "bare-hands", "hands", "nothing", "force"];

/// What is written where anything may be.
const WORDS: &str = "so be it";

impl ActionSpace for Einfelst {
    type Part = Part;
    const VERBS: &'static [VerbView] = &[
        verb("attack", "Attack", "slow", "Attack an enemy: Strike, Shoot, or Force unarmed."),
        verb("grapple", "Grapple", "slow", "Hold an enemy fast by Force."),
        verb("push", "Push", "slow", "Push an enemy into the next zone, or to another spot, by Force."),
        verb("flee", "Flee", "slow", "Leave the fight by Finesse or Sneak."),
        verb("persuade", "Sway with words", "slow", "Sway somebody by Persuade."),
        verb("lure", "Lure", "slow", "Lure an enemy somewhere by Finesse or Intimidate."),
        verb("survey", "Survey the situation", "slow", "Look about by Read."),
        verb("climb", "Climb", "slow", "Climb over what bars the way by Finesse or Endure."),
        verb("clear", "Clear the way", "slow", "Clear what bars the way by Force."),
        verb("cast", "Cast", "slow", "Use magic by Cast; the GM says what happens."),
        verb("extinguish", "Extinguish", "slow", "Put out a fire by Finesse, over several rounds if need be."),
        verb("help", "Help", "slow", "Bring somebody who is out of action back into it."),
        verb("move", "Move into the next zone", "fast", "One zone."),
        verb("position", "Move within the zone", "fast", "Up to somebody, even in cover; or far from all."),
        verb("take-cover", "Take cover", "fast", "Behind something in the zone."),
        verb("draw", "Draw or swap weapon", "fast", "Take another weapon in hand."),
        verb("pick-up", "Pick up", "fast", "Pick up a weapon that was dropped."),
        verb("stand", "Stand up", "fast", "Get up."),
        verb("break-free", "Break free", "fast", "Try to break free, once a turn, also out of it."),
        verb("interact", "Interact with an object", "fast", "Open a door, or handle anything that takes no test."),
        verb("antidote", "Give an antidote", "fast", "End a poison."),
        verb("turn-around", "Turn around", "fast", "Face another way."),
        verb("shout", "Shout", "fast", "One or two words cost nothing."),
        verb("release", "Let go", "nothing", "Let go of whom you hold."),
        verb("swap", "Swap cards", "nothing", "With another player character, before anybody has acted in the round."),
        verb("end", "End turn", "nothing", "End the turn; what is left can still pay for reactions."),
    ];
    const ALSO: &'static [(&'static str, &'static str)] = &[
        ("strike", "attack"),
        ("shoot", "attack"),
        ("hit", "attack"),
        ("melee-attack", "attack"),
        ("ranged-attack", "attack"),
        ("throw", "attack"),
        ("wrestle", "grapple"),
        ("hold", "grapple"),
        ("restrain", "grapple"),
        ("shove", "push"),
        ("escape", "flee"),
        ("run-away", "flee"),
        ("sway", "persuade"),
        ("talk", "persuade"),
        ("read", "survey"),
        ("look", "survey"),
        ("climb-a-wall", "climb"),
        ("clear-rubble", "clear"),
        ("force", "clear"),
        ("magic", "cast"),
        ("use-magic", "cast"),
        ("cast-magic", "cast"),
        ("put-out", "extinguish"),
        ("put-out-fire", "extinguish"),
        ("extinguish-fire", "extinguish"),
        ("walk", "move"),
        ("run", "move"),
        ("enter", "move"),
        ("move-into-next-zone", "move"),
        ("move-within", "position"),
        ("move-within-zone", "position"),
        ("approach", "position"),
        ("close-in", "position"),
        ("reposition", "position"),
        ("cover", "take-cover"),
        ("hide", "take-cover"),
        ("swap-weapon", "draw"),
        ("draw/swap-weapon", "draw"),
        ("draw-weapon", "draw"),
        ("equip", "draw"),
        ("pickup", "pick-up"),
        ("stand-up", "stand"),
        ("get-up", "stand"),
        ("free", "break-free"),
        ("struggle", "break-free"),
        ("use", "interact"),
        ("open", "interact"),
        ("door", "interact"),
        ("turn", "turn-around"),
        ("say", "shout"),
        ("let-go", "release"),
        ("swap-initiative", "swap"),
        ("swap-card", "swap"),
        ("exchange", "swap"),
        ("wait", "end"),
        ("pass", "end"),
        ("done", "end"),
    ];

    fn actions_of(fight: &FightState, who: CombatantId, verb: &str) -> Vec<Action> {
        let Some(it) = fight.find(who) else { return vec![] };
        let known = || fight.ids().filter(|it| board::seen(fight, who, *it) && is_here(fight, *it));
        let foes = || known().filter(|it| enemies(fight, who, *it));
        let others = || known().filter(|it| *it != who);
        let here = board::zone_of(fight, who);
        let weapons = 0..it.sheet.weapons.len() as u8;
        match verb {
            "attack" => {
                let held = it.state.in_hand;
                let mut with: Vec<With> = held.into_iter().map(With::Weapon).collect();
                with.extend(weapons.filter(|it| Some(*it) != held).map(With::Weapon));
                with.push(With::Unarmed);
                // Who still stands comes first, among people as in the menu.
                let mut all: Vec<CombatantId> = foes().collect();
                all.sort_by_key(|it| is_out(fight, fight.combatant(*it)));
                all.into_iter()
                    .flat_map(|target| with.iter().map(move |with| Action::Attack { target, with: *with }))
                    .collect()
            }
            "grapple" => foes().map(|target| Action::Grapple { target }).collect(),
            "push" => foes()
                .flat_map(|target| {
                    let near = movement::pushed_where(fight, target);
                    let far = board::zones(fight).into_iter().filter(|it| !near.contains(it)).collect::<Vec<_>>();
                    let to = near.into_iter().map(Some).chain([None]).chain(far.into_iter().map(Some));
                    to.map(move |to| Action::Push { target, to }).collect::<Vec<_>>()
                })
                .collect(),
            "flee" => {
                let ways = flight::ways(fight, who);
                by(fight, who, flight::FLEES_BY)
                    .into_iter()
                    .flat_map(|by| ways.iter().map(move |to| Action::Flee { by, to: *to }))
                    .collect()
            }
            "persuade" => others().map(|target| Action::Sway { target, text: WORDS.to_owned() }).collect(),
            "lure" => foes()
                .flat_map(|target| {
                    let from = board::zone_of(fight, target);
                    let mut to = from.map(|it| board::beside(fight, it)).unwrap_or_default();
                    to.extend(from);
                    let by = by(fight, who, task::LURES_BY);
                    by.into_iter()
                        .flat_map(move |by| to.clone().into_iter().map(move |to| Action::Lure { target, by, to }))
                })
                .collect(),
            "survey" => vec![Action::Survey],
            "climb" => {
                let to = near_first(fight, here);
                let by = by(fight, who, task::CLIMBS_BY);
                to.into_iter().flat_map(|to| by.clone().into_iter().map(move |by| Action::Climb { by, to })).collect()
            }
            "clear" => near_first(fight, here).into_iter().map(|to| Action::Clear { to }).collect(),
            "cast" => std::iter::once(None)
                .chain(others().map(Some))
                .map(|target| Action::Cast { target, text: WORDS.to_owned() })
                .collect(),
            "extinguish" => [who].into_iter().chain(others()).map(|target| Action::Extinguish { target }).collect(),
            "help" => others().map(|target| Action::Help { target }).collect(),
            "move" => near_first(fight, here).into_iter().chain(here).map(|to| Action::Move { to }).collect(),
            "position" => {
                let beside = others().map(ZoneSpot::Beside);
                [ZoneSpot::Everybody]
                    .into_iter()
                    .chain(beside)
                    .chain([ZoneSpot::Apart])
                    .map(|spot| Action::Within { spot })
                    .collect()
            }
            "take-cover" => vec![Action::TakeCover],
            "draw" => weapons.map(|with| Action::Draw { with }).collect(),
            "pick-up" => weapons.map(|with| Action::PickUp { with }).collect(),
            "stand" => vec![Action::Stand],
            "break-free" => vec![Action::BreakFree],
            "interact" => {
                let doors = near_first(fight, here).into_iter().map(Some);
                doors.chain([None]).map(|to| Action::Interact { to }).collect()
            }
            "antidote" => [who].into_iter().chain(others()).map(|target| Action::Antidote { target }).collect(),
            "turn-around" => vec![Action::TurnAround],
            "shout" => vec![Action::Shout { text: WORDS.to_owned() }],
            "release" => others().map(|target| Action::Release { target }).collect(),
            "swap" => others().map(|target| Action::Swap { target }).collect(),
            _ => vec![Action::End],
        }
    }

    fn part(action: &Action, index: usize) -> Option<(&'static str, Part)> {
        Some(match (action, index) {
            (
                Action::Attack { target, .. }
                | Action::Grapple { target }
                | Action::Push { target, .. }
                | Action::Sway { target, .. }
                | Action::Lure { target, .. }
                | Action::Cast { target: Some(target), .. }
                | Action::Extinguish { target }
                | Action::Help { target }
                | Action::Antidote { target }
                | Action::Release { target }
                | Action::Swap { target },
                0,
            ) => ("target", Part::Who(*target)),
            (Action::Cast { target: None, .. }, 0) => ("target", Part::Nobody),
            (Action::Attack { with, .. }, 1) => ("with", Part::With(*with)),
            (Action::Draw { with } | Action::PickUp { with }, 0) => ("with", Part::With(With::Weapon(*with))),
            (Action::Push { to: Some(to), .. }, 1)
            | (Action::Flee { to: Some(to), .. }, 1)
            | (Action::Lure { to, .. }, 2)
            | (
                Action::Climb { to, .. }
                | Action::Clear { to }
                | Action::Move { to }
                | Action::Interact { to: Some(to) },
                0,
            ) => ("to", Part::To(*to)),
            (Action::Push { to: None, .. }, 1) => ("to", Part::Aside),
            (Action::Flee { to: None, .. }, 1) => ("to", Part::Out),
            (Action::Interact { to: None }, 0) => ("to", Part::Thing),
            (Action::Flee { by, .. }, 0) | (Action::Lure { by, .. } | Action::Climb { by, .. }, 1) => {
                ("how", Part::By(*by))
            }
            (Action::Within { spot }, 0) => ("to", Part::Spot(*spot)),
            _ => return None,
        })
    }

    fn filled(fight: &FightState, who: CombatantId, part: &Part) -> (ParamValue, String) {
        let called = |name: String| (ParamValue::Word(name.clone()), name);
        let word = |word: &str, label: &str| (ParamValue::Word(word.to_owned()), label.to_owned());
        match *part {
            Part::Who(id) => (ParamValue::Who(id), fight.name(id).to_owned()),
            Part::Nobody => word("nobody", "nobody in particular"),
            Part::With(With::Unarmed) => called("unarmed".to_owned()),
            Part::With(With::Weapon(index)) => {
                called(weapon(fight, who, index).map_or_else(String::new, |it| it.name.clone()))
            }
            Part::By(skill) => (ParamValue::Word(key(skill.name())), skill.name().to_owned()),
            Part::To(zone) => called(board::name(fight, zone)),
            Part::Out => word("out", "straight out"),
            Part::Aside => word("spot", "another spot"),
            Part::Thing => word("something", "something at hand"),
            Part::Spot(ZoneSpot::Everybody) => word("everybody", "close to everybody"),
            Part::Spot(ZoneSpot::Apart) => word("apart", "far from all"),
            Part::Spot(ZoneSpot::Beside(id)) => called(fight.name(id).to_owned()),
        }
    }

    fn ask(slot: &str, _: &Action) -> &'static str {
        match slot {
            "target" => "Whom?",
            "with" => "With what?",
            "how" => "By which action?",
            "to" => "Where to?",
            _ => "What?",
        }
    }

    fn note(fight: &FightState, who: CombatantId, slot: &str, action: &Action) -> String {
        if let Err(violation) = verbs::check(fight, who, action) {
            return violation.words(fight).0;
        }
        // A12: what an ambush gives goes into the first manoeuvre, and this may be it.
        let first = fight.combatant(who).state.first_dice;
        let dice = |skill: Skill| format!("{} dice", testing::pool(fight, who, skill, first, "ambush").dice);
        match action {
            Action::Attack { target, with } if slot != "target" => match attack::aim(fight, who, *target, *with) {
                Ok(weapon) => {
                    let words = weapon.words();
                    let blow = attack::Blow { by: who, at: *target, weapon };
                    format!("{}, {words}", dice(blow.skill()))
                }
                Err(_) => String::new(),
            },
            // The weapon in hand does not reach them.
            Action::Attack { with: With::Unarmed, .. } if fight.combatant(who).state.in_hand.is_some() => {
                "only with bare hands".to_owned()
            }
            Action::Flee { by, .. } | Action::Lure { by, .. } | Action::Climb { by, .. } if slot == "how" => dice(*by),
            _ => String::new(),
        }
    }

    fn may_be_left_out(slot: &str, _: &Action) -> bool {
        slot != "target"
    }

    fn unasked(fight: &FightState, who: CombatantId, slot: &str, action: &Action) -> bool {
        match action {
            // Who has a weapon in hand does not punch unasked, and who has claws does not without.
            Action::Attack { with, .. } if slot == "with" => match (fight.combatant(who).state.in_hand, *with) {
                (Some(held), with) => with == With::Weapon(held),
                (None, With::Weapon(index)) => weapon(fight, who, index).is_some_and(|it| it.natural),
                (None, With::Unarmed) => true,
            },
            _ => true,
        }
    }

    fn may_begin(fight: &FightState, who: CombatantId, verb: &str) -> Result<(), Refusal> {
        match verb {
            "end" if order::is_over_already(fight, who) => Ok(()),
            "swap" => Ok(()), // before anybody has acted it is nobody's turn yet (R5)
            "break-free" => hold::check_break_free(fight, who).map_err(Refusal::Violation), // also out of turn (R12)
            _ => may_go_on(fight, who).map_err(Refusal::Violation),
        }
    }

    fn no_candidates(_: &FightState, who: CombatantId, verb: &str) -> Refusal {
        Refusal::Violation(match verb {
            "move" | "climb" | "clear" => Violation::NoPlace(who),
            "draw" => Violation::NotCarried,
            "pick-up" => Violation::NothingDropped(who),
            _ => Violation::NobodyThere,
        })
    }

    fn unknown_value(fight: &FightState, who: CombatantId, given: &ParamValue) -> Refusal {
        Refusal::Violation(match given {
            ParamValue::Word(word) | ParamValue::Text(word) => Violation::NoSuchThing(word.clone()),
            ParamValue::Who(other) => match fight.find(*other) {
                Some(_) if *other == who => Violation::Oneself,
                Some(it) if it.state.fled => Violation::Fled(*other),
                Some(_) if !enemies(fight, who, *other) => Violation::OwnSide(*other),
                Some(it) if is_out(fight, it) => Violation::TargetOut(*other),
                _ => Violation::NobodyThere,
            },
        })
    }
}

/// The actions by which something is done, the one with more dice first.
fn by(fight: &FightState, who: CombatantId, skills: [Skill; 2]) -> Vec<Skill> {
    let mut all = skills.to_vec();
    all.sort_by_key(|it| std::cmp::Reverse(testing::pool(fight, who, *it, 0, "").dice));
    all
}

/// The zones of the board, those beside first, one's own left out.
fn near_first(fight: &FightState, here: Option<ZoneId>) -> Vec<ZoneId> {
    let Some(here) = here else { return vec![] };
    let mut all: Vec<ZoneId> = board::zones(fight).into_iter().filter(|it| *it != here).collect();
    let beside = board::beside(fight, here);
    all.sort_by_key(|it| (!beside.contains(it), *it));
    all
}

/// The next slot of a half-written action: what is written by hand comes after what is chosen.
pub fn options(fight: &FightState, who: CombatantId, so_far: &PartialAction) -> Result<Param<Action>, Refusal> {
    let slot = action_space::options(fight, who, so_far)?;
    let write = |ask, optional| Ok(Param::Write { name: "text", ask, max_chars: TEXT_MAX_CHARS, optional });
    match (slot, so_far.word("text")) {
        (Param::Done(Action::Shout { .. }), None) => write("What is shouted?", false),
        (Param::Done(Action::Sway { .. }), None) => write("In which words?", true),
        (Param::Done(Action::Sway { target, .. }), Some(text)) => {
            Ok(Param::Done(Action::Sway { target, text: text.to_owned() }))
        }
        (Param::Done(Action::Cast { .. }), None) => write("What is the magic to do?", true),
        (Param::Done(Action::Shout { .. }), Some(text)) => {
            let action = Action::Shout { text: text.to_owned() };
            verbs::check(fight, who, &action).map_err(Refusal::Violation)?;
            Ok(Param::Done(action))
        }
        (Param::Done(Action::Cast { target, .. }), Some(text)) => {
            Ok(Param::Done(Action::Cast { target, text: text.to_owned() }))
        }
        // What goes without saying though it may not be possible: then the refusal says why.
        (Param::Choose { name: "with", ask, candidates, unavailable, default: None }, _) => {
            let held = fight.find(who).and_then(|it| weapon(fight, who, it.state.in_hand?));
            let default = held.map(|it| ParamValue::Word(it.name.clone()));
            Ok(Param::Choose { name: "with", ask, candidates, unavailable, default })
        }
        (Param::Choose { name: "target", ask, candidates, unavailable, default: None }, _)
            if action_space::meant::<Einfelst>(&so_far.verb) == Some("cast") =>
        {
            let default = Some(ParamValue::Word("nobody".to_owned()));
            Ok(Param::Choose { name: "target", ask, candidates, unavailable, default })
        }
        (slot, _) => Ok(slot),
    }
}

/// What is meant by a verb and slots as they were typed: `punch` is `attack` with bare hands; the action one flees, lures or climbs by may
/// be given as `with` or `by`.
pub fn meant_by(verb: &str, typed: &[(String, String)]) -> Option<(&'static str, Vec<(String, String)>)> {
    let verb = key(verb);
    if ["punch", "kick", "unarmed-attack", "unarmed"].contains(&verb.as_str()) {
        let with = ("with".to_owned(), "unarmed".to_owned());
        return Some(("attack", typed.iter().cloned().chain([with]).collect()));
    }
    let known = action_space::meant::<Einfelst>(&verb)?;
    let bare = |it: &(String, String)| BARE_HANDS.contains(&key(&it.1).as_str());
    if known == "attack" && typed.iter().any(|it| it.0 == "with" && bare(it)) {
        let plain = |it: &(String, String)| (it.0.clone(), if bare(it) { "unarmed".to_owned() } else { it.1.clone() });
        return Some((known, typed.iter().map(plain).collect()));
    }
    if known == "interact" && typed.len() == 1 && ["text", "with", "what"].contains(&typed[0].0.as_str()) {
        return Some((known, vec![("to".to_owned(), "something".to_owned())])); // with what, is the table's own affair
    }
    if ["flee", "lure", "climb"].contains(&known) && !typed.iter().any(|it| it.0 == "how") {
        let renamed = |(name, value): &(String, String)| match Skill::named(value) {
            Some(_) => ("how".to_owned(), value.clone()),
            None => (name.clone(), value.clone()),
        };
        return Some((known, typed.iter().map(renamed).collect()));
    }
    None
}
