//! What things are called: questions, buttons, conditions, how a combatant stands. Sentences that tell what happened are in
//! `story.rs`, those that refuse something in `refusals.rs`.

use crate::engine::{
    CombatantId, Stage,
    ids::Addressee,
    view::{Details, Mark, Vital},
};
use crate::rules::murdham::{
    Choice, Combatant, Condition, FightState, Phase, Question, StandingOrder, With,
    chapters::{blast, cost, damage, nonlethal, omen, reaction, turn},
    model::{
        fact::Fate,
        powers,
        sheet::Ability,
        state::{Flag, Flight, Resource, RoundStep, ability as number, able, lost_heart, takes_part},
        weapon_names::{article_and_name, name_of},
    },
    text::blow_words,
};
pub use crate::rules::wording::the;
use crate::rules::wording::{self, a};

/// What an order given in advance says.
pub fn order(order: StandingOrder) -> &'static str {
    match order {
        StandingOrder::AlwaysDodge => "always dodge",
        StandingOrder::AlwaysCounter => "always counter",
        StandingOrder::AlwaysGuard => "always guard",
        StandingOrder::AlwaysOpportunity => "always make opportunity attacks",
        StandingOrder::NeverAsk => "never ask me",
        StandingOrder::NeverGuard => "never ask me to guard",
        StandingOrder::NeverOpportunity => "never ask me about opportunity attacks",
        StandingOrder::AskOmens => "ask me about omens",
    }
}

/// Half zones in words.
pub fn halves(halves: u16) -> String {
    match (halves / 2, halves % 2) {
        (0, 0) => "none".to_owned(),
        (0, _) => "half a zone".to_owned(),
        (1, 0) => "1 zone".to_owned(),
        (zones, 0) => format!("{zones} zones"),
        (zones, _) => format!("{zones} and a half zones"),
    }
}

/// What a question says to the person asked. What silence does, and by when, is said by anyone who draws the question.
pub fn ask(fight: &FightState, to: Addressee, question: &Question) -> String {
    let name = |who: CombatantId| fight.name(who);
    let asked = match to {
        Addressee::Combatant(who) => name(who),
        Addressee::Side(_) | Addressee::Gm => "you",
    };
    match question {
        Question::React { by, with, .. } if powers::on_scroll(fight, *by, *with).is_some() => {
            let power = powers::on_scroll(fight, *by, *with).map_or("a power", |it| it.name.as_str());
            format!("{} invokes {power} on {asked}.", name(*by))
        }
        Question::Underfoot { by, .. } => {
            format!("{} tramples over {asked}, who can shift aside or take d4 damage.", name(*by))
        }
        Question::React { by, with, .. } if blast::is_blast(fight, *by, *with) => {
            let weapon = name_of(fight, *by, *with);
            format!(
                "{}\u{2019}s {weapon} catches {asked}. Reacting spends {asked}\u{2019}s turn this round.",
                name(*by)
            )
        }
        Question::React { by, with, .. } => {
            let weapon = article_and_name(fight, *by, *with);
            let attacks = match with {
                With::Unarmed => format!("comes at {asked} with {weapon}"), // to hit or to grab
                _ if is_thrown(fight, *by, *with) => format!("throws {weapon} at {asked}"),
                _ if is_shot(fight, *by, *with) => format!("shoots at {asked} with {weapon}"),
                _ => format!("attacks {asked} with {weapon}"),
            };
            let cost = match to {
                Addressee::Combatant(who) if reaction::can_react(fight, who) => {
                    format!(" Reacting spends {asked}\u{2019}s turn this round.")
                }
                _ => String::new(),
            };
            format!("{} {attacks}.{cost}", name(*by))
        }
        Question::Shelter { from, by } => format!(
            "{} wants to hide behind {asked} from {}. If {asked} agrees, {asked} becomes the target.",
            name(*from),
            name(*by)
        ),
        Question::Guard { target, by } => format!(
            "{} attacks {}. {asked} can step in and become the target. That spends the turn.",
            name(*by),
            name(*target)
        ),
        Question::Opportunity { mover, .. } => {
            format!("{} moves away from {asked}, who can strike first. That spends the turn.", name(*mover))
        }
        Question::Take { from, item } => {
            format!("{} offers {asked} {}.", name(*from), a(item.name()))
        }
        Question::Omen { who, fate } => {
            let left = format!("{} left", fight.find(*who).map_or(0, omen::left));
            match fate {
                Fate::Save => format!("{asked} fails the save. Spend an omen to roll again? ({left})"),
                Fate::Contest => {
                    format!("{asked} loses the contest. Spend an omen to roll {asked}\u{2019}s die again? ({left})")
                }
                Fate::Damage(suffers) => format!(
                    "{asked} is about to take {suffers} damage. Spend an omen to roll it again and take the lower? ({left})"
                ),
                Fate::Death => format!(
                    "{asked} is about to die. Spend an omen to stay down with 1 health and a permanent injury instead? ({left})"
                ),
            }
        }
        _ => blow_words::ask(fight, asked, question),
    }
}

