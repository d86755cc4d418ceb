//! The story: one sentence for each thing that happened, in the order in which it happened. What strangers may not know is told to the GM
//! alone: of a foe only the outcome is public, never its pools or how hard it is to hit.

use crate::rules::ingenuity::{
    Choice, Condition, Event, Fact, FightState, Ingenuity, Roll, Rule, TableFact,
    chapters::reaction::{OF_THE_ATTACK, OF_THE_EFFECT},
    model::{circumstances::WhichDie, state::At},
    text::{
        blow_sum::BlowSum,
        labels,
        shortened::{shorten_harm, shorten_roll, without_numbers},
    },
};
use crate::{
    engine::{
        Addressee, Citable, CombatantId, Record, RollOutcome, SideId, TurnOrder,
        prompt::AnswerOrigin,
        roll::Target,
        view::{Audience, BriefPart, Line},
    },
    rules::{
        story::builder,
        wording::{capital, of_the},
    },
};

pub(super) type StoryBuilder<'a> = builder::StoryBuilder<'a, Ingenuity>;

/// The story of an action so far.
pub fn story_lines(fight: &FightState, records: &[Record<Ingenuity>]) -> Vec<Line> {
    let (mut target, mut before, mut luck) = (None, None, None);
    let mut blow = BlowSum::default();
    let by_whom = |fact: &TableFact| match fact {
        TableFact::System(Fact::Swung { by, .. } | Fact::UsedPower { by, .. }) => Some(*by),
        _ => None,
    };
    builder::story_lines(fight, &builder::seen_before_the_deed(records, by_whom), |story, record| match record {
        Record::Cited(rule) => before = Some(*rule),
        Record::Rolled(roll) => {
            before = Some(roll.rule);
            // The answers to a blow have none.
            luck = roll.dice.iter().find(|it| !it.kept).map(|it| it.counts).or(luck);
            blow.total = if roll.rule == Rule::ToHit { Some(roll.total) } else { blow.total };
            rolled(story, target, roll);
        }
        Record::Answered { to, choice, how, .. } => {
            blow.is_halved |= *choice == Choice::SpendFate;
            // That nothing was done, as ordered in advance, is no news.
            if (how, choice) != (&AnswerOrigin::Order, &Choice::LetItHappen) {
                answered(story, *to, choice, *how);
            }
        }
        Record::Fact(fact) => {
            // Each blow has its own luck die.
            luck = luck.filter(|_| by_whom(fact).is_none());
            if by_whom(fact).is_some() {
                blow = BlowSum::default();
            }
            target = attacked(fact).or(target);
            match fact {
                TableFact::System(fact) => {
                    changed(story, fact);
                    if let (Some(sum), Some(line)) = (blow.sum_of(fact), story.lines.last_mut()) {
                        line.brief.sum = Some(sum);
                    }
                }
                TableFact::Told(event) => told(story, event, before, luck),
                _ => table(story, fact),
            }
        }
    })
}

/// Whom something is aimed at from here on.
fn attacked(fact: &TableFact) -> Option<CombatantId> {
    match fact {
        TableFact::System(Fact::Swung { at, .. } | Fact::UsedPower { at, .. }) => Some(*at),
        TableFact::Told(Event::Strayed { to, .. }) => Some(*to),
        TableFact::Told(Event::Intercepted { who, .. }) => Some(*who),
        TableFact::Told(Event::DoesTo { target, rule: Rule::KillingStrike, .. }) => Some(*target),
        _ => None,
    }
}

/// Says something of a combatant's numbers: to all where they are open, else to the GM, and to all only what can be seen.
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

