//! The account of a battle in plain words, what's most worth reading first, and as what its picture shows.

use crate::{
    engine::DiceLuck,
    pictures::{AccountChart, FighterRow, LuckRow, SideLine, TimeRow, bracketed},
    rules::{
        session::{
            BattleAccount, FighterAccount, HarmSum, PersonAccount, PlayedBy, RoundRecap, SideAccount, TimeTaken,
        },
        wording::{capital, list, the, time_words},
    },
};

/// A line of the account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountLine {
    /// What it's about: "Best blow".
    pub label: String,
    /// What it says: clauses about one or more each, or a whole sentence.
    pub parts: Vec<String>,
}

impl AccountLine {
    /// All of it.
    pub fn text(&self) -> String {
        let text = self.parts.join("; ");
        if text.ends_with('.') { text } else { format!("{text}.") }
    }
}

/// How lucky dice were, from the unluckiest on: up to which percentile it's called so.
const LUCK: [(f64, &str); 5] =
    [(0.05, "very unlucky"), (0.25, "unlucky"), (0.75, "about average"), (0.95, "lucky"), (1.0, "very lucky")];
/// What's said of somebody's luck who rolled nothing in the open of which some faces are better than others.
const NO_DICE: &str = "no open rolls to judge by";
/// Who put whom down: what's told where there's no telling it round by round.
pub const PUT_DOWN: &str = "Put down";
/// The most rounds that are told one by one.
const ROUNDS_MAX: usize = 6;
/// The most moments of a side's health that are told.
const MOMENTS_MAX: usize = 9;

/// The account, line by line. What there's nothing to say about is left out.
pub fn lines(it: &BattleAccount) -> Vec<AccountLine> {
    let line = |label: &str, parts| AccountLine { label: label.to_owned(), parts };
    let each = |label, parts: Vec<String>| (!parts.is_empty()).then(|| line(label, parts));
    let sentence = |label, text: &Option<String>| text.clone().map(|it| line(label, vec![it]));
    let lasting = it.lasting.iter().map(|(name, changes)| format!("{name}: {}", changes.join(", "))).collect();
    let all = [
        sentence("Outcome", &outcome(it)),
        sentence("Best blow", &it.best_blow),
        sentence("Narrowest escape", &it.narrowest_escape),
        each(PUT_DOWN, put_down(it)),
        each("Harm", harm(it)),
        each("Luck", if tells_luck(it) { people(it).into_iter().filter_map(luck).collect() } else { vec![] }),
        each("Time on average", people(it).into_iter().filter_map(time).collect()),
        each("What lasts", lasting),
        each("Health", healths(it)),
    ];
    all.into_iter().flatten().collect()
}

/// The rounds in which something happened, one by one; none if there are many.
pub fn told_rounds(it: &BattleAccount) -> Vec<AccountLine> {
    let eventful: Vec<&RoundRecap> = it.told.iter().filter(|it| !it.deeds.is_empty()).collect();
    if eventful.len() > ROUNDS_MAX {
        return vec![];
    }
    eventful.into_iter().map(|it| AccountLine { label: it.label(), parts: it.deeds.clone() }).collect()
}

/// Who was left standing, as far as its reader saw; nothing of a fight without rounds, or where somebody may have been unseen.
fn outcome(it: &BattleAccount) -> Option<String> {
    let left: Vec<Option<f64>> = it.sides.iter().map(|it| it.health.last().copied().flatten()).collect();
    if it.rounds == 0 || left.len() < 2 || left.contains(&None) {
        return None;
    }
    let standing = it.sides.iter().zip(&left).filter(|it| *it.1 > Some(0.0));
    let standing: Vec<String> = standing.map(|it| format!("the {}", the(&it.0.name))).collect();
    Some(match standing.as_slice() {
        [] => "Nobody was left standing".to_owned(),
        [one] => format!("{} won", capital(one)),
        several => format!("{} were still standing", capital(&list(several))),
    })
}