/// What a choice is called on its button.
pub fn choice(fight: &FightState, question: &Question, choice: &Choice) -> String {
    let asked = match question {
        Question::React { at, .. } => Some(*at),
        Question::Opportunity { to, .. } => Some(*to),
        _ => None,
    };
    let with = |verb: &str, with: &With| match (with, asked) {
        (With::Gear(_) | With::Both, Some(who)) => format!("{verb} with {}", name_of(fight, who, *with)),
        _ => format!("{verb} unarmed"),
    };
    // A number of their own may stand on the button where it is no secret: a player character's.
    let agi = asked.and_then(|who| fight.find(who)).filter(|it| it.owner.is_some()).map(|it| number(it, Ability::Agi));
    match choice {
        Choice::TakeIt => "Take the hit".to_owned(),
        Choice::Dodge => agi.map_or_else(|| "Dodge".to_owned(), |agi| format!("Dodge: AGI {agi}")),
        Choice::Counter(it) => with("Counter", it),
        Choice::HideBehind(other) => format!("Hide behind {}", fight.name(*other)),
        Choice::Refuse => "Refuse".to_owned(),
        Choice::Agree => "Agree".to_owned(),
        Choice::LetItHappen => "Let it happen".to_owned(),
        Choice::Guard => "Guard".to_owned(),
        Choice::Aside(at) => {
            use crate::engine::space::Space;
            format!("Shift aside to {}", fight.space.place_words(at))
        }
        Choice::StandFast => "Stand fast".to_owned(),
        Choice::LetThemGo => "Let them go".to_owned(),
        Choice::Strike(it) => with("Opportunity attack", it),
        Choice::LetItStand if matches!(question, Question::Omen { fate: Fate::Death, .. }) => "Die".to_owned(),
        Choice::LetItStand => "Let it stand".to_owned(),
        Choice::SpendOmen if matches!(question, Question::Omen { fate: Fate::Death, .. }) => {
            "Use an omen to survive".to_owned()
        }
        Choice::SpendOmen => "Use an omen".to_owned(),
        _ => blow_words::choice(fight, question, choice).unwrap_or_default(),
    }
}

/// The vital numbers of a combatant, and the word that strangers see.
pub fn vitals(_: &FightState, of: &Combatant) -> Vec<Vital> {
    let exact = format!("{}/{}", of.state.health, of.state.max_health);
    vec![Vital { name: "health", exact, word: Some(health(of)), left: Some((of.state.health, of.state.max_health)) }]
}

/// How hurt a combatant looks.
pub fn health(of: &Combatant) -> &'static str {
    let state = &of.state;
    match () {
        () if state.dead => "dead",
        () if state.dies_after.is_some() => "dying",
        () if of.is(&Condition::Incapacitated) => "down",
        () if state.health >= state.max_health => "unhurt",
        () if state.health * 2 > state.max_health => "hurt",
        () => "badly hurt",
    }
}

/// How a combatant stands in the round.
pub fn standing(fight: &FightState, of: &Combatant) -> (Mark, String) {
    let turns = &fight.turns;
    let reacted = of.state.reacted_in == Some(turns.round);
    let (mark, word) = match () {
        () if of.state.dead => (Mark::Down, "dead"),
        () if of.state.dies_after.is_some() => (Mark::Down, "dying"),
        () if !able(fight, of.id) => (Mark::Down, "down"),
        () if nonlethal::loses_turn(fight, of.id) && turns.active != Some(of.id) => (Mark::Spent, "stunned"),
        () if of.state.surrendered => (Mark::Down, "surrendered"),
        () if of.state.flight != Flight::Stays => (Mark::Down, "fled"),
        () if turns.active == Some(of.id) => (Mark::Acting, "acting"),
        () if turns.is_spent(of.id) && reacted => (Mark::Spent, "reacted"),
        () if turns.is_spent(of.id) => (Mark::Spent, "acted"),
        () => (Mark::Ready, "ready"),
    };
    (mark, word.to_owned())
}

