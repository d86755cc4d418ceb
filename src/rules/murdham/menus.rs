//! What is offered: for each verb all ways to fill its slots, sorted by [`check`](super::actions::check) into what is legal now and
//! what can only be named. Nothing is decided here.

use super::{
    Action, Barred, Field, Manner, Pace, With,
    actions::{TEXT_MAX_CHARS, check, may_go_on},
    attack, fact,
    fields::key,
    state::{At, enemies},
    turn, words,
};
use crate::engine::{
    CombatantId, Slot, Verb,
    draft::{Draft, Fill, Pick},
    space::Space,
};

/// Every verb, in the order in which a menu shows them.
pub(super) const VERBS: [Verb; 12] = [
    verb("attack", "Attack", "main action", "Attack an enemy with a weapon in hand or bare hands."),
    verb("move", "Move", "half zones", "Move with the turn\u{2019}s own zone; it may be split."),
    verb("full-move", "Full movement", "main action", "Move two zones in all, or sprint four."),
    verb("equip", "Equip", "bonus action", "Take something in hand."),
    verb("unequip", "Stow", "bonus action", "Put something out of the hands."),
    verb("use", "Use", "bonus action", "Use something up, such as a healing draught."),
    verb("pick-up", "Pick up", "bonus action", "Pick up what lies nearby."),
    verb("put-down", "Put down", "bonus action", "Put something down."),
    verb("interact", "Interact", "bonus action", "Do something with the surroundings."),
    verb("say", "Say", "bonus action", "Say a few words."),
    verb("yield", "Let another side begin", "nothing", "The holder of the initiative lets another faction begin."),
    verb("end", "End turn", "nothing", "End the turn."),
];

const fn verb(name: &'static str, label: &'static str, cost: &'static str, blurb: &'static str) -> Verb {
    Verb { name, label, cost, blurb }
}

/// Other words for a verb.
pub(super) const ALSO: [(&str, &str); 15] = [
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
    ("let-begin", "yield"),
];

/// The verb that is meant by its name, its label or another word for it, whether it is possible now or not.
fn meant(typed: &str) -> Option<&'static str> {
    let typed = key(typed);
    let also = ALSO.iter().find(|it| it.0 == typed).map(|it| it.1);
    VERBS.iter().map(|it| (it.name, key(it.label))).find(|it| it.0 == typed || it.1 == typed).map(|it| it.0).or(also)
}

