//! What is offered: for each verb all ways to fill its slots. Which of them are legal is `verbs.rs`'s to say.
//!
//! Long because: the verbs, their ways and the words of their slots are one table.

use super::{
    Action, FightState, Refusal, Sovereign, Violation,
    attack::{self, How, With},
    board, items, labels,
    manoeuvres::Push,
    movement, refusals,
    sheet::{Attribute, Skill},
    skills,
    skills::{Mood, Pursuit},
    state::{Trigger, enemies, known, weapon},
    swarm::Part as Swarming,
    turn,
    verbs::{self, Cost},
};
use crate::{
    engine::{
        CombatantId, VerbView,
        partial_action::ParamValue,
        space::{Space, grid::Square},
    },
    rules::{
        action_space::{ActionSpace, verb},
        names::key,
    },
};

/// What stands in one slot of an action.
#[derive(Clone, PartialEq)]
pub enum Part {
    /// Somebody.
    Who(CombatantId),
    /// Nobody.
    Nobody,
    /// A weapon to attack with.
    With(With),
    /// What an attack is to do.
    How(How),
    /// A part in a swarm.
    Swarming(Swarming),
    /// A square.
    To(Square),
    /// A word that stands for leaving it open.
    Word(&'static str),
    /// Weapons that somebody has.
    Arms(Vec<u8>),
    /// Something that lies there.
    Lying(usize),
    /// A potion.
    Potion(usize),
    /// A spell.
    Spell(String),
    /// A skill.
    Skill(Skill),
    /// An attribute.
    Attribute(Attribute),
    /// What a held action waits for.
    Trigger(Trigger),
    /// How a chase begins.
    Pursuit(Pursuit),
    /// In what mood.
    Mood(Mood),
}

/// What an attack is to do, by its words.
pub const HOWS: [(&str, How); 3] = [("to kill", How::Kill), ("less lethally", How::Spare), ("by throwing", How::Throw)];
/// Parts in a swarm, by their words.
pub const PARTS: [(&str, Swarming); 2] = [("join", Swarming::Join), ("strike", Swarming::Strike)];
/// What a shove does where no square is named.
pub const DOWN: &str = "prone";
/// A charge, a screen or a throw that finds its own square.
pub const NEAREST: &str = "nearest";

/// A held action that waits for no one enemy.
const ANYBODY: &str = "anybody";

/// Whom one drags, hurls or lets go: only one can be held, so that nobody need name them.
const HELD: &str = "held";

/// R31: the words of somebody's own for what their held action waits for.
fn when_held<'a>(verb: &str, typed: &'a [(String, String)]) -> Option<&'a str> {
    const WHEN: [&str; 5] = ["text", "trigger", "when", "until", "for"];
    let holds = ["hold", "hold-action", "hold-an-action", "delay"].contains(&key(verb).as_str());
    let own = |it: &&(String, String)| {
        let listed = Trigger::ALL.iter().any(|trigger| key(trigger.0).starts_with(&key(&it.1)));
        WHEN.contains(&it.0.as_str()) || (it.0 == "how" && !listed)
    };
    let said = typed.iter().find(own)?;
    holds.then_some(said.1.as_str())
}

/// The same as [`meant_by`], where the words name the one enemy for whom an action is held.
pub fn meant_by_them(
    fight: &FightState,
    who: CombatantId,
    verb: &str,
    typed: &[(String, String)],
) -> Option<(&'static str, Vec<(String, String)>)> {
    let (meant, mut slots) = meant_by(verb, typed)?;
    if let Some(when) = when_held(verb, typed)
        && !slots.iter().any(|it| it.0 == "target")
        && trigger_of(when) != Trigger::Word
    {
        let said = format!(" {} ", key(when).replace('-', " "));
        let foes = fight.combatants.iter().filter(|it| enemies(fight, who, it.id) && known(fight, who, it.id));
        let named = foes.filter(|it| said.contains(&format!(" {} ", key(&it.name).replace('-', " "))));
        if let Some(foe) = named.max_by_key(|it| it.name.len()) {
            slots.push(("target".to_owned(), foe.name.to_string()));
        }
    }
    Some((meant, slots))
}

