//! The story: one sentence for each thing that happened, in the order in which it happened. What strangers may not know is told to the GM
//! alone: of a foe only the outcome is public, never its pools or how hard it is to hit.

use super::{
    Choice, Condition, Field, Ingenuity, Roll, Rule, TableFact, fact::Fact, reaction::OF_THE_ATTACK, state::At, words,
};
use crate::{
    engine::{
        Addressee, Citable, CombatantId, Order, Outcome, Record, SideId,
        prompt::How,
        roll::Target,
        view::{Audience, Line},
    },
    rules::teller,
};

type Teller<'a> = teller::Teller<'a, Ingenuity>;

/// The story of an action so far.
pub fn tell(field: &Field, records: &[Record<Ingenuity>]) -> Vec<Line> {
    let mut target = None;
    let by_whom = |fact: &Fact| match fact {
        Fact::Swung { by, .. } | Fact::UsedPower { by, .. } => Some(*by),
        _ => None,
    };
    teller::tell(field, &teller::seen_before_the_deed(records, by_whom), |teller, record| match record {
        Record::Cited(_) => {}
        Record::Rolled(roll) => rolled(teller, target, roll),
        Record::Answered { to, question, choice, how } => {
            let label = words::choice(field, question, choice);
            // That nothing was done, as ordered in advance, is no news.
            if (how, choice) != (&How::Order, &Choice::LetItHappen) {
                answered(teller, *to, choice, &label, *how);
            }
        }
        Record::Fact(TableFact::System(fact)) => {
            target = attacked(fact).or(target);
            own(teller, fact);
        }
        Record::Fact(fact) => table(teller, fact),
    })
}

/// Whom something is aimed at from here on.
fn attacked(fact: &Fact) -> Option<CombatantId> {
    match fact {
        Fact::Swung { at, .. } | Fact::UsedPower { at, .. } => Some(*at),
        Fact::Strayed { to, .. } => Some(*to),
        Fact::Intercepted { who, .. } => Some(*who),
        Fact::DoesTo { target, rule: Rule::KillingStrike, .. } => Some(*target),
        _ => None,
    }
}

/// Says something of somebody's numbers: to all where they are open, else to the GM, and to all only what can be seen.
fn say_numbers(teller: &mut Teller<'_>, who: CombatantId, exact: String, seen: Option<String>) {
    if teller.open_book(who) {
        return teller.say(Some(who), exact);
    }
    if let Some(seen) = seen {
        teller.say(Some(who), seen);
    }
    let rules = teller.rules_for(Audience::Gm);
    teller.lines.push(Line { audience: Audience::Gm, rules, ..Line::open(exact) });
}

/// What somebody answered, and how.
fn answered(teller: &mut Teller<'_>, to: Addressee, choice: &Choice, label: &str, how: How) {
    let who = match to {
        Addressee::Combatant(who) => Some(who),
        Addressee::Side(_) | Addressee::Gm => None,
    };
    let by = match how {
        How::Silence => " (no answer in time)",
        How::Order => " (by a standing order)",
        How::Seat(_) | How::Gm => "",
    };
    let does = match choice {
        Choice::TakeIt => Some("takes it"),
        Choice::LetItHappen => Some("lets it happen"),
        Choice::LetThemGo => Some("lets them go"),
        Choice::BearIt => Some("bears it"),
        // What somebody does in reaction is told where it is done.
        Choice::Dodge
        | Choice::Block(_)
        | Choice::Parry(_)
        | Choice::ParryInVain(_)
        | Choice::Intercept
        | Choice::Fortify
        | Choice::Resist
            if by.is_empty() =>
        {
            return;
        }
        _ => None,
    };
    let name = who.map_or("The GM", |it| teller.name(it));
    let audience = who.map_or(Audience::Everyone, |it| teller.audience(it));
    let text = does.map_or_else(|| format!("{name}: {label}{by}."), |does| format!("{name} {does}{by}."));
    teller.lines.push(Line { audience, ..Line::open(text) });
}

/// A dodge has to exceed the attack (R41): its target is one more, and is told so. The log keeps the name that it has always had.
fn of_the_attack(roll: &Roll) -> Roll {
    match &roll.target {
        Some(Target::AtLeast { name, number }) if name == OF_THE_ATTACK => {
            let target = Target::AtLeast { name: "one more than the attack".into(), number: *number };
            Roll { target: Some(target), ..roll.clone() }
        }
        _ => roll.clone(),
    }
}

