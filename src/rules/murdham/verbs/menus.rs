//! What is offered: how an action is filled slot by slot, what stands in each and what goes without saying. All ways to do something are
//! `candidates.rs`, other words for them `synonyms.rs`; which of them are legal is `verbs.rs`'s to say.
//!
//! Long because: every verb's line of the menu stands here, and what each of its slots holds.

use crate::rules::murdham::model::manner::MANNERS;
use crate::rules::murdham::model::manner::PACES;
use crate::rules::murdham::model::manner::SPEEDS;
use crate::rules::murdham::model::manner::word_of;
use crate::rules::{
    murdham::{
        Action, FightState, Manner, Murdham, Pace, Refusal, Violation, With,
        chapters::{
            attack, blast,
            bonus::{self, TEXT_MAX_CHARS},
            chase,
            contest::ABILITIES,
            cost::{main_left, may_go_on},
            hold, power, turn,
        },
        model::{
            fact,
            manner::Speed,
            powers,
            sheet::Item,
            size::{self, Size},
            state::enemies,
        },
        refusals::MovementLeft,
        verbs::{candidates, check},
    },
    names::key,
};
use crate::{
    engine::{
        CombatantId, SideId, VerbView,
        partial_action::ParamValue,
        space::{Space, zones::ZonePlace},
    },
    rules::{
        action_space::{self, ActionSpace, Writing, verb},
        names::has_key,
    },
};

/// What stands in one slot of an action.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Somebody.
    Who(CombatantId),
    /// What one strikes with.
    With(With),
    /// Something that is carried.
    Gear(u8),
    /// Something that lies about.
    Lying(u8),
    /// Something to use up.
    Item(Item),
    /// How an attack is made.
    Manner(Manner),
    /// How somebody moves.
    Pace(Pace),
    /// A place.
    To(ZonePlace),
    /// A side.
    Side(SideId),
    /// Who is faster.
    Speed(Speed),
    /// At sight, else nearby.
    Sight(bool),
    /// One of two words for how.
    Word(&'static str),
    /// The one who is held.
    Held(CombatantId),
    /// Where they are.
    Stay,
    /// A weapon of somebody else.
    Theirs(CombatantId, u8),
    /// Words.
    Text,
}

/// The one who is held, and where they are, in words for who names neither.
pub const HELD: &str = "whom-you-hold";
/// Where they are.
pub const STAY: &str = "stay";