/// What a combatant answered, and how.
fn answered(story: &mut StoryBuilder<'_>, to: Addressee, choice: &Choice, how: AnswerOrigin) {
    let who = match to {
        Addressee::Combatant(who) => Some(who),
        Addressee::Side(_) | Addressee::Gm => None,
    };
    let by = match how {
        AnswerOrigin::Silence if who.is_some_and(|who| story.is_umpires(who)) => "",
        AnswerOrigin::Silence => " (no answer in time)",
        AnswerOrigin::Order => " (standing order)",
        AnswerOrigin::Seat(_) | AnswerOrigin::Gm => "",
    };
    let does = match choice {
        Choice::TakeIt | Choice::BearIt => "takes it",
        Choice::LetItHappen => "lets it happen",
        Choice::LetThemGo => "holds back",
        Choice::KeepFate => "keeps their fate",
        Choice::ThisDie(WhichDie::Attribute) => "chooses the attribute die",
        Choice::ThisDie(WhichDie::Skill) => "chooses the skill die",
        Choice::ThisDie(WhichDie::Luck) => "chooses the luck die",
        // What a combatant does is told where it is done.
        _ if by.is_empty() => return,
        Choice::Dodge
        | Choice::Block(_)
        | Choice::Parry(_)
        | Choice::ParryInVain(_)
        | Choice::Intercept
        | Choice::Fortify
        | Choice::Resist
        | Choice::Strike(_) => "reacts",
        Choice::To(_) => "moves aside",
        Choice::FallUnconscious => "gives in",
        Choice::SpendFate => "spends fate",
        Choice::Trigger { .. } => "acts",
    };
    let name = who.map_or("The GM", |it| story.name(it));
    let audience = who.map_or(Audience::Everyone, |it| story.audience(it));
    story.lines.push(Line { audience, ..Line::open(format!("{name} {does}{by}.")) });
    // What was ordered in advance, and what lets things take their course, shows in what follows.
    story.is_a(match how {
        AnswerOrigin::Silence if !by.is_empty() => BriefPart::Harm,
        AnswerOrigin::Silence => BriefPart::Outcome,
        _ => BriefPart::Aside,
    });
}

/// The target as people read it. A dodge has to beat the attack (R41): the log's target is one more than the attack, people read the attack.
fn with_readable_target(roll: &Roll) -> Roll {
    match &roll.target {
        Some(Target::AtLeast { name, number }) if name == OF_THE_ATTACK => {
            let target = Target::AtLeast { name: "the attack; the dodge must beat it".into(), number: *number - 1 };
            Roll { target: Some(target), ..roll.clone() }
        }
        Some(Target::AtLeast { name, number }) if name == OF_THE_EFFECT => {
            let target = Target::AtLeast { name: "the effect".into(), number: *number };
            Roll { target: Some(target), ..roll.clone() }
        }
        _ => roll.clone(),
    }
}

/// A roll is a line of its own: dice, what was added, what was to be reached, what came of it. A foe's number is the GM's to see.
fn rolled(story: &mut StoryBuilder<'_>, target: Option<CombatantId>, roll: &Roll) {
    let Some(who) = roll.who else { return };
    let roll = &Roll { what: labels::roll(roll), modifiers: labels::modifiers(roll), ..with_readable_target(roll) };
    let of = format!("{}\u{2019}s {}", story.name(who), roll.what);
    let outcome = roll.outcome_words().map_or_else(String::new, |it| format!(". It {it}"));
    let whose = match roll.rule {
        Rule::ToHit | Rule::KillingStrike | Rule::Powers | Rule::Maneuvers => target,
        _ => Some(who),
    };
    let audience = story.audience(who);
    let rules = story.rules_for(audience);
    let open = whose.is_none_or(|it| story.open_book(it));
    if !open {
        let shown = Roll { target: None, outcome: RollOutcome::Total, ..roll.clone() };
        story.roll_for(audience, &shown, format!("{of}: {}{outcome}.", roll.sum()), rules.clone());
        shorten_roll(story, roll, &roll.sum());
    }
    let readers = if open { audience } else { Audience::Gm };
    story.roll_for(readers, roll, format!("{of}: {}{outcome}.", roll.equation()), rules);
    shorten_roll(story, roll, &roll.equation());
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
            let told = |side: &&SideId| !fight.options.unseen_beside || fight.members(**side).any(|it| !it.is_hidden());
            let names: Vec<&str> = circle.iter().filter(told).map(|it| labels::the(fight.side_name(*it))).collect();
            story.say(None, format!("Initiative: {}.", names.join(", ")));
        }
        TableFact::TurnBegan(who) => {
            let text = format!("{} takes the turn.", story.name(*who));
            story.aside(Some(*who), text);
        }
        TableFact::SideUp(side) if !story.cited.is_empty() => {
            let text = format!("It\u{2019}s {} slot.", of_the(story.fight.side_name(*side)));
            story.aside(None, text);
        }
        TableFact::Hid { who, hidden } => {
            story.hid(*who, *hidden, if *hidden { "is out of sight" } else { "comes into sight" });
        }
        TableFact::Gained { who, held } => {
            let text = format!("{} {}.", story.name(*who), labels::gained(held.what));
            story.say(Some(*who), text);
            if held.what == Condition::Unconscious {
                without_numbers(story, *who);
                story.is_a(BriefPart::Harm);
            }
        }
        TableFact::Lost { who, what } => {
            let text = format!("{} {}.", story.name(*who), labels::lost(*what));
            // A20: who wakes once the fight is over decides nothing.
            let is_over = story.cites(Rule::Waking);
            story.say(Some(*who), text);
            if is_over {
                story.is_a(BriefPart::Aside);
            }
        }
        TableFact::Took { who, .. } if story.cites(Rule::CarryOver) => {
            let text = format!("{} keeps at it.", story.name(*who));
            story.say(Some(*who), text);
        }
        _ => {}
    }
}

