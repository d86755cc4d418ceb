//! What is offered: for each verb all ways to fill its slots, sorted by [`check`](super::actions::check) into what is legal now and
//! what can only be named. Nothing is decided here.
//!
//! Long because: one table of verbs and their slots; it is to be made of ways that all systems share.

use super::{
    Action, Barred, Combatant, Field, Manner, Pace, With,
    actions::{TEXT_MAX_CHARS, check, may_go_on},
    attack, blast, bonus,
    chase::Speed,
    fact,
    fields::key,
    hold, nonlethal,
    power::{self, On},
    sheet::{Effect, Item},
    size::{self, Size},
    state::{At, Gear, enemies},
    sway::Sway,
    turn, words,
};
use crate::engine::{
    CombatantId, SideId, Slot, Verb,
    draft::{Draft, Fill, Pick},
    play::Whim,
    space::{
        Space,
        zones::{ZoneId, ZonePlace},
    },
};

/// Every verb, in the order in which a menu shows them.
pub(super) const VERBS: [Verb; 34] = [
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
    verb("throw", "Throw", "main action", "Throw somebody smaller whom you hold, within 2 zones: d4 direct damage."),
    verb("trample", "Trample", "nothing", "After moving: drive smaller enemies here aside, or they suffer d4 damage."),
    verb("distract", "Distract", "main action", "An enemy makes a WIT save or loses the next turn."),
    verb("intimidate", "Intimidate", "main action", "An enemy makes a WIT save or is frightened of you."),
    verb("taunt", "Taunt", "main action", "An enemy makes a WIT save or must spend the next turn on harming you."),
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

const fn verb(name: &'static str, label: &'static str, cost: &'static str, blurb: &'static str) -> Verb {
    Verb { name, label, cost, blurb }
}

/// Other words for a verb.
pub(super) const ALSO: &[(&str, &str)] = &[
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
];

/// The verb that is meant by its name, its label or another word for it, whether it is possible now or not.
fn meant(typed: &str) -> Option<&'static str> {
    let typed = key(typed);
    let also = ALSO.iter().find(|it| it.0 == typed).map(|it| it.1);
    VERBS.iter().map(|it| (it.name, key(it.label))).find(|it| it.0 == typed || it.1 == typed).map(|it| it.0).or(also)
}

/// What stands in one slot of an action.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Who(CombatantId),
    With(With),
    Gear(u8),
    Lying(u8),
    Item(Item),
    Manner(Manner),
    Pace(Pace),
    To(ZonePlace),
    Side(SideId),
    Speed(Speed),
    Sight(bool),
    /// The one who is held.
    Held(CombatantId),
    /// Where they are.
    Stay,
    /// A weapon of somebody else.
    Theirs(CombatantId, u8),
}