impl ActionSpace for Murdham {
    type Part = Part;
    const VERBS: &'static [VerbView] = &[
        verb("attack", "Attack", "main action", "Attack an enemy with a weapon in hand or bare hands."),
        verb("grapple", "Grapple", "main action", "Grab somebody nearby, unless they pass a STR save."),
        verb("disarm", "Disarm", "main action", "Make somebody nearby drop a weapon, unless they pass a STR save."),
        verb("stunt", "Stunt", "main action", "Attack, and offer something else than the damage."),
        verb("blast", "Blast", "main action", "Hit a zone and everybody in it and on its borders."),
        verb("shove", "Shove", "main action", "Push whom you hold half a zone away, or into a hazard."),
        verb("let-go", "Let go", "nothing", "Let go of whom you hold."),
        verb("break-free", "Break free", "the whole turn", "Try to get out of a grip or a net, by a STR save."),
        verb("free", "Free somebody", "main action", "Try to get somebody nearby out of a grip or a net."),
        verb("move", "Move", "half zones", "Move with the turn\u{2019}s own zone; it may be split."),
        verb("full-move", "Full movement", "main action", "Move two zones in all, or sprint four."),
        verb("sweep", "Sweep", "main action", "Strike in melee at all who are smaller around, for half damage."),
        verb(
            "throw",
            "Throw",
            "main action",
            "Throw somebody smaller whom you hold, within 2 zones: d4 direct damage.",
        ),
        verb(
            "trample",
            "Trample",
            "nothing",
            "After moving: drive smaller enemies here aside, or they suffer d4 damage.",
        ),
        verb("distract", "Distract", "main action", "An enemy makes a WIT save or loses the next turn."),
        verb("intimidate", "Intimidate", "main action", "An enemy makes a WIT save or is frightened of you."),
        verb("taunt", "Taunt", "main action", "An enemy makes a WIT save or must spend the next turn on harming you."),
        verb("contest", "Contest", "main action", "Measure an ability with somebody; the GM says what is won."),
        verb("invoke", "Invoke", "main action", "Invoke a profane power from a scroll in hand."),
        verb(
            "rally",
            "Rally",
            "main action",
            "Frightened allies within 2 zones make a WIT save to recover; once in a fight.",
        ),
        verb("rage", "Rage", "main action", "Become frenzied."),
        verb("calm", "Calm down", "main action", "A WIT save ends your frenzy."),
        verb("equip", "Equip", "bonus action", "Take something in hand."),
        verb("unequip", "Stow", "bonus action", "Put something out of the hands."),
        verb("use", "Use", "bonus action", "Use something up, such as a healing draught."),
        verb("pick-up", "Pick up", "bonus action", "Pick up what lies nearby."),
        verb("put-down", "Put down", "bonus action", "Put something down."),
        verb("interact", "Interact", "bonus action", "Do something with the surroundings."),
        verb("say", "Say", "bonus action", "Say a few words."),
        verb("improvise", "Improvise", "bonus action", "Take something of the surroundings to strike with."),
        verb("surrender", "Surrender", "the turn", "Throw the weapons down and put the hands up."),
        verb("flee", "Flee", "main action", "Run for good, and out of the fight."),
        verb(
            "chase",
            "Run from a chase",
            "main action",
            "Those of the side who flee escape or are caught by one AGI save.",
        ),
        verb("yield", "Let another side begin", "nothing", "The holder of the initiative lets another faction begin."),
        verb("end", "End turn", "nothing", "End the turn."),
    ];
    const ALSO: &'static [(&'static str, &'static str)] = &[
        ("strike", "attack"),
        ("help", "free"),
        ("speak", "say"),
        ("shout", "say"),
        ("tell", "say"),
        ("environment", "interact"),
        ("open", "interact"),
        ("close", "interact"),
        ("pull", "interact"),
        ("demoralise", "intimidate"),
        ("scare", "intimidate"),
        ("toss", "throw"),
        ("run", "full-move"),
        ("grab", "grapple"),
        ("wrestle", "grapple"),
        ("hurl", "throw"),
        ("bombard", "blast"),
        ("push", "shove"),
        ("release", "let-go"),
        ("struggle", "break-free"),
        ("rescue", "free"),
        ("draw", "equip"),
        ("ready", "equip"),
        ("stow", "unequip"),
        ("sheathe", "unequip"),
        ("put-away", "unequip"),
        ("drink", "use"),
        ("consume", "use"),
        ("draught", "use"),
        ("take", "pick-up"),
        ("pickup", "pick-up"),
        ("drop", "put-down"),
        ("full-movement", "full-move"),
        ("sprint", "full-move"),
        ("talk", "say"),
        ("give-up", "surrender"),
        ("run-away", "flee"),
        ("retreat", "move"),
        ("improvised-weapon", "improvise"),
        ("threaten", "intimidate"),
        ("provoke", "taunt"),
        ("cast", "invoke"),
        ("power", "invoke"),
        ("balance", "full-move"),
        ("leap", "full-move"),
        ("climb", "full-move"),
        ("swim", "full-move"),
        ("fly", "full-move"),
        ("lay", "put-down"),
        ("frenzy", "rage"),
        ("inspire", "rally"),
        ("tread", "trample"),
        ("let-begin", "yield"),
        ("compete", "contest"),
        ("arm-wrestle", "contest"),
    ];
    const SELDOM: &'static [&'static str] = &["contest", "surrender", "flee", "chase"];

    fn actions_of(fight: &FightState, who: CombatantId, verb: &str) -> Vec<Action> {
        candidates::ways(fight, who, verb)
    }

    fn part(action: &Action, index: usize) -> Option<(&'static str, Part)> {
        part(action, index)
    }

    fn filled(fight: &FightState, who: CombatantId, part: &Part) -> (ParamValue, String) {
        filled(fight, who, part)
    }

    fn ask(slot: &str, _: &Action) -> &'static str {
        match slot {
            "target" => "Whom?",
            "with" => "With what?",
            "how" => "How?",
            "to" => "Where to?",
            _ => "What?",
        }
    }

    fn note(fight: &FightState, who: CombatantId, slot: &str, action: &Action) -> String {
        note(fight, who, slot, action)
    }

    fn may_be_left_out(slot: &str, _: &Action) -> bool {
        matches!(slot, "with" | "how" | "to" | "target")
    }

    fn unasked(fight: &FightState, who: CombatantId, slot: &str, action: &Action) -> bool {
        unasked(fight, who, slot, action)
    }

    fn is_named_only(fight: &FightState, who: CombatantId, slot: &str, action: &Action) -> bool {
        slot == "target" && matches!(action, Action::Chase { .. }) && !chase::is_on(fight, who)
    }

    fn may_begin(fight: &FightState, who: CombatantId, verb: &str) -> Result<(), Refusal> {
        let may = match verb {
            "yield" => turn::check_yield_now(fight, who),
            "end" if turn::is_over_already(fight, who) => Ok(()),
            "chase" => Ok(()), // the GM may let a side be chased out of turn
            _ => may_go_on(fight, who),
        };
        may.map_err(Refusal::Violation)
    }

    fn is_closed(fight: &FightState, who: CombatantId, verb: &str) -> bool {
        candidates::MAIN.contains(&verb) && main_left(fight, who).is_err()
    }

    fn is_never(violation: &Violation) -> bool {
        matches!(violation, Violation::NotThatWay(_))
    }

    fn no_candidates(fight: &FightState, who: CombatantId, verb: &str) -> Refusal {
        Refusal::Violation(match verb {
            "attack" | "grapple" | "stunt" | "free" | "distract" | "intimidate" | "taunt" | "contest" => {
                Violation::NobodyThere
            }
            "disarm" => Violation::NobodyArmed,
            "blast" => Violation::NoBlast("bare hands".to_owned()),
            "shove" | "let-go" => Violation::HoldsNobody(who),
            "pick-up" => Violation::NothingLies,
            "use" => Violation::NoItem(Item::HealingDraught),
            "yield" => Violation::NoSuchSide,
            "throw" => Violation::NotToThrow(who),
            "invoke" => power::check_invoker(fight, who, With::Unarmed).err().unwrap_or(Violation::NoScroll(who)),
            "move" | "full-move" => Violation::TooFar { who, halves: MovementLeft(0) },
            _ => Violation::NotCarried,
        })
    }

    fn unknown_value(fight: &FightState, who: CombatantId, given: &ParamValue) -> Refusal {
        Refusal::Violation(match given {
            ParamValue::Word(word) | ParamValue::Text(word) => Violation::NoSuchThing(word.clone()),
            ParamValue::Who(other) => match fight.find(*other) {
                Some(it) if it.state.dead => Violation::Dead(*other),
                Some(_) if !enemies(fight, who, *other) => Violation::OwnSide(*other),
                _ => Violation::NobodyThere,
            },
        })
    }

    fn unknown_value_of(fight: &FightState, who: CombatantId, verb: &str, given: &ParamValue) -> Refusal {
        match given {
            ParamValue::Who(_) if verb == "contest" => Refusal::Violation(Violation::NobodyThere),
            ParamValue::Who(other) if verb == "shove" => Refusal::Violation(Violation::NotHeld(*other)),
            _ => Self::unknown_value(fight, who, given),
        }
    }

    fn resolve_verb(fight: &FightState, who: CombatantId, typed: &str) -> Option<&'static str> {
        if !has_key(typed, "escape") {
            return action_space::meant::<Murdham>(typed);
        }
        Some(if hold::is_entangled(fight, who) { "break-free" } else { "flee" }) // from that, or else from the fight
    }

    fn writing(slot: &str, action: &Action) -> Option<Writing> {
        let (ask, optional) = match action {
            _ if slot != "text" => return None,
            Action::Stunt { .. } => ("What instead of damage?", false),
            Action::Shove { .. } => ("Into a hazard of that zone? Which?", true),
            _ => ("In which words?", false),
        };
        Some(Writing { ask, max_chars: TEXT_MAX_CHARS, optional })
    }

    fn written(_: &FightState, action: Action, written: &str) -> Action {
        let text = written.to_owned();
        match action {
            Action::Stunt { target, with, .. } => Action::Stunt { target, with, text },
            Action::Shove { target, to, .. } => {
                Action::Shove { target, to, into: Some(text).filter(|it| !it.trim().is_empty()) }
            }
            Action::Say { .. } => Action::Say { text },
            Action::Interact { complex, .. } => Action::Interact { text, complex },
            Action::Improvise { great, .. } => Action::Improvise { text, great },
            other => other,
        }
    }
}