/// Whether one shoots with this, in words: a bow and a thrown knife, not a power.
pub fn is_shot(fight: &FightState, by: CombatantId, with: With) -> bool {
    damage::weapon_of(fight, by, with).is_some_and(|it| it.range.is_some() && it.power.is_none())
}

/// Whether this is thrown, like a vial: a ranged weapon that's gone after one attack.
pub fn is_thrown(fight: &FightState, by: CombatantId, with: With) -> bool {
    is_shot(fight, by, with) && damage::weapon_of(fight, by, with).is_some_and(|it| it.used_up)
}

/// R45 Morale: who has lost heart may only give up or get away, which everyone at the table should see.
pub fn afflictions(of: &Combatant) -> Vec<&'static str> {
    if lost_heart(of) && takes_part(of) { vec!["failed morale"] } else { vec![] }
}

/// What shields a combatant where they stand, as the map says it (R27, R28, R29).
pub fn shelter(of: &Combatant) -> Vec<&'static str> {
    let said = [(Flag::Cover, "in cover"), (Flag::Barrier, "behind a barrier"), (Flag::Obscured, "half seen")];
    said.into_iter().filter(|it| of.state.is(it.0)).map(|it| it.1).collect()
}

/// What the tracker says besides the list.
pub fn details(fight: &FightState) -> Details {
    let mut details = Details::default();
    if fight.stage != Stage::Fighting {
        return details;
    }
    let turns = &fight.turns;
    details.whose = match (turns.active, turns.side_up()) {
        (Some(who), _) => format!("It\u{2019}s {}.", turn_of(fight, who)),
        (None, Some(side)) if fight.system.step == RoundStep::Turns => {
            format!("The {} choose who acts, or pass.", the(&fight.side(side).name))
        }
        // Nobody is told so who does not see them.
        _ if turn::rests(fight) && !turn::may_act(fight).is_empty() => {
            "Only hidden combatants are left. Each may still take this round\u{2019}s turn; /gm turn gives another."
                .to_owned()
        }
        _ => "A round is about to begin.".to_owned(),
    };
    if let (Some(wit), Some(Phase::Fast)) = (fight.system.fast_threshold, turns.phase) {
        details.notes.push(format!("Fast phase: only those with WIT {wit} or more can act. Anybody can react."));
    }
    if turns.phase == Some(Phase::Ambush) {
        details.notes.push("Before the first round: only the concealed act.".to_owned());
    }
    details.free_talk_off = fight.options.chaos; // R54
    if fight.options.chaos {
        details.notes.push("The chaos of combat: talking costs a bonus action.".to_owned());
    }
    if let Some(side) = fight.system.initiative {
        details.of_sides.push((side, "hold the initiative".to_owned()));
    }
    if let Some(who) = turns.active.filter(|it| !fight.combatant(*it).is_hidden()) {
        details.turn = remaining(fight, who);
    }
    details.decided = wording::decided(fight, takes_part);
    details
}

/// R6 Turn: what is left of the turn that a combatant is taking or could begin.
pub fn remaining(fight: &FightState, who: CombatantId) -> Vec<(String, String)> {
    let left = |resource| cost::left(fight, who, resource);
    let word = |left: u16| if left > 0 { "left" } else { "used" }.to_owned();
    // R7: only whoever hasn't acted yet can react.
    let reaction = reaction::can_react(fight, who).then(|| ("reaction".to_owned(), "lost once you act".to_owned()));
    let of_a_turn = [
        ("main".to_owned(), word(left(Resource::Main))),
        ("bonus".to_owned(), word(left(Resource::Bonus))),
        ("move".to_owned(), halves(left(Resource::Half))),
    ];
    of_a_turn.into_iter().chain(reaction).collect()
}

/// "Theobald's turn"; of a combatant concealed no more is said than the side.
pub fn turn_of(fight: &FightState, who: CombatantId) -> String {
    match fight.find(who) {
        Some(it) if it.is_hidden() => format!("{} turn", wording::of_the(&fight.side(it.side).name)),
        _ => format!("{}\u{2019}s turn", fight.name(who)),
    }
}
