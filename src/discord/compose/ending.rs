//! How a fight opens and closes in words: the three lines that explain the first one, and the summary at the end.

use super::{
    super::{
        limits::{CONTENT_MAX, length},
        message::split,
        text,
    },
    words,
};
use crate::{
    engine::view::{FighterView, Mark, SURE_DIGITS, Scene, SideView},
    rules::story::stored::Asked,
};

/// Room in the summary for one side's combatants who stand or are down.
const TALLY_MAX_CHARS: usize = 500;
/// Room in the summary for all sides.
const MEMBERS_MAX_CHARS: usize = 1_200;

/// Room in the summary for one line of the account.
const ACCOUNT_LINE_MAX_CHARS: usize = 320;

/// Room for a note that there's more.
const ROOM_FOR_MORE: usize = 80;

/// A server's first fight explains itself, once.
pub const FIRST_FIGHT: &str = "The message with the buttons is the tracker. It always shows the current state. Press **Act as\u{2026}** on your turn, or type /attack, /move, /act.\n\
     When something happens to you, Umpire mentions you. Answer with that message\u{2019}s buttons; it says how long you have, and what happens if you don\u{2019}t answer.\n\
     Every roll is shown with its rule. /help says what you can do right now; the GM settles everything else with /gm.";

/// What the summary is made from.
#[derive(Clone, Debug)]
pub struct Ending<'a> {
    /// The fight's name.
    pub name: &'a str,
    /// The final state, as everyone in the channel sees it.
    pub scene: &'a Scene,
    /// Who won, in a sentence, hidden combatants included.
    pub won: Option<String>,
    /// Its duration in milliseconds.
    pub lasted_ms: i64,
    /// The published commitments and the seeds behind them, in hex, in the order in which they were used.
    pub seeds: &'a [(String, String)],
    /// The heads of the attached chains: what each is for, and the head in hex.
    pub heads: &'a [(String, String)],
    /// How many questions its players were asked.
    pub asked: Asked,
    /// The name of the file with what everyone was told, if it's attached.
    pub export: Option<&'a str>,
    /// The name of the replay's file, if it's attached.
    pub replay: Option<&'a str>,
    /// The account of the battle: what each line is about, and its clauses.
    pub account: &'a [(String, Vec<String>)],
    /// What happened in each round, in the same way; empty if that isn't told.
    pub rounds: &'a [(String, Vec<String>)],
    /// Whether its picture comes before the rest, which then needn't repeat it.
    pub has_picture: bool,
    /// How many of those who did or suffered something the picture has room for.
    pub pictured: usize,
}

/// The summary of a fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// How it went, in a line or two.
    pub lead: String,
    /// What follows the picture: who stands, what's worth reading, the replay, and last in small print how to check it.
    pub rest: String,
}

impl Summary {
    /// All of it as text, at most so many characters long.
    pub fn as_text(&self, most: usize) -> String {
        split::pieces(&format!("{}\n{}", self.lead, self.rest), most).into_iter().next().unwrap_or_default()
    }
}

/// The lines of which the picture has as many clauses as it has room for; and what the rest of each is called.
const IN_PART: [(&str, &str); 3] =
    [("Harm", "Further harm"), ("Luck", "Further luck"), ("Time on average", "Further times on average")];
/// The line that the rounds make superfluous.
const PUT_DOWN: &str = "Put down";
/// The line that the picture has whole.
const IN_PICTURE: &str = "Health";

