//! Why something is refused: a sentence with a way on for each reason, and the rule that says so.

use super::{
    FightState, Rule, Violation,
    labels::{looks, metres, the},
    turn,
};
use crate::{engine::CombatantId, rules::wording};

/// Why something is refused: one sentence with a way on, and the rule.
pub fn violation(fight: &FightState, violation: &Violation) -> (String, Option<Rule>) {
    let name = |who: &CombatantId| fight.name(*who).to_owned();
    let side = |side: crate::engine::SideId| the(fight.side_name(side)).to_owned();
    match violation {
        Violation::NoFight => ("The fight is not on.".to_owned(), Some(Rule::End)),
        Violation::NobodyToFight => {
            ("Nobody has joined yet. /join brings a character in, /gm add a foe.".to_owned(), None)
        }
        Violation::NoSuchThing(what) => (format!("There is nothing like \u{201c}{what}\u{201d} to do now."), None),
        Violation::NobodyThere => ("There is nobody there to be seen.".to_owned(), None),
        Violation::NotTheirTeam { who, up } => (
            format!(
                "It is the {}\u{2019} slot. {} acts when it comes to the {}.",
                side(*up),
                name(who),
                side(fight.combatant(*who).side)
            ),
            Some(Rule::Alternation),
        ),
        Violation::NotTheirTurn { who, up } if who == up => {
            (format!("It is {}\u{2019}s turn already.", name(who)), Some(Rule::Rounds))
        }
        Violation::NotTheirTurn { who, up } => {
            let whose = fight
                .find(*up)
                .filter(|it| !it.hidden)
                .map_or_else(|| "somebody else\u{2019}s".to_owned(), |it| format!("{}\u{2019}s", it.name));
            (format!("It is {whose} turn. {} acts once it is over.", name(who)), Some(Rule::Alternation))
        }
        Violation::HadTheirTurn(who) => {
            let next = match turn::is_beside(fight, *who) {
                true => wording::another_turn(&name(who)),
                false => "The next one comes next round.".to_owned(),
            };
            (format!("{} has already had a turn this round. {next}", name(who)), Some(Rule::Rounds))
        }
        Violation::Surprised(who) => {
            (format!("{} is surprised, and acts when the surprise round is over.", name(who)), Some(Rule::Surprise))
        }
        Violation::NobodysTurn => ("It is nobody\u{2019}s turn now.".to_owned(), Some(Rule::Rounds)),
        Violation::CannotAct(who) => {
            (format!("{} cannot act: {}.", name(who), looks_down(fight, *who)), Some(Rule::UnableToAct))
        }
        Violation::NoActions(who) => (
            format!("{} has no action left this turn. What is free can still be done; /end ends the turn.", name(who)),
            Some(Rule::Actions),
        ),
        Violation::NoReaction(who) => {
            (format!("{} has no reaction left until their next turn.", name(who)), Some(Rule::Reactions))
        }
        Violation::NoStamina { who, cost, rule } => {
            (format!("{} lacks the {cost} stamina that this takes.", name(who)), Some(*rule))
        }
        Violation::NoFocus { who, cost, rule } => {
            (format!("{} lacks the {cost} focus that this takes.", name(who)), Some(*rule))
        }
        Violation::NoFate(who) => (format!("{} has no fate to spend.", name(who)), Some(Rule::Fate)),
        Violation::NothingToGain => {
            ("Fate would change nothing there: it is full, or said already.".to_owned(), Some(Rule::Fate))
        }
        Violation::MustFinish(who) => (
            format!(
                "{} has begun something: /act continue goes on with it first, /act abandon drops it (R15).",
                name(who)
            ),
            Some(Rule::CarryOver),
        ),
        Violation::NothingBegun(who) => {
            (format!("{} has begun nothing that goes on.", name(who)), Some(Rule::CarryOver))
        }
        Violation::TriggerFirst(who) => {
            (format!("{}\u{2019}s first action is the attack that began the fight.", name(who)), Some(Rule::Trigger))
        }
        Violation::NotUsedSo { what, how, ways } => {
            (format!("The {what} is used with {ways}, not with {how}."), Some(Rule::ToHit))
        }
        Violation::NoCover(who) => (
            format!(
                "There is no cover where {} stands: it takes a square with cover, or one beside such a square, a wall or a window.",
                name(who)
            ),
            Some(Rule::SeekCover),
        ),
        Violation::NobodyToCommand(who) => {
            (format!("There is no ally whom {} could command.", name(who)), Some(Rule::Command))
        }
        Violation::Oneself(who) => {
            (format!("{} can\u{2019}t target themselves. Choose someone else.", name(who)), None)
        }
        Violation::NotAnAlly(who) => {
            (format!("{} isn\u{2019}t an ally you can target with this.", name(who)), Some(Rule::Command))
        }
        Violation::Dead(who) => (format!("{} is dead. Choose somebody else.", name(who)), None),
        Violation::NotInHand(what) => {
            (format!("The {what} is not in hand. /act brandish with:{what} takes it."), Some(Rule::Brandish))
        }
        Violation::NoWeapon(what) => (format!("The {what} is not for that."), Some(Rule::Attack)),
        Violation::NotLoaded(what) => (format!("The {what} must be reloaded first: /act reload."), Some(Rule::Weapons)),
        Violation::Loaded(what) => (format!("The {what} needs no reloading."), Some(Rule::Weapons)),
        Violation::HandsFull(what) => (
            format!("Reloading the {what} takes both hands. Put the rest away first: /act brandish."),
            Some(Rule::Weapons),
        ),
        Violation::TooManyHands => ("That takes more than two hands. Choose less.".to_owned(), Some(Rule::Brandish)),
        Violation::OutOfReach { target, far: Some(far), reach } => (
            format!("{} is {} away, and this reaches {}. Move nearer.", name(target), metres(*far), metres(*reach)),
            Some(Rule::Weapons),
        ),
        Violation::OutOfReach { target, far: None, .. } => (
            format!("{} or the one who acts has no square. The GM places people with /gm place.", name(target)),
            Some(Rule::Weapons),
        ),
        Violation::WallBetween(who) => {
            (format!("A wall stands between, so {} can\u{2019}t be reached.", name(who)), Some(Rule::Weapons))
        }
        Violation::Commanded(who) => {
            (format!("{} has been commanded this turn. Choose another ally.", name(who)), Some(Rule::Command))
        }
        Violation::WaitsFor(who) => (
            format!("{} has an action on command and chooses first; /act decline does nothing.", name(who)),
            Some(Rule::CommandedChoice),
        ),
        Violation::NotOnCommand => (
            "On command one does something that takes one action and does not end a turn.".to_owned(),
            Some(Rule::Command),
        ),
        Violation::Moved(who) => (
            format!(
                "{} has already moved this turn (Move is once per turn). Sprint goes on, for 1 stamina.",
                name(who)
            ),
            Some(Rule::Move),
        ),
        Violation::MovedNoStep(who) => {
            (format!("{} has already moved this turn; a step is instead of a move.", name(who)), Some(Rule::Step))
        }
        Violation::Stepped(who) => {
            (format!("{} has stepped this turn, which is instead of a move.", name(who)), Some(Rule::Step))
        }
        Violation::NotMoved(who) => {
            (format!("{} has not moved yet this turn. Move first.", name(who)), Some(Rule::Sprint))
        }
        Violation::Grappled(who) => {
            (format!("{} is held. /act break free gets out.", name(who)), Some(Rule::Maneuvers))
        }
        Violation::NotGrappled(who) => (format!("Nobody holds {}.", name(who)), Some(Rule::Maneuvers)),
        Violation::TooFar { who, metres: most, rule } => (
            format!("{} cannot get there: {} at most, and no way through walls or foes.", name(who), metres(*most)),
            Some(*rule),
        ),
        Violation::Taken => ("Somebody stands there. Choose a free square.".to_owned(), Some(Rule::Move)),
        Violation::AlreadyThere => ("They are there already.".to_owned(), Some(Rule::Move)),
        Violation::NoPlace(who) => (
            format!("{} needs a square to go from and to. The GM places people with /gm place.", name(who)),
            Some(Rule::Diagonals),
        ),
        Violation::NotProne(who) => (format!("{} is not prone.", name(who)), Some(Rule::StandUp)),
        Violation::ProneAlready(who) => (format!("{} is prone already.", name(who)), Some(Rule::DropProne)),
        Violation::NotUnconscious { who, rule } => (format!("{} is not unconscious.", name(who)), Some(*rule)),
        Violation::NothingReadied(who) => {
            (format!("{} has readied nothing. /act ready does.", name(who)), Some(Rule::Ready))
        }
        Violation::NotToBeReadied(what) => (
            format!("\u{201c}{}\u{201d} cannot be readied so: only an action that costs one.", what.replace('-', " ")),
            Some(Rule::ReadiedAction),
        ),
        Violation::NothingThere => ("There is no such thing to do that with.".to_owned(), Some(Rule::Interact)),
        Violation::NotByItself(what) => (
            format!("{what} is not made so: it is an answer to something, or needs a weapon for near."),
            Some(Rule::Maneuvers),
        ),
        Violation::NoPassing => {
            ("Teams do not pass: each member has one turn, and /end ends it.".to_owned(), Some(Rule::Alternation))
        }
    }
}

fn looks_down(fight: &FightState, who: CombatantId) -> &'static str {
    fight.find(who).map_or("not here", |it| match looks(fight, it) {
        down @ ("dead" | "unconscious") => down,
        _ => "incapacitated",
    })
}
