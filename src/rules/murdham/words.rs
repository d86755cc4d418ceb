//! What things are called: questions, buttons, refusals, conditions, how somebody stands. Sentences that tell what happened are in
//! `narrate.rs`.
//!
//! Long because: one sentence for each refusal, in one match.

use super::{
    Barred, Choice, Combatant, Condition, Field, Order, Phase, Question, Rule, With,
    actions::{self, Pace},
    blast, blow_words,
    fact::{article_and_name, name_of},
    nonlethal,
    omen::{self, Fate},
    power, reaction,
    sheet::Ability,
    state::{Flag, Flight, Injury, Morale, Pot, Step, ability as number, able, takes_part},
};
use crate::engine::{
    CombatantId, Stage,
    ids::Addressee,
    view::{Details, Mark, Vital},
};

/// What an ability is called.
pub fn ability(which: Ability) -> &'static str {
    match which {
        Ability::Wit => "WIT",
        Ability::Str => "STR",
        Ability::Agi => "AGI",
    }
}

/// What a phase is called.
pub fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Ambush => "ambush",
        Phase::Fast => "fast",
        Phase::Slow => "slow",
    }
}

/// What a condition is called.
pub fn condition(condition: Condition) -> &'static str {
    match condition {
        Condition::Incapacitated => "incapacitated",
        Condition::Hobbled => "hobbled",
        Condition::Encumbered => "encumbered",
        Condition::Blind => "blind",
        Condition::EyeInjury => "eye injury",
        Condition::Frightened => "frightened",
        Condition::Terrified => "terrified",
        Condition::Confused => "confused",
        Condition::Frenzied => "frenzied",
        Condition::Silenced => "silenced",
        Condition::Taunted => "taunted",
        Condition::Entangled => "entangled",
        Condition::Grabbed => "grabbed",
        Condition::Stunned => "stunned",
        Condition::PrimaryArmInjury => "primary arm injury",
        Condition::SecondaryArmInjury => "secondary arm injury",
    }
}

/// What an injury is called.
pub fn injury(injury: Injury) -> &'static str {
    match injury {
        Injury::Scar => "scar",
        Injury::Str => "weakened",
        Injury::Wit => "dazed",
        Injury::Agi => "lamed",
        Injury::SecondaryArm => "secondary arm",
        Injury::PrimaryArm => "primary arm",
        Injury::Eye => "eye",
    }
}

/// What an order given in advance says.
pub fn order(order: Order) -> &'static str {
    match order {
        Order::AlwaysDodge => "always dodge",
        Order::AlwaysCounter => "always counter",
        Order::NeverAsk => "never ask me",
        Order::NeverGuard => "never ask me to guard",
        Order::NeverOpportunity => "never ask me about opportunity attacks",
        Order::AskOmens => "ask me about omens",
    }
}