/// The slot of an action with this number, in the order in which they are filled.
fn part(action: &Action, index: usize) -> Option<(&'static str, Part)> {
    Some(match (action, index) {
        (Action::Attack { target, how: Manner::Grapple, .. }, 0) => ("target", Part::Who(*target)),
        (Action::Attack { how: Manner::Grapple, .. }, _) => return None,
        (Action::Attack { target, how: Manner::Disarm(_), .. }, 0) => ("target", Part::Who(*target)),
        // What is offered comes first: it is what a stunt is.
        (Action::Stunt { .. } | Action::Say { .. } | Action::Interact { .. } | Action::Improvise { .. }, 0) => {
            ("text", Part::Text)
        }
        (Action::Stunt { target, .. }, 1) => ("target", Part::Who(*target)),
        (Action::Attack { target, how: Manner::Disarm(gear), .. }, 1) => ("with", Part::Theirs(*target, *gear)),
        (Action::Attack { how: Manner::Disarm(_), .. }, _) => return None,
        (Action::Stunt { with, .. }, 2) => ("with", Part::With(*with)),
        (Action::Interact { complex, .. }, 1) => ("how", Part::Word(if *complex { "complex" } else { "simple" })),
        (Action::Improvise { great, .. }, 1) => ("how", Part::Word(if *great { "great" } else { "hand" })),
        (Action::Blast { to, .. }, 0) => ("target", Part::To(*to)),
        (Action::Blast { with, .. }, 1) => ("with", Part::With(*with)),
        (Action::Shove { target, .. }, 0) => ("target", Part::Held(*target)),
        (Action::Shove { to, .. }, 1) => ("to", to.map_or(Part::Stay, Part::To)),
        (Action::Shove { .. }, 2) => ("text", Part::Text),
        (Action::Free { target }, 0) => ("target", Part::Who(*target)),
        (Action::Attack { target, .. }, 0) => ("target", Part::Who(*target)),
        (Action::Attack { with, .. }, 1) => ("with", Part::With(*with)),
        (Action::Attack { how, .. }, 2) => ("how", Part::Manner(*how)),
        // How comes first, so that a place out of walking distance is not run to unasked.
        (Action::Move { how, .. } | Action::FullMove { how, .. }, 0) => ("how", Part::Pace(*how)),
        (Action::Move { to, .. } | Action::FullMove { to, .. }, 1) => ("to", Part::To(*to)),
        (Action::Sweep { with }, 0) => ("with", Part::With(*with)),
        (Action::Throw { target, .. }, 0) => ("target", Part::Who(*target)),
        (Action::Throw { to, .. }, 1) => ("to", Part::To(*to)),
        (Action::Sway { target, .. }, 0) => ("target", Part::Who(*target)),
        (Action::Contest { target, .. }, 0) => ("target", Part::Who(*target)),
        (Action::Contest { ability, .. }, 1) => ("how", Part::Word(word_of(&ABILITIES, *ability))),
        (Action::Invoke { scroll, .. }, 0) => ("with", Part::With(With::Gear(*scroll))),
        (Action::Invoke { target: Some(target), .. }, 1) => ("target", Part::Who(*target)),
        (Action::Invoke { target: Some(_), sight, .. }, 2) => ("how", Part::Sight(*sight)),
        (Action::PickUp { lying }, 0) => ("with", Part::Lying(*lying)),
        (Action::PutDown { gear } | Action::Equip { gear } | Action::Unequip { gear }, 0) => {
            ("with", Part::Gear(*gear))
        }
        (Action::Use { item, .. }, 0) => ("with", Part::Item(*item)),
        (Action::Use { target, .. }, 1) => ("target", Part::Who(*target)),
        (Action::Yield { to }, 0) => ("to", Part::Side(*to)),
        (Action::Chase { speed }, 0) => ("how", Part::Speed(*speed)),
        _ => return None,
    })
}