/// `attack` with a way of doing it that is a verb of its own.
pub fn meant_by(verb: &str, typed: &[(String, String)]) -> Option<(&'static str, Vec<(String, String)>)> {
    if let Some(when) = when_held(verb, typed) {
        let target = typed.iter().filter(|it| it.0 == "target").cloned();
        let how = [("how".to_owned(), labels::trigger(trigger_of(when)).to_owned())];
        return Some(("hold", how.into_iter().chain(target).collect()));
    }
    if let Some(verb) = ["drag", "hurl", "throw-down", "release", "let-go"].into_iter().find(|it| *it == key(verb)) {
        let named =
            |it: &(String, String)| (if it.0 == "target" { HELD.to_owned() } else { it.0.clone() }, it.1.clone());
        return Some((verb, typed.iter().map(named).collect()));
    }
    if ["chase", "pursue"].contains(&key(verb).as_str()) {
        return Some(("chase", circumstances(typed)));
    }
    if ["wield", "dual-wield", "draw"].contains(&key(verb).as_str()) {
        let joined = |it: &(String, String)| (it.0.clone(), it.1.split(", ").collect::<Vec<_>>().join(" and "));
        return Some(("wield", typed.iter().map(joined).collect()));
    }
    let how = typed.iter().find(|it| it.0 == "how").map(|it| key(&it.1))?;
    let rest = || typed.iter().filter(|it| it.0 != "how").cloned().collect::<Vec<_>>();
    let so = |verb: &'static str, how: &str| {
        Some((verb, rest().into_iter().chain([("how".to_owned(), how.to_owned())]).collect()))
    };
    let whole = |verb: &'static str| Some((verb, rest()));
    if key(verb) == "charge" {
        return match how.as_str() {
            "throw" | "thrown" | "ranged" => so("charge", "by throwing"),
            "non-lethal" | "nonlethal" | "spare" | "knock-out" => so("charge", "less lethally"),
            "normal" | "lethal" | "melee" | "kill" => whole("charge"),
            _ => None,
        };
    }
    if !["attack", "melee-attack", "ranged-attack"].contains(&key(verb).as_str()) {
        return None;
    }
    match how.as_str() {
        "snap" | "snap-attack" => whole("snap"),
        "charge" => whole("charge"),
        "shove" => whole("shove"),
        "grapple" => whole("grapple"),
        "execution" | "execute" => whole("execute"),
        "swarm" | "swarm-attack" => whole("swarm"),
        "non-lethal" | "nonlethal" | "spare" | "knock-out" => so("attack", "less lethally"),
        "throw" | "thrown" => so("attack", "by throwing"),
        "normal" | "lethal" | "melee" | "ranged" | "kill" => Some(("attack", rest())),
        _ => None,
    }
}

/// C31: the circumstances of a chase, as they are typed: several in one breath, of which some are moods.
fn circumstances(typed: &[(String, String)]) -> Vec<(String, String)> {
    let mut all = vec![];
    for (name, value) in typed {
        if name != "how" {
            all.push((name.clone(), value.clone()));
            continue;
        }
        for one in value.split(',').flat_map(|it| it.split(" and ")).map(str::trim) {
            let mood = Mood::ALL.iter().find(|it| key(it.0) == key(one));
            match mood {
                Some((mood, _)) => all.push(("mood".to_owned(), (*mood).to_owned())),
                // What the command says where nothing was said.
                None if ["", "as-they-run"].contains(&key(one).as_str()) => {}
                None => all.push(("how".to_owned(), one.to_owned())),
            }
        }
    }
    all
}

/// What a trigger in somebody's own words comes to; one that speaks of nothing the rules know waits for its owner's word.
fn trigger_of(words: &str) -> Trigger {
    let words = words.to_lowercase();
    let speaks = |all: &[&str]| all.iter().any(|it| words.contains(it));
    match () {
        () if speaks(&["attack", "strike", "shoot"]) => Trigger::Attacks,
        () if speaks(&["cast", "spell"]) => Trigger::Casts,
        () if speaks(&["reach", "within", "close", "adjacent", "approach", "comes"]) => Trigger::Approaches,
        () if speaks(&["move", "run", "leave", "flee"]) => Trigger::Moves,
        () => Trigger::Word,
    }
}

