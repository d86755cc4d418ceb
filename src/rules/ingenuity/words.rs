//! What things are called: questions, answers, refusals, conditions, how somebody stands. Sentences that tell what happened are in
//! `narrate.rs`.
//!
//! Long because: every question, answer and refusal has its sentence here, and nowhere else.

use super::{
    Barred, Combatant, Condition, Field, Rule, With, actions, harm, menus, movement,
    reaction::{Choice, Question, Standing},
    state::{self, Phase, Pot, WhichDie, is_conscious, is_up, lies, weapon},
    turn,
};
use crate::rules::plain;
pub use crate::rules::plain::the;
use crate::{
    engine::{
        CombatantId, Stage,
        space::Space,
        view::{Details, Mark, Vital},
    },
    rules::names::key,
};

/// What a condition is called.
pub fn condition(condition: Condition) -> String {
    let name = bare(condition);
    condition.amount().map_or_else(|| name.to_owned(), |amount| format!("{name} {amount}"))
}

/// The same without its amount.
pub fn bare(condition: Condition) -> &'static str {
    match condition {
        Condition::Bleeding(_) => "bleeding",
        Condition::Blinded => "blinded",
        Condition::Burning(_) => "burning",
        Condition::Cover => "cover",
        Condition::Crippled => "crippled",
        Condition::Encumbered => "encumbered",
        Condition::Incapacitated => "incapacitated",
        Condition::Poison(_) => "poison",
        Condition::Prone => "prone",
        Condition::Sickness(_) => "sickness",
        Condition::Stunned => "stunned",
        Condition::Unconscious => "unconscious",
        Condition::Guarding => "guarding",
        Condition::SeekingCover => "seeking cover",
        Condition::Grappled => "grappled",
        Condition::Unaware => "unaware",
        Condition::Flanked => "flanked",
    }
}

/// The condition of this name; a number behind it is its amount.
pub fn condition_named(typed: &str) -> Option<Condition> {
    let typed = key(typed);
    let (name, amount) = match typed.rsplit_once('-') {
        Some((name, amount)) => match amount.parse::<u8>() {
            Ok(amount) => (name.to_owned(), amount.max(1)),
            Err(_) => (typed.clone(), 1),
        },
        None => (typed.clone(), 1),
    };
    let name = match name.as_str() {
        "poisoned" => "poison",
        "sick" | "sickened" => "sickness",
        "blind" => "blinded",
        "in-cover" | "behind-cover" => "cover",
        "guard" | "on-guard" => "guarding",
        "seek-cover" => "seeking-cover",
        "stun" => "stunned",
        "surprised-by-attack" | "unseeing" | "cannot-see" => "unaware",
        other => other,
    };
    Condition::ALL.into_iter().find(|it| key(bare(*it)) == name).map(|it| it.with_amount(amount))
}

/// What a phase is called.
pub fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Surprise => "surprise",
        Phase::Befalls => "what befalls",
    }
}

/// Metres in words.
pub fn metres(count: u32) -> String {
    if count == 1 { "1 metre".to_owned() } else { format!("{count} metres") }
}

/// What somebody attacks with.
pub fn with(field: &Field, who: CombatantId, with: With) -> String {
    let name = weapon(field, who, with).map_or_else(|| "a weapon".to_owned(), |it| it.name.clone());
    match with {
        With::Thrown(_) => format!("{name}, thrown"),
        _ => name,
    }
}

fn item(field: &Field, who: CombatantId, index: u8) -> String {
    state::gear(field, who, index).map_or_else(|| "an item".to_owned(), |it| it.item.name.clone())
}

/// What a die is called.
pub fn die(which: WhichDie) -> &'static str {
    match which {
        WhichDie::Attribute => "attribute die",
        WhichDie::Skill => "skill die",
        WhichDie::Luck => "luck die",
    }
}