fn changed(story: &mut StoryBuilder<'_>, fact: &Fact) {
    let told = of_a_blow(story, fact).or_else(|| of_a_turn(story, fact)).or_else(|| of_gear(story, fact));
    match (told, fact) {
        (Some((who, text)), fact) => {
            story.say(Some(who), text);
            match fact {
                // Where they step in is told next.
                Fact::Reacted { rule: Rule::Intercept, .. } => story.is_a(BriefPart::Aside),
                Fact::Swung { .. } | Fact::UsedPower { .. } | Fact::Reacted { .. } => story.is_a(BriefPart::Deed),
                Fact::CarriedIs { carried: None, .. } | Fact::Shifts { .. } => story.is_a(BriefPart::Aside),
                Fact::Died(_) => story.is_a(BriefPart::Harm),
                _ => {}
            }
        }
        (None, Fact::OverAlready(who)) => story.over_already(*who),
        (None, fact) => {
            numbers(story, fact);
            shorten_harm(story, fact);
            of_the_fight(story, fact);
        }
    }
}

type Told = Option<(CombatantId, String)>;

fn of_a_blow(story: &StoryBuilder<'_>, fact: &Fact) -> Told {
    let name = |it: &CombatantId| story.name(*it);
    Some(match fact {
        Fact::Swung { by, at, with, ranged } => {
            let (with, at) = (labels::with(story.fight, *by, *with), name(at));
            let text = match (with.strip_suffix(", thrown"), ranged) {
                (Some(thrown), _) => format!("{} throws {thrown} at {at}.", name(by)),
                (None, true) => format!("{} shoots at {at} with {with}.", name(by)),
                (None, false) => format!("{} attacks {at} with {with}.", name(by)),
            };
            (*by, text)
        }
        Fact::UsedPower { by, name: power, at } => (*by, format!("{} uses {power} on {}.", name(by), name(at))),
        Fact::Died(who) => (*who, format!("{} dies.", name(who))),
        Fact::Lives(who) => (*who, format!("{} lives after all.", name(who))),
        Fact::Reacted { who, rule, free } => {
            let free = if *free { " for free" } else { "" };
            (*who, format!("{} {}{free}.", name(who), labels::reacts(*rule)))
        }
        _ => return None,
    })
}

fn of_a_turn(story: &StoryBuilder<'_>, fact: &Fact) -> Told {
    let name = |it: &CombatantId| story.name(*it);
    Some(match fact {
        Fact::CarriedIs { who, carried: Some(carried) } => {
            let busy = labels::busy(&carried.action);
            (*who, format!("{} is busy with {busy}: {} of {} actions.", name(who), carried.paid, carried.cost))
        }
        Fact::CarriedIs { who, carried: None } => (*who, format!("{} completes the action.", name(who))),
        Fact::Abandoned { who, impossible: true } => {
            (*who, format!("{}\u{2019}s action in progress is lost: it\u{2019}s no longer possible.", name(who)))
        }
        Fact::Abandoned { who, impossible: false } => (*who, format!("{} drops the action in progress.", name(who))),
        Fact::ReadiedIs { who, readied: Some(readied) } => {
            let verb = readied.verb.replace('-', " ");
            (
                *who,
                format!(
                    "{} readies an action ({verb}). Trigger: {}.",
                    name(who),
                    readied.trigger.trim_end_matches('.')
                ),
            )
        }
        Fact::Lent(Some((by, ally))) => {
            (*by, format!("{} commands {}, who gets one action now.", name(by), name(ally)))
        }
        Fact::Waits(who) => (*who, format!("{} waits and gains a reaction.", name(who))),
        Fact::Shifts { who, may: true } => {
            (*who, format!("{} can now drop prone, seek cover or step 1 metre for free.", name(who)))
        }
        _ => return None,
    })
}