impl ActionSpace for Sovereign {
    type Part = Part;
    const VERBS: &'static [VerbView] = &[
        verb("attack", "Attack", "Main", "A melee attack, a shot or a throw."),
        verb(
            "swarm",
            "Swarm attack",
            "Main",
            "Join others against one foe, or make the one attack with what they add.",
        ),
        verb(
            "charge",
            "Charge",
            "Move and Main",
            "A straight line of up to twice your movement, then an attack at +2; AC -2.",
        ),
        verb("snap", "Snap attack", "Instant, the Main", "Attack at once at -4, at any time."),
        verb(
            "total-defense",
            "Total Defense",
            "Instant, the Main",
            "AC +2 and no Shock until your next turn, at any time.",
        ),
        verb("screen", "Screen an ally", "Move", "Get beside an ally and stand in the way of attacks on them."),
        verb("run", "Run", "Move", "Move up to your movement; leaving a foe's reach draws an attack."),
        verb("disengage", "Disengage", "Main", "Nothing draws attacks from those adjacent now, until the round ends."),
        verb("skill", "Use a skill", "Main", "A check of a skill; beside an armed foe it draws an attack."),
        verb("stabilise", "Stabilise", "Main", "Keep somebody Mortally Injured from dying."),
        verb("help", "Assist", "Main", "Help with the next attempt to stabilise."),
        verb("ready", "Ready an item", "Main", "Take something out of the pack."),
        verb("stow", "Stow an item", "Main", "Put something into the pack."),
        verb("wield", "Wield", "Free", "Take something at hand into your hands; two weapons for two-weapon fighting."),
        verb("sheathe", "Sheathe", "Free", "Put away what is in your hand; it stays at hand."),
        verb(
            "reload",
            "Reload",
            "as the weapon",
            "Free with Shoot-1, else a Move for a bow and a Main for a crossbow.",
        ),
        verb("pick-up", "Pick up", "Move", "Take up something that lies near."),
        verb("stand", "Stand up", "Move", "Rise, with what you dropped."),
        verb("prone", "Go prone", "Free", "Harder to shoot, easier to hit from near."),
        verb("drop", "Drop", "Free", "Let something fall."),
        verb("hold", "Hold an action", "Move", "End your turn and keep the Main action for later in the round."),
        verb("shove", "Shove", "Main", "A hit and a check push the target away or down."),
        verb("grapple", "Grapple", "Main", "An unarmed hit and a check hold the target."),
        verb("break-free", "Break free", "Main", "One check against all who hold you."),
        verb("drag", "Drag", "Main", "Move 10 ft with the one you hold."),
        verb("hurl", "Hurl", "Main", "Throw the one you hold 5 ft to the ground."),
        verb("release", "Release", "Free", "Let go of the one you hold."),
        verb("aim", "Prepare an execution", "Main", "Begin the minute before an execution."),
        verb("execute", "Execution attack", "Main", "Strike an unsuspecting victim."),
        verb("cast", "Cast a spell", "Main", "Begin a spell; being hurt before it is done spoils it."),
        verb("drink", "Drink a potion", "Move", "A potion at hand."),
        verb("whirlwind", "Whirlwind Assault", "Free", "Once a fight: your Shock on all foes in melee range."),
        verb("flee", "Flee", "Move", "Leave the fight."),
        verb("chase", "Chase", "Free", "Go after those who fled."),
        verb("end", "End turn", "nothing", "End the turn."),
    ];
    const ALSO: &'static [(&'static str, &'static str)] = &[
        ("melee-attack", "attack"),
        ("make-a-melee-attack", "attack"),
        ("ranged-attack", "attack"),
        ("make-a-ranged-attack", "attack"),
        ("shoot", "attack"),
        ("throw", "attack"),
        ("strike", "attack"),
        ("make-a-swarm-attack", "swarm"),
        ("snap-attack", "snap"),
        ("make-a-snap-attack", "snap"),
        ("total-defence", "total-defense"),
        ("defend", "total-defense"),
        ("dodge", "total-defense"),
        ("screen-ally", "screen"),
        ("protect", "screen"),
        ("guard", "screen"),
        ("move", "run"),
        ("walk", "run"),
        ("use-skill", "skill"),
        ("check", "skill"),
        ("stabilize", "stabilise"),
        ("first-aid", "stabilise"),
        ("heal", "stabilise"),
        ("assist", "help"),
        ("aid", "help"),
        ("ready-item", "ready"),
        ("stow-item", "stow"),
        ("draw", "wield"),
        ("put-away", "sheathe"),
        ("unwield", "sheathe"),
        ("dual-wield", "wield"),
        ("reload-a-weapon", "reload"),
        ("pick-up-an-item", "pick-up"),
        ("pickup", "pick-up"),
        ("stand-up", "stand"),
        ("go-prone", "prone"),
        ("drop-prone", "prone"),
        ("delay", "hold"),
        ("hold-action", "hold"),
        ("escape", "break-free"),
        ("throw-down", "hurl"),
        ("let-go", "release"),
        ("prepare", "aim"),
        ("execution", "execute"),
        ("assassinate", "execute"),
        ("cast-a-spell", "cast"),
        ("spell", "cast"),
        ("potion", "drink"),
        ("use-item", "drink"),
        ("whirlwind-assault", "whirlwind"),
        ("retreat", "flee"),
        ("pursue", "chase"),
        ("pass", "end"),
        ("wait", "end"),
        ("end-turn", "end"),
    ];

    const SELDOM: &'static [&'static str] = &["flee"];

    fn actions_of(fight: &FightState, who: CombatantId, verb: &str) -> Vec<Action> {
        if fight.find(who).is_none() {
            return vec![];
        }
        match verb {
            "attack" | "swarm" | "charge" | "snap" | "shove" | "grapple" | "aim" | "execute" => {
                against(fight, who, verb)
            }
            "screen" | "run" | "drag" | "hurl" => going(fight, who, verb),
            _ => others(fight, who, verb),
        }
    }

    fn part(action: &Action, index: usize) -> Option<(&'static str, Part)> {
        let to = |to: &Option<Square>| ("to", to.map_or(Part::Word(NEAREST), Part::To));
        Some(match (action, index) {
            (
                Action::Attack { target, .. }
                | Action::Swarm { target, .. }
                | Action::Charge { target, .. }
                | Action::Snap { target, .. }
                | Action::Screen { target, .. }
                | Action::Stabilise { target }
                | Action::Help { target }
                | Action::Shove { target, .. }
                | Action::Grapple { target }
                | Action::TakeAim { target }
                | Action::Execute { target, .. },
                0,
            ) => ("target", Part::Who(*target)),
            (
                Action::Attack { with, .. }
                | Action::Swarm { with, .. }
                | Action::Charge { with, .. }
                | Action::Snap { with, .. }
                | Action::Shove { with, .. }
                | Action::Execute { with, .. },
                1,
            ) => ("with", Part::With(*with)),
            (Action::Attack { how, .. } | Action::Execute { how, .. } | Action::Charge { how, .. }, 2) => {
                ("how", Part::How(*how))
            }
            (Action::Swarm { part, .. }, 2) => ("how", Part::Swarming(*part)),
            (Action::Charge { to: at, .. }, 3)
            | (Action::Screen { to: at, .. }, 1)
            | (Action::Hurl { to: at, .. }, 0) => to(at),
            (Action::Drag { target: Some(held), .. } | Action::Hurl { target: Some(held), .. }, 1)
            | (Action::Release { target: Some(held) }, 0) => (HELD, Part::Who(*held)),
            (Action::Shove { push: Push::Down, .. }, 2) => ("to", Part::Word(DOWN)),
            (Action::Shove { push: Push::To(at), .. }, 2) => ("to", Part::To(*at)),
            (Action::Run { to } | Action::Drag { to, .. }, 0) => ("to", Part::To(*to)),
            (
                Action::Ready { arm }
                | Action::Stow { arm }
                | Action::Sheathe { arm }
                | Action::Reload { arm }
                | Action::Drop { arm },
                0,
            ) => ("with", Part::Arms(vec![*arm])),
            (Action::Wield { arms }, 0) => ("with", Part::Arms(arms.clone())),
            (Action::PickUp { index }, 0) => ("with", Part::Lying(*index)),
            (Action::Drink { index }, 0) => ("with", Part::Potion(*index)),
            (Action::UseSkill { skill, .. }, 0) => ("with", Part::Skill(*skill)),
            (Action::UseSkill { attribute, .. }, 1) => ("how", Part::Attribute(*attribute)),
            (Action::Cast { spell, .. }, 0) => ("with", Part::Spell(spell.clone())),
            (Action::Cast { target, .. }, 1) => ("target", target.map_or(Part::Nobody, Part::Who)),
            (Action::Hold { trigger, .. }, 0) => ("how", Part::Trigger(*trigger)),
            (Action::Hold { foe, .. }, 1) => ("target", foe.map_or(Part::Word(ANYBODY), Part::Who)),
            (Action::Chase { how, .. }, 0) => ("how", Part::Pursuit(*how)),
            (Action::Chase { mood, .. }, 1) => ("mood", Part::Mood(*mood)),
            _ => return None,
        })
    }

    fn filled(fight: &FightState, who: CombatantId, part: &Part) -> (ParamValue, String) {
        let called = |name: &str| (ParamValue::Word(name.to_owned()), name.to_owned());
        let arm = |index: &u8| weapon(fight, who, With::Weapon(*index)).map_or_else(String::new, |it| it.name.clone());
        match part {
            Part::Who(id) => (ParamValue::Who(*id), fight.name(*id).to_owned()),
            Part::Nobody => called("nobody"),
            Part::With(With::Unarmed) => called("unarmed"),
            Part::With(With::Weapon(index)) => called(&arm(index)),
            Part::How(how) => called(HOWS.iter().find(|it| it.1 == *how).map_or("", |it| it.0)),
            Part::Swarming(part) => called(PARTS.iter().find(|it| it.1 == *part).map_or("", |it| it.0)),
            Part::To(at) => called(&fight.space.place_words(at)),
            Part::Word(word) => called(word),
            Part::Arms(arms) if arms.is_empty() => called("nothing"),
            Part::Arms(arms) => called(&arms.iter().map(arm).collect::<Vec<_>>().join(" and ")),
            Part::Lying(index) => called(fight.system.lying.get(*index).map_or("", |it| &it.weapon.name)),
            Part::Potion(index) => {
                let potions = &fight.combatant(who).state.potions;
                called(potions.get(*index).map_or("", |it| &it.0))
            }
            Part::Spell(spell) => called(spell),
            Part::Skill(skill) => called(skill.name()),
            Part::Attribute(attribute) => called(attribute.name()),
            Part::Trigger(trigger) => called(labels::trigger(*trigger)),
            Part::Mood(mood) => called(Mood::ALL.iter().find(|it| it.1 == *mood).map_or("", |it| it.0)),
            Part::Pursuit(how) => called(Pursuit::ALL.iter().find(|it| it.1 == *how).map_or("", |it| it.0)),
        }
    }

    fn ask(slot: &str, _: &Action) -> &'static str {
        match slot {
            "target" | HELD => "Whom?",
            "with" => "With what?",
            "how" => "How?",
            "mood" => "In what mood?",
            "to" => "Where to?",
            _ => "What?",
        }
    }

    fn note(fight: &FightState, who: CombatantId, slot: &str, action: &Action) -> String {
        let names =
            |all: &[CombatantId]| all.iter().map(|it| fight.name(*it).to_owned()).collect::<Vec<_>>().join(", ");
        if let Action::Run { to } = action {
            let way = match movement::way_to(fight, who, *to, board::squares_of_movement(fight, who)) {
                Ok(way) => way,
                Err(violation) => return refusals::violation(fight, &violation).0,
            };
            return run_note(fight, who, &way);
        }
        if let Err(violation) = verbs::check(fight, who, action) {
            return refusals::violation(fight, &violation).0;
        }
        match action {
            Action::Attack { target, with, how } if slot != "target" => {
                let manner = attack::aim(fight, who, *target, *with, *how);
                let dice = attack::dice(fight, who, *with);
                let shock = manner.ok().and_then(|it| attack::shock(fight, who, *with, it));
                match shock {
                    Some((points, Some(ac), _)) => format!("{dice}, Shock {points}/AC {ac}"),
                    Some((points, None, _)) => format!("{dice}, Shock {points}/-"),
                    None => dice.to_string(),
                }
            }
            Action::StandUp
            | Action::UseSkill { .. }
            | Action::PickUp { .. }
            | Action::Stabilise { .. }
            | Action::Charge { .. } => {
                let foes = board::guards(fight, who);
                if foes.is_empty() { String::new() } else { format!("draws an attack from {}", names(&foes)) }
            }
            _ => String::new(),
        }
    }

    fn notes(fight: &FightState, who: CombatantId, slot: &str, all: &[&Action]) -> Vec<String> {
        let ways = std::cell::OnceCell::new();
        let found = || board::ways(fight, who, board::squares_of_movement(fight, who));
        let note = |action: &&Action| match action {
            Action::Run { to } => ways.get_or_init(&found).get(to).map(|way| run_note(fight, who, way)),
            _ => None,
        };
        all.iter().map(|it| note(it).unwrap_or_else(|| Self::note(fight, who, slot, it))).collect()
    }

    fn may_be_left_out(slot: &str, _: &Action) -> bool {
        matches!(slot, "target" | "with" | "how" | "to" | "mood" | HELD)
    }

    fn unasked(fight: &FightState, who: CombatantId, slot: &str, action: &Action) -> bool {
        match (slot, action) {
            // Nobody throws a weapon away, or punches armed, unasked; nor goes to the pack for something.
            ("with", Action::Attack { with, how, .. }) => *how == How::Kill && usual(fight, who, *with),
            (
                "with",
                Action::Charge { with, .. }
                | Action::Swarm { with, .. }
                | Action::Snap { with, .. }
                | Action::Shove { with, .. },
            ) => usual(fight, who, *with),
            ("how", Action::Attack { how, .. } | Action::Execute { how, .. } | Action::Charge { how, .. }) => {
                *how == How::Kill
            }
            ("how", Action::UseSkill { skill, attribute }) => *attribute == skills::best_attribute(fight, who, *skill),
            ("to", Action::Shove { push, .. }) => *push == Push::Down,
            ("to", Action::Charge { to, .. } | Action::Screen { to, .. } | Action::Hurl { to, .. }) => {
                to.is_none() || board::place(fight, who).is_some() && matches!(action, Action::Hurl { .. })
            }
            ("mood", Action::Chase { mood, .. }) => *mood == Mood::Earnest,
            ("target", Action::Cast { target, .. }) => target.is_none(),
            ("target", Action::Hold { foe, .. }) => foe.is_none(),
            ("target", _) => false,
            ("with", Action::Cast { .. })
            | ("how", Action::Hold { .. } | Action::Chase { .. } | Action::Swarm { .. }) => true,
            ("with", Action::Wield { .. } | Action::Drop { .. }) => false,
            ("to", Action::Run { .. } | Action::Drag { .. }) => false,
            _ => true,
        }
    }

    fn may_begin(fight: &FightState, who: CombatantId, verb: &str) -> Result<(), Refusal> {
        if verb == "end" && turn::is_over_already(fight, who) {
            return Ok(());
        }
        let cost = match verb {
            "total-defense" | "snap" => Cost::Instant,
            "swarm" | "ready" => Cost::FreeInstant,
            _ => Cost::Main,
        };
        verbs::may_go_on(fight, who, cost).map_err(Refusal::Violation)
    }

    fn is_never(violation: &Violation) -> bool {
        matches!(violation, Violation::NotThrown(_) | Violation::TooLethal(_) | Violation::ShotCharge(_))
    }

    fn no_candidates(_: &FightState, who: CombatantId, verb: &str) -> Refusal {
        Refusal::Violation(match verb {
            "run" => Violation::NoPlace(who),
            "pick-up" => Violation::NothingLies,
            "drag" | "hurl" => Violation::HoldsNobody(who),
            "ready" | "stow" | "wield" | "sheathe" | "reload" | "drop" | "drink" => Violation::NotCarried,
            _ => Violation::NobodyThere,
        })
    }

    fn unknown_value(fight: &FightState, who: CombatantId, given: &ParamValue) -> Refusal {
        Refusal::Violation(match given {
            ParamValue::Word(word) | ParamValue::Text(word) => Violation::NoSuchThing(word.clone()),
            ParamValue::Who(other) => match fight.find(*other) {
                Some(it) if it.state.dead => Violation::Gone(*other),
                Some(_) if !enemies(fight, who, *other) => Violation::OwnSide(*other),
                _ => Violation::NobodyThere,
            },
        })
    }

    fn unknown_value_of(fight: &FightState, who: CombatantId, verb: &str, given: &ParamValue) -> Refusal {
        match given {
            ParamValue::Who(other) if verb == "screen" => Refusal::Violation(Violation::NoAlly(*other)),
            _ => Self::unknown_value(fight, who, given),
        }
    }

    fn verdicts(fight: &FightState, who: CombatantId, ways: &[Action]) -> Vec<Result<(), Refusal>> {
        verbs::check_all(fight, who, ways).into_iter().map(|it| it.map_err(Refusal::Violation)).collect()
    }
}