/// A roll is a line of its own: dice, what was added, what was to be reached, what came of it. A foe's number is the GM's to see.
fn rolled(teller: &mut Teller<'_>, target: Option<CombatantId>, roll: &Roll) {
    let Some(who) = roll.who else { return };
    let roll = &of_the_attack(roll);
    let faces = |all: &[u16]| all.iter().map(u16::to_string).collect::<Vec<_>>().join(" again ");
    let dice: Vec<String> = roll
        .dice
        .iter()
        .map(|die| match (die.sides, die.kept) {
            (20, false) => format!("luck {}", faces(&die.faces)),
            _ => format!("d{} {}", die.sides, faces(&die.faces)),
        })
        .collect();
    let added: String = roll.modifiers.iter().map(|it| format!(", {} {:+}", it.name, it.by)).collect();
    let name = teller.name(who);
    let rolls = format!("{name}\u{2019}s {}: {}{added}: {}", roll.what, dice.join(", "), roll.total);
    let outcome = match roll.outcome {
        Outcome::Passed => ", which succeeds",
        Outcome::Failed => ", which fails",
        Outcome::Total => "",
    };
    let needs = match &roll.target {
        Some(Target::AtLeast { name, number } | Target::AtMost { name, number }) => {
            format!(" against {number} ({name})")
        }
        None => String::new(),
    };
    let whose = match roll.rule {
        Rule::ToHit | Rule::KillingStrike | Rule::Powers | Rule::Maneuvers => target,
        _ => Some(who),
    };
    let audience = teller.audience(who);
    let rules = teller.rules_for(audience);
    let open = whose.is_none_or(|it| teller.open_book(it));
    let line = |text: String, audience, roll: &Roll| {
        let full = Line { audience, text: String::new(), roll: None, rules: rules.clone() }.rolled(teller.field, roll);
        Line { text, audience, ..full }
    };
    let full = line(format!("{rolls}{needs}{outcome}."), if open { audience } else { Audience::Gm }, roll);
    if !open {
        let shown = Roll { target: None, outcome: Outcome::Total, ..roll.clone() };
        let seen = line(format!("{rolls}{outcome}."), audience, &shown);
        teller.lines.push(seen);
    }
    teller.lines.push(full);
}

fn table(teller: &mut Teller<'_>, fact: &TableFact) {
    if teller.common(fact) {
        return;
    }
    match fact {
        TableFact::PhaseBegan(Some(_)) => teller.say(None, "The surprise round begins.".to_owned()),
        TableFact::PhaseBegan(None) => teller.say(None, "The surprise round is over.".to_owned()),
        TableFact::OrderSet(Order::Alternating { circle, .. }) if teller.field.turns.round == 0 => {
            let field = teller.field;
            let told = |side: &&SideId| !field.options.unseen_beside || field.members(**side).any(|it| !it.hidden);
            let names: Vec<&str> = circle.iter().filter(told).map(|it| words::the(field.side_name(*it))).collect();
            teller.say(None, format!("Initiative: {}.", names.join(", ")));
        }
        TableFact::TurnBegan(who) => {
            let text = format!("{} takes the turn.", teller.name(*who));
            teller.say(Some(*who), text);
        }
        TableFact::SideUp(side) if !teller.cited.is_empty() => {
            let text = format!("It is the {}\u{2019} slot.", words::the(teller.field.side_name(*side)));
            teller.say(None, text);
        }
        TableFact::Hid { who, hidden } => {
            teller.hid(*who, *hidden, if *hidden { "is out of sight" } else { "comes into sight" });
        }
        TableFact::Gained { who, held } => {
            let name = teller.name(*who);
            let text = match held.what {
                Condition::Unconscious => format!("{name} falls unconscious."),
                Condition::Guarding => format!("{name} is on guard until their next turn."),
                Condition::SeekingCover => format!("{name} seeks cover until their next turn."),
                what => format!("{name}: {} now.", words::condition(what)),
            };
            teller.say(Some(*who), text);
        }
        TableFact::Lost { who, what } => {
            let text = match what {
                Condition::Unconscious => format!("{} is conscious again.", teller.name(*who)),
                what => format!("{}: no longer {}.", teller.name(*who), words::bare(*what)),
            };
            teller.say(Some(*who), text);
        }
        TableFact::Took { who, .. } if teller.cites(Rule::CarryOver) => {
            let text = format!("{} goes on with what takes longer.", teller.name(*who));
            teller.say(Some(*who), text);
        }
        _ => {}
    }
}