/// The summary: who stands, what the fight cost each side, how long it took, the seed and how to check it. It fits into one message's text.
pub fn ending(it: &Ending<'_>) -> Summary {
    let mut lead = vec![format!(
        "**{}** is over after {}, in round {}.",
        text::escape(it.name),
        lasted(it.lasted_ms),
        it.scene.round
    )];
    lead.extend(it.won.clone());
    let lead = lead.join("\n");
    let mut lines: Vec<String> = vec![];
    let mut members = vec![];
    for side in &it.scene.sides {
        let (down, standing): (Vec<&FighterView>, Vec<&FighterView>) =
            side.members.iter().partition(|fighter| fighter.mark == Mark::Down);
        members.push(format!("{} {}", text::escape(&side.name), tally(&standing, "standing")));
        // Whoever has fled or surrendered isn't down: each is listed by their fate, in order.
        let mut fates: Vec<&str> = vec![];
        down.iter().for_each(|it| {
            if !fates.contains(&it.standing.as_str()) {
                fates.push(&it.standing)
            }
        });
        for fate in fates {
            let all: Vec<&FighterView> = down.iter().copied().filter(|it| it.standing == fate).collect();
            members.push(format!("{} {}", text::escape(&side.name), tally(&all, fate)));
        }
    }
    // However long the rest is, it says how to check the rolls.
    let shown = words::fitting(&members, MEMBERS_MAX_CHARS, 1).min(members.len());
    let left_out = members.len() > shown;
    lines.extend(members.into_iter().take(shown));
    if left_out {
        lines.push("The other sides are in the export.".to_owned());
    }
    let mut foot = foot(it);
    let replay =
        it.replay.map(|file| format!("Open **{file}** in any browser to play the fight again and check its dice."));
    let seeds = seeds(it);
    let kept = length(&lead) + replay.as_deref().map_or(0, length) + ROOM_FOR_MORE;
    let used = length(&lines.join("\n")) + length(&foot.join("\n")) + kept;
    let shown = words::fitting(&seeds, CONTENT_MAX.saturating_sub(used), 1).min(seeds.len());
    if seeds.len() > shown {
        // A reopened fight has several; the last is always shown, since it's the most recent commitment.
        let earlier = seeds.len() - shown;
        lines.push(format!("It was reopened: {earlier} earlier seeds are in the GM\u{2019}s log."));
    }
    foot.splice(0..0, asked(it.asked));
    foot.extend(seeds[seeds.len() - shown..].iter().cloned());
    let used = length(&lines.join("\n")) + length(&foot.join("\n")) + kept;
    lines.extend(account(it, CONTENT_MAX.saturating_sub(used)));
    lines.extend(replay);
    lines.extend(foot);
    Summary { lead, rest: lines.join("\n") }
}

/// As much of the account as there's room for. The rounds come before it, all or none, if everything else has room: then it needn't be said
/// who put whom down.
fn account(it: &Ending<'_>, room: usize) -> Vec<String> {
    let long = |lines: &[String]| lines.iter().map(|it| length(it) + 1).sum::<usize>();
    let rounds: Vec<String> = it.rounds.iter().map(|(about, clauses)| account_line(about, clauses)).collect();
    let beside = it.account.iter().filter(|it| it.0 != PUT_DOWN).filter_map(|line| untold(it, line));
    let beside: Vec<String> = beside.collect();
    if !rounds.is_empty() && long(&rounds) + long(&beside) <= room {
        return [rounds, beside].concat();
    }
    let mut fitting: Vec<String> = vec![];
    for line in it.account.iter().filter_map(|line| untold(it, line)) {
        // Whatever is shorter may still have room.
        if long(&fitting) + length(&line) < room {
            fitting.push(line);
        }
    }
    fitting
}

/// A line of the account, as far as the picture doesn't say the same.
fn untold(it: &Ending<'_>, (about, clauses): &(String, Vec<String>)) -> Option<String> {
    let further = IN_PART.iter().find(|it| it.0 == *about).map(|it| it.1);
    match further {
        _ if !it.has_picture => Some(account_line(about, clauses)),
        Some(further) => (clauses.len() > it.pictured).then(|| account_line(further, &clauses[it.pictured..])),
        None => (about != IN_PICTURE).then(|| account_line(about, clauses)),
    }
}