/// The slot of an action with this number, in the order in which they are filled.
fn part(action: &Action, index: usize) -> Option<(&'static str, Part)> {
    Some(match (action, index) {
        (Action::Attack { target, how: Manner::Grapple, .. }, 0) => ("target", Part::Who(*target)),
        (Action::Attack { how: Manner::Grapple, .. }, _) => return None,
        (Action::Attack { target, how: Manner::Disarm(_), .. } | Action::Stunt { target, .. }, 0) => {
            ("target", Part::Who(*target))
        }
        (Action::Attack { target, how: Manner::Disarm(gear), .. }, 1) => ("with", Part::Theirs(*target, *gear)),
        (Action::Attack { how: Manner::Disarm(_), .. }, _) => return None,
        (Action::Stunt { with, .. }, 1) => ("with", Part::With(*with)),
        (Action::Blast { to, .. }, 0) => ("target", Part::To(*to)),
        (Action::Blast { with, .. }, 1) => ("with", Part::With(*with)),
        (Action::Shove { target, .. }, 0) => ("target", Part::Held(*target)),
        (Action::Shove { to, .. }, 1) => ("to", to.map_or(Part::Stay, Part::To)),
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
fn filled(field: &Field, who: CombatantId, part: Part) -> (Fill, String) {
    let called = |name: String| (Fill::Word(name.clone()), name);
    match part {
        Part::Who(id) => (Fill::Who(id), field.name(id).to_owned()),
        Part::With(With::Unarmed) => called("unarmed".to_owned()),
        Part::With(With::Both) => called("both weapons".to_owned()),
        Part::Gear(bonus::WORN) => called("armour".to_owned()),
        Part::With(With::Gear(index)) if power::on_scroll(field, who, With::Gear(index)).is_some() => {
            called(fact::name_of(field, who, With::Gear(index)))
        }
        Part::With(With::Gear(index)) | Part::Gear(index) => {
            let gear = &field.combatant(who).state.gear;
            let names: Vec<&str> = gear.iter().map(|it| it.weapon.name.as_str()).collect();
            called(alike(&names, usize::from(index)))
        }
        Part::Lying(index) => {
            let names: Vec<&str> = field.shared.ground.iter().map(|it| it.gear.weapon.name.as_str()).collect();
            called(alike(&names, usize::from(index)))
        }
        Part::Item(item) => called(item.name().to_owned()),
        Part::Manner(manner) => {
            let word = word_of(&MANNERS, manner);
            (Fill::Word(word.to_owned()), word.replace('-', " "))
        }
        Part::Sight(sight) => called(if sight { "sight" } else { "near" }.to_owned()),
        Part::Pace(pace) => called(word_of(&PACES, pace).to_owned()),
        Part::To(place) => called(field.space.place_words(&place)),
        Part::Held(id) => (Fill::Word(HELD.to_owned()), field.name(id).to_owned()),
        Part::Stay => called(STAY.to_owned()),
        Part::Theirs(of, index) => {
            let gear = &field.combatant(of).state.gear;
            let names: Vec<&str> = gear.iter().map(|it| it.weapon.name.as_str()).collect();
            called(alike(&names, usize::from(index)))
        }
        Part::Speed(speed) => called(word_of(&SPEEDS, speed).to_owned()),
        Part::Side(side) => called(field.side_name(side).to_owned()),
    }
}

fn word_of<T: PartialEq>(words: &[(&'static str, T)], meant: T) -> &'static str {
    words.iter().find(|it| it.1 == meant).map_or("", |it| it.0)
}

/// The different fills of one slot among these actions, in their order.
fn different(actions: &[Action], index: usize) -> Vec<Part> {
    let mut parts = vec![];
    for (_, part) in actions.iter().filter_map(|it| part(it, index)) {
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    parts
}

/// What somebody may do now.
pub fn verbs(field: &Field, who: CombatantId) -> Vec<Verb> {
    let may = |verb: &&Verb| ways(field, who, verb.name).iter().any(|it| check(field, who, it).is_ok());
    VERBS.iter().filter(may).cloned().collect()
}

/// In so many of a hundred turns random play thinks of giving up.
const GIVES_UP_PERCENT: u8 = 15;

/// Something that somebody may do now, at random: a verb, then a way of it. It is what filling random slots comes to, without the
/// words.
pub fn at_random(field: &Field, who: CombatantId, whim: &mut Whim) -> Option<Action> {
    let mut verbs = VERBS.map(|it| it.name).to_vec();
    // Few give up before they must: else random fights would be over before anything has happened in them.
    let mut last = vec![];
    if !whim.percent(GIVES_UP_PERCENT) {
        (verbs, last) = verbs.into_iter().partition(|it| !["surrender", "flee", "chase"].contains(it));
    }
    while let Some(verb) = whim.take(&mut verbs).or_else(|| whim.take(&mut last)) {
        let mut ways = ways(field, who, verb);
        while let Some(action) = whim.take(&mut ways) {
            if check(field, who, &action).is_ok() {
                return Some(action);
            }
        }
    }
    None
}

/// An action whose first slot is a text.
fn written(verb: &str, text: &str, second: bool) -> Option<Action> {
    let text = text.to_owned();
    match verb {
        "say" => Some(Action::Say { text }),
        "interact" => Some(Action::Interact { text, complex: second }),
        "improvise" => Some(Action::Improvise { text, great: second }),
        _ => None,
    }
}

/// The next slot of a half-written action.
///
/// # Errors
/// Why it cannot be gone on with.
pub fn options(field: &Field, who: CombatantId, so_far: &Draft) -> Result<Slot<Action>, Barred> {
    // Who is held escapes from that, and anybody else from the fight.
    let meant = match key(&so_far.verb).as_str() {
        "escape" if hold::is_entangled(field, who) => Some("break-free"),
        "escape" => Some("flee"),
        _ => meant(&so_far.verb),
    };
    let verb = meant.ok_or_else(|| Barred::NoSuchThing(so_far.verb.clone()))?.to_owned();
    match verb.as_str() {
        "yield" => turn::check_yield_now(field, who)?,
        "chase" => {} // the GM may let a side be chased out of turn
        _ => may_go_on(field, who)?,
    }
    if written(&verb, "", false).is_some() {
        return text_options(field, who, &verb, so_far);
    }
    let mut left = ways(field, who, &verb);
    if let Some((_, pace)) = PACES.iter().find(|it| it.0 == key(&so_far.verb)) {
        left.retain(|it| matches!(it, Action::FullMove { how, .. } if how == pace));
    }
    if verb == "stunt" && so_far.word("text").is_none() {
        if left.is_empty() {
            return Err(nothing_of(&verb, who));
        }
        if let Some(barred) = all_barred(field, who, &left) {
            return Err(barred);
        }
        return Ok(Slot::Write {
            name: "text",
            ask: "What instead of damage?",
            max_chars: TEXT_MAX_CHARS,
            optional: false,
        });
    }
    let mut index = 0;
    while let Some((slot, _)) = left.first().and_then(|it| part(it, index)) {
        let Some(given) = so_far.get(slot) else { return Ok(choose(field, who, slot, index, &left)) };
        let meant: Vec<Part> =
            different(&left, index).into_iter().filter(|it| fits(&filled(field, who, *it), given)).collect();
        left.retain(|it| part(it, index).is_some_and(|it| meant.contains(&it.1)));
        if left.is_empty() {
            return Err(unheard_of(field, who, &verb, given));
        }
        index += 1;
    }
    if index > 0
        && let Some(barred) = all_barred(field, who, &left)
    {
        return Err(barred);
    }
    match left.into_iter().next() {
        None if verb == "invoke" => {
            Err(power::check_invoker(field, who, With::Unarmed).err().unwrap_or(Barred::NoScroll(who)))
        }
        None => Err(nothing_of(&verb, who)),
        Some(Action::Shove { target, to, .. }) => {
            let at = to.or_else(|| field.combatant(target).place);
            let hazards = at.map_or_else(Vec::new, |at| field.space.hazards(at));
            let Some(text) = so_far.word("text") else {
                let ask = "Into a hazard of that zone? Which?";
                return Ok(Slot::Write { name: "text", ask, max_chars: TEXT_MAX_CHARS, optional: true });
            };
            let known = hazards.iter().find(|it| !text.is_empty() && key(it).starts_with(&key(text)));
            let into = known.cloned().or_else(|| Some(text.to_owned()).filter(|it| !it.trim().is_empty()));
            let action = Action::Shove { target, to, into };
            check(field, who, &action).map(|()| Slot::Done(action))
        }
        Some(Action::Stunt { target, with, .. }) => {
            let text = so_far.word("text").unwrap_or_default().to_owned();
            let action = Action::Stunt { target, with, text };
            check(field, who, &action).map(|()| Slot::Done(action))
        }
        Some(action) => check(field, who, &action).map(|()| Slot::Done(action)),
    }
}

/// An attack whose `how` is a verb of its own is that verb: `attack how:grapple`; what is given as `stunt` is the text of one, and a
/// zone is a target.
pub fn meant_by(verb: &str, typed: &[(String, String)]) -> Option<(&'static str, Vec<(String, String)>)> {
    let mut said = typed.to_vec();
    let manner = match key(verb).as_str() {
        "hold-back" => Some("hold-back"),
        "final-blow" | "kill" => Some("final-blow"),
        _ => None,
    };
    if let Some(manner) = manner {
        said.push(("how".to_owned(), manner.to_owned()));
        return Some(("attack", said));
    }
    let verb = meant(verb).filter(|it| ["attack", "blast", "shove", "use", "chase"].contains(it))?;
    if verb == "chase" {
        for (_, value) in said.iter_mut().filter(|it| ["how", "speed", "pace"].contains(&key(&it.0).as_str())) {
            let also = SPEEDS_ALSO.iter().find(|it| it.0 == key(value)).map(|it| it.1);
            if let Some(speed) = also {
                word_of(&SPEEDS, speed).clone_into(value);
            }
        }
        return (said != typed).then_some((verb, said));
    }
    if verb == "use" {
        // An item may be called by another word for it.
        for (_, value) in said.iter_mut().filter(|it| ["with", "item"].contains(&key(&it.0).as_str())) {
            if let Some(item) = Item::named(value) {
                item.name().clone_into(value);
            }
        }
        return (said != typed).then_some((verb, said));
    }
    if verb == "shove" {
        let given = |names: &[&str]| typed.iter().any(|it| names.contains(&key(&it.0).as_str()));
        for (slot, names, value) in [("target", &["target"][..], HELD), ("to", &["to", "zone", "place", "at"], STAY)] {
            if !given(names) {
                said.push((slot.to_owned(), value.to_owned()));
            }
        }
        return Some((verb, said));
    }
    for (name, _) in said.iter_mut().filter(|it| ["zone", "at", "where"].contains(&key(&it.0).as_str())) {
        *name = "target".to_owned();
    }
    if let Some((name, _)) = said.iter_mut().find(|it| verb == "attack" && key(&it.0) == "stunt") {
        *name = "text".to_owned();
        return Some(("stunt", said));
    }
    let how = said.iter().position(|it| verb == "attack" && key(&it.0) == "how");
    let other = how.and_then(|how| meant(&said[how].1)).filter(|it| HOWS.contains(it));
    if let (Some(how), Some(other)) = (how, other) {
        said.remove(how);
        return Some((other, said));
    }
    (said != typed).then_some((verb, said))
}

/// The one who is held, and where they are, in words for who names neither.
const HELD: &str = "whom-you-hold";
const STAY: &str = "stay";

/// Verbs that may be given as the `how` of an attack.
const HOWS: [&str; 5] = ["grapple", "disarm", "stunt", "blast", "sweep"];

/// Why nothing at all can be done with a verb now.
fn nothing_of(verb: &str, who: CombatantId) -> Barred {
    match verb {
        "attack" | "grapple" | "stunt" | "free" => Barred::NobodyThere,
        "disarm" => Barred::NobodyArmed(who),
        "blast" => Barred::NoBlast("bare hands".to_owned()),
        "shove" | "let-go" => Barred::HoldsNobody(who),
        "pick-up" => Barred::NothingLies,
        "use" => Barred::NoItem(super::sheet::Item::HealingDraught),
        "yield" => Barred::NoSuchSide,
        "throw" => Barred::NotToThrow(who),
        "invoke" => Barred::NoScroll(who),
        "distract" | "intimidate" | "taunt" => Barred::NobodyThere,
        "move" | "full-move" => Barred::TooFar { who, halves: 0 },
        _ => Barred::NotCarried,
    }
}

/// Why something that is not even listed cannot be chosen.
fn unheard_of(field: &Field, who: CombatantId, verb: &str, given: &Fill) -> Barred {
    match given {
        Fill::Who(other) if verb == "shove" => Barred::NotHeld(*other),
        Fill::Word(word) | Fill::Text(word) => Barred::NoSuchThing(word.clone()),
        Fill::Who(other) => match field.find(*other) {
            Some(it) if it.state.dead => Barred::Dead(*other),
            Some(_) if !enemies(field, who, *other) => Barred::OwnSide(*other),
            _ => Barred::NobodyThere,
        },
    }
}

fn fits((fill, label): &(Fill, String), given: &Fill) -> bool {
    match (fill, given) {
        (Fill::Word(word), Fill::Word(typed) | Fill::Text(typed)) => {
            key(word) == key(typed) || key(label) == key(typed)
        }
        _ => fill == given,
    }
}

/// The refusal of the first way, if none is legal.
fn all_barred(field: &Field, who: CombatantId, left: &[Action]) -> Option<Barred> {
    let mut first = None;
    for action in left {
        match check(field, who, action) {
            Ok(()) => return None,
            Err(barred) => first = first.or(Some(barred)),
        }
    }
    first
}

fn choose(field: &Field, who: CombatantId, name: &'static str, index: usize, left: &[Action]) -> Slot<Action> {
    let (mut picks, mut barred): (Vec<Pick>, Vec<Pick>) = (vec![], vec![]);
    for wanted in different(left, index) {
        let mut with = left.iter().filter(|it| part(it, index).is_some_and(|it| it.1 == wanted));
        let legal = with.clone().find(|it| check(field, who, it).is_ok());
        let Some(action) = legal.or_else(|| with.next()) else { continue };
        let (fill, label) = filled(field, who, wanted);
        let pick = Pick { fill, label, note: note(field, who, name, action) };
        if legal.is_some() { picks.push(pick) } else { barred.push(pick) }
    }
    let default = match name {
        "with" | "how" => by_itself(field, who, name, index, left),
        // Whom they hold stays where they are, unless somebody says where to.
        "to" if index == 1 => picks.iter().map(|it| it.fill.clone()).find(|it| *it == Fill::Word(STAY.to_owned())),
        "target" => picks.iter().map(|it| it.fill.clone()).find(|it| *it == Fill::Who(who)),
        _ => None,
    };
    Slot::Choose { name, ask: ask(name), picks, barred, default }
}

/// What goes without saying: the first weapon in hand that is possible, and the ordinary way to use it. Who holds a weapon does not
/// punch unasked, and nobody lobs a shot or sprints unasked. Where nothing is legal, the first way leads on to the refusal that says
/// why.
fn by_itself(field: &Field, who: CombatantId, slot: &str, index: usize, left: &[Action]) -> Option<Fill> {
    let it = field.find(who)?;
    let armed = it.state.in_hand().any(|(_, it)| it.weapon.power.is_none());
    let lobbed_only = |with: &With| match with {
        With::Gear(index) => it.state.gear.get(usize::from(*index)).is_some_and(|it| it.weapon.lobbed_only),
        With::Unarmed | With::Both => false,
    };
    let unasked = |way: &&Action| match way {
        Action::Attack { with, how, .. } if slot == "with" && !matches!(how, Manner::Disarm(_)) => {
            !armed || *with != With::Unarmed
        }
        Action::Attack { how: Manner::Disarm(_), .. } => true,
        Action::Stunt { with, .. } => !armed || *with != With::Unarmed,
        // C47: a blast that is aimed at somebody large is meant for that one.
        Action::Attack { target, with, how } if meant_for_one(field, who, *target, *with) => *how == Manner::Single,
        Action::Attack { with, how: Manner::Indirect, .. } => lobbed_only(with),
        Action::Attack { with, how, .. } => *how == Manner::Normal && !lobbed_only(with),
        Action::Move { how, .. } | Action::FullMove { how, .. } => *how == Pace::Walk,
        Action::Invoke { sight, .. } => !sight,
        Action::Sweep { with } => !armed || *with != With::Unarmed,
        Action::Chase { speed } => *speed == Speed::AsTheyRun,
        _ => true,
    };
    let legal = |way: &&Action| check(field, who, way).is_ok();
    let chosen = match left.iter().any(|it| legal(&it)) {
        true => left.iter().filter(unasked).find(legal),
        false => left.iter().find(unasked).or(left.first()),
    };
    chosen.and_then(|it| part(it, index)).map(|it| filled(field, who, it.1).0)
}

fn meant_for_one(field: &Field, who: CombatantId, target: CombatantId, with: With) -> bool {
    blast::is_blast(field, who, with) && size::of(field, target) >= Size::Large
}

fn ask(slot: &str) -> &'static str {
    match slot {
        "target" => "Whom?",
        "with" => "With what?",
        "how" => "How?",
        "to" => "Where to?",
        _ => "What?",
    }
}

/// What is worth knowing before choosing: of a target how far it is, of a weapon its die, and what stands in the way.
fn note(field: &Field, who: CombatantId, slot: &str, action: &Action) -> String {
    let mut notes = vec![];
    if let Action::Attack { target, with, how } = action {
        match (slot, with) {
            ("target", _) => notes.extend(field.distance(who, *target).map(words::zones_away)),
            ("with", With::Gear(gear)) => {
                notes.extend(fact::weapon(field, who, *gear).map(|it| format!("d{}", it.die)))
            }
            ("with", With::Unarmed) => notes.push("d4, impaired".to_owned()),
            _ => {}
        }
        match attack::aim(field, who, *target, *with, *how) {
            Ok(reasons) if reasons.is_empty() => notes.push("hits automatically".to_owned()),
            Ok(reasons) => notes.push(format!("WIT save to hit: {}", reasons.join(", "))),
            Err(_) => {}
        }
    }
    if let Err(barred) = check(field, who, action) {
        notes.push(words::barred(field, &barred).0);
    }
    notes.join("; ")
}

/// The two ways of something that is put into words.
fn ways_of_words(verb: &str) -> [(&'static str, &'static str); 2] {
    match verb {
        "improvise" => [("hand", "one hand: a simple hand weapon"), ("great", "both hands: a simple great weapon")],
        _ => [("simple", "a bonus action"), ("complex", "a main action, as the GM finds it complex")],
    }
}

fn text_options(field: &Field, who: CombatantId, verb: &str, so_far: &Draft) -> Result<Slot<Action>, Barred> {
    let Some(text) = so_far.word("text") else {
        let either = |second| written(verb, ANY_TEXT, second).map(|it| check(field, who, &it));
        if let (Some(Err(barred)), Some(Err(_))) = (either(false), either(true)) {
            return Err(barred);
        }
        return Ok(Slot::Write { name: "text", ask: "In which words?", max_chars: TEXT_MAX_CHARS, optional: false });
    };
    let ways = ways_of_words(verb);
    let second = match (verb, so_far.word("how")) {
        ("say", _) => false,
        (_, Some(how)) if key(how) == ways[1].0 => true,
        (_, Some(how)) if key(how) == ways[0].0 => false,
        (_, Some(how)) => return Err(Barred::NoSuchThing(how.to_owned())),
        (_, None) => {
            let pick = |word: &str, note: &str| Pick {
                fill: Fill::Word(word.to_owned()),
                label: word.to_owned(),
                note: note.to_owned(),
            };
            let (legal, barred): (Vec<_>, Vec<_>) = ways.into_iter().partition(|(word, _)| {
                written(verb, text, *word == ways[1].0).is_some_and(|it| check(field, who, &it).is_ok())
            });
            let picks = |list: Vec<(&str, &str)>| list.into_iter().map(|(word, note)| pick(word, note)).collect();
            let picks_now: Vec<Pick> = picks(legal);
            let default = picks_now.first().map(|it| it.fill.clone());
            return Ok(Slot::Choose { name: "how", ask: "How?", picks: picks_now, barred: picks(barred), default });
        }
    };
    let action = written(verb, text, second).ok_or_else(|| Barred::NoSuchThing(verb.to_owned()))?;
    check(field, who, &action).map(|()| Slot::Done(action))
}

/// All ways to fill the slots of a verb, legal or not; a text is a word of ours.
fn ways(field: &Field, who: CombatantId, verb: &str) -> Vec<Action> {
    let Some(it) = field.find(who) else { return vec![] };
    let gear = || (0u8..).zip(it.state.gear.iter()).filter(|it| it.1.at != At::Gone).map(|it| it.0);
    // Armour and helmet can be named too, to be told that they stay (R9).
    let worn = || (it.state.armour.is_worn() || it.state.helmet).then_some(bonus::WORN);
    let enemies =
        || field.combatants.iter().filter(|other| other.side != it.side && !other.state.dead && !other.hidden);
    match verb {
        "attack" => attacks(field, it).into_iter().chain(ways(field, who, "blast")).collect(),
        "grapple" => {
            let grapple = |target| Action::Attack { target, with: With::Unarmed, how: Manner::Grapple };
            enemies().map(|it| grapple(it.id)).collect()
        }
        "disarm" => {
            let with = With::Unarmed;
            let drops = |target| nonlethal::droppable(field, target).map(move |gear| (target, Manner::Disarm(gear)));
            enemies().flat_map(|it| drops(it.id)).map(|(target, how)| Action::Attack { target, with, how }).collect()
        }
        "stunt" => {
            let plain = attacks(field, it).into_iter().filter_map(|it| match it {
                Action::Attack { target, with, how: Manner::Normal } => Some((target, with)),
                _ => None,
            });
            plain.map(|(target, with)| Action::Stunt { target, with, text: ANY_TEXT.to_owned() }).collect()
        }
        "blast" => {
            let blasts = gear().map(With::Gear).filter(|with| blast::is_blast(field, who, *with));
            let zones = (0..field.space.zones.len()).map(|it| ZonePlace::In(ZoneId(it as u8)));
            blasts.flat_map(|with| zones.clone().map(move |to| Action::Blast { to, with })).collect()
        }
        "shove" => shoves(field, who),
        "let-go" => vec![Action::LetGo],
        "break-free" => vec![Action::BreakFree],
        "free" => {
            let others = field.combatants.iter().filter(|it| it.id != who && hold::is_entangled(field, it.id));
            others
                .filter(|other| !other.hidden || other.side == it.side)
                .map(|it| Action::Free { target: it.id })
                .collect()
        }
        "move" => moves(field, |to, how| Action::Move { to, how }),
        "full-move" => moves(field, |to, how| Action::FullMove { to, how }),
        "pick-up" => (0u8..).zip(field.shared.ground.iter()).map(|it| Action::PickUp { lying: it.0 }).collect(),
        "put-down" => gear().map(|gear| Action::PutDown { gear }).collect(),
        "equip" => gear().chain(worn()).map(|gear| Action::Equip { gear }).collect(),
        "unequip" => gear().chain(worn()).map(|gear| Action::Unequip { gear }).collect(),
        "use" => uses(field, it),
        "sweep" => sweeps(it),
        "throw" => throws(field, who),
        "trample" => vec![Action::Trample],
        "distract" => sways(field, it, Sway::Distract),
        "intimidate" => sways(field, it, Sway::Intimidate),
        "taunt" => sways(field, it, Sway::Taunt),
        "invoke" => invocations(field, it),
        "rally" => vec![Action::Rally],
        "rage" => vec![Action::Rage],
        "calm" => vec![Action::Calm],
        "end" => vec![Action::End],
        "surrender" => vec![Action::Surrender],
        "flee" => vec![Action::Flee],
        "chase" => SPEEDS.map(|(_, speed)| Action::Chase { speed }).to_vec(),
        "yield" => field.sides.iter().filter(|to| to.id != it.side).map(|to| Action::Yield { to: to.id }).collect(),
        "say" => written(verb, ANY_TEXT, false).into_iter().collect(),
        _ => [false, true].into_iter().filter_map(|second| written(verb, ANY_TEXT, second)).collect(),
    }
}

/// Stands for a text that is not yet written.
const ANY_TEXT: &str = "\u{2026}";

/// The manners of an attack, by their words.
pub const MANNERS: [(&str, Manner); 6] = [
    ("normal", Manner::Normal),
    ("hold-back", Manner::HoldBack),
    ("final-blow", Manner::FinalBlow),
    ("indirect", Manner::Indirect),
    ("stun", Manner::Stun),
    ("single", Manner::Single),
];

/// Who is faster, by the words for it.
pub const SPEEDS: [(&str, Speed); 3] =
    [("as-they-run", Speed::AsTheyRun), ("faster", Speed::Faster), ("slower", Speed::Slower)];

/// Other words for them, as a table talks of a chase.
const SPEEDS_ALSO: [(&str, Speed); 9] = [
    ("equal", Speed::AsTheyRun),
    ("even", Speed::AsTheyRun),
    ("same", Speed::AsTheyRun),
    ("normal", Speed::AsTheyRun),
    ("longer", Speed::Faster),
    ("fleeing-faster", Speed::Faster),
    ("fleers-faster", Speed::Faster),
    ("pursuers-faster", Speed::Slower),
    ("fleeing-slower", Speed::Slower),
];

/// The ways of moving, by their words.
pub const PACES: [(&str, Pace); 8] = [
    ("walk", Pace::Walk),
    ("sneak", Pace::Sneak),
    ("sprint", Pace::Sprint),
    ("balance", Pace::Balance),
    ("leap", Pace::Leap),
    ("climb", Pace::Climb),
    ("swim", Pace::Swim),
    ("fly", Pace::Fly),
];

fn attacks(field: &Field, attacker: &Combatant) -> Vec<Action> {
    let carried = &attacker.state.gear;
    let order = |it: &Gear| (!it.at.in_hand(), it.weapon.shield, it.at == At::Off);
    let weapon = |it: &usize| carried[*it].at != At::Gone && carried[*it].weapon.power.is_none();
    let mut gear: Vec<usize> = (0..carried.len()).filter(weapon).collect();
    gear.sort_by_key(|it| order(&carried[*it]));
    let held = gear.iter().filter(|it| carried[**it].at.in_hand()).count();
    let mut with: Vec<With> = gear.into_iter().map(|it| With::Gear(it as u8)).collect();
    with.insert(held, With::Unarmed);
    if attacker.state.both_weapons().is_some() {
        with.insert(held, With::Both);
    }
    let targets = field.combatants.iter().filter(|it| it.side != attacker.side && !it.state.dead && !it.hidden);
    let stuns = attacker.sheet.has(Effect::Stuns);
    let mut all = vec![];
    for target in targets {
        for with in &with {
            let bursts = blast::is_blast(field, attacker.id, *with);
            let manners = MANNERS.iter().map(|it| it.1);
            let manners = manners.filter(|how| (*how != Manner::Stun || stuns) && (*how != Manner::Single || bursts));
            all.extend(manners.map(|how| Action::Attack { target: target.id, with: *with, how }));
        }
    }
    all
}

/// R38: half a zone away, or not; what hazard, if any, is written in words.
fn shoves(field: &Field, who: CombatantId) -> Vec<Action> {
    let Some(target) = hold::held_by(field, who) else { return vec![] };
    let Some(from) = field.combatant(target).place else { return vec![] };
    let to = std::iter::once(None).chain(field.space.half_steps(from).into_iter().map(Some));
    to.map(|to| Action::Shove { target, to, into: Some(ANY_TEXT.to_owned()) }).collect()
}

fn moves(field: &Field, action: fn(ZonePlace, Pace) -> Action) -> Vec<Action> {
    let places = field.space.places();
    PACES.iter().flat_map(|(_, how)| places.iter().map(|to| action(*to, *how))).collect()
}

/// A sweep with each melee weapon in hand, else with bare hands.
fn sweeps(who: &Combatant) -> Vec<Action> {
    let held = who.state.in_hand().filter(|(_, it)| it.weapon.range.is_none() && it.weapon.power.is_none());
    let held = held.map(|(gear, _)| With::Gear(gear)).chain([With::Unarmed]);
    held.map(|with| Action::Sweep { with }).collect()
}

fn throws(field: &Field, who: CombatantId) -> Vec<Action> {
    let Some(target) = hold::held_by(field, who) else { return vec![] };
    field.space.places().into_iter().map(|to| Action::Throw { target, to }).collect()
}

/// Enemies in sight.
fn foes<'a>(field: &'a Field, of: &Combatant) -> impl Iterator<Item = CombatantId> + 'a {
    let side = of.side;
    field.combatants.iter().filter(move |it| it.side != side && !it.state.dead && !it.hidden).map(|it| it.id)
}

fn sways(field: &Field, who: &Combatant, how: Sway) -> Vec<Action> {
    foes(field, who).map(|target| Action::Sway { how, target }).collect()
}

/// Every scroll that is carried, on everybody it could be for, near and at sight.
fn invocations(field: &Field, who: &Combatant) -> Vec<Action> {
    let mut all = vec![];
    for (scroll, gear) in (0u8..).zip(who.state.gear.iter()).filter(|it| it.1.at != At::Gone) {
        let Some(power) = &gear.weapon.power else { continue };
        let targets: Vec<Option<CombatantId>> = match power.on {
            On::Nobody => vec![None],
            On::Enemy => foes(field, who).map(Some).collect(),
            On::Anybody => {
                let friends =
                    field.combatants.iter().filter(|it| it.side == who.side && !it.state.dead).map(|it| it.id);
                foes(field, who).chain(friends).map(Some).collect()
            }
        };
        for target in targets {
            let both: &[bool] = if target.is_some() { &[false, true] } else { &[false] };
            all.extend(both.iter().map(|sight| Action::Invoke { scroll, target, sight: *sight }));
        }
    }
    all
}

fn uses(field: &Field, user: &Combatant) -> Vec<Action> {
    let targets = || field.combatants.iter().filter(|it| !it.hidden || it.side == user.side);
    let items = user.state.items.iter();
    items.flat_map(|(item, _)| targets().map(|it| Action::Use { item: *item, target: it.id })).collect()
}

/// Things of the same name are told apart by their number.
fn alike(names: &[&str], index: usize) -> String {
    let Some(name) = names.get(index) else { return String::new() };
    let earlier = names[..index].iter().filter(|it| key(it) == key(name)).count();
    if earlier == 0 { (*name).to_owned() } else { format!("{name} ({})", earlier + 1) }
}