/// What fills a slot in this way, and what it is called.
fn filled(fight: &FightState, who: CombatantId, part: &Part) -> (ParamValue, String) {
    let called = |name: String| (ParamValue::Word(name.clone()), name);
    match *part {
        Part::Who(id) => (ParamValue::Who(id), fight.name(id).to_owned()),
        Part::With(With::Unarmed) => called("unarmed".to_owned()),
        Part::With(With::Both) => called("both weapons".to_owned()),
        Part::Gear(bonus::WORN) => called("armour".to_owned()),
        Part::With(With::Gear(index)) if powers::on_scroll(fight, who, With::Gear(index)).is_some() => {
            called(fact::name_of(fight, who, With::Gear(index)))
        }
        Part::With(With::Gear(index)) | Part::Gear(index) => {
            let gear = &fight.combatant(who).state.gear;
            let names: Vec<&str> = gear.iter().map(|it| it.weapon.name.as_str()).collect();
            called(alike(&names, usize::from(index)))
        }
        Part::Lying(index) => {
            let names: Vec<&str> = fight.system.ground.iter().map(|it| it.gear.weapon.name.as_str()).collect();
            called(alike(&names, usize::from(index)))
        }
        Part::Item(item) => called(item.name().to_owned()),
        Part::Manner(manner) => {
            let word = word_of(&MANNERS, manner);
            (ParamValue::Word(word.to_owned()), word.replace('-', " "))
        }
        Part::Sight(sight) => called(if sight { "sight" } else { "near" }.to_owned()),
        Part::Pace(pace) => called(word_of(&PACES, pace).to_owned()),
        Part::To(place) => called(fight.space.place_words(&place)),
        Part::Held(id) => (ParamValue::Word(HELD.to_owned()), fight.name(id).to_owned()),
        Part::Stay => called(STAY.to_owned()),
        Part::Word(word) => called(word.to_owned()),
        Part::Text => called(String::new()),
        Part::Theirs(of, index) => {
            let gear = &fight.combatant(of).state.gear;
            let names: Vec<&str> = gear.iter().map(|it| it.weapon.name.as_str()).collect();
            called(alike(&names, usize::from(index)))
        }
        Part::Speed(speed) => called(word_of(&SPEEDS, speed).to_owned()),
        Part::Side(side) => called(fight.side_name(side).to_owned()),
    }
}