/// How far it is, and who strikes at whoever goes that way.
fn run_note(fight: &FightState, who: CombatantId, way: &board::Walk) -> String {
    let foes = movement::provoked(fight, who, way).into_iter().filter(|it| known(fight, who, *it));
    let foes: Vec<&str> = foes.map(|it| fight.name(it)).collect();
    let feet = way.cost * board::SQUARE_FT;
    match foes.is_empty() {
        true => format!("{feet} ft"),
        false => format!("{feet} ft, draws an attack from {}", foes.join(", ")),
    }
}

/// Whether somebody uses this without being told to: what they hold, or bare hands if they hold nothing that strikes or shoots.
fn usual(fight: &FightState, who: CombatantId, with: With) -> bool {
    let it = fight.combatant(who);
    match with {
        With::Weapon(_) => true,
        With::Unarmed => it.state.arms.is_empty() || it.state.in_hand.is_empty() || super::state::grappling(fight, who),
    }
}

/// The acts against somebody.
fn against(fight: &FightState, who: CombatantId, verb: &str) -> Vec<Action> {
    let foes: Vec<CombatantId> = fight
        .ids()
        .filter(|foe| enemies(fight, who, *foe) && known(fight, who, *foe) && !fight.combatant(*foe).state.dead)
        .collect();
    let all = items::usable(fight, who);
    let mut ways = vec![];
    for target in foes {
        match verb {
            "grapple" => ways.push(Action::Grapple { target }),
            "aim" => ways.push(Action::TakeAim { target }),
            _ => {}
        }
        for with in all.iter().copied() {
            match verb {
                "attack" => ways.extend(HOWS.map(|(_, how)| Action::Attack { target, with, how })),
                "execute" => ways.extend(HOWS.map(|(_, how)| Action::Execute { target, with, how })),
                "swarm" => ways.extend(PARTS.map(|(_, part)| Action::Swarm { target, with, part })),
                "snap" => ways.push(Action::Snap { target, with }),
                "charge" => {
                    let to = charge_squares(fight, who, target, with);
                    for (_, how) in HOWS.into_iter().filter(|it| suits(fight, who, with, it.1)) {
                        ways.push(Action::Charge { target, with, how, to: None });
                        ways.extend(to.iter().map(|to| Action::Charge { target, with, how, to: Some(*to) }));
                    }
                }
                "shove" => {
                    ways.push(Action::Shove { target, with, push: Push::Down });
                    let beside = board::free_beside(fight, target, who);
                    ways.extend(beside.into_iter().map(|to| Action::Shove { target, with, push: Push::To(to) }));
                }
                _ => {}
            }
        }
    }
    ways
}

