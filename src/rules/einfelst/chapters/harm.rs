//! Harm: R18, R20, R34: the slots and points it's kept in (A2, C5), who chooses where it goes (A3, A26), and armour (A1).

use super::{hold, testing};
use crate::engine::{CombatantId, ids::Addressee};
use crate::rules::einfelst::{
    Choice, Condition, Cx, Flow, Question, Rule, TableFact,
    model::{
        fact::{Event, Fact},
        sheet::Keeps,
        state::{is_out, is_player, keeps},
        track::{self, Filled, HarmKind},
    },
};

/// A1 Arms and armour: each 6 on the armour's dice absorbs one Physical Harm.
pub fn armoured(cx: &mut Cx<'_>, who: CombatantId, amount: u8, kind: HarmKind) -> u8 {
    let dice = cx.combatant(who).sheet.armour;
    if dice == 0 || kind == HarmKind::Mental || amount == 0 {
        return amount;
    }
    cx.cite(Rule::ArmsAndArmour);
    let off = testing::dice(cx, Some(who), dice, Rule::ArmsAndArmour, "armour".to_owned()).min(amount);
    if off > 0 {
        cx.tell(Event::Armoured { who, off });
    }
    amount - off
}

/// R34 Injuries, R20 Harm points, A26: the combatant takes Harm, in points or in slots that its player chooses.
pub fn suffer(cx: &mut Cx<'_>, who: CombatantId, amount: u8, kind: HarmKind) -> Flow {
    cx.cite(Rule::Injuries);
    if amount == 0 {
        cx.tell(Event::Unharmed(who));
        return Ok(());
    }
    let was_out = is_out(cx, cx.combatant(who));
    match keeps(cx, cx.combatant(who)) {
        Keeps::Points => {
            cx.cite(Rule::HarmPoints);
            let points = cx.combatant(who).state.points.saturating_add(amount);
            cx.change(Fact::PointsAre { who, by: amount, points });
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

/// A26 Amounts of Harm, A3: the player says which slots are filled. Silence fills slots that hold exactly the amount, if there are any; the
/// GM's own fill the lesser ones first.
fn distribute(cx: &mut Cx<'_>, who: CombatantId, amount: u8, kind: HarmKind) -> Flow<Filled> {
    let now = track::track(cx, who, kind);
    let by_itself = track::lesser_first(now, amount);
    if !is_player(cx.combatant(who)) || by_itself.over {
        cx.cite(Rule::LesserFirst);
        return Ok(by_itself);
    }
    let question = Question::Spread { who, amount, kind };
    let choice =
        cx.ask(Addressee::Combatant(who), question, |fight| track::spreads(track::track(fight, who, kind), amount))?;
    let Choice::Spread(spread) = choice else { return Ok(by_itself) };
    let is_a3 = spread == track::difference(now, by_itself.track);
    if is_a3 || track::spreads(now, amount).first() == Some(&choice) {
        cx.cite(Rule::LesserFirst);
    }
    if is_a3 {
        return Ok(by_itself);
    }
    Ok(Filled { track: now.with(spread, amount), over: false, moved_up: false })
}

/// C5 Rows of Harm: fills the slots. Beyond the top row it's catastrophic; the page's table for that isn't known.
fn fills(cx: &mut Cx<'_>, who: CombatantId, amount: u8, kind: HarmKind, filled: Filled) {
    if filled.moved_up {
        cx.cite(Rule::HarmRows);
    }
    cx.change(Fact::TrackIs { who, kind, by: amount, track: filled.track });
    if filled.track.severe > 0 {
        cx.cite(Rule::Slots);
    }
    if filled.over {
        cx.change(Fact::Critical { who, critical: true });
    }
}

/// A2 Slots: out of action. Holds end on both sides, and cover and distance no longer matter.
fn falls(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::Slots);
    if cx.combatant(who).state.helped {
        cx.change(Fact::Helped { who, helped: false });
    }
    cx.tell(Event::OutOfAction(who));
    hold::lets_all_go(cx, who);
    hold::is_free(cx, who);
    for what in [Condition::InCover, Condition::Distant, Condition::Pinned] {
        if cx.combatant(who).is(&what) {
            cx.apply(TableFact::Lost { who, what });
        }
    }
}