fn own(teller: &mut Teller<'_>, fact: &Fact) {
    match fact {
        Fact::Swung { by, at, with, ranged } => {
            let verb = if *ranged { "shoots at" } else { "attacks" };
            let text = format!(
                "{} {verb} {} with {}.",
                teller.name(*by),
                teller.name(*at),
                words::with(teller.field, *by, *with)
            );
            teller.say(Some(*by), text);
        }
        Fact::UsedPower { by, name, at } => {
            let text = format!("{} uses {name} against {}.", teller.name(*by), teller.name(*at));
            teller.say(Some(*by), text);
        }
        Fact::Strayed { from, to } => {
            let text = format!("The shot misses {} and goes to {} instead.", teller.name(*from), teller.name(*to));
            teller.say(None, text);
        }
        Fact::Intercepted { by, ally, who } => {
            let text =
                format!("{} steps in for {} before {}.", teller.name(*who), teller.name(*ally), teller.name(*by));
            teller.say(Some(*who), text);
        }
        Fact::Missed { by, at, dodged } => {
            let text = match dodged {
                true => format!("{} dodges the attack.", teller.name(*at)),
                false => format!("{} misses {}.", teller.name(*by), teller.name(*at)),
            };
            teller.say(Some(*by), text);
        }
        Fact::CameToNothing { by, at } => {
            let text = format!("{}\u{2019}s attack on {} comes to nothing.", teller.name(*by), teller.name(*at));
            teller.say(Some(*by), text);
        }
        Fact::RanInto { who, unseen } => {
            let text = format!("{} runs into {} and stops there.", teller.name(*who), teller.name(*unseen));
            teller.say(Some(*who), text);
        }
        Fact::Halted(who) => {
            let text = format!("{} stops there.", teller.name(*who));
            teller.say(Some(*who), text);
        }
        Fact::Hit { by, at, critical } => {
            let how = if *critical { "critically hits" } else { "hits" };
            let text = format!("{} {how} {}.", teller.name(*by), teller.name(*at));
            teller.say(Some(*by), text);
        }
        Fact::Suffered { who, damage, taken, endurance, health } => {
            let name = teller.name(*who);
            let less = if damage == taken { String::new() } else { format!(" of {damage}") };
            let exact = format!("{name} takes {taken}{less} and has {endurance} endurance and {health} health.");
            say_numbers(teller, *who, exact, Some(format!("{name} is hurt.")));
        }
        Fact::ItemSuffered { who, item, taken, left } => {
            let thing =
                super::state::gear(teller.field, *who, *item).map_or_else(String::new, |it| it.item.name.clone());
            let whose = format!("{}\u{2019}s {thing}", teller.name(*who));
            let (exact, seen) = match left {
                0 => (format!("{whose} takes {taken} and breaks."), format!("{whose} breaks.")),
                _ => (format!("{whose} takes {taken}; durability {left}."), format!("{whose} takes the blow.")),
            };
            say_numbers(teller, *who, exact, Some(seen));
        }
        _ => lesser(teller, fact),
    }
}