/// Whether a weapon can be used so at all.
fn suits(fight: &FightState, who: CombatantId, with: With, how: How) -> bool {
    weapon(fight, who, with).is_some_and(|it| match how {
        How::Kill => true,
        How::Spare => it.less_lethal,
        How::Throw => it.thrown,
    })
}

/// The squares in which a charge at somebody could end: around them, and where one stands, to be told why not.
fn charge_squares(fight: &FightState, who: CombatantId, target: CombatantId, with: With) -> Vec<Square> {
    let (Some(goal), Some(own)) = (board::place(fight, target), board::place(fight, who)) else { return vec![] };
    let weapon = weapon(fight, who, with);
    let near = weapon.map_or(1, |it| if it.long { 2 } else { 1 });
    let line = if weapon.is_some_and(|it| it.thrown) { fight.space.beeline(own, goal) } else { vec![] };
    let mut all: Vec<Square> = fight.space.within(goal, near).chain([own]).collect();
    all.extend(
        line.into_iter()
            .filter(|it| *it != goal && fight.space.distance(it, &goal).is_some_and(|far| far > u32::from(near))),
    );
    all
}

/// The acts that lead somewhere.
fn going(fight: &FightState, who: CombatantId, verb: &str) -> Vec<Action> {
    let own = board::place(fight, who);
    match verb {
        "run" => {
            let costs = board::reach(fight, who, board::squares_of_movement(fight, who));
            let mut near: Vec<Square> = costs.keys().copied().collect();
            near.sort_by_key(|it| (costs[it], it.y, it.x));
            let all = (0..fight.space.high).flat_map(|y| (0..fight.space.wide).map(move |x| Square { x, y }));
            let far: Vec<Square> = all.filter(|it| !costs.contains_key(it)).collect();
            match own {
                Some(_) => near.into_iter().chain(far).map(|to| Action::Run { to }).collect(),
                None => vec![],
            }
        }
        "screen" => {
            let ally = |it: &CombatantId| *it != who && !enemies(fight, who, *it) && !fight.combatant(*it).state.dead;
            let mut ways = vec![];
            for target in fight.ids().filter(ally) {
                ways.push(Action::Screen { target, to: None });
                if let (Some(at), Some(_)) = (board::place(fight, target), own) {
                    ways.extend(fight.space.within(at, 1).map(|to| Action::Screen { target, to: Some(to) }));
                }
            }
            ways
        }
        "drag" => own.map_or_else(Vec::new, |at| {
            let target = fight.combatant(who).state.holds;
            fight.space.within(at, 2).map(|to| Action::Drag { target, to }).collect()
        }),
        _ => match fight.combatant(who).state.holds {
            Some(held) if own.is_some() => {
                let target = Some(held);
                board::free_beside(fight, held, who)
                    .into_iter()
                    .map(|to| Action::Hurl { target, to: Some(to) })
                    .collect()
            }
            target => vec![Action::Hurl { target, to: None }],
        },
    }
}

