//! What is said of attacks, blasts, stunts and grips, until their damage.

use super::{Sentence, StoryBuilder};
use crate::engine::{
    CombatantId,
    space::Space,
    view::{Audience, BriefPart},
};
use crate::rules::murdham::{
    FightState, With,
    chapters::blast,
    model::{
        event::Event,
        fact::Fact,
        manner::Manner,
        powers, size,
        weapon_names::{article_and_name, name_of},
    },
    text::{blow_words, labels},
};
use crate::rules::wording::quoted_at_end;

pub(super) fn changed(fight: &FightState, fact: &Fact) -> Option<Sentence> {
    let name = |who: &CombatantId| fight.name(*who);
    let (who, text) = match fact {
        Fact::Swung { by, at, unaware, .. } => {
            let caught = if *unaware { format!(" {} is caught unawares.", name(at)) } else { String::new() };
            (by, format!("{} {}.{caught}", name(by), attacks(fight, fact)?))
        }
        Fact::Burst { by, with, .. } if !blast::is_blast(fight, *by, *with) => {
            (by, format!("{} sweeps around with {}.", name(by), article_and_name(fight, *by, *with)))
        }
        Fact::Burst { by, with, at } => {
            let weapon = article_and_name(fight, *by, *with);
            let fires = match () {
                () if labels::is_thrown(fight, *by, *with) => "throws",
                () if labels::is_shot(fight, *by, *with) => "fires",
                () => "swings",
            };
            (by, format!("{} {fires} {weapon} at {}.", name(by), fight.space.place_words(at)))
        }
        Fact::Snaps { who, .. } => (who, format!("A trap snaps shut on {}.", name(who))),
        _ => return None,
    };
    Some((Some(*who), text))
}

/// What an attacker does, after their name: "shoots at Bo with the bow".
pub(super) fn attacks(fight: &FightState, fact: &Fact) -> Option<String> {
    let Fact::Swung { by, at, with, how, opportunity, counter, .. } = fact else { return None };
    let target = fight.name(*at);
    if let Some(power) = powers::on_scroll(fight, *by, *with) {
        let verb = if *counter { "counters by invoking" } else { "invokes" };
        return Some(format!("{verb} {} on {target}", power.name));
    }
    let weapon = article_and_name(fight, *by, *with);
    if let Some(verb) = blow_words::swings(*how, *counter) {
        let with = if *how == Manner::Stun { format!(" with {weapon}") } else { String::new() };
        return Some(match (how, counter) {
            (Manner::Disarm(gear), _) => {
                format!("{verb} {target} of the {}{with}", name_of(fight, *at, With::Gear(*gear)))
            }
            (_, true) => format!("{verb}{with}"),
            (_, false) => format!("{verb} {target}{with}"),
        });
    }
    if *counter {
        return Some(format!("counters with {weapon}"));
    }
    if *how != Manner::FinalBlow && !*opportunity && labels::is_thrown(fight, *by, *with) {
        return Some(format!("throws {weapon} at {target}"));
    }
    let verb = match (how, opportunity, labels::is_shot(fight, *by, *with)) {
        (Manner::FinalBlow, ..) => "goes for the final blow on",
        (Manner::Indirect, ..) => "lobs a shot at",
        (_, true, _) => "makes an opportunity attack on",
        (_, _, true) => "shoots at",
        _ => "swings at",
    };
    let away = if *opportunity { ", who is moving away," } else { "" };
    let held = if *how == Manner::HoldBack { ", holding back" } else { "" };
    Some(format!("{verb} {target}{away} with {weapon}{held}"))
}