/// What a question says.
pub fn ask(field: &Field, question: &Question) -> String {
    let name = |who: &CombatantId| field.name(*who).to_owned();
    match question {
        Question::Defend { by, at, hits: true } => {
            format!("{}\u{2019}s attack hits {}. A defence takes the reaction and 1 stamina.", name(by), name(at))
        }
        Question::Defend { by, at, hits: false } => {
            format!("{} is about to attack {}. A defence takes the reaction and 1 stamina.", name(by), name(at))
        }
        Question::Intercept { target, by } => {
            format!("{}\u{2019}s attack hits {}. To step in takes the reaction and 1 stamina.", name(by), name(target))
        }
        Question::Displaced { who } => format!("{}\u{2019}s place is taken. Where to?", name(who)),
        Question::StayConscious { who, missing } => {
            format!("{} is missing {missing} health. Fortify against {missing} to stay conscious?", name(who))
        }
        Question::Withstand { who, what, number, mental } => {
            let (how, cost) = if *mental { ("Resist", "1 focus") } else { ("Fortify", "1 stamina") };
            format!(
                "{} is about to be {}, against {number}. {how}, for the reaction and {cost}?",
                name(who),
                condition(*what)
            )
        }
        Question::ReRoll { who, faces: [attribute, skill], better } => {
            let kept = if *better { "better" } else { "worse" };
            format!(
                "{} rolls one die again and keeps the {kept}: attribute {attribute}, skill {skill}. Which?",
                name(who)
            )
        }
        Question::Maximise { who } => format!("{} may spend 1 fate to have one die show its most.", name(who)),
        Question::CheatDeath { who, number } => {
            format!("{} is about to die. 1 fate makes the luck die 20, against {number}.", name(who))
        }
        Question::Halve { who, amount } => {
            format!("{} is about to take {amount}, which costs health. 1 fate halves it.", name(who))
        }
        Question::Opportunity { mover, to } => {
            format!(
                "{} moves away from {}. An opportunity strike takes the reaction and 1 stamina.",
                name(mover),
                name(to)
            )
        }
        Question::Riposte { by, to } => {
            format!("{} has parried {}. A riposte takes a reaction and 1 stamina.", name(to), name(by))
        }
    }
}

/// What an answer is called on its button.
pub fn choice(field: &Field, question: &Question, choice: &Choice) -> String {
    let own = match question {
        Question::Defend { at, .. } => Some(*at),
        Question::Opportunity { to, .. } | Question::Riposte { to, .. } => Some(*to),
        _ => None,
    };
    let thing = |index: u8| own.map_or_else(|| "an item".to_owned(), |who| item(field, who, index));
    match choice {
        Choice::TakeIt => "Take it".to_owned(),
        Choice::Dodge => "Dodge".to_owned(),
        Choice::Block(index) => format!("Block with {}", thing(*index)),
        Choice::Parry(index) => format!("Parry with {}", thing(*index)),
        Choice::ParryInVain(index) => format!("Parry with {} (in vain)", thing(*index)),
        Choice::LetItHappen => "Let it happen".to_owned(),
        Choice::Intercept => "Intercept".to_owned(),
        Choice::To(at) => field.space.place_words(at),
        Choice::Fortify => "Fortify".to_owned(),
        Choice::FallUnconscious => "Fall unconscious".to_owned(),
        Choice::Resist => "Resist".to_owned(),
        Choice::BearIt => "Take it".to_owned(),
        Choice::ThisDie(which) => {
            let name = die(*which);
            name[..1].to_uppercase() + &name[1..]
        }
        Choice::KeepFate if matches!(question, Question::CheatDeath { .. }) => "Die".to_owned(),
        Choice::KeepFate => "Keep fate".to_owned(),
        Choice::SpendFate => "Spend fate".to_owned(),
        Choice::LetThemGo if matches!(question, Question::Riposte { .. }) => "No riposte".to_owned(),
        Choice::LetThemGo => "Let them go".to_owned(),
        Choice::Trigger { who, action } => format!("Trigger, {}", menus::called(field, *who, action)),
        Choice::Strike(weapon) => {
            let verb = if matches!(question, Question::Riposte { .. }) { "Riposte" } else { "Opportunity strike" };
            format!("{verb} with {}", own.map_or_else(|| "a weapon".to_owned(), |who| with(field, who, *weapon)))
        }
    }
}

/// What an order says.
pub fn order(order: Standing) -> &'static str {
    match order {
        Standing::AlwaysDodge => "always dodge",
        Standing::AlwaysBlock => "always block",
        Standing::AlwaysParry => "always parry",
        Standing::TakeBlows => "take every blow",
        Standing::AlwaysIntercept => "always intercept",
        Standing::NeverIntercept => "never intercept",
        Standing::AlwaysWithstand => "always fortify and resist",
        Standing::NeverWithstand => "never fortify nor resist",
        Standing::NeverStrikeBack => "never strike out of turn",
        Standing::AskFate => "ask about fate",
        Standing::NeverAsk => "never ask",
    }
}

