//! The story: one sentence for each thing that happened, in the order in which it happened. What strangers may not know is told to the GM
//! alone: of a foe only the outcome is public, never its pools or how hard it is to hit.

use super::{
    Choice, Condition, FightState, Ingenuity, Roll, Rule, TableFact, fact::Fact, labels, reaction::OF_THE_ATTACK,
    state::At,
};
use crate::{
    engine::{
        Addressee, Citable, CombatantId, Record, RollOutcome, SideId, TurnOrder,
        prompt::AnswerOrigin,
        roll::Target,
        view::{Audience, Line},
    },
    rules::story::builder,
};

type StoryBuilder<'a> = builder::StoryBuilder<'a, Ingenuity>;

/// The story of an action so far.
pub fn story_lines(fight: &FightState, records: &[Record<Ingenuity>]) -> Vec<Line> {
    let mut target = None;
    let by_whom = |fact: &Fact| match fact {
        Fact::Swung { by, .. } | Fact::UsedPower { by, .. } => Some(*by),
        _ => None,
    };
    builder::story_lines(fight, &builder::seen_before_the_deed(records, by_whom), |story, record| match record {
        Record::Cited(_) => {}
        Record::Rolled(roll) => rolled(story, target, roll),
        Record::Answered { to, question, choice, how } => {
            let label = labels::choice(fight, question, choice);
            // That nothing was done, as ordered in advance, is no news.
            if (how, choice) != (&AnswerOrigin::Order, &Choice::LetItHappen) {
                answered(story, *to, choice, &label, *how);
            }
        }
        Record::Fact(TableFact::System(fact)) => {
            target = attacked(fact).or(target);
            own(story, fact);
        }
        Record::Fact(fact) => table(story, fact),
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
fn say_numbers(story: &mut StoryBuilder<'_>, who: CombatantId, exact: String, seen: Option<String>) {
    if story.open_book(who) {
        return story.say(Some(who), exact);
    }
    if let Some(seen) = seen {
        story.say(Some(who), seen);
    }
    let rules = story.rules_for(Audience::Gm);
    story.lines.push(Line { audience: Audience::Gm, rules, ..Line::open(exact) });
}

/// What somebody answered, and how.
fn answered(story: &mut StoryBuilder<'_>, to: Addressee, choice: &Choice, label: &str, how: AnswerOrigin) {
    let who = match to {
        Addressee::Combatant(who) => Some(who),
        Addressee::Side(_) | Addressee::Gm => None,
    };
    let by = match how {
        AnswerOrigin::Silence => " (no answer in time)",
        AnswerOrigin::Order => " (by a standing order)",
        AnswerOrigin::Seat(_) | AnswerOrigin::Gm => "",
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
    let name = who.map_or("The GM", |it| story.name(it));
    let audience = who.map_or(Audience::Everyone, |it| story.audience(it));
    let text = does.map_or_else(|| format!("{name}: {label}{by}."), |does| format!("{name} {does}{by}."));
    story.lines.push(Line { audience, ..Line::open(text) });
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
fn rolled(story: &mut StoryBuilder<'_>, target: Option<CombatantId>, roll: &Roll) {
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
    let name = story.name(who);
    let rolls = format!("{name}\u{2019}s {}: {}{added}: {}", roll.what, dice.join(", "), roll.total);
    let outcome = match roll.outcome {
        RollOutcome::Passed => ", which succeeds",
        RollOutcome::Failed => ", which fails",
        RollOutcome::Total => "",
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
    let audience = story.audience(who);
    let rules = story.rules_for(audience);
    let open = whose.is_none_or(|it| story.open_book(it));
    let line = |text: String, audience, roll: &Roll| {
        let full = Line { audience, text: String::new(), roll: None, rules: rules.clone() }.rolled(story.fight, roll);
        Line { text, audience, ..full }
    };
    let full = line(format!("{rolls}{needs}{outcome}."), if open { audience } else { Audience::Gm }, roll);
    if !open {
        let shown = Roll { target: None, outcome: RollOutcome::Total, ..roll.clone() };
        let seen = line(format!("{rolls}{outcome}."), audience, &shown);
        story.lines.push(seen);
    }
    story.lines.push(full);
}

fn table(story: &mut StoryBuilder<'_>, fact: &TableFact) {
    if story.common(fact) {
        return;
    }
    match fact {
        TableFact::PhaseBegan(Some(_)) => story.say(None, "The surprise round begins.".to_owned()),
        TableFact::PhaseBegan(None) => story.say(None, "The surprise round is over.".to_owned()),
        TableFact::OrderSet(TurnOrder::Alternating { circle, .. }) if story.fight.turns.round == 0 => {
            let fight = story.fight;
            let told = |side: &&SideId| !fight.options.unseen_beside || fight.members(**side).any(|it| !it.hidden);
            let names: Vec<&str> = circle.iter().filter(told).map(|it| labels::the(fight.side_name(*it))).collect();
            story.say(None, format!("Initiative: {}.", names.join(", ")));
        }
        TableFact::TurnBegan(who) => {
            let text = format!("{} takes the turn.", story.name(*who));
            story.say(Some(*who), text);
        }
        TableFact::SideUp(side) if !story.cited.is_empty() => {
            let text = format!("It is the {}\u{2019} slot.", labels::the(story.fight.side_name(*side)));
            story.say(None, text);
        }
        TableFact::Hid { who, hidden } => {
            story.hid(*who, *hidden, if *hidden { "is out of sight" } else { "comes into sight" });
        }
        TableFact::Gained { who, held } => {
            let name = story.name(*who);
            let text = match held.what {
                Condition::Unconscious => format!("{name} falls unconscious."),
                Condition::Guarding => format!("{name} is on guard until their next turn."),
                Condition::SeekingCover => format!("{name} seeks cover until their next turn."),
                what => format!("{name}: {} now.", labels::condition(what)),
            };
            story.say(Some(*who), text);
        }
        TableFact::Lost { who, what } => {
            let text = match what {
                Condition::Unconscious => format!("{} is conscious again.", story.name(*who)),
                what => format!("{}: no longer {}.", story.name(*who), labels::bare(*what)),
            };
            story.say(Some(*who), text);
        }
        TableFact::Took { who, .. } if story.cites(Rule::CarryOver) => {
            let text = format!("{} goes on with what takes longer.", story.name(*who));
            story.say(Some(*who), text);
        }
        _ => {}
    }
}

fn own(story: &mut StoryBuilder<'_>, fact: &Fact) {
    match fact {
        Fact::Swung { by, at, with, ranged } => {
            let verb = if *ranged { "shoots at" } else { "attacks" };
            let text = format!(
                "{} {verb} {} with {}.",
                story.name(*by),
                story.name(*at),
                labels::with(story.fight, *by, *with)
            );
            story.say(Some(*by), text);
        }
        Fact::UsedPower { by, name, at } => {
            let text = format!("{} uses {name} against {}.", story.name(*by), story.name(*at));
            story.say(Some(*by), text);
        }
        Fact::Strayed { from, to } => {
            let text = format!("The shot misses {} and goes to {} instead.", story.name(*from), story.name(*to));
            story.say(None, text);
        }
        Fact::Intercepted { by, ally, who } => {
            let text = format!("{} steps in for {} before {}.", story.name(*who), story.name(*ally), story.name(*by));
            story.say(Some(*who), text);
        }
        Fact::Missed { by, at, dodged } => {
            let text = match dodged {
                true => format!("{} dodges the attack.", story.name(*at)),
                false => format!("{} misses {}.", story.name(*by), story.name(*at)),
            };
            story.say(Some(*by), text);
        }
        Fact::CameToNothing { by, at } => {
            let text = format!("{}\u{2019}s attack on {} comes to nothing.", story.name(*by), story.name(*at));
            story.say(Some(*by), text);
        }
        Fact::RanInto { who, unseen } => {
            let text = format!("{} runs into {} and stops there.", story.name(*who), story.name(*unseen));
            story.say(Some(*who), text);
        }
        Fact::Halted(who) => {
            let text = format!("{} stops there.", story.name(*who));
            story.say(Some(*who), text);
        }
        Fact::Hit { by, at, critical } => {
            let how = if *critical { "critically hits" } else { "hits" };
            let text = format!("{} {how} {}.", story.name(*by), story.name(*at));
            story.say(Some(*by), text);
        }
        Fact::Suffered { who, damage, taken, endurance, health } => {
            let name = story.name(*who);
            let less = if damage == taken { String::new() } else { format!(" of {damage}") };
            let exact = format!("{name} takes {taken}{less} and has {endurance} endurance and {health} health.");
            say_numbers(story, *who, exact, Some(format!("{name} is hurt.")));
        }
        Fact::ItemSuffered { who, item, taken, left } => {
            let thing =
                super::state::gear(story.fight, *who, *item).map_or_else(String::new, |it| it.item.name.clone());
            let whose = format!("{}\u{2019}s {thing}", story.name(*who));
            let (exact, seen) = match left {
                0 => (format!("{whose} takes {taken} and breaks."), format!("{whose} breaks.")),
                _ => (format!("{whose} takes {taken}; durability {left}."), format!("{whose} takes the blow.")),
            };
            say_numbers(story, *who, exact, Some(seen));
        }
        _ => lesser(story, fact),
    }
}

fn lesser(story: &mut StoryBuilder<'_>, fact: &Fact) {
    match fact {
        Fact::Reacted { who, rule, free } => {
            let free = if *free { " for free" } else { "" };
            let text = format!("{} reacts{free}: {}.", story.name(*who), rule.citation().title.to_lowercase());
            story.say(Some(*who), text);
        }
        Fact::HealthIs { who, left } => {
            let text = format!("{} has {left} health now.", story.name(*who));
            say_numbers(story, *who, text, None);
        }
        Fact::EnduranceIs { who, left } => {
            let text = format!("{} has {left} endurance now.", story.name(*who));
            say_numbers(story, *who, text, None);
        }
        Fact::CheatedDeath { who, next } => {
            let name = story.name(*who);
            let exact = format!("{name} cheats death; the next time it takes {next}.");
            say_numbers(story, *who, exact, Some(format!("{name} cheats death.")));
        }
        Fact::Died(who) => {
            let text = format!("{} dies.", story.name(*who));
            story.say(Some(*who), text);
        }
        Fact::Lives(who) => {
            let text = format!("{} lives after all.", story.name(*who));
            story.say(Some(*who), text);
        }
        Fact::CarriedIs { who, carried: Some(carried) } => {
            let verb = carried.action.verb().replace('-', " ");
            let text =
                format!("{} has begun to {verb}: {} of {} actions.", story.name(*who), carried.paid, carried.cost);
            story.say(Some(*who), text);
        }
        Fact::CarriedIs { who, carried: None } => {
            let text = format!("{} finishes what was begun.", story.name(*who));
            story.say(Some(*who), text);
        }
        Fact::Abandoned { who, impossible } => {
            let why = if *impossible { "lost: it cannot be done any more" } else { "dropped" };
            let text = format!("What {} had begun is {why}.", story.name(*who));
            story.say(Some(*who), text);
        }
        Fact::ReadiedIs { who, readied: Some(readied) } => {
            let text =
                format!("{} readies to {}: {}.", story.name(*who), readied.verb.replace('-', " "), readied.trigger);
            story.say(Some(*who), text);
        }
        Fact::Lent(Some((by, ally))) => {
            let text = format!("{} commands {}, who has one action now.", story.name(*by), story.name(*ally));
            story.say(Some(*by), text);
        }
        Fact::Declined(who) => {
            let text = format!("{} does nothing on command.", story.name(*who));
            story.say(Some(*who), text);
        }
        Fact::Waits(who) => {
            let text = format!("{} waits, with one reaction more.", story.name(*who));
            story.say(Some(*who), text);
        }
        Fact::Shifts { who, may: true } => {
            let text = format!("{} may now drop prone, seek cover or step 1 metre for free.", story.name(*who));
            story.say(Some(*who), text);
        }
        Fact::FateSpent { who, on } => {
            let text = format!("{} spends 1 fate: {}.", story.name(*who), on.name().replace('-', " "));
            story.say(Some(*who), text);
        }
        Fact::GearAt { who, item, at } => {
            let thing =
                super::state::gear(story.fight, *who, *item).map_or_else(String::new, |it| it.item.name.clone());
            let text = match at {
                At::Hand => format!("{} has the {thing} in hand.", story.name(*who)),
                At::Body => format!("{} puts the {thing} away.", story.name(*who)),
                At::Ground(_) => format!("{}\u{2019}s {thing} lies on the ground.", story.name(*who)),
            };
            story.say(Some(*who), text);
        }
        Fact::LoadedIs { who, item, loaded: true } => {
            let thing =
                super::state::gear(story.fight, *who, *item).map_or_else(String::new, |it| it.item.name.clone());
            let text = format!("{}\u{2019}s {thing} is loaded.", story.name(*who));
            story.say(Some(*who), text);
        }
        Fact::Does { who, rule, text } => {
            let what = if text.is_empty() { rule.citation().title.to_lowercase() } else { text.clone() };
            let text = format!("{}: {what}.", story.name(*who));
            story.say(Some(*who), text);
        }
        Fact::DoesTo { who, rule, target } => {
            let title = rule.citation().title.to_lowercase();
            let text = format!("{}: {title}, {}.", story.name(*who), story.name(*target));
            story.say(Some(*who), text);
        }
        Fact::Withstood { who, yes } => {
            let text = match yes {
                true => format!("{} withstands the worst of it.", story.name(*who)),
                false => format!("{} does not withstand it.", story.name(*who)),
            };
            story.say(Some(*who), text);
        }
        Fact::Came(who) => {
            let text = format!("{} acts in the next slot of their team.", story.name(*who));
            story.say(Some(*who), text);
        }
        Fact::TriggerDone => story.say(None, "The deed that began the fight is done.".to_owned()),
        Fact::Achieved(Some(side)) => {
            story.cited.push(Rule::Objective.citation());
            let text = format!("The {} have done what they came for.", labels::the(story.fight.side_name(*side)));
            story.say(None, text);
        }
        Fact::ObjectiveIs { side, text } => {
            let text = format!("The {} want: {text}.", labels::the(story.fight.side_name(*side)));
            story.say(None, text);
        }
        Fact::OverAlready(who) => story.over_already(*who),
        Fact::CheatDeathIs { who, number } => {
            let text = format!("{} needs {number} to cheat death now.", story.name(*who));
            say_numbers(story, *who, text, None);
        }
        _ => {}
    }
}