/// Whether somebody who says nothing of this slot means this way: the first weapon in hand that is possible, and the ordinary way to use
/// it. Who holds a weapon does not punch unasked, and nobody lobs a shot or sprints unasked; whom they hold stays where they are, and
/// what is drunk is drunk by oneself.
fn unasked(fight: &FightState, who: CombatantId, slot: &str, action: &Action) -> bool {
    let Some(it) = fight.find(who) else { return false };
    let armed = || it.state.in_hand().any(|(_, it)| it.weapon.power.is_none());
    let bare = |with: With| with == With::Unarmed && armed();
    let lobbed_only = |with: With| match with {
        With::Gear(index) => it.state.gear.get(usize::from(index)).is_some_and(|it| it.weapon.lobbed_only),
        With::Unarmed | With::Both => false,
    };
    match (slot, action) {
        ("target", Action::Use { target, .. } | Action::Invoke { target: Some(target), .. }) => *target == who,
        ("target", _) => false,
        ("to", Action::Shove { to, .. }) => to.is_none(),
        ("to", _) => false,
        (_, Action::Attack { how: Manner::Disarm(_), .. }) => true,
        ("with", Action::Attack { with, .. }) | (_, Action::Stunt { with, .. } | Action::Sweep { with }) => {
            !bare(*with)
        }
        // C47: a blast that is aimed at somebody large is meant for that one.
        (_, Action::Attack { target, with, how }) if meant_for_one(fight, who, *target, *with) => {
            *how == Manner::Single
        }
        (_, Action::Attack { with, how: Manner::Indirect, .. }) => lobbed_only(*with),
        (_, Action::Attack { with, how, .. }) => *how == Manner::Normal && !lobbed_only(*with),
        (_, Action::Move { how, .. } | Action::FullMove { how, .. }) => *how == Pace::Walk,
        (_, Action::Invoke { sight, .. }) => !sight,
        (_, Action::Contest { .. }) => false,
        (_, Action::Chase { speed }) => *speed == Speed::AsTheyRun,
        _ => true,
    }
}