fn of_gear(story: &StoryBuilder<'_>, fact: &Fact) -> Told {
    let name = |it: &CombatantId| story.name(*it);
    let thing = |who: &CombatantId, item: &u8| labels::item(story.fight, *who, *item);
    Some(match fact {
        Fact::GearAt { who, item, at: At::Hand } => {
            (*who, format!("{} now holds the {}.", name(who), thing(who, item)))
        }
        Fact::GearAt { who, item, at: At::Body } => {
            (*who, format!("{} puts the {} away.", name(who), thing(who, item)))
        }
        Fact::GearAt { who, item, at: At::Ground(_) } => {
            (*who, format!("{}\u{2019}s {} lies on the ground.", name(who), thing(who, item)))
        }
        Fact::LoadedIs { who, item, loaded: true } => {
            (*who, format!("{}\u{2019}s {} is loaded.", name(who), thing(who, item)))
        }
        _ => return None,
    })
}

/// An event; `before` is the rule of the last roll or citation, `luck` the last roll's luck die.
fn told(story: &mut StoryBuilder<'_>, event: &Event, before: Option<Rule>, luck: Option<i32>) {
    let fight = story.fight;
    let name = |it: &CombatantId| fight.name(*it);
    let (who, text) = match event {
        Event::Strayed { from, to } => {
            return story.say(None, format!("The shot misses {} and strays to {}.", name(from), name(to)));
        }
        Event::Intercepted { by, ally, who } => {
            (*who, format!("{} steps in for {} against {}.", name(who), name(ally), name(by)))
        }
        Event::Missed { by, at, dodged: true } => (*by, format!("{} dodges the attack.", name(at))),
        Event::Missed { by, at, dodged: false } => (*by, format!("{} misses {}.", name(by), name(at))),
        Event::CameToNothing { by, at } => {
            (*by, format!("{}\u{2019}s attack on {} comes to nothing.", name(by), name(at)))
        }
        Event::RanInto { who, unseen } => (*who, format!("{} runs into {} and stops there.", name(who), name(unseen))),
        Event::Halted(who) => (*who, format!("{} stops there.", name(who))),
        Event::Hit { by, at, critical: true } => (*by, format!("{} critically hits {}.", name(by), name(at))),
        Event::Hit { by, at, critical: false } => (*by, format!("{} hits {}.", name(by), name(at))),
        Event::Declined(who) => (*who, format!("{} does nothing with the command.", name(who))),
        Event::FateSpent { who, on } => (*who, format!("{} spends 1 fate to {}.", name(who), labels::boon(*on))),
        Event::Came(who) => (*who, format!("{} acts in their team\u{2019}s next slot.", name(who))),
        Event::Does { who, rule, text } => (*who, format!("{} {}.", name(who), labels::does(*rule, text))),
        Event::DoesTo { who, rule: Rule::Assist, target } => (*who, format!("{} assists {}.", name(who), name(target))),
        Event::DoesTo { who, rule: Rule::KillingStrike, target } => {
            (*who, format!("{} attempts a killing strike on {}.", name(who), name(target)))
        }
        Event::DoesTo { who, target, .. } => (*who, format!("{} tries to resuscitate {}.", name(who), name(target))),
        Event::Withstood { who, yes: true } => match before {
            Some(Rule::Contest) => (*who, format!("{} keeps hold.", name(who))),
            Some(Rule::ExactlyZero | Rule::Nonlethal) => {
                (*who, format!("{} isn\u{2019}t at risk of dying.", name(who)))
            }
            _ => (*who, format!("{} withstands it.", name(who))),
        },
        Event::Withstood { who, yes: false } => (*who, format!("{} doesn\u{2019}t withstand it.", name(who))),
    };
    story.say(Some(who), text);
    match event {
        Event::Does { .. } | Event::DoesTo { .. } => story.is_a(BriefPart::Deed),
        // R34: it can't have missed, whatever the other dice came to.
        Event::Hit { by, at, critical: true } => {
            let is_deed = |it: &&Line| it.brief.part == BriefPart::Deed && it.audience == Audience::Everyone;
            // Nothing after the blow itself but the target's own answer to it.
            let since = story.lines.iter().rev().filter(is_deed).take_while(|it| it.brief.subject != name(by));
            let is_answered = since.into_iter().any(|it| it.brief.subject == name(at));
            let all_the_same = if is_answered { " all the same" } else { "" };
            // With an answer between, there's no room for what Details has.
            let luck = luck.filter(|_| !is_answered && !story.last_roll_shows("luck d20"));
            let luck = luck.map_or_else(String::new, |it| format!(" (luck die {it})"));
            story.in_short_of(*at, &format!("is hit critically{all_the_same}{luck}"));
            // The roll says that it hits, unless somebody's answer comes between, and what follows how hard.
            story.tightly(match is_answered {
                true => format!("{} is hit critically all the same.", name(at)),
                false => String::new(),
            });
            story.is_a(BriefPart::Harm);
        }
        // The roll says so.
        Event::Hit { critical: false, .. } | Event::Withstood { yes: true, .. } => story.is_a(BriefPart::Aside),
        Event::Missed { dodged: true, .. } => story.is_a(BriefPart::Aside),
        // Without it, nobody knows whom the blow falls on.
        Event::Withstood { yes: false, .. } | Event::Intercepted { .. } => story.is_a(BriefPart::Harm),
        Event::Missed { dodged: false, .. } => story.is_a(BriefPart::Miss),
        _ => {}
    }
}