/// The vital numbers of somebody, and the word that strangers see.
pub fn vitals(field: &Field, of: &Combatant) -> Vec<Vital> {
    let most = |pool: &str| of.sheet.stat(pool);
    let state = &of.state;
    let vital = |name, now: i32, most: i32, word| Vital { name, exact: format!("{now}/{most}"), word };
    vec![
        vital("endurance", state.endurance, most("endurance"), Some(looks(field, of))),
        vital("health", state.health, most("health"), None),
        vital("stamina", state.stamina, most("stamina"), None),
        vital("focus", state.focus, most("focus"), None),
    ]
}

/// How hurt somebody looks.
pub fn looks(field: &Field, of: &Combatant) -> &'static str {
    match () {
        () if of.state.dead => "dead",
        () if !is_conscious(of) => "unconscious",
        () if harm::is_bloodied(field, of.id) => "bloodied",
        () if harm::is_harmed(field, of.id) => "harmed",
        () => "unhurt",
    }
}

/// How somebody stands in the round.
pub fn standing(field: &Field, of: &Combatant) -> (Mark, String) {
    let turns = &field.turns;
    let (mark, word) = match () {
        () if of.state.dead => (Mark::Down, "dead"),
        () if !is_conscious(of) => (Mark::Down, "unconscious"),
        () if !is_up(of) => (Mark::Down, "incapacitated"),
        () if turns.active == Some(of.id) => (Mark::Acting, "acting"),
        () if turns.is_spent(of.id) => (Mark::Spent, "acted"),
        () if field.stage == Stage::Fighting && turn::is_surprised(field, of) => (Mark::Spent, "surprised"),
        () => (Mark::Ready, "ready"),
    };
    (mark, word.to_owned())
}

/// What shields somebody where they stand, for the map.
pub fn shelter(of: &Combatant) -> Vec<&'static str> {
    let mut all = vec![];
    if of.is(&Condition::Cover) || of.is(&Condition::SeekingCover) {
        all.push("in cover");
    }
    if lies(of) {
        all.push("prone");
    }
    all
}

/// What the tracker says besides the list.
pub fn details(field: &Field) -> Details {
    let mut details = Details::default();
    if field.stage != Stage::Fighting {
        return details;
    }
    let side = field.turns.side_up().map_or("", |it| the(field.side_name(it)));
    details.whose = match (field.shared.lent, field.turns.active) {
        (Some((by, ally)), _) => format!("{} has one action on {}\u{2019}s command.", field.name(ally), field.name(by)),
        (None, Some(who)) => format!("It is {}\u{2019}s turn.", field.name(who)),
        (None, None) => format!("The {side} choose who takes the next turn."),
    };
    if let Some(first) = field.shared.initiative.first() {
        details.of_sides.push((*first, "have the initiative".to_owned()));
    }
    if let Some((who, readied)) = field.combatants.iter().find_map(|it| Some((it, it.state.readied.as_ref()?)))
        && who.owner.is_some()
    {
        details.notes.push(format!(
            "{} is ready to {}: {}.",
            who.name,
            readied.verb.replace('-', " "),
            readied.trigger
        ));
    }
    for (side, text) in &field.shared.objectives {
        details.notes.push(format!("The {} want: {text}.", the(field.side_name(*side))));
    }
    if let Some(who) = field.turns.active.filter(|it| field.find(*it).is_some_and(|it| !it.hidden)) {
        details.turn = purse(field, who);
    }
    let achieved = |side| format!("The {} have done what they came for (R2, A25).", the(field.side_name(side)));
    details.decided = field
        .shared
        .achieved
        .map(achieved)
        .or_else(|| plain::decided(field, is_conscious).map(|it| format!("{} (A28).", it.trim_end_matches('.'))));
    details
}

/// What is left of the turn that somebody is taking or could begin.
pub fn purse(field: &Field, who: CombatantId) -> Vec<(String, String)> {
    let it = field.combatant(who);
    let mut all = vec![
        ("actions".to_owned(), actions::actions_left(field, who).to_string()),
        ("reaction".to_owned(), it.budget.left(Pot::Reaction).to_string()),
        ("move".to_owned(), metres(if actions::has_moved(field, who) { 0 } else { movement::speed(field, who) })),
        ("stamina".to_owned(), it.state.stamina.to_string()),
        ("focus".to_owned(), it.state.focus.to_string()),
    ];
    if it.state.fate > 0 {
        all.push(("fate".to_owned(), it.state.fate.to_string()));
    }
    if let Some(carried) = &it.state.carried {
        let words =
            format!("{}, {} of {} actions", carried.action.verb().replace('-', " "), carried.paid, carried.cost);
        all.push(("begun".to_owned(), words));
    }
    all
}