fn meant_for_one(fight: &FightState, who: CombatantId, target: CombatantId, with: With) -> bool {
    blast::is_blast(fight, who, with) && size::of(fight, target) >= Size::Large
}

/// What is worth knowing before choosing: of a target how far it is, of a weapon its die, and what stands in the way.
fn note(fight: &FightState, who: CombatantId, slot: &str, action: &Action) -> String {
    let mut notes = vec![];
    if let Action::Attack { target, with, how } = action {
        match (slot, with) {
            ("target", _) => notes.extend(fight.distance(who, *target).map(crate::rules::wording::zones_away)),
            ("with", With::Gear(gear)) => {
                notes.extend(fact::weapon(fight, who, *gear).map(|it| format!("d{}", it.die)))
            }
            ("with", With::Unarmed) => notes.push("d4, impaired".to_owned()),
            _ => {}
        }
        match attack::aim(fight, who, *target, *with, *how) {
            Ok(reasons) if reasons.is_empty() => notes.push("hits automatically".to_owned()),
            Ok(reasons) => notes.push(format!("WIT save to hit: {}", reasons.join(", "))),
            Err(_) => {}
        }
    }
    match action {
        Action::Improvise { great: false, .. } => notes.push("one hand: a simple hand weapon".to_owned()),
        Action::Improvise { great: true, .. } => notes.push("both hands: a simple great weapon".to_owned()),
        Action::Interact { complex: false, .. } => notes.push("a bonus action".to_owned()),
        Action::Interact { complex: true, .. } => notes.push("a main action, as the GM finds it complex".to_owned()),
        _ => {}
    }
    if let Err(violation) = check(fight, who, action) {
        notes.push(violation.words(fight).0);
    }
    notes.join("; ")
}

/// Things of the same name are told apart by their number.
fn alike(names: &[&str], index: usize) -> String {
    let Some(name) = names.get(index) else { return String::new() };
    let earlier = names[..index].iter().filter(|it| key(it) == key(name)).count();
    if earlier == 0 { (*name).to_owned() } else { format!("{name} ({})", earlier + 1) }
}