/// What has a number in it that not all may know.
fn numbers(story: &mut StoryBuilder<'_>, fact: &Fact) {
    let (who, exact, seen) = match fact {
        Fact::Suffered { who, damage, taken, endurance, health } => {
            let name = story.name(*who);
            let less = if damage == taken { String::new() } else { format!(" of {damage}") };
            let exact =
                format!("{name} takes {taken}{less} damage and has {endurance} endurance and {health} health left.");
            (who, exact, Some(format!("{name} is hurt.")))
        }
        Fact::ItemSuffered { who, item, taken, left } => {
            let whose = format!("{}\u{2019}s {}", story.name(*who), labels::item(story.fight, *who, *item));
            match left {
                0 => (who, format!("{whose} takes {taken} damage and breaks."), Some(format!("{whose} breaks."))),
                _ => {
                    let exact = format!("{whose} takes {taken} damage and has {left} durability left.");
                    (who, exact, Some(format!("{whose} takes the blow.")))
                }
            }
        }
        Fact::HealthIs { who, left } => (who, format!("{} now has {left} health.", story.name(*who)), None),
        Fact::EnduranceIs { who, left } => (who, format!("{} now has {left} endurance.", story.name(*who)), None),
        Fact::CheatedDeath { who, next } => {
            let name = story.name(*who);
            let exact = format!("{name} cheats death. Next time they\u{2019}ll need at least {next}.");
            (who, exact, Some(format!("{name} cheats death.")))
        }
        Fact::CheatDeathIs { who, number } => {
            (who, format!("{} now needs {number} to cheat death.", story.name(*who)), None)
        }
        _ => return,
    };
    say_numbers(story, *who, exact, seen);
}

/// What is of nobody's, or of a team's.
fn of_the_fight(story: &mut StoryBuilder<'_>, fact: &Fact) {
    let text = match fact {
        Fact::TriggerDone => "The act that began the fight is over.".to_owned(),
        Fact::Achieved(Some(side)) => {
            story.cited.push(Rule::Objective.citation());
            format!("The {} have done what they came for.", labels::the(story.fight.side_name(*side)))
        }
        Fact::ObjectiveIs { side, text } => {
            format!("{} objective: {text}.", capital(&of_the(story.fight.side_name(*side))))
        }
        _ => return,
    };
    story.say(None, text);
}