/// How somebody stands to morale.
pub fn morale(morale: Morale) -> &'static str {
    match morale {
        Morale::Steady => "steady",
        Morale::Held => "immune",
        Morale::Broken => "failed",
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

/// How far away somebody is.
pub fn zones_away(zones: u32) -> String {
    match zones {
        0 => "here".to_owned(),
        1 => "1 zone away".to_owned(),
        _ => format!("{zones} zones away"),
    }
}

/// What a question says to the person asked. What silence does, and by when, is said by whoever draws the question.
pub fn ask(field: &Field, to: Addressee, question: &Question) -> String {
    let name = |who: CombatantId| field.name(who);
    let asked = match to {
        Addressee::Combatant(who) => name(who),
        Addressee::Side(_) | Addressee::Gm => "you",
    };
    match question {
        Question::React { by, with, .. } if power::on_scroll(field, *by, *with).is_some() => {
            let power = power::on_scroll(field, *by, *with).map_or("a power", |it| it.name.as_str());
            format!("{} invokes {power} on {asked}.", name(*by))
        }
        Question::Underfoot { by, .. } => {
            format!("{} comes over {asked}, who can shift aside or suffers d4 damage.", name(*by))
        }
        Question::React { by, with, .. } if blast::is_blast(field, *by, *with) => {
            let weapon = name_of(field, *by, *with);
            format!(
                "{}\u{2019}s {weapon} catches {asked}. Reacting spends {asked}\u{2019}s turn this round.",
                name(*by)
            )
        }
        Question::React { by, with, .. } => {
            let with = article_and_name(field, *by, *with);
            let cost = match to {
                Addressee::Combatant(who) if reaction::can_react(field, who) => {
                    format!(" Reacting spends {asked}\u{2019}s turn this round.")
                }
                _ => String::new(),
            };
            format!("{} strikes at {asked} with {with}.{cost}", name(*by))
        }
        Question::Shelter { from, by } => format!(
            "{} wants to hide behind {asked} from {}. Whoever agrees becomes the target.",
            name(*from),
            name(*by)
        ),
        Question::Guard { target, by } => format!(
            "{} strikes at {}. {asked} can step in and become the target; that spends the turn.",
            name(*by),
            name(*target)
        ),
        Question::Opportunity { mover, .. } => {
            format!("{} moves away from {asked}, who can strike first; that spends the turn.", name(*mover))
        }
        Question::Take { from, item } => {
            format!("{} offers {asked} {}.", name(*from), a(item.name()))
        }
        Question::Omen { who, fate } => {
            let left = match field.find(*who).map_or(0, omen::left) {
                1 => "1 is left".to_owned(),
                left => format!("{left} are left"),
            };
            match fate {
                Fate::Save => format!("{asked} fails the save. An omen rolls it again; {left}."),
                Fate::Damage(suffers) => format!(
                    "{asked} is about to suffer {suffers}. An omen rolls the damage again, and the lower counts; {left}."
                ),
                Fate::Death => format!(
                    "{asked} is about to die. An omen leaves {asked} down with health 1 and an injury for ever; {left}."
                ),
            }
        }
        _ => blow_words::ask(field, asked, question),
    }
}

/// What a choice is called on its button.
pub fn choice(field: &Field, question: &Question, choice: &Choice) -> String {
    let asked = match question {
        Question::React { at, .. } => Some(*at),
        Question::Opportunity { to, .. } => Some(*to),
        _ => None,
    };
    let with = |verb: &str, with: &With| match (with, asked) {
        (With::Gear(_) | With::Both, Some(who)) => format!("{verb} with {}", name_of(field, who, *with)),
        _ => format!("{verb} unarmed"),
    };
    // A number of one's own may stand on the button where it is no secret: a player character's.
    let agi = asked.and_then(|who| field.find(who)).filter(|it| it.owner.is_some()).map(|it| number(it, Ability::Agi));
    match choice {
        Choice::TakeIt => "Take it".to_owned(),
        Choice::Dodge => agi.map_or_else(|| "Dodge".to_owned(), |agi| format!("Dodge: AGI {agi}")),
        Choice::Counter(it) => with("Counter", it),
        Choice::HideBehind(other) => format!("Hide behind {}", field.name(*other)),
        Choice::Refuse => "Refuse".to_owned(),
        Choice::Agree => "Agree".to_owned(),
        Choice::LetItHappen => "Let it happen".to_owned(),
        Choice::Guard => "Guard".to_owned(),
        Choice::Aside(at) => {
            use crate::engine::space::Space;
            format!("Shift aside to {}", field.space.place_words(at))
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
        _ => blow_words::choice(field, question, choice).unwrap_or_default(),
    }
}

/// The vital numbers of somebody, and the word that strangers see.
pub fn vitals(_: &Field, of: &Combatant) -> Vec<Vital> {
    let exact = format!("{}/{}", of.state.health, of.state.max_health);
    vec![Vital { name: "health", exact, word: Some(health(of)) }]
}

/// How hurt somebody looks.
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

/// How somebody stands in the round.
pub fn standing(field: &Field, of: &Combatant) -> (Mark, String) {
    let turns = &field.turns;
    let reacted = of.state.reacted_in == Some(turns.round);
    let (mark, word) = match () {
        () if of.state.dead => (Mark::Down, "dead"),
        () if of.state.dies_after.is_some() => (Mark::Down, "dying"),
        () if !able(field, of.id) => (Mark::Down, "down"),
        () if nonlethal::loses_turn(field, of.id) && turns.active != Some(of.id) => (Mark::Spent, "stunned"),
        () if of.state.surrendered => (Mark::Down, "surrendered"),
        () if of.state.flight != Flight::Stays => (Mark::Down, "fled"),
        () if turns.active == Some(of.id) => (Mark::Acting, "acting"),
        () if turns.is_spent(of.id) && reacted => (Mark::Spent, "reacted"),
        () if turns.is_spent(of.id) => (Mark::Spent, "acted"),
        () => (Mark::Ready, "ready"),
    };
    (mark, word.to_owned())
}

/// What shields somebody where they stand, as the map says it (R27, R28, R29).
pub fn shelter(of: &Combatant) -> Vec<&'static str> {
    let said = [(Flag::Cover, "in cover"), (Flag::Barrier, "behind a barrier"), (Flag::Obscured, "half seen")];
    said.into_iter().filter(|it| of.state.is(it.0)).map(|it| it.1).collect()
}

/// What the tracker says besides the list.
pub fn details(field: &Field) -> Details {
    let mut details = Details::default();
    if field.stage != Stage::Fighting {
        return details;
    }
    let turns = &field.turns;
    details.whose = match (turns.active, turns.side_up()) {
        (Some(who), _) => format!("It is {}.", turn_of(field, who)),
        (None, Some(side)) if field.shared.step == Step::Turns => {
            format!("The {} choose who acts, or pass.", the(&field.side(side).name))
        }
        _ => "A round is about to begin.".to_owned(),
    };
    if let (Some(fat), Some(Phase::Fast)) = (field.shared.fat, turns.phase) {
        details.notes.push(format!("Fast phase: only who has WIT {fat} or more acts; everybody may react."));
    }
    if turns.phase == Some(Phase::Ambush) {
        details.notes.push("Before the first round: only the concealed act.".to_owned());
    }
    details.free_talk_off = field.options.chaos; // R54
    if field.options.chaos {
        details.notes.push("The chaos of combat: no talk that is not paid for with a bonus action.".to_owned());
    }
    if let Some(side) = field.shared.initiative {
        details.of_sides.push((side, "hold the initiative".to_owned()));
    }
    if let Some(who) = turns.active.filter(|it| !field.combatant(*it).hidden) {
        details.turn = purse(field, who);
    }
    let standing: Vec<&str> =
        field.sides.iter().filter(|side| field.members(side.id).any(takes_part)).map(|side| the(&side.name)).collect();
    details.decided = match standing.as_slice() {
        [] => Some("Nobody is left standing.".to_owned()),
        [one] if field.sides.len() > 1 => Some(format!("Only the {one} are left standing.")),
        _ => None,
    };
    details
}

/// R6 Turn: what is left of the turn that somebody is taking or could begin.
pub fn purse(field: &Field, who: CombatantId) -> Vec<(String, String)> {
    let left = |pot| actions::left(field, who, pot);
    let word = |left: u16| if left > 0 { "left" } else { "used" }.to_owned();
    vec![
        ("main".to_owned(), word(left(Pot::Main))),
        ("bonus".to_owned(), word(left(Pot::Bonus))),
        ("move".to_owned(), halves(left(Pot::Half))),
    ]
}

/// A thing with its article: "a healing draught", "an antidote".
pub fn a(thing: &str) -> String {
    let article = if thing.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {thing}")
}

/// A side's name after "the".
pub fn the(name: &str) -> &str {
    name.strip_prefix("The ").or_else(|| name.strip_prefix("the ")).unwrap_or(name)
}

/// "Theobald's turn"; of somebody concealed no more is said than the side.
fn turn_of(field: &Field, who: CombatantId) -> String {
    match field.find(who) {
        Some(it) if it.hidden => format!("a turn of the {}", the(&field.side(it.side).name)),
        _ => format!("{}\u{2019}s turn", field.name(who)),
    }
}

/// Why something is refused: one sentence with a way on, and the rule.
pub fn barred(field: &Field, barred: &Barred) -> (String, Option<Rule>) {
    let name = |who: &CombatantId| field.name(*who).to_owned();
    let side = |side: &crate::engine::SideId| the(&field.side(*side).name).to_owned();
    if let Some((text, rule)) = blow_words::barred(field, barred) {
        return (text, Some(rule));
    }
    let (text, rule) = match barred {
        Barred::NoFight => ("The fight is not on.".to_owned(), None),
        Barred::NobodyToFight => {
            ("Nobody has joined yet. /join brings a character in, /gm add a foe.".to_owned(), None)
        }
        Barred::NoSuchThing(what) => (format!("There is nothing like \u{201c}{what}\u{201d} to do now."), None),
        Barred::BetweenRounds => {
            ("No round is under way: the fight is decided, or one is about to begin.".to_owned(), Some(Rule::RoundEnds))
        }
        Barred::NotTheirStep { side: own, up } => {
            (format!("It is the step of the {}; the {} act after that.", side(up), side(own)), Some(Rule::Rounds))
        }
        Barred::TurnUnderWay { of } => {
            (format!("It is {}. It ends when it is used up, or with /end.", turn_of(field, *of)), Some(Rule::Rounds))
        }
        Barred::NoTurn(who) => (
            format!("{} has no turn under way. Acting begins it; /pass lets the others go first.", name(who)),
            Some(Rule::Rounds),
        ),
        Barred::Spent(who) => {
            let reacted = field.find(*who).is_some_and(|it| it.state.reacted_in == Some(field.turns.round));
            let (how, rule) =
                if reacted { ("reacted, and that was the turn", Rule::Reaction) } else { ("acted", Rule::OneTurn) };
            (format!("{} has already {how} this round. The next round brings a new turn.", name(who)), Some(rule))
        }
        Barred::TooSlow(who) => {
            let threshold = field.shared.fat.unwrap_or(0);
            let known = field.find(*who).filter(|it| it.owner.is_some()).map(|it| number(it, Ability::Wit));
            let numbers = match known {
                Some(wit) => format!("WIT {wit}, threshold {threshold}"),
                None => format!("threshold {threshold}"), // whoever asks may not know a foe's WIT
            };
            let who = name(who);
            let text =
                format!("{who} cannot act in the fast phase ({numbers}), but can react, or act in the slow phase.");
            (text, Some(Rule::Fat))
        }
        Barred::NotConcealed(who) => (
            format!("Only the concealed act before the first round. {} acts in the first.", name(who)),
            Some(Rule::BonusTurn),
        ),
        Barred::Down(who) => (format!("{} is down and cannot act.", name(who)), Some(Rule::Conditions)),
        Barred::HasSurrendered(who) => (
            format!("{} has surrendered and takes no part, unless harmed all the same.", name(who)),
            Some(Rule::Surrender),
        ),
        Barred::HasFled(who) => (format!("{} has got away and takes no part any more.", name(who)), Some(Rule::Chase)),
        Barred::LostHeart(who) => (
            format!(
                "{} has failed the morale check and does not fight: surrender, flee, or move away from the enemy.",
                name(who)
            ),
            Some(Rule::GroupSave),
        ),
        Barred::NotAway(who) => (
            format!("{} has failed the morale check and goes no closer to an enemy. Move away.", name(who)),
            Some(Rule::Retreat),
        ),
        Barred::TurnBegun(who) => (
            format!("Surrendering takes a whole turn, and {} has begun this one. Do it next round.", name(who)),
            Some(Rule::Surrender),
        ),
        Barred::GmSays => {
            ("Who is faster by more than their sheets say is for the GM to say.".to_owned(), Some(Rule::Chase))
        }
        Barred::LongName => (
            format!("A thing\u{2019}s name has {} characters at most.", super::gear::NAME_MAX_CHARS),
            Some(Rule::Improvised),
        ),
        Barred::NoMain(who) => {
            (format!("{} has used the main action. A bonus action or a move may be left.", name(who)), Some(Rule::Turn))
        }
        Barred::NoBonus(who) => {
            (format!("{} has neither a bonus nor a main action left. A move may be left.", name(who)), Some(Rule::Turn))
        }
        Barred::NobodyThere => ("There is nobody there to be seen.".to_owned(), Some(Rule::Attack)),
        Barred::OwnSide(who) => (format!("{} is on the same side. Attack an enemy.", name(who)), Some(Rule::Attack)),
        Barred::Dead(who) => (format!("{} is dead. Choose somebody else.", name(who)), None),
        Barred::NotNearby(who) => {
            (format!("{} is not nearby. Move into the same zone or to its border first.", name(who)), Some(Rule::Melee))
        }
        Barred::OutOfRange { target, far, range } => {
            let far = far.map_or_else(|| "cannot be reached".to_owned(), |far| format!("is {far} zones away"));
            (
                format!("{} {far}, out of range: the weapon reaches {range}. Move closer first.", name(target)),
                Some(Rule::Ranged),
            )
        }
        Barred::NotSeen(who) => {
            (format!("{} cannot be seen, so no shot is possible. A melee attack is.", name(who)), Some(Rule::Ranged))
        }
        Barred::Blind(who) => {
            (format!("{} is blind and cannot shoot. A melee attack is possible.", name(who)), Some(Rule::Conditions))
        }
        Barred::FarAndMoving(who) => (
            format!(
                "{} is beyond half range and the shooter has moved this turn: not both at once. Choose somebody closer.",
                name(who)
            ),
            Some(Rule::Ranged),
        ),
        Barred::TooClose(who) => (
            format!("{} is within half range, where a lobbed shot cannot fall. Shoot straight.", name(who)),
            Some(Rule::Indirect),
        ),
        Barred::LobbedOnTheMove(who) => {
            (format!("{} has moved this turn and cannot lob a shot any more.", name(who)), Some(Rule::Indirect))
        }
        Barred::NotThatWay(weapon) => {
            (format!("The {weapon} cannot be used that way. Choose another how."), Some(Rule::Indirect))
        }
        Barred::BehindBarrier(who) => (
            format!("{} is behind a barrier that stops every attack. Move round it, or wait for a peek.", name(who)),
            Some(Rule::Barrier),
        ),
        Barred::NotInHand(weapon) => {
            (format!("The {weapon} is not in hand. Equip it with a bonus action first."), Some(Rule::Equip))
        }
        Barred::NoPair(who) => (
            format!("{} needs Ambidexterity and a weapon in each hand for that. Strike with one.", name(who)),
            Some(Rule::Skills),
        ),
        Barred::Fired(weapon) => {
            (format!("The {weapon} has been fired and cannot be reloaded in this fight."), Some(Rule::Keywords))
        }
        Barred::NotRiding(weapon) => (
            format!(
                "The {weapon} is for riders whose mount has moved in this turn. Move first, or use another weapon."
            ),
            Some(Rule::Keywords),
        ),
        Barred::IsLaid(weapon) => {
            (format!("The {weapon} is laid, with /act what:put-down, and not wielded."), Some(Rule::BearTrap))
        }
        Barred::InTheAir(who) => (
            format!(
                "{} lands to attack: nobody of that kind does in the air. Walk, or wait until the turn ends.",
                name(who)
            ),
            Some(Rule::Flying),
        ),
        Barred::NeedsUnaware(weapon) => {
            (format!("The {weapon} needs somebody who is unaware of it, or whom one holds."), Some(Rule::Keywords))
        }
        Barred::NotHelpless(who) => (
            format!("{} is not incapacitated, so there is no final blow. Attack as usual.", name(who)),
            Some(Rule::FinalBlow),
        ),
        Barred::TooFar { who, halves: left } => (
            format!(
                "{} cannot get there: {} of movement left. {}",
                name(who),
                halves(*left),
                if *left > 2 { "Choose a place closer by." } else { "A full movement goes further." }
            ),
            Some(Rule::Turn),
        ),
        Barred::Full(place) => (format!("{place} is full and cannot be entered or crossed."), Some(Rule::Zones)),
        Barred::AlreadyThere => ("They are there already.".to_owned(), None),
        Barred::Fallen(who) => (
            format!(
                "{} tripped or fell and does not move any more in this round. Other actions are possible.",
                name(who)
            ),
            Some(Rule::SpecialMovement),
        ),
        Barred::Afraid { who, of } => (
            format!(
                "{} is frightened of {} and goes no step nearer. Another way, or an attack from here.",
                name(who),
                name(of)
            ),
            Some(Rule::Fear),
        ),
        Barred::MustRun(who) => {
            (format!("{} is terrified and can only run: move farther away.", name(who)), Some(Rule::Terror))
        }
        Barred::MustHarm { who, from } => (
            format!(
                "{} was taunted by {} and can only try to harm them: attack, or move closer.",
                name(who),
                name(from)
            ),
            Some(Rule::Taunt),
        ),
        Barred::BesideThemselves(who) => {
            (format!("{} is frenzied: attack, or move closer to the closest enemy.", name(who)), Some(Rule::Frenzy))
        }
        Barred::NotToRage(who) => {
            (format!("{} has no Battle frenzy, or is frenzied already.", name(who)), Some(Rule::Frenzy))
        }
        Barred::NotToCalm(who) => {
            (format!("{} is not frenzied, or is so by nature and does not calm down.", name(who)), Some(Rule::Frenzy))
        }
        Barred::NotToRally(who) => (
            format!("{} has no Leadership, or has rallied the others in this fight already.", name(who)),
            Some(Rule::Rally),
        ),
        Barred::NobodyToRally(who) => {
            (format!("No ally of {} within 2 zones is frightened or terrified.", name(who)), Some(Rule::Rally))
        }
        Barred::Silenced(who) => (
            format!("{} is silenced: no speech and no powers. Other actions are possible.", name(who)),
            Some(Rule::Silenced),
        ),
        Barred::NotAwake(who) => (
            format!("{} is down and notices nothing. Choose somebody who is awake.", name(who)),
            Some(Rule::Conditions),
        ),
        Barred::NobodyUnderfoot(who) => {
            (format!("No smaller enemy stands where {} stands. Move over them first.", name(who)), Some(Rule::Trample))
        }
        Barred::NotLarge(who) => (
            format!("{} is not large, so the blast is not for them alone. Aim at the zone.", name(who)),
            Some(Rule::BlastOnLarge),
        ),
        Barred::NoSweep(what) => {
            (format!("The {what} cannot be swept round. Use a melee weapon or bare hands."), Some(Rule::Sweep))
        }
        Barred::NotToThrow(who) => {
            (format!("{} holds nobody smaller who could be thrown.", name(who)), Some(Rule::Thrown))
        }
        Barred::NotToTrample(who) => {
            (format!("{} tramples once a turn, and only after moving in it.", name(who)), Some(Rule::Trample))
        }
        Barred::NoSorcery(who) => (
            format!("{} has not the skill Sorcery, without which no profane power is invoked.", name(who)),
            Some(Rule::Power),
        ),
        Barred::NoScroll(who) => (
            format!(
                "{} has no power scroll, from which a power must be read. Give them one: items=scroll of \u{2026}.",
                name(who)
            ),
            Some(Rule::Power),
        ),
        Barred::NotAWeapon(what) => {
            (format!("The {what} is no weapon. Invoke it: /act what:invoke."), Some(Rule::Power))
        }
        Barred::Natural(what) => {
            (format!("The {what} is a part of the body and stays where it is."), Some(Rule::Keywords))
        }
        Barred::NoSuchPace(Pace::Sneak) => ("Only the concealed sneak.".to_owned(), Some(Rule::Revealed)),
        Barred::NoSuchPace(Pace::Fly) => ("Only who has wings flies.".to_owned(), Some(Rule::Flying)),
        Barred::NoSuchPace(_) => ("A sprint takes a full movement.".to_owned(), Some(Rule::FullMovement)),
        Barred::HandsFull(who) => {
            (format!("{} has no hand free for it. Stow or put down something first.", name(who)), Some(Rule::Equip))
        }
        Barred::ArmourStays => {
            ("Armour cannot be changed during a fight; weapons and shields can.".to_owned(), Some(Rule::Equip))
        }
        Barred::NotCarried => {
            ("That is not there to be taken in hand, or is in hand already.".to_owned(), Some(Rule::Equip))
        }
        Barred::NothingLies => ("Nothing of the kind lies nearby.".to_owned(), Some(Rule::PickUp)),
        Barred::NoItem(item) => (format!("There is no {} left to use.", item.name()), Some(Rule::Consumable)),
        Barred::NothingToHeal(who) => (format!("{} has nothing to heal.", name(who)), Some(Rule::Consumable)),
        Barred::NothingToCoat(who) => (
            format!("{} has no weapon in hand for it. A dose goes on a weapon of one\u{2019}s own.", name(who)),
            Some(Rule::Poison),
        ),
        Barred::BadText => (
            format!("A few words are needed, {} characters at most.", super::actions::TEXT_MAX_CHARS),
            Some(Rule::Words),
        ),
        Barred::NotToYield(who) => (
            format!(
                "{} cannot let others begin: only the holders of the initiative can, before anybody has acted or passed.",
                name(who)
            ),
            Some(Rule::Initiative),
        ),
        Barred::NoSuchSide => ("Name another faction of this fight.".to_owned(), Some(Rule::Circle)),
        Barred::PassInTurn(who) => {
            (format!("It is {}. End it with /end first.", turn_of(field, *who)), Some(Rule::RoundEnds))
        }
        Barred::NotHuman(who) => (
            format!(
                "{} has an ability above 15, the most a human has. Say folk: other, or play with humans: off.",
                field.find(*who).map_or("This character", |it| &it.name)
            ),
            Some(Rule::Human),
        ),
        _ => (String::new(), None), // said above
    };
    (text, rule)
}
