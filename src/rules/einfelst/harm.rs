//! Harm: R18, R20, R34, the slots and points it is kept in (A2, C5), who chooses where it goes (A3, A26), and armour (A1).

use super::{
    Choice, Condition, Cx, FightState, Flow, Question, Rule, TableFact,
    fact::Fact,
    hold,
    sheet::Keeps,
    state::{HarmKind, Track, is_out, is_player, keeps},
    testing,
};
use crate::engine::{CombatantId, ids::Addressee};

/// A1 Arms and armour: each 6 of the armour's dice takes off one Physical Harm.
pub fn armoured(cx: &mut Cx<'_>, who: CombatantId, amount: u8, kind: HarmKind) -> u8 {
    let dice = cx.combatant(who).sheet.armour;
    if dice == 0 || kind == HarmKind::Mental || amount == 0 {
        return amount;
    }
    cx.cite(Rule::ArmsAndArmour);
    let off = testing::dice(cx, Some(who), dice, Rule::ArmsAndArmour, "armour".to_owned()).min(amount);
    if off > 0 {
        cx.note(Fact::Armoured { who, off });
    }
    amount - off
}

/// R34 Injuries, R20 Harm points, A26: so much Harm of a kind is suffered: in points, or in slots as its victim chooses.
///
/// # Errors
/// When the victim must be asked.
pub fn suffer(cx: &mut Cx<'_>, who: CombatantId, amount: u8, kind: HarmKind) -> Flow {
    cx.cite(Rule::Injuries);
    if amount == 0 {
        cx.note(Fact::Unharmed(who));
        return Ok(());
    }
    let was_out = is_out(cx, cx.combatant(who));
    match keeps(cx, cx.combatant(who)) {
        Keeps::Points => {
            cx.cite(Rule::HarmPoints);
            let points = cx.combatant(who).state.points.saturating_add(amount);
            cx.note(Fact::PointsAre { who, by: amount, points });
        }
        Keeps::Slots => {
            cx.cite(Rule::Amounts);
            let filled = distribute(cx, who, amount, kind)?;
            fills(cx, who, amount, kind, filled);
        }
    }
    if !was_out && is_out(cx, cx.combatant(who)) {
        falls(cx, who);
    }
    Ok(())
}

/// A26 Amounts of Harm, A3: the victim says which slots are filled; silence takes those that hold just so much, if there are such. The
/// GM's own fill the lesser ones first.
fn distribute(cx: &mut Cx<'_>, who: CombatantId, amount: u8, kind: HarmKind) -> Flow<Filled> {
    let now = track(cx, who, kind);
    let by_itself = lesser_first(now, amount);
    if !is_player(cx.combatant(who)) || by_itself.over {
        cx.cite(Rule::LesserFirst);
        return Ok(by_itself);
    }
    let question = Question::Spread { who, amount, kind };
    let choice = cx.ask(Addressee::Combatant(who), question, |fight| spreads(track(fight, who, kind), amount))?;
    let Choice::Spread(spread) = choice else { return Ok(by_itself) };
    let is_a3 = spread == difference(now, by_itself.track);
    if is_a3 || spreads(now, amount).first() == Some(&choice) {
        cx.cite(Rule::LesserFirst);
    }
    if is_a3 {
        return Ok(by_itself);
    }
    Ok(Filled { track: now.with(spread, amount), over: false, moved_up: false })
}

/// What Harm makes of somebody's slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filled {
    /// The slots afterwards.
    pub track: Track,
    /// C5: there was no slot left for all of it.
    pub over: bool,
    /// C5: some of it found its row full.
    pub moved_up: bool,
}

/// A3 Lesser first, C5: the lesser slots are filled, then what remains goes upward: into moderate ones, then into the severe one.
pub fn lesser_first(now: Track, amount: u8) -> Filled {
    let lesser = amount.min(Track::LESSER - now.lesser);
    let (mut more, mut rest) = (Track { lesser, ..Track::default() }, amount - lesser);
    let moved_up = rest > 0;
    while rest > 0 && now.moderate + more.moderate < Track::MODERATE {
        more.moderate += 1;
        rest = rest.saturating_sub(2);
    }
    while rest > 0 && now.severe + more.severe < Track::SEVERE {
        more.severe += 1;
        rest = rest.saturating_sub(3);
    }
    Filled { track: now.with(more, amount), over: rest > 0, moved_up }
}

/// A26, §3 Harm: every way to make up an amount of levels with slots that are free, the one with most lesser slots first; then the one
/// of A3, if its last bit moves up.
pub fn spreads(now: Track, amount: u8) -> Vec<Choice> {
    let mut all = vec![];
    for severe in 0..=Track::SEVERE - now.severe.min(Track::SEVERE) {
        for moderate in 0..=Track::MODERATE - now.moderate.min(Track::MODERATE) {
            for lesser in 0..=Track::LESSER - now.lesser.min(Track::LESSER) {
                let spread = Track { lesser, moderate, severe, spare: 0 };
                if spread.levels() == amount {
                    all.push(spread);
                }
            }
        }
    }
    let by_itself = difference(now, lesser_first(now, amount).track);
    if !all.contains(&by_itself) {
        all.push(by_itself);
    }
    all.into_iter().map(Choice::Spread).collect()
}

/// The slots that one has and the other has not.
fn difference(from: Track, to: Track) -> Track {
    Track {
        lesser: to.lesser - from.lesser,
        moderate: to.moderate - from.moderate,
        severe: to.severe - from.severe,
        spare: 0,
    }
}

/// The slots of one kind.
pub fn track(fight: &FightState, who: CombatantId, kind: HarmKind) -> Track {
    let state = &fight.combatant(who).state;
    match kind {
        HarmKind::Physical => state.physical,
        HarmKind::Mental => state.mental,
    }
}

/// C5 Rows of Harm: the slots are filled; above the top row lies catastrophe, for which the page's table is missing.
fn fills(cx: &mut Cx<'_>, who: CombatantId, amount: u8, kind: HarmKind, filled: Filled) {
    if filled.moved_up {
        cx.cite(Rule::HarmRows);
    }
    cx.note(Fact::TrackIs { who, kind, by: amount, track: filled.track });
    if filled.track.severe > 0 {
        cx.cite(Rule::Slots);
    }
    if filled.over {
        cx.note(Fact::Critical { who, critical: true });
    }
}

/// A2 Slots: out of action: whoever they held is free, and so are they; cover and distance mean nothing any more.
fn falls(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::Slots);
    if cx.combatant(who).state.helped {
        cx.note(Fact::Helped { who, helped: false });
    }
    cx.note(Fact::OutOfAction(who));
    hold::lets_all_go(cx, who);
    hold::is_free(cx, who);
    for what in [Condition::InCover, Condition::Distant, Condition::Pinned] {
        if cx.combatant(who).is(&what) {
            cx.apply(TableFact::Lost { who, what });
        }
    }
}