/// How to check the fight: on a phone a line or two, for the file has the seeds and all of the hashes.
fn foot(it: &Ending<'_>) -> Vec<String> {
    let Some(file) = it.export else {
        let head = |(what, head): &(String, String)| format!("-# {what} ends with the hash `{head}`.");
        return it.heads.iter().map(head).collect();
    };
    let heads: String =
        it.heads.iter().map(|it| format!(" --head {}", it.1.get(..SURE_DIGITS).unwrap_or(&it.1))).collect();
    vec![format!("-# `umpire verify {file}{heads}` checks the dice.")]
}

/// The seeds, where no file has them: without them nobody can check a roll.
fn seeds(it: &Ending<'_>) -> Vec<String> {
    let told = |(commitment, seed): &(String, String)| {
        format!("-# The dice seed was `{seed}`; its SHA-256, shown at the start, is `{commitment}`.")
    };
    if it.export.is_none() { it.seeds.iter().map(told).collect() } else { vec![] }
}

/// A line of the account, with as many of its clauses as there's room for.
fn account_line(about: &str, clauses: &[String]) -> String {
    let parts: Vec<String> = clauses.iter().map(|it| text::escape(it)).collect();
    let shown = words::fitting(&parts, ACCOUNT_LINE_MAX_CHARS, 2).min(parts.len());
    let more = match parts.len() - shown {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    let said = format!("{}{more}", parts[..shown].join("; "));
    format!("**{about}:** {said}{}", if said.ends_with('.') { "" } else { "." })
}

/// Who won, as the GM sees it: the only side of which anybody is left.
pub fn winners(scene: &Scene) -> Option<String> {
    let is_left = |side: &&SideView| side.members.iter().any(|it| it.mark != Mark::Down);
    let sides: Vec<&SideView> = scene.sides.iter().filter(|it| !it.members.is_empty()).collect();
    let mut left = sides.iter().copied().filter(is_left);
    match (left.next(), left.next()) {
        (Some(side), None) if sides.len() > 1 => Some(format!("**{} won.**", text::escape(&side.name))),
        _ => None,
    }
}

/// How often players were asked, and how often each per round.
fn asked(it: Asked) -> Option<String> {
    let each = it.hundredths_each().filter(|_| it.questions > 0)?;
    let whom = if it.players == 1 { "" } else { " each" };
    let rate = format!("{}.{:02}", each / 100, each % 100);
    Some(format!(
        "-# Players had {} to answer, {}{whom} per round.",
        if it.questions == 1 { "1 question".to_owned() } else { format!("{} questions", it.questions) },
        rate.trim_end_matches('0').trim_end_matches('.')
    ))
}

fn tally(all: &[&FighterView], how: &str) -> String {
    let one = |it: &&FighterView| {
        let cost: Vec<String> = it
            .vitals
            .iter()
            .map(|(name, value)| format!("{name} {value}").trim().to_owned())
            .chain(it.conditions.iter().cloned())
            .filter(|it| it != how)
            .collect();
        match cost.is_empty() {
            true => text::escape(&it.name),
            false => format!("{} ({})", text::escape(&it.name), text::escape(&cost.join(", "))),
        }
    };
    let names: Vec<String> = all.iter().map(one).collect();
    match names.is_empty() {
        true => format!("{how}: nobody"),
        false => {
            let shown = words::fitting(&names, TALLY_MAX_CHARS, 2).min(names.len());
            let more = match names.len() - shown {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            format!("{how}: {}{more}", names[..shown].join(", "))
        }
    }
}

fn lasted(ms: i64) -> String {
    let seconds = ms.max(0) / 1_000;
    let unit = |count: i64, one: &str| match count {
        1 => format!("1 {one}"),
        _ => format!("{count} {one}s"),
    };
    match (seconds / 3_600, seconds % 3_600 / 60) {
        (0, 0) => unit(seconds, "second"),
        (0, minutes) => unit(minutes, "minute"),
        (hours, minutes) => format!("{} and {}", unit(hours, "hour"), unit(minutes, "minute")),
    }
}