/// All other acts.
fn others(fight: &FightState, who: CombatantId, verb: &str) -> Vec<Action> {
    let it = fight.combatant(who);
    let count = it.state.arms.len() as u8;
    let near = || fight.ids().filter(|other| *other != who && known(fight, who, *other));
    match verb {
        "total-defense" => vec![Action::TotalDefense],
        "disengage" => vec![Action::Disengage],
        "skill" => {
            let of = |skill| Attribute::ALL.map(move |it| Action::UseSkill { skill, attribute: it.1 });
            Skill::ALL.iter().flat_map(|it| of(it.1)).collect()
        }
        "stabilise" => near().map(|target| Action::Stabilise { target }).collect(),
        "help" => near().map(|target| Action::Help { target }).collect(),
        "ready" => (0..count).map(|arm| Action::Ready { arm }).collect(),
        "stow" => (0..count).map(|arm| Action::Stow { arm }).collect(),
        "reload" => (0..count).map(|arm| Action::Reload { arm }).collect(),
        "drop" => (0..count).map(|arm| Action::Drop { arm }).collect(),
        "wield" => {
            let single = (0..count).map(|arm| vec![arm]);
            let pairs = (0..count).flat_map(|a| (0..count).filter(move |b| *b != a).map(move |b| vec![a, b]));
            [vec![]].into_iter().chain(single).chain(pairs).map(|arms| Action::Wield { arms }).collect()
        }
        "sheathe" => {
            let held = it.state.in_hand.iter().copied();
            let others = (0..count).filter(|arm| !it.state.in_hand.contains(arm));
            held.chain(others).map(|arm| Action::Sheathe { arm }).collect()
        }
        "pick-up" => (0..fight.system.lying.len()).map(|index| Action::PickUp { index }).collect(),
        "stand" => vec![Action::StandUp],
        "prone" => vec![Action::GoProne],
        "hold" => {
            let foes = || near().filter(|it| enemies(fight, who, *it) && !fight.combatant(*it).state.dead);
            let of = |trigger: Trigger| {
                let named = foes().filter(|_| trigger != Trigger::Word).map(Some).collect::<Vec<_>>();
                [None].into_iter().chain(named).map(move |foe| Action::Hold { trigger, foe })
            };
            Trigger::ALL.iter().flat_map(|it| of(it.1)).collect()
        }
        "break-free" => vec![Action::BreakFree],
        "release" => vec![Action::Release { target: it.state.holds }],
        "cast" => {
            let spells = if it.sheet.spells.is_empty() { vec!["a spell".to_owned()] } else { it.sheet.spells.clone() };
            let targets: Vec<Option<CombatantId>> = [None].into_iter().chain(near().map(Some)).collect();
            let each = |spell: String| {
                targets.clone().into_iter().map(move |target| Action::Cast { spell: spell.clone(), target })
            };
            spells.into_iter().flat_map(each).collect()
        }
        "drink" => (0..it.state.potions.len()).map(|index| Action::Drink { index }).collect(),
        "whirlwind" => vec![Action::Whirlwind],
        "flee" => vec![Action::Flee],
        "chase" => {
            let moods = |how| Mood::ALL.map(|it| Action::Chase { how, mood: it.1 });
            Pursuit::ALL.iter().flat_map(|it| moods(it.1)).collect()
        }
        _ => vec![Action::End],
    }
}