pub(super) fn told(fight: &FightState, event: &Event) -> Option<Sentence> {
    let name = |who: &CombatantId| fight.name(*who);
    let (who, text) = match event {
        Event::FirstHit(Some(who)) => return Some((None, format!("{} is hit first.", name(who)))),
        Event::FirstHit(None) => return Some((None, "Both blows land at once.".to_owned())),
        Event::Forestalled(who) => return Some((None, format!("{}\u{2019}s own blow never lands.", name(who)))),
        Event::Redirected { from, to, guarded: true } => {
            (to, format!("{} steps in and guards {}.", name(to), name(from)))
        }
        Event::Redirected { from, to, guarded: false } => {
            (from, format!("{} hides behind {}, who is now the target.", name(from), name(to)))
        }
        Event::Harmless(by) => (by, format!("{}\u{2019}s blow is impaired twice and does no damage.", name(by))),
        Event::Slain { on, to } => (on, format!("Monster slaying: {} is larger, so the damage is {to}.", name(on))),
        Event::Scaled { by, from, to } => {
            (by, format!("{} is {}: {from} becomes {to}.", name(by), size::of(fight, *by).name()))
        }
        Event::StandsIt(who) => (who, format!("{} doesn\u{2019}t go down.", name(who))),
        Event::Strayed { by, to: Some(to) } => (by, format!("It goes off in {} instead.", fight.space.place_words(to))),
        Event::Strayed { by, to: None } => {
            (by, "It goes off harmlessly: there\u{2019}s no zone next to that one.".to_owned())
        }
        _ => return instead_of_damage(fight, event),
    };
    Some((Some(*who), text))
}

/// Stunts, blows that stun, and grips.
fn instead_of_damage(fight: &FightState, event: &Event) -> Option<Sentence> {
    let name = |who: &CombatantId| fight.name(*who);
    let (who, text) = match event {
        Event::StuntOffered { by, at, text } => (
            by,
            format!(
                "Instead of doing damage, {} offers {}: {}",
                name(by),
                name(at),
                quoted_at_end(blow_words::bare(text))
            ),
        ),
        Event::StuntHappens { by, at, text } => (
            by,
            format!(
                "{} accepts {}\u{2019}s offer, and it happens: {}",
                name(at),
                name(by),
                quoted_at_end(blow_words::bare(text))
            ),
        ),
        Event::NoSave { who, skill, resists: true } => {
            (who, format!("{} can\u{2019}t be outdone that way: {}.", name(who), skill.name))
        }
        Event::NoSave { who, skill, resists: false } => (who, format!("{} gets no save: {}.", name(who), skill.name)),
        Event::BySize { who, passes } => {
            let how = if *passes { "too large to fail" } else { "too small to pass" };
            (who, format!("{} is {how}: no save is made.", name(who)))
        }
        Event::Stunning { who, stunned: true } => (who, format!("The blow knocks {} out.", name(who))),
        Event::Stunning { who, stunned: false } => (who, format!("{} shakes the blow off.", name(who))),
        Event::NothingDropped(who) => (who, format!("{} has nothing in hand to drop.", name(who))),
        Event::Grabbed { by, who } => (who, format!("{} grabs {}.", name(by), name(who))),
        Event::LetGo { by, who } => (who, format!("{} lets go of {}.", name(by), name(who))),
        Event::Freed { who, by: None } => (who, format!("{} breaks free.", name(who))),
        Event::Freed { who, by: Some(by) } => (who, format!("{} frees {}.", name(by), name(who))),
        Event::Shoved { by, who, into: None } => (who, format!("{} shoves {} away.", name(by), name(who))),
        Event::Shoved { by, who, into: Some(into) } => {
            (who, format!("{} shoves {} into a hazard: {into}. The GM says what it does.", name(by), name(who)))
        }
        Event::Thrown { by, who } => (by, format!("{} throws {}.", name(by), name(who))),
        _ => return None,
    };
    Some((Some(*who), text))
}

impl StoryBuilder<'_> {
    /// A dodge is a line already; that the blow misses ends it.
    pub(super) fn missed(&mut self, by: CombatantId, dodged: bool) {
        let line = self.lines.iter_mut().rev().find(|it| dodged && it.audience != Audience::Gm);
        match line {
            Some(line) => line.text.push_str(" The blow misses."),
            None => {
                self.say(Some(by), format!("{} misses.", self.name(by)));
                self.is_a(BriefPart::Miss);
            }
        }
    }
}