fn lesser(teller: &mut Teller<'_>, fact: &Fact) {
    match fact {
        Fact::Reacted { who, rule, free } => {
            let free = if *free { " for free" } else { "" };
            let text = format!("{} reacts{free}: {}.", teller.name(*who), rule.citation().title.to_lowercase());
            teller.say(Some(*who), text);
        }
        Fact::HealthIs { who, left } => {
            let text = format!("{} has {left} health now.", teller.name(*who));
            say_numbers(teller, *who, text, None);
        }
        Fact::EnduranceIs { who, left } => {
            let text = format!("{} has {left} endurance now.", teller.name(*who));
            say_numbers(teller, *who, text, None);
        }
        Fact::CheatedDeath { who, next } => {
            let name = teller.name(*who);
            let exact = format!("{name} cheats death; the next time it takes {next}.");
            say_numbers(teller, *who, exact, Some(format!("{name} cheats death.")));
        }
        Fact::Died(who) => {
            let text = format!("{} dies.", teller.name(*who));
            teller.say(Some(*who), text);
        }
        Fact::Lives(who) => {
            let text = format!("{} lives after all.", teller.name(*who));
            teller.say(Some(*who), text);
        }
        Fact::CarriedIs { who, carried: Some(carried) } => {
            let verb = carried.action.verb().replace('-', " ");
            let text =
                format!("{} has begun to {verb}: {} of {} actions.", teller.name(*who), carried.paid, carried.cost);
            teller.say(Some(*who), text);
        }
        Fact::CarriedIs { who, carried: None } => {
            let text = format!("{} finishes what was begun.", teller.name(*who));
            teller.say(Some(*who), text);
        }
        Fact::Abandoned { who, impossible } => {
            let why = if *impossible { "lost: it cannot be done any more" } else { "dropped" };
            let text = format!("What {} had begun is {why}.", teller.name(*who));
            teller.say(Some(*who), text);
        }
        Fact::ReadiedIs { who, readied: Some(readied) } => {
            let text =
                format!("{} readies to {}: {}.", teller.name(*who), readied.verb.replace('-', " "), readied.trigger);
            teller.say(Some(*who), text);
        }
        Fact::Lent(Some((by, ally))) => {
            let text = format!("{} commands {}, who has one action now.", teller.name(*by), teller.name(*ally));
            teller.say(Some(*by), text);
        }
        Fact::Declined(who) => {
            let text = format!("{} does nothing on command.", teller.name(*who));
            teller.say(Some(*who), text);
        }
        Fact::Waits(who) => {
            let text = format!("{} waits, with one reaction more.", teller.name(*who));
            teller.say(Some(*who), text);
        }
        Fact::Shifts { who, may: true } => {
            let text = format!("{} may now drop prone, seek cover or step 1 metre for free.", teller.name(*who));
            teller.say(Some(*who), text);
        }
        Fact::FateSpent { who, on } => {
            let text = format!("{} spends 1 fate: {}.", teller.name(*who), on.name().replace('-', " "));
            teller.say(Some(*who), text);
        }
        Fact::GearAt { who, item, at } => {
            let thing =
                super::state::gear(teller.field, *who, *item).map_or_else(String::new, |it| it.item.name.clone());
            let text = match at {
                At::Hand => format!("{} has the {thing} in hand.", teller.name(*who)),
                At::Body => format!("{} puts the {thing} away.", teller.name(*who)),
                At::Ground(_) => format!("{}\u{2019}s {thing} lies on the ground.", teller.name(*who)),
            };
            teller.say(Some(*who), text);
        }
        Fact::LoadedIs { who, item, loaded: true } => {
            let thing =
                super::state::gear(teller.field, *who, *item).map_or_else(String::new, |it| it.item.name.clone());
            let text = format!("{}\u{2019}s {thing} is loaded.", teller.name(*who));
            teller.say(Some(*who), text);
        }
        Fact::Does { who, rule, text } => {
            let what = if text.is_empty() { rule.citation().title.to_lowercase() } else { text.clone() };
            let text = format!("{}: {what}.", teller.name(*who));
            teller.say(Some(*who), text);
        }
        Fact::DoesTo { who, rule, target } => {
            let title = rule.citation().title.to_lowercase();
            let text = format!("{}: {title}, {}.", teller.name(*who), teller.name(*target));
            teller.say(Some(*who), text);
        }
        Fact::Withstood { who, yes } => {
            let text = match yes {
                true => format!("{} withstands the worst of it.", teller.name(*who)),
                false => format!("{} does not withstand it.", teller.name(*who)),
            };
            teller.say(Some(*who), text);
        }
        Fact::Came(who) => {
            let text = format!("{} acts in the next slot of their team.", teller.name(*who));
            teller.say(Some(*who), text);
        }
        Fact::TriggerDone => teller.say(None, "The deed that began the fight is done.".to_owned()),
        Fact::Achieved(Some(side)) => {
            teller.cited.push(Rule::Objective.citation());
            let text = format!("The {} have done what they came for.", words::the(teller.field.side_name(*side)));
            teller.say(None, text);
        }
        Fact::ObjectiveIs { side, text } => {
            let text = format!("The {} want: {text}.", words::the(teller.field.side_name(*side)));
            teller.say(None, text);
        }
        Fact::OverAlready(who) => teller.over_already(*who),
        Fact::CheatDeathIs { who, number } => {
            let text = format!("{} needs {number} to cheat death now.", teller.name(*who));
            say_numbers(teller, *who, text, None);
        }
        _ => {}
    }
}
