//! What rolls and harm are in a short account, once their sentences have been told.

use super::{labels, story::StoryBuilder};
use crate::{
    engine::{
        CombatantId, RollOutcome,
        view::{Brief, BriefPart, Line},
    },
    rules::ingenuity::{Fact, Roll, Rule},
};

/// What a roll that was just told is in a short account.
pub(super) fn shorten_roll(story: &mut StoryBuilder<'_>, roll: &Roll, equation: &str) {
    match (roll.rule, roll.outcome) {
        (Rule::ToHit, RollOutcome::Passed) => story.in_short(format!("{equation}. It hits.")),
        (Rule::ToHit, RollOutcome::Failed) => story.in_short(format!("{equation}. It misses.")),
        (Rule::Damage, _) => story.in_short(format!("{equation} damage")),
        _ => {}
    }
}

/// Of whoever falls unconscious, a short account needn't say what the tracker says: how much health is left.
pub(super) fn without_numbers(story: &mut StoryBuilder<'_>, who: CombatantId) {
    let takes = format!("{} takes ", story.name(who));
    let is_harm = |it: &&mut Line| it.brief.part == BriefPart::Harm;
    let Some(Brief { short, tight, .. }) = story.lines.iter_mut().rfind(is_harm).map(|it| &mut it.brief) else {
        return;
    };
    for words in short.iter_mut().chain(tight).filter(|it| it.starts_with(&takes)) {
        if let Some(at) = words[takes.len()..].find(" (") {
            words.truncate(takes.len() + at);
            words.push('.');
        }
    }
}

/// What harm that was just told is in a short account.
pub(super) fn shorten_harm(story: &mut StoryBuilder<'_>, fact: &Fact) {
    if let Fact::ItemSuffered { who, item, left: 0, .. } = fact {
        let name = story.name(*who).to_owned();
        let thing = labels::item(story.fight, *who, *item);
        if let Some(line) = story.last_told() {
            line.brief.short = Some(format!("{name} loses the {thing}."));
            // "The small shield" is the shield.
            let noun = thing.rsplit_once(' ').filter(|_| !thing.contains(" of ") && !thing.ends_with(')'));
            line.brief.tight = noun.map(|(_, noun)| format!("{name} loses the {noun}."));
            line.brief.subject = name;
            line.brief.part = BriefPart::Harm;
        }
    }
    if let Fact::ItemSuffered { who, item, left: left @ 1.., .. } = fact {
        let is_open = story.open_book(*who);
        let (name, thing) = (story.name(*who).to_owned(), labels::item(story.fight, *who, *item));
        let short = format!("{name}\u{2019}s {thing} has {left} left.");
        if let Some(line) = story.last_told() {
            // That a foe's shield took the blow, the block says.
            line.brief.part = if is_open { BriefPart::Harm } else { BriefPart::Aside };
            line.brief.short = is_open.then_some(short);
            // In one sentence with what the blow does to them.
            line.brief.tight = is_open.then(|| format!("{name} keeps {left} on the {thing}."));
            line.brief.subject = if is_open { name } else { String::new() };
        }
    }
    let Fact::Suffered { who, taken, endurance, health, .. } = fact else { return };
    let name = story.name(*who);
    if !story.open_book(*who) {
        return story.looks(*who);
    }
    // The roll isn't the damage (R33), so it's told even if it's the same number.
    let Some(line) = story.last_told() else { return };
    // Whoever has no health left is unconscious (R54), which is told next.
    let left = match (*endurance, *health) {
        (_, ..=0) => String::new(),
        (..=0, health) => format!(" ({health} left)"),
        (endurance, health) => format!(" ({endurance} endurance, {health} health)"),
    };
    line.brief.short = Some(format!("{name} takes {taken} damage{left}."));
    // Health is untouched while there's endurance (R33, R50).
    let left = if *endurance > 0 && *health > 0 { format!(" ({endurance} endurance)") } else { left };
    line.brief.tight = Some(format!("{name} takes {taken}{left}."));
    line.brief.part = BriefPart::Harm;
}