/// The same for its picture.
pub fn chart(it: &BattleAccount) -> AccountChart {
    let side = |it: &SideAccount| SideLine { name: it.name.clone(), health: it.health.clone(), by_looks: it.by_looks };
    let felled = |name: &str| it.fallen.iter().filter(|it| it.by.as_deref() == Some(name)).count();
    let fighter = |it: &FighterAccount| {
        let harm = |it| harm_parts(it, "rolled");
        let (dealt, taken, felled) = (harm(it.dealt), harm(it.taken), felled(&it.name));
        if dealt.is_empty() && taken.is_empty() && felled == 0 {
            return None;
        }
        let or_none = |it: Vec<String>| if it.is_empty() { vec!["none".to_owned()] } else { it };
        Some(FighterRow { name: it.name.clone(), dealt: or_none(dealt), taken: or_none(taken), felled })
    };
    let of_luck = if tells_luck(it) { people(it) } else { vec![] };
    let luck = of_luck.into_iter().filter(|it| is_named(it.1)).map(|(name, it)| {
        let percentile = it.luck.percentile();
        let said = match percentile {
            Some(share) => format!("{}: {}, {}", luck_word(share), luckier(share), dice_words(it.luck.dice())),
            None => luck_words(&it.luck),
        };
        LuckRow { name, said, percentile }
    });
    let mean = |it: TimeTaken, never: &str| {
        let words = |ms: i64| if ms < 1_000 { "at once".to_owned() } else { time_words(ms) };
        it.mean_ms().map_or_else(|| never.to_owned(), words)
    };
    let times =
        people(it).into_iter().filter(|it| it.1.acted.times + it.1.answered.times > 0).map(|(name, it)| TimeRow {
            name,
            acted: mean(it.acted, "never"),
            answered: mean(it.answered, if it.questions > 0 { "never" } else { "not asked" }),
        });
    AccountChart {
        sides: it.sides.iter().map(side).collect(),
        fighters: it.fighters.iter().filter_map(fighter).collect(),
        luck: luck.collect(),
        times: times.collect(),
    }
}

/// How lucky dice were: "lucky, 24 dice, luckier than 81 % of such rolls", or "unlucky, 11 dice, 77 % of such rolls are luckier".
pub fn luck_words(it: &DiceLuck) -> String {
    let dice = dice_words(it.dice());
    match it.percentile() {
        None if it.dice() == 0 => NO_DICE.to_owned(),
        None => format!("{dice}, too few to tell"),
        Some(share) if share < 0.5 => {
            format!("{}, {dice}, {:.0} % of such rolls are luckier", luck_word(share), (1.0 - share) * 100.0)
        }
        Some(share) => {
            format!("{}, {dice}, luckier than {:.0} % of such rolls", luck_word(share), share * 100.0)
        }
    }
}

/// Nobody is luckier than everybody.
fn share_of_all(percentile: f64) -> f64 {
    (percentile * 100.0).min(99.0)
}

/// "luckier than 81 %", or "unluckier than 77 %".
fn luckier(percentile: f64) -> String {
    match percentile < 0.5 {
        true => format!("unluckier than {:.0} %", share_of_all(1.0 - percentile)),
        false => format!("luckier than {:.0} %", share_of_all(percentile)),
    }
}

fn luck_word(percentile: f64) -> &'static str {
    LUCK.iter().find(|it| percentile <= it.0).unwrap_or(&LUCK[LUCK.len() - 1]).1
}

fn dice_words(dice: u32) -> String {
    if dice == 1 { "1 die".to_owned() } else { format!("{dice} dice") }
}

/// The people, each by whom they played, the GM, and Umpire for each side.
fn people(it: &BattleAccount) -> Vec<(String, &PersonAccount)> {
    let name = |it: &PersonAccount| match it.who {
        PlayedBy::Player(_) => list(&it.names),
        PlayedBy::Gm => "the GM".to_owned(),
        PlayedBy::Umpire(_) => format!("Umpire for the {}", the(&list(&it.names))),
    };
    it.people.iter().map(|it| (name(it), it)).collect()
}

/// How lucky somebody was, or why nobody can tell; nothing of the GM and Umpire if they rolled no such dice.
fn luck((name, it): (String, &PersonAccount)) -> Option<String> {
    is_named(it).then(|| format!("{name}: {}", luck_words(&it.luck)))
}