/// Why something is refused: one sentence with a way on, and the rule.
pub fn barred(field: &Field, barred: &Barred) -> (String, Option<Rule>) {
    let name = |who: &CombatantId| field.name(*who).to_owned();
    let side = |side: crate::engine::SideId| the(field.side_name(side)).to_owned();
    match barred {
        Barred::NoFight => ("The fight is not on.".to_owned(), Some(Rule::End)),
        Barred::NobodyToFight => {
            ("Nobody has joined yet. /join brings a character in, /gm add a foe.".to_owned(), None)
        }
        Barred::NoSuchThing(what) => (format!("There is nothing like \u{201c}{what}\u{201d} to do now."), None),
        Barred::NobodyThere => ("There is nobody there to be seen.".to_owned(), None),
        Barred::NotTheirTeam { who, up } => (
            format!(
                "It is the {}\u{2019} slot. {} acts when it comes to the {}.",
                side(*up),
                name(who),
                side(field.combatant(*who).side)
            ),
            Some(Rule::Alternation),
        ),
        Barred::NotTheirTurn { who, up } if who == up => {
            (format!("It is {}\u{2019}s turn already.", name(who)), Some(Rule::Rounds))
        }
        Barred::NotTheirTurn { who, up } => {
            let whose = field
                .find(*up)
                .filter(|it| !it.hidden)
                .map_or_else(|| "somebody else\u{2019}s".to_owned(), |it| format!("{}\u{2019}s", it.name));
            (format!("It is {whose} turn. {} acts once it is over.", name(who)), Some(Rule::Alternation))
        }
        Barred::HadTheirTurn(who) => (
            format!("{} has had the one turn of this round. The next comes with the next round.", name(who)),
            Some(Rule::Rounds),
        ),
        Barred::Surprised(who) => {
            (format!("{} is surprised, and acts when the surprise round is over.", name(who)), Some(Rule::Surprise))
        }
        Barred::NobodysTurn => ("It is nobody\u{2019}s turn now.".to_owned(), Some(Rule::Rounds)),
        Barred::CannotAct(who) => {
            (format!("{} cannot act: {}.", name(who), looks_down(field, *who)), Some(Rule::UnableToAct))
        }
        Barred::NoActions(who) => (
            format!("{} has no action left this turn. What is free can still be done; /end ends the turn.", name(who)),
            Some(Rule::Actions),
        ),
        Barred::NoReaction(who) => {
            (format!("{} has no reaction left until their next turn.", name(who)), Some(Rule::Reactions))
        }
        Barred::NoStamina { who, cost, rule } => {
            (format!("{} lacks the {cost} stamina that this takes.", name(who)), Some(*rule))
        }
        Barred::NoFocus { who, cost, rule } => {
            (format!("{} lacks the {cost} focus that this takes.", name(who)), Some(*rule))
        }
        Barred::NoFate(who) => (format!("{} has no fate to spend.", name(who)), Some(Rule::Fate)),
        Barred::NothingToGain => {
            ("Fate would change nothing there: it is full, or said already.".to_owned(), Some(Rule::Fate))
        }
        Barred::MustFinish(who) => (
            format!(
                "{} has begun something: /act continue goes on with it first, /act abandon drops it (R15).",
                name(who)
            ),
            Some(Rule::CarryOver),
        ),
        Barred::NothingBegun(who) => (format!("{} has begun nothing that goes on.", name(who)), Some(Rule::CarryOver)),
        Barred::TriggerFirst(who) => {
            (format!("{}\u{2019}s first action is the attack that began the fight.", name(who)), Some(Rule::Trigger))
        }
        Barred::NotUsedSo { what, how, ways } => {
            (format!("The {what} is used with {ways}, not with {how}."), Some(Rule::ToHit))
        }
        Barred::NoCover(who) => (
            format!(
                "There is no cover where {} stands: it takes a square with cover, or one beside such a square, a wall or a window.",
                name(who)
            ),
            Some(Rule::SeekCover),
        ),
        Barred::NobodyToCommand(who) => {
            (format!("There is no ally whom {} could command.", name(who)), Some(Rule::Command))
        }
        Barred::OwnSide(who) => (format!("{} is on the same side. Choose an enemy.", name(who)), None),
        Barred::NotAnAlly(who) => (format!("{} is no ally to whom this can be done.", name(who)), Some(Rule::Command)),
        Barred::Dead(who) => (format!("{} is dead. Choose somebody else.", name(who)), None),
        Barred::NotInHand(what) => {
            (format!("The {what} is not in hand. /act brandish with:{what} takes it."), Some(Rule::Brandish))
        }
        Barred::NoWeapon(what) => (format!("The {what} is not for that."), Some(Rule::Attack)),
        Barred::NotLoaded(what) => (format!("The {what} must be reloaded first: /act reload."), Some(Rule::Weapons)),
        Barred::Loaded(what) => (format!("The {what} needs no reloading."), Some(Rule::Weapons)),
        Barred::HandsFull(what) => (
            format!("Reloading the {what} takes both hands. Put the rest away first: /act brandish."),
            Some(Rule::Weapons),
        ),
        Barred::TooManyHands => ("That takes more than two hands. Choose less.".to_owned(), Some(Rule::Brandish)),
        Barred::OutOfReach { target, far: Some(far), reach } => (
            format!("{} is {} away, and this reaches {}. Move nearer.", name(target), metres(*far), metres(*reach)),
            Some(Rule::Weapons),
        ),
        Barred::OutOfReach { target, far: None, .. } => (
            format!("{} or the one who acts has no square. The GM places people with /gm place.", name(target)),
            Some(Rule::Weapons),
        ),
        Barred::NotSeen(who) => (format!("A wall stands between; {} cannot be shot.", name(who)), Some(Rule::Weapons)),
        Barred::Commanded(who) => {
            (format!("{} has been commanded this turn. Choose another ally.", name(who)), Some(Rule::Command))
        }
        Barred::WaitsFor(who) => (
            format!("{} has an action on command and chooses first; /act decline does nothing.", name(who)),
            Some(Rule::CommandedChoice),
        ),
        Barred::NotOnCommand => (
            "On command one does something that takes one action and does not end a turn.".to_owned(),
            Some(Rule::Command),
        ),
        Barred::Moved(who) => (
            format!(
                "{} has already moved this turn (Move is once per turn). Sprint goes on, for 1 stamina.",
                name(who)
            ),
            Some(Rule::Move),
        ),
        Barred::MovedNoStep(who) => {
            (format!("{} has already moved this turn; a step is instead of a move.", name(who)), Some(Rule::Step))
        }
        Barred::Stepped(who) => {
            (format!("{} has stepped this turn, which is instead of a move.", name(who)), Some(Rule::Step))
        }
        Barred::NotMoved(who) => {
            (format!("{} has not moved yet this turn. Move first.", name(who)), Some(Rule::Sprint))
        }
        Barred::Grappled(who) => (format!("{} is held. /act break free gets out.", name(who)), Some(Rule::Maneuvers)),
        Barred::NotGrappled(who) => (format!("Nobody holds {}.", name(who)), Some(Rule::Maneuvers)),
        Barred::TooFar { who, metres: most, rule } => (
            format!("{} cannot get there: {} at most, and no way through walls or foes.", name(who), metres(*most)),
            Some(*rule),
        ),
        Barred::Taken => ("Somebody stands there. Choose a free square.".to_owned(), Some(Rule::Move)),
        Barred::AlreadyThere => ("They are there already.".to_owned(), Some(Rule::Move)),
        Barred::NoPlace(who) => (
            format!("{} needs a square to go from and to. The GM places people with /gm place.", name(who)),
            Some(Rule::Diagonals),
        ),
        Barred::NotProne(who) => (format!("{} is not prone.", name(who)), Some(Rule::StandUp)),
        Barred::ProneAlready(who) => (format!("{} is prone already.", name(who)), Some(Rule::DropProne)),
        Barred::NotUnconscious { who, rule } => (format!("{} is not unconscious.", name(who)), Some(*rule)),
        Barred::NothingReadied(who) => {
            (format!("{} has readied nothing. /act ready does.", name(who)), Some(Rule::Ready))
        }
        Barred::NotToBeReadied(what) => (
            format!("\u{201c}{}\u{201d} cannot be readied so: only an action that costs one.", what.replace('-', " ")),
            Some(Rule::ReadiedAction),
        ),
        Barred::NothingThere => ("There is no such thing to do that with.".to_owned(), Some(Rule::Interact)),
        Barred::NotByItself(what) => (
            format!("{what} is not made so: it is an answer to something, or needs a weapon for near."),
            Some(Rule::Maneuvers),
        ),
        Barred::NoPassing => {
            ("Teams do not pass: each member has one turn, and /end ends it.".to_owned(), Some(Rule::Alternation))
        }
    }
}

fn looks_down(field: &Field, who: CombatantId) -> &'static str {
    field.find(who).map_or("not here", |it| match looks(field, it) {
        down @ ("dead" | "unconscious") => down,
        _ => "incapacitated",
    })
}