/// One way to fill all slots of a verb.
struct Way {
    fills: Vec<(&'static str, Fill, String)>,
    action: Action,
}

/// What somebody may do now.
pub fn verbs(field: &Field, who: CombatantId) -> Vec<Verb> {
    if field.find(who).is_none() {
        return vec![];
    }
    let may = |verb: &&Verb| match written(verb.name, "\u{2026}", false) {
        Some(action) => check(field, who, &action).is_ok(),
        None => ways(field, who, verb.name).iter().any(|it| check(field, who, &it.action).is_ok()),
    };
    VERBS.iter().filter(may).cloned().collect()
}

/// An action whose first slot is a text.
fn written(verb: &str, text: &str, complex: bool) -> Option<Action> {
    let text = text.to_owned();
    match verb {
        "say" => Some(Action::Say { text }),
        "interact" => Some(Action::Interact { text, complex }),
        _ => None,
    }
}

/// The next slot of a half-written action.
///
/// # Errors
/// Why it cannot be gone on with.
pub fn options(field: &Field, who: CombatantId, so_far: &Draft) -> Result<Slot<Action>, Barred> {
    let verb = meant(&so_far.verb).ok_or_else(|| Barred::NoSuchThing(so_far.verb.clone()))?.to_owned();
    if verb == "yield" {
        turn::check_yield_now(field, who)?;
    } else {
        may_go_on(field, who)?;
    }
    if written(&verb, "", false).is_some() {
        return text_options(field, who, &verb, so_far);
    }
    let mut left = ways(field, who, &verb);
    if key(&so_far.verb) == "sprint" {
        left.retain(|it| matches!(it.action, Action::FullMove { how: Pace::Sprint, .. }));
    }
    let slots: Vec<&'static str> =
        left.first().map(|it| it.fills.iter().map(|fill| fill.0).collect()).unwrap_or_default();
    for (index, slot) in slots.iter().enumerate() {
        let Some(given) = so_far.get(slot) else { return Ok(choose(field, who, slot, index, &left)) };
        left.retain(|it| fits(&it.fills[index], given));
        if left.is_empty() {
            return Err(unheard_of(field, who, given));
        }
        if index + 1 == slots.len()
            && let Some(barred) = all_barred(field, who, &left)
        {
            return Err(barred);
        }
    }
    match left.into_iter().next() {
        None => Err(nothing_of(&verb, who)),
        Some(way) => check(field, who, &way.action).map(|()| Slot::Done(way.action)),
    }
}

/// Why nothing at all can be done with a verb now.
fn nothing_of(verb: &str, who: CombatantId) -> Barred {
    match verb {
        "attack" => Barred::NobodyThere,
        "pick-up" => Barred::NothingLies,
        "use" => Barred::NoItem(super::sheet::Item::HealingDraught),
        "yield" => Barred::NoSuchSide,
        "move" | "full-move" => Barred::TooFar { who, halves: 0 },
        _ => Barred::NotCarried,
    }
}

/// Why something that is not even listed cannot be chosen.
fn unheard_of(field: &Field, who: CombatantId, given: &Fill) -> Barred {
    match given {
        Fill::Word(word) | Fill::Text(word) => Barred::NoSuchThing(word.clone()),
        Fill::Who(other) => match field.find(*other) {
            Some(it) if it.state.dead => Barred::Dead(*other),
            Some(_) if !enemies(field, who, *other) => Barred::OwnSide(*other),
            _ => Barred::NobodyThere,
        },
    }
}

fn fits((_, fill, label): &(&'static str, Fill, String), given: &Fill) -> bool {
    match (fill, given) {
        (Fill::Word(word), Fill::Word(typed) | Fill::Text(typed)) => {
            key(word) == key(typed) || key(label) == key(typed)
        }
        _ => fill == given,
    }
}

/// The refusal of the first way, if none is legal.
fn all_barred(field: &Field, who: CombatantId, left: &[Way]) -> Option<Barred> {
    let mut first = None;
    for way in left {
        match check(field, who, &way.action) {
            Ok(()) => return None,
            Err(barred) => first = first.or(Some(barred)),
        }
    }
    first
}

fn choose(field: &Field, who: CombatantId, name: &'static str, index: usize, left: &[Way]) -> Slot<Action> {
    let (mut picks, mut barred): (Vec<Pick>, Vec<Pick>) = (vec![], vec![]);
    for way in left {
        let (_, fill, label) = &way.fills[index];
        if picks.iter().any(|it| it.fill == *fill) {
            continue;
        }
        let legal = check(field, who, &way.action).is_ok();
        let known = barred.iter().position(|it| it.fill == *fill);
        if !legal && known.is_some() {
            continue;
        }
        let pick = Pick { fill: fill.clone(), label: label.clone(), note: note(field, who, name, &way.action) };
        if legal {
            known.map(|at| barred.remove(at));
            picks.push(pick);
        } else {
            barred.push(pick);
        }
    }
    let default = match name {
        "with" | "how" => by_itself(field, who, name, index, left),
        "target" => picks.iter().map(|it| it.fill.clone()).find(|it| *it == Fill::Who(who)),
        _ => None,
    };
    Slot::Choose { name, ask: ask(name), picks, barred, default }
}

/// What goes without saying: the first weapon in hand that is possible, and the ordinary way to use it. Who holds a weapon does not
/// punch unasked, and nobody lobs a shot or sprints unasked. Where nothing is legal, the first way leads on to the refusal that says
/// why.
fn by_itself(field: &Field, who: CombatantId, slot: &str, index: usize, left: &[Way]) -> Option<Fill> {
    let it = field.find(who)?;
    let armed = it.state.in_hand().next().is_some();
    let lobbed_only = |with: &With| match with {
        With::Gear(index) => it.state.gear.get(usize::from(*index)).is_some_and(|it| it.weapon.lobbed_only),
        With::Unarmed | With::Both => false,
    };
    let unasked = |way: &&Way| match &way.action {
        Action::Attack { with, .. } if slot == "with" => !armed || *with != With::Unarmed,
        Action::Attack { with, how: Manner::Indirect, .. } => lobbed_only(with),
        Action::Attack { how, .. } => *how == Manner::Normal,
        Action::Move { how, .. } | Action::FullMove { how, .. } => *how == Pace::Walk,
        _ => true,
    };
    let legal = |way: &&Way| check(field, who, &way.action).is_ok();
    let chosen = match left.iter().any(|it| legal(&it)) {
        true => left.iter().filter(unasked).find(legal),
        false => left.iter().find(unasked).or(left.first()),
    };
    chosen.map(|it| it.fills[index].1.clone())
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

fn text_options(field: &Field, who: CombatantId, verb: &str, so_far: &Draft) -> Result<Slot<Action>, Barred> {
    let Some(text) = so_far.word("text") else {
        let either = |complex| written(verb, "\u{2026}", complex).map(|it| check(field, who, &it));
        if let (Some(Err(barred)), Some(Err(_))) = (either(false), either(true)) {
            return Err(barred);
        }
        return Ok(Slot::Write { name: "text", ask: "In which words?", max_chars: TEXT_MAX_CHARS, optional: false });
    };
    let complex = match (verb, so_far.word("how")) {
        ("say", _) => false,
        (_, Some(how)) if key(how) == "complex" => true,
        (_, Some(how)) if key(how) == "simple" => false,
        (_, Some(how)) => return Err(Barred::NoSuchThing(how.to_owned())),
        (_, None) => {
            let pick = |word: &str, note: &str| Pick {
                fill: Fill::Word(word.to_owned()),
                label: word.to_owned(),
                note: note.to_owned(),
            };
            let all = [("simple", "a bonus action"), ("complex", "a main action, as the GM finds it complex")];
            let (legal, barred): (Vec<_>, Vec<_>) = all.into_iter().partition(|(word, _)| {
                written(verb, text, *word == "complex").is_some_and(|it| check(field, who, &it).is_ok())
            });
            let picks = |list: Vec<(&str, &str)>| list.into_iter().map(|(word, note)| pick(word, note)).collect();
            let picks_now: Vec<Pick> = picks(legal);
            let default = picks_now.first().map(|it| it.fill.clone());
            return Ok(Slot::Choose { name: "how", ask: "How?", picks: picks_now, barred: picks(barred), default });
        }
    };
    let action = written(verb, text, complex).ok_or_else(|| Barred::NoSuchThing(verb.to_owned()))?;
    check(field, who, &action).map(|()| Slot::Done(action))
}

fn word(text: &str) -> Fill {
    Fill::Word(text.to_owned())
}

/// All ways to fill the slots of a verb, legal or not.
fn ways(field: &Field, who: CombatantId, verb: &str) -> Vec<Way> {
    match verb {
        "attack" => attacks(field, who),
        "move" | "full-move" => moves(field, verb == "full-move"),
        "pick-up" => {
            let names: Vec<&str> = field.shared.ground.iter().map(|it| it.1.name.as_str()).collect();
            things(&names, |index| Some(Action::PickUp { lying: index }))
        }
        "put-down" => gear(field, who, |_, gear| Action::PutDown { gear }),
        "equip" => {
            with_armour(field, who, gear(field, who, |_, gear| Action::Equip { gear }), |gear| Action::Equip { gear })
        }
        "unequip" => with_armour(field, who, gear(field, who, |_, gear| Action::Unequip { gear }), |gear| {
            Action::Unequip { gear }
        }),
        "use" => uses(field, who),
        "end" => vec![Way { fills: vec![], action: Action::End }],
        "yield" => field
            .sides
            .iter()
            .filter(|it| field.find(who).is_some_and(|own| own.side != it.id))
            .map(|it| Way {
                fills: vec![("to", word(&it.name), it.name.to_string())],
                action: Action::Yield { to: it.id },
            })
            .collect(),
        _ => vec![],
    }
}

/// The manners of an attack, by their words.
pub const MANNERS: [(&str, Manner); 4] = [
    ("normal", Manner::Normal),
    ("hold-back", Manner::HoldBack),
    ("final-blow", Manner::FinalBlow),
    ("indirect", Manner::Indirect),
];

/// The ways of moving, by their words.
pub const PACES: [(&str, Pace); 3] = [("walk", Pace::Walk), ("sneak", Pace::Sneak), ("sprint", Pace::Sprint)];

fn attacks(field: &Field, who: CombatantId) -> Vec<Way> {
    let Some(attacker) = field.find(who) else { return vec![] };
    let names: Vec<&str> = attacker.state.gear.iter().map(|it| it.weapon.name.as_str()).collect();
    let mut with: Vec<(With, String)> = vec![];
    let order = |at: At, shield: bool| (!at.in_hand(), shield, at == At::Off);
    let mut gear: Vec<usize> = (0..names.len()).filter(|it| attacker.state.gear[*it].at != At::Gone).collect();
    gear.sort_by_key(|it| order(attacker.state.gear[*it].at, attacker.state.gear[*it].weapon.shield));
    let held = gear.iter().filter(|it| attacker.state.gear[**it].at.in_hand()).count();
    with.extend(gear.iter().map(|it| (With::Gear(*it as u8), alike(&names, *it))));
    with.insert(held, (With::Unarmed, "unarmed".to_owned()));
    if attacker.state.both_weapons().is_some() {
        with.insert(held, (With::Both, "both weapons".to_owned()));
    }
    let targets = field.combatants.iter().filter(|it| {
        it.id != who && !it.state.dead && (!it.hidden || it.side == attacker.side) && enemies(field, who, it.id)
    });
    let mut all = vec![];
    for target in targets {
        for (with, name) in &with {
            for (how, manner) in MANNERS {
                all.push(Way {
                    fills: vec![
                        ("target", Fill::Who(target.id), target.name.to_string()),
                        ("with", word(name), name.clone()),
                        ("how", word(how), how.replace('-', " ")),
                    ],
                    action: Action::Attack { target: target.id, with: *with, how: manner },
                });
            }
        }
    }
    all
}

fn moves(field: &Field, full: bool) -> Vec<Way> {
    let places: Vec<_> = field.space.places().into_iter().map(|it| (field.space.place_words(&it), it)).collect();
    // How comes first, so that a place out of walking distance is not run to unasked.
    let ways = PACES.iter().flat_map(|(pace, how)| places.iter().map(move |place| (*pace, *how, place)));
    ways.map(|(pace, how, (name, to))| Way {
        fills: vec![("how", word(pace), pace.to_owned()), ("to", word(name), name.clone())],
        action: if full { Action::FullMove { to: *to, how } } else { Action::Move { to: *to, how } },
    })
    .collect()
}

/// Things of the same name are told apart by their number.
fn alike(names: &[&str], index: usize) -> String {
    let earlier = names[..index].iter().filter(|it| key(it) == key(names[index])).count();
    if earlier == 0 { names[index].to_owned() } else { format!("{} ({})", names[index], earlier + 1) }
}

fn things(names: &[&str], action: impl Fn(u8) -> Option<Action>) -> Vec<Way> {
    let way = |index: usize| {
        let name = alike(names, index);
        Some(Way { fills: vec![("with", word(&name), name)], action: action(index as u8)? })
    };
    (0..names.len()).filter_map(way).collect()
}

fn gear(field: &Field, who: CombatantId, action: impl Fn(&Field, u8) -> Action) -> Vec<Way> {
    let Some(it) = field.find(who) else { return vec![] };
    let names: Vec<&str> = it.state.gear.iter().map(|it| it.weapon.name.as_str()).collect();
    things(&names, |index| (it.state.gear[usize::from(index)].at != At::Gone).then(|| action(field, index)))
}

/// Armour and helmet can be named too, to be told that they stay (R9).
fn with_armour(field: &Field, who: CombatantId, mut ways: Vec<Way>, action: fn(u8) -> Action) -> Vec<Way> {
    if field.find(who).is_some_and(|it| it.state.armour != super::gear::Armour::None || it.state.helmet) {
        ways.push(Way {
            fills: vec![("with", word("armour"), "armour".to_owned())],
            action: action(super::bonus::WORN),
        });
    }
    ways
}

fn uses(field: &Field, who: CombatantId) -> Vec<Way> {
    let Some(user) = field.find(who) else { return vec![] };
    let mut all = vec![];
    for (item, _) in user.state.items.iter() {
        for target in field.combatants.iter().filter(|it| !it.hidden || it.side == user.side) {
            all.push(Way {
                fills: vec![
                    ("with", word(item.name()), item.name().to_owned()),
                    ("target", Fill::Who(target.id), target.name.to_string()),
                ],
                action: Action::Use { item: *item, target: target.id },
            });
        }
    }
    all
}