/// Whether anybody rolled enough dice to judge by.
fn tells_luck(it: &BattleAccount) -> bool {
    it.people.iter().any(|it| it.luck.percentile().is_some())
}

/// Whether something is said of a person's luck: of each player, and of whoever else rolled.
fn is_named(it: &PersonAccount) -> bool {
    matches!(it.who, PlayedBy::Player(_)) || it.luck.dice() > 0
}

/// How long after: "after 21 seconds".
fn after(ms: i64) -> String {
    if ms < 1_000 { "at once".to_owned() } else { format!("after {}", time_words(ms)) }
}

fn time((name, it): (String, &PersonAccount)) -> Option<String> {
    let times = |count: u32| if count == 1 { "once".to_owned() } else { format!("{count} times") };
    let acted = it.acted.mean_ms().map(|ms| format!("acted {} {}", times(it.acted.times), after(ms)));
    let answered = match (it.answered.mean_ms(), it.questions) {
        (_, 0) => None,
        (None, 1) => Some("didn\u{2019}t answer the one question".to_owned()),
        (None, asked) => Some(format!("answered none of {asked} questions")),
        (Some(ms), 1) => Some(format!("answered the one question {}", after(ms))),
        (Some(ms), asked) => Some(format!("answered {} of {asked} questions {}", it.answered.times, after(ms))),
    };
    let said: Vec<String> = acted.into_iter().chain(answered).collect();
    (matches!(it.who, PlayedBy::Player(_)) && !said.is_empty()).then(|| format!("{name} {}", said.join(" and ")))
}

/// Who put whom down, by whoever did.
fn put_down(it: &BattleAccount) -> Vec<String> {
    let mut by: Vec<Option<&String>> = vec![];
    for it in &it.fallen {
        if !by.contains(&it.by.as_ref()) {
            by.push(it.by.as_ref());
        }
    }
    let whom = |by: Option<&String>| {
        let mut names: Vec<String> = vec![];
        for it in it.fallen.iter().filter(|it| it.by.as_ref() == by) {
            if !names.contains(&it.whom) {
                names.push(it.whom.clone());
            }
        }
        match by {
            Some(by) => format!("{} by {by}", list(&names)),
            None => format!("{} by nobody in particular", list(&names)),
        }
    };
    by.into_iter().map(whom).collect()
}

fn harm(it: &BattleAccount) -> Vec<String> {
    let fighter = |it: &FighterAccount| {
        let did = |what: &str, harm: HarmSum| {
            let parts = harm_parts(harm, "damage rolled");
            (!parts.is_empty()).then(|| format!("{what} {}", bracketed(&parts)))
        };
        let said: Vec<String> = did("dealt", it.dealt).into_iter().chain(did("took", it.taken)).collect();
        (!said.is_empty()).then(|| format!("{} {}", it.name, said.join(" and ")))
    };
    it.fighters.iter().filter_map(fighter).collect()
}

/// Harm in words, in hits, and in the system's points as well if the reader is told of them all: "10 hits" and "19 damage", or "19 damage rolled",
/// in these words, if they only saw the dice. None if there was none.
fn harm_parts(it: HarmSum, rolled: &str) -> Vec<String> {
    let hits = match it.hits {
        0 => return vec![],
        1 => "1 hit".to_owned(),
        many => format!("{many} hits"),
    };
    let what = if it.as_rolled { rolled } else { "damage" };
    std::iter::once(hits).chain(it.points.map(|points| format!("{points} {what}"))).collect()
}

/// Each side's health; whoever is down or gone has none, which is said where somebody fell or nobody of a side is left.
fn healths(it: &BattleAccount) -> Vec<String> {
    let mut each: Vec<String> = it.sides.iter().map(health).collect();
    let is_gone = |it: &SideAccount| it.health.last().copied().flatten() == Some(0.0);
    let says = !it.fallen.is_empty() || it.sides.iter().any(is_gone);
    if let Some(last) = each.last_mut().filter(|_| says) {
        last.push_str(" (whoever is down or gone counts as 0 %)");
    }
    each
}

/// A side's health, at the start and after its rounds, or after some of them if there were many.
fn health(it: &SideAccount) -> String {
    let last = it.health.len().saturating_sub(1);
    let step = last.div_ceil(MOMENTS_MAX - 1).max(1);
    let share = |at: usize| it.health[at].map_or_else(|| "unseen".to_owned(), |it| format!("{:.0} %", it * 100.0));
    let point = |at: usize| match at {
        0 => format!("{} at the start", share(0)),
        1 => format!("{} after round 1", share(1)),
        _ if step == 1 => share(at),
        _ => format!("{} after round {at}", share(at)),
    };
    let mut told: Vec<usize> = (0..=last).step_by(step).filter(|it| *it < last).collect();
    told.push(last);
    let points: Vec<String> = told.into_iter().map(point).collect();
    let by_looks = if it.by_looks { ", by how hurt they looked" } else { "" };
    format!("{} {}{by_looks}", it.name, points.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        engine::{Seat, SideId},
        rules::session::Felling,
    };

    fn account() -> BattleAccount {
        let harm = |hits, points| HarmSum { hits, points: Some(points), as_rolled: false };
        let fighter = |name: &str, side, dealt, taken| FighterAccount { name: name.to_owned(), side, dealt, taken };
        let felling =
            |by: Option<&str>, whom: &str| Felling { round: 1, by: by.map(str::to_owned), whom: whom.to_owned() };
        let mut luck = DiceLuck::default();
        (0..6).for_each(|_| luck.count(6, 6, crate::engine::LuckyFaces::High));
        let mut one_die = DiceLuck::default();
        one_die.count(6, 6, crate::engine::LuckyFaces::High);
        let person = |seat: Option<u64>, names: &[&str], luck, acted, answered, questions| PersonAccount {
            who: seat.map_or(PlayedBy::Umpire(SideId(1)), |it| PlayedBy::Player(Seat(it))),
            names: names.iter().map(|it| (*it).to_owned()).collect(),
            luck,
            acted,
            answered,
            questions,
        };
        let (taken, none) = (|times, total_ms| TimeTaken { times, total_ms }, TimeTaken::default());
        BattleAccount {
            rounds: 2,
            sides: vec![SideAccount {
                name: "Foes".to_owned(),
                health: vec![Some(1.0), Some(0.5), None],
                by_looks: true,
            }],
            fighters: vec![
                fighter("Ana", 0, harm(1, 11), harm(2, 7)),
                fighter("Orc", 0, harm(2, 7), harm(1, 11)),
                fighter("Cook", 0, harm(0, 0), harm(0, 0)),
            ],
            told: vec![],
            fallen: vec![felling(Some("Ana"), "Orc"), felling(None, "Wolf"), felling(Some("Ana"), "Elf")],
            best_blow: Some("Ana put Orc down.".to_owned()),
            narrowest_escape: None,
            people: vec![
                person(Some(1), &["Ana", "Bo"], luck.clone(), taken(2, 42_000), taken(1, 400), 3),
                person(Some(2), &["Cook"], one_die, none, none, 1),
                person(None, &["The Foes"], luck.clone(), none, none, 0),
            ],
            lasting: vec![("Ana".to_owned(), vec!["health 2 (was 9)".to_owned()])],
        }
    }

    /// Every part in a line of its own; what there's nothing to say about isn't told.
    #[test]
    fn it_reads_as_sentences() {
        let told: Vec<String> = lines(&account()).iter().map(|it| format!("{}: {}", it.label, it.text())).collect();
        let expected = [
            "Best blow: Ana put Orc down.",
            "Put down: Orc and Elf by Ana; Wolf by nobody in particular.",
            "Harm: Ana dealt 1 hit (11 damage) and took 2 hits (7 damage); Orc dealt 2 hits (7 damage) and took 1 hit (11 damage).",
            "Luck: Ana and Bo: very lucky, 6 dice, luckier than 100 % of such rolls; Cook: 1 die, too few to tell; Umpire for the Foes: very lucky, 6 dice, luckier than 100 % of such rolls.",
            "Time on average: Ana and Bo acted 2 times after 21 seconds and answered 1 of 3 questions at once; Cook didn\u{2019}t answer the one question.",
            "What lasts: Ana: health 2 (was 9).",
            "Health: Foes 100 % at the start, 50 % after round 1, unseen, by how hurt they looked (whoever is down or gone counts as 0 %).",
        ];
        assert_eq!(told, expected);
    }

    /// A few rounds are told one by one, those without an event left out; many aren't.
    #[test]
    fn few_rounds_are_told_one_by_one() {
        let round = |round, deed: &str| RoundRecap { round, deeds: vec![deed.to_owned()] };
        let quiet = RoundRecap { round: 2, deeds: vec![] };
        let few = vec![round(1, "Ana wounded Orc"), quiet, round(3, "Ana put Orc down")];
        let labels = |told| told_rounds(&BattleAccount { told, ..account() }).into_iter().map(|it| it.label);
        assert_eq!(labels(few).collect::<Vec<_>>(), ["Round 1", "Round 3"]);
        assert_eq!(labels((1..=7).map(|it| round(it, "Ana wounded Orc")).collect()).count(), 0);
    }

    /// Who won, or that nobody did; nothing where a side has gone unseen.
    #[test]
    fn the_outcome_is_told() {
        let side =
            |name: &str, left| SideAccount { name: name.to_owned(), health: vec![Some(1.0), left], by_looks: false };
        let told = |players, foes| {
            let sides = vec![side("Players", players), side("The Foes", foes)];
            outcome(&BattleAccount { sides, ..account() })
        };
        assert_eq!(told(Some(0.3), Some(0.0)).as_deref(), Some("The Players won"));
        let both = told(Some(0.3), Some(0.1));
        assert_eq!(both.as_deref(), Some("The Players and the Foes were still standing"));
        assert_eq!(told(Some(0.0), Some(0.0)).as_deref(), Some("Nobody was left standing"));
        assert_eq!(told(Some(0.3), None), None);
    }

    /// Where somebody's points aren't told, there are only hits: in what they took, in what was dealt to them, in words and in the picture.
    #[test]
    fn untold_harm_is_counted_in_hits() {
        let mut account = account();
        (account.fighters[0].dealt.points, account.fighters[1].taken.points) = (None, None);
        assert_eq!(
            harm(&account),
            ["Ana dealt 1 hit and took 2 hits (7 damage)", "Orc dealt 2 hits (7 damage) and took 1 hit"]
        );
        (account.fighters[1].dealt.points, account.fighters[1].dealt.as_rolled) = (Some(9), true);
        assert_eq!(harm(&account)[1], "Orc dealt 2 hits (9 damage rolled) and took 1 hit");
        let chart = chart(&account);
        assert_eq!(
            (chart.fighters[0].dealt.join("/"), chart.fighters[0].taken.join("/")),
            ("1 hit".to_owned(), "2 hits/7 damage".to_owned())
        );
        assert_eq!(chart.fighters[1].dealt.join("/"), "2 hits/9 rolled");
    }

    /// The picture shows whoever did or suffered something, and whose dice fell; many rounds are told in few numbers.
    #[test]
    fn what_is_drawn_is_what_is_told() {
        let chart = chart(&account());
        let names: Vec<&str> = chart.fighters.iter().map(|it| it.name.as_str()).collect();
        assert_eq!((names, chart.fighters[0].felled), (vec!["Ana", "Orc"], 2));
        let luck: Vec<&str> = chart.luck.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(
            (luck, chart.luck[0].said.as_str()),
            (vec!["Ana and Bo", "Cook", "Umpire for the Foes"], "very lucky: luckier than 99 %, 6 dice")
        );
        let mut few = account();
        few.people.retain(|it| it.luck.percentile().is_none());
        assert!(!lines(&few).iter().any(|it| it.label == "Luck") && super::chart(&few).luck.is_empty());
        assert_eq!((chart.luck[1].said.as_str(), chart.luck[1].percentile), ("1 die, too few to tell", None));
        assert_eq!(luck_words(&DiceLuck::default()), NO_DICE);
        assert_eq!((chart.times.len(), chart.times[0].answered.as_str()), (1, "at once"));
        let long = SideAccount { name: "Foes".to_owned(), health: vec![Some(0.25); 26], by_looks: false };
        let told = health(&long);
        assert_eq!(told.matches('%').count(), 8, "{told}");
        assert!(told.ends_with("25 % after round 24, 25 % after round 25"), "{told}");
    }
}
