//! Whose turn has begun, as one audience sees it, and who hasn't acted yet. It sends nothing.

use crate::{
    engine::{
        CombatantId, Stage,
        view::{FighterView, Mark, Scene},
    },
    store::Snowflake,
};
use sha2::{Digest, Sha256};
use std::{collections::BTreeSet, fmt, str::FromStr, time::Duration};
use tokio::time::Instant;

/// How long to wait before anybody is notified of a turn, for those who act at once anyway.
pub(super) const CALLED_AFTER: Duration = Duration::from_secs(1);
/// The same for a GM who did what was done last: whoever is in the middle of it needs no ping at once.
pub(super) const GM_CALLED_AFTER: Duration = Duration::from_secs(5);
/// Combatants with numbers from here on are left out of a step's text, which is a slot and has a limited length: after a restart they're
/// notified once more.
const NOTED_MAX: u16 = 512;

/// A turn, or a side's step, as it began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    round: u32,
    /// Short hashes: of the phase, and of the rest of the turn order.
    phase: String,
    left: String,
    /// Who may act in it.
    who: BTreeSet<CombatantId>,
    /// How often those who are left have been notified anew.
    again: u8,
}

impl Step {
    fn of(scene: &Scene) -> Step {
        let short = |text: String| hex::encode(&Sha256::digest(text.as_bytes())[..4]);
        let seen = members(scene).map(|it| it.id).filter(|it| scene.may_act.contains(it));
        Step {
            round: scene.round,
            phase: short(format!("{:?}", scene.phase)),
            left: short(format!("{:?}", scene.details.turn)),
            who: seen.collect(),
            again: 0,
        }
    }

    /// Whether it's the rest of that one.
    fn continues(&self, step: &Step) -> bool {
        let same_time = (self.round, &self.phase) == (step.round, &step.phase);
        same_time && !self.who.is_empty() && self.who.is_subset(&step.who)
    }

    /// Whether several act in it. Then a combatant counts as acting only once they have begun; in a turn of their own, they do from the
    /// start.
    fn has_several(&self, scene: &Scene) -> bool {
        members(scene).filter(|it| !it.hidden && self.who.contains(&it.id)).count() > 1
    }
}

/// `3.9f86d081.60303ae2.16`: the round, the hashes, and the bits of who may act, as hexadecimal digits, lowest first; then how often anew, if
/// at all.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}.", self.round, self.phase, self.left)?;
        let last = self.who.iter().map(|it| it.0).filter(|it| *it < NOTED_MAX).max().unwrap_or(0);
        for digit in 0..=last / 4 {
            let bits = (0..4).filter(|bit| self.who.contains(&CombatantId(digit * 4 + bit))).map(|bit| 1_u8 << bit);
            write!(f, "{:x}", bits.sum::<u8>())?;
        }
        if self.again > 0 { write!(f, ".{}", self.again) } else { Ok(()) }
    }
}

impl FromStr for Step {
    type Err = ();

    fn from_str(text: &str) -> Result<Step, ()> {
        let parts: Vec<&str> = text.split('.').collect();
        let (parts, again) = match parts.as_slice() {
            [before @ .., again] if before.len() == 4 => (before, again.parse().map_err(drop)?),
            all => (all, 0),
        };
        let &[round, phase, left, bits] = parts else { return Err(()) };
        let mut who = BTreeSet::new();
        for (digit, bits) in (0_u16..).zip(bits.chars()) {
            let bits = bits.to_digit(16).ok_or(())?;
            who.extend((0..4_u16).filter(|bit| bits & (1 << bit) != 0).map(|bit| CombatantId(digit * 4 + bit)));
        }
        Ok(Step { round: round.parse().map_err(drop)?, phase: phase.to_owned(), left: left.to_owned(), who, again })
    }
}

/// The progress of one step's notification.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stand {
    /// They will be notified at this time.
    Due(Instant),
    /// They have been notified, and the message is there.
    Called,
    /// There's nobody to notify, or everyone has acted.
    #[default]
    Quiet,
}

/// What to do now.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next<C> {
    /// There should be no notification.
    Nothing,
    /// There's none yet; check again at this time.
    Later(Instant),
    /// An existing notification is left as it is.
    Keep,
    /// There should be a notification for these.
    Call(C),
}

/// A fight's steps, one after another.
#[derive(Clone, Debug, Default)]
pub(super) struct Steps {
    step: Option<Step>,
    stand: Stand,
}

impl Steps {
    /// What a previous process left: a step that it sent a notification for, and whether that's still there.
    pub(super) fn taken_up_again(step: Step, stands: bool) -> Steps {
        Steps { step: Some(step), stand: if stands { Stand::Called } else { Stand::Quiet } }
    }

    /// The newest step.
    pub(super) fn step(&self) -> Option<&Step> {
        self.step.as_ref()
    }

    /// Somebody who acted by themselves no longer does: whoever is left in this step is notified after all.
    pub(super) fn again(&mut self, now: Instant) {
        if let Some(step) = &mut self.step {
            // What was noted of the step before says that nobody is notified of it again.
            step.again = step.again.saturating_add(1);
            self.stand = Stand::Due(now + CALLED_AFTER);
        }
    }

    /// Those to notify in a story's own message, without waiting: the step's notification isn't there yet. Nothing changes here.
    pub(super) fn called_at_once<'a>(
        &self,
        scene: &'a Scene,
        seat: impl Fn(&FighterView) -> Option<Snowflake>,
    ) -> Option<(Step, Vec<(&'a FighterView, Snowflake)>)> {
        let mut steps = self.clone();
        match (steps.see_at_once(scene, seat), steps.step) {
            (Next::Call(called), Some(step)) => Some((step, called)),
            _ => None,
        }
    }

    /// As [`Steps::see`], but nobody is given a moment to act by themselves.
    pub(super) fn see_at_once<'a>(
        &mut self,
        scene: &'a Scene,
        seat: impl Fn(&FighterView) -> Option<Snowflake>,
    ) -> Next<Vec<(&'a FighterView, Snowflake)>> {
        match self.see(scene, &seat, Instant::now(), CALLED_AFTER) {
            Next::Later(at) => self.see(scene, &seat, at, CALLED_AFTER),
            next => next,
        }
    }

    /// What the newest snapshot requires. `seat` returns the user to notify for a combatant, if they're in this audience; a new step's are
    /// notified `after` so long.
    pub(super) fn see<'a>(
        &mut self,
        scene: &'a Scene,
        seat: impl Fn(&FighterView) -> Option<Snowflake>,
        now: Instant,
        after: Duration,
    ) -> Next<Vec<(&'a FighterView, Snowflake)>> {
        let is_asked = scene.prompts.iter().any(|it| !it.answered);
        if scene.stage != Stage::Fighting || scene.paused || is_asked {
            // If it's one combatant's turn, a question to somebody shows that they have begun. The next notification comes when that's
            // over.
            let is_taken_up = is_asked && !self.step.as_ref().is_some_and(|it| it.has_several(scene));
            if self.stand == Stand::Called && (is_taken_up || scene.stage != Stage::Fighting) {
                self.stand = Stand::Quiet;
            }
            return if self.stand == Stand::Called { Next::Keep } else { Next::Nothing };
        }
        let turn = Step::of(scene);
        let step = match &self.step {
            Some(step) if turn.continues(step) => step.clone(),
            before => {
                // Hidden combatants may act outside the order, for whole rounds: their player is notified when that begins.
                let could =
                    |it: &FighterView| it.hidden && before.as_ref().is_some_and(|step| step.who.contains(&it.id));
                let is_new = |it: &FighterView| turn.who.contains(&it.id) && seat(it).is_some() && !could(it);
                self.stand = if members(scene).any(is_new) { Stand::Due(now + after) } else { Stand::Quiet };
                self.step.insert(turn.clone()).clone()
            }
        };
        let left = who_has_not_acted(&step, &turn, scene);
        let called: Vec<_> = left.into_iter().filter_map(|it| Some((it, seat(it)?))).collect();
        if called.is_empty() {
            self.stand = Stand::Quiet;
        }
        match self.stand {
            Stand::Quiet => Next::Nothing,
            Stand::Due(at) if now < at => Next::Later(at),
            // One of them is acting; the others are notified afterwards.
            Stand::Due(_) if !called.iter().any(|it| turn.who.contains(&it.0.id)) => Next::Nothing,
            Stand::Due(_) | Stand::Called => {
                self.stand = Stand::Called;
                Next::Call(called)
            }
        }
    }
}

/// Those who may act in a step and haven't.
fn who_has_not_acted<'a>(step: &Step, turn: &Step, scene: &'a Scene) -> Vec<&'a FighterView> {
    let several = step.has_several(scene);
    let one_acts = members(scene).any(|it| it.mark == Mark::Acting);
    let waits = |it: &&FighterView| match (step.who.contains(&it.id), turn.who.contains(&it.id)) {
        (true, true) if several => it.mark != Mark::Acting,
        (true, true) => turn.left == step.left,
        (true, false) => several && one_acts && it.mark == Mark::Ready,
        (false, _) => false,
    };
    members(scene).filter(waits).collect()
}

fn members(scene: &Scene) -> impl Iterator<Item = &FighterView> {
    scene.sides.iter().flat_map(|it| &it.members)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{
        Addressee, PromptId, Seat, SideId,
        view::{Details, Ground, MapView, PromptView, SideView, Traces},
    };

    /// A scene in which these may act; 1 to 4 are players' (seats 11 to 14), others the GM's, 9 hidden.
    fn scene(round: u32, may_act: &[u16], acting: Option<u16>, spent: &[u16], left: &str) -> Scene {
        let member = |id: u16| FighterView {
            once_down: None,
            id: CombatantId(id),
            name: format!("C{id}"),
            mark: match () {
                () if acting == Some(id) => Mark::Acting,
                () if spent.contains(&id) => Mark::Spent,
                () => Mark::Ready,
            },
            standing: String::new(),
            vitals: vec![],
            health: None,
            conditions: vec![],
            player: (id <= 4).then(|| Seat(10 + u64::from(id))),
            umpire: None,
            saved: None,
            shelter: vec![],
            hidden: id == 9,
        };
        let members = (1..=9).map(member).collect();
        Scene {
            system: "murdham",
            stage: Stage::Fighting,
            paused: false,
            umpire_is_gm: false,
            round,
            phase: None,
            seq: 1,
            sides: vec![SideView { id: SideId(1), name: "All".to_owned(), note: String::new(), members }],
            places: vec![],
            map: MapView {
                ground: Ground::Nowhere,
                laid_out: false,
                standing: vec![],
                unplaced: vec![],
                traces: Traces::default(),
                fog: None,
            },
            may_act: may_act.iter().map(|it| CombatantId(*it)).collect(),
            details: Details { turn: vec![("main".to_owned(), left.to_owned())], ..Details::default() },
            clock: None,
            clock_ms: None,
            prompt_ms: None,
            prompts: vec![],
        }
    }

    fn asked(mut scene: Scene) -> Scene {
        scene.prompts.push(PromptView {
            id: PromptId { seq: 1, ordinal: 0 },
            to: Addressee::Gm,
            to_name: "the GM".to_owned(),
            seats: vec![],
            ask: String::new(),
            labels: vec![],
            about: String::new(),
            deadline_ms: None,
            answered: false,
            is_umpires: false,
            then: vec![],
        });
        scene
    }

    /// What an audience of players requires, with those notified by number.
    fn see(steps: &mut Steps, scene: &Scene, now: Instant) -> Next<Vec<u16>> {
        seen_by(steps, scene, now, |it| it.player.map(|seat| seat.0))
    }

    fn seen_by(
        steps: &mut Steps,
        scene: &Scene,
        now: Instant,
        seat: impl Fn(&FighterView) -> Option<Snowflake>,
    ) -> Next<Vec<u16>> {
        match steps.see(scene, seat, now, CALLED_AFTER) {
            Next::Call(called) => Next::Call(called.iter().map(|it| it.0.id.0).collect()),
            Next::Later(at) => Next::Later(at),
            Next::Keep => Next::Keep,
            Next::Nothing => Next::Nothing,
        }
    }

    /// A new step waits as long as it's told to; how long doesn't change once it waits.
    #[tokio::test(start_paused = true)]
    async fn a_step_waits_from_its_beginning() {
        let (mut steps, start) = (Steps::default(), Instant::now());
        let mut seen = |scene: &Scene, now: Instant, after: Duration| {
            matches!(steps.see(scene, |it| Some(u64::from(it.id.0)), now, after), Next::Call(_))
        };
        let (early, late) = (start + CALLED_AFTER, start + GM_CALLED_AFTER);
        assert!(!seen(&scene(1, &[6, 7], None, &[], ""), start, GM_CALLED_AFTER));
        assert!(!seen(&scene(1, &[6, 7], None, &[], ""), early, CALLED_AFTER), "the GM is at it");
        assert!(seen(&scene(1, &[6, 7], None, &[], ""), late, GM_CALLED_AFTER), "and is called in the end");
    }

    /// A side is notified together after its step has waited; whoever acts is no longer named, and the others still are; the foes' step
    /// ends it, and the next one is announced again.
    #[tokio::test(start_paused = true)]
    async fn a_side_is_called_once() {
        let (mut steps, start) = (Steps::default(), Instant::now());
        let late = start + CALLED_AFTER;
        assert_eq!(see(&mut steps, &scene(1, &[1, 2], None, &[], ""), start), Next::Later(late));
        assert_eq!(see(&mut steps, &scene(1, &[1, 2], None, &[], ""), late), Next::Call(vec![1, 2]));
        assert_eq!(see(&mut steps, &asked(scene(1, &[1], Some(1), &[], "")), late), Next::Keep, "the other waits");
        assert_eq!(see(&mut steps, &scene(1, &[1], Some(1), &[], ""), late), Next::Call(vec![2]));
        assert_eq!(see(&mut steps, &scene(1, &[2], None, &[1], ""), late), Next::Call(vec![2]), "the same step");
        assert_eq!(see(&mut steps, &scene(1, &[2], Some(2), &[1], ""), late), Next::Nothing, "all have acted");
        assert_eq!(see(&mut steps, &scene(1, &[6], None, &[1, 2], ""), late), Next::Nothing, "foes");
        let again = late + CALLED_AFTER;
        assert_eq!(see(&mut steps, &scene(1, &[2], None, &[], ""), late), Next::Later(again), "another step");
        assert_eq!(see(&mut steps, &scene(2, &[2], None, &[], ""), late), Next::Later(again), "another round");
    }

    /// Whoever acts at once isn't notified, but the rest of the side is, as soon as they may act.
    #[tokio::test(start_paused = true)]
    async fn who_acts_at_once_is_not_called() {
        let (mut steps, start) = (Steps::default(), Instant::now());
        let late = start + CALLED_AFTER;
        assert_eq!(see(&mut steps, &scene(1, &[1, 2], None, &[], ""), start), Next::Later(late));
        assert_eq!(see(&mut steps, &scene(1, &[1], Some(1), &[], ""), late), Next::Nothing, "one acts");
        assert_eq!(see(&mut steps, &scene(1, &[2], None, &[1], ""), late), Next::Call(vec![2]));
        // In an order of single turns, a combatant counts as acting from the start.
        let mut steps = Steps::default();
        assert_eq!(see(&mut steps, &scene(1, &[1], Some(1), &[], "left"), start), Next::Later(late));
        assert_eq!(see(&mut steps, &scene(1, &[1], Some(1), &[], "used"), late), Next::Nothing, "taken up");
        assert_eq!(see(&mut steps, &scene(1, &[2], Some(2), &[1], "left"), late), Next::Later(late + CALLED_AFTER));
        let late = late + CALLED_AFTER;
        assert_eq!(see(&mut steps, &asked(scene(1, &[2], Some(2), &[1], "left")), late), Next::Nothing, "first that");
        assert_eq!(see(&mut steps, &scene(1, &[2], Some(2), &[1], "left"), late), Next::Call(vec![2]));
        assert_eq!(see(&mut steps, &asked(scene(1, &[2], Some(2), &[1], "left")), late), Next::Nothing, "taken up");
        assert_eq!(see(&mut steps, &scene(1, &[2], Some(2), &[1], "left"), late), Next::Nothing, "for good");
    }

    /// Hidden combatants may act outside the order for a whole round: the GM is notified when that begins, not at everybody else's turn.
    #[tokio::test(start_paused = true)]
    async fn who_acts_beside_the_order_is_called_once() {
        let gms = |it: &FighterView| it.player.is_none().then_some(7);
        let (mut steps, start) = (Steps::default(), Instant::now());
        let late = start + CALLED_AFTER;
        let next = seen_by(&mut steps, &scene(1, &[1, 9], Some(1), &[], ""), start, gms);
        assert_eq!(next, Next::Later(late));
        let next = seen_by(&mut steps, &scene(1, &[1, 9], Some(1), &[], ""), late, gms);
        assert_eq!(next, Next::Call(vec![9]));
        let next = seen_by(&mut steps, &scene(1, &[2, 9], Some(2), &[], ""), late, gms);
        assert_eq!(next, Next::Nothing, "they could before");
        let next = seen_by(&mut steps, &scene(1, &[6, 9], Some(6), &[], ""), late, gms);
        assert_eq!(next, Next::Later(late + CALLED_AFTER), "a foe whose turn it is");
    }

    /// Whoever followed an order and no longer does is notified after all, in a message of its own.
    #[tokio::test(start_paused = true)]
    async fn who_no_longer_acts_by_themselves_is_called() {
        let (mut steps, start) = (Steps::default(), Instant::now());
        let (nobody, gms) = (|_: &FighterView| None, |it: &FighterView| it.player.is_none().then_some(7));
        assert_eq!(seen_by(&mut steps, &scene(1, &[6, 7], None, &[], ""), start, nobody), Next::Nothing, "an order");
        let before = steps.step().expect("begun").to_string();
        steps.again(start);
        let late = start + CALLED_AFTER;
        assert_eq!(seen_by(&mut steps, &scene(1, &[7], None, &[6], ""), start, gms), Next::Later(late));
        assert_eq!(seen_by(&mut steps, &scene(1, &[7], None, &[6], ""), late, gms), Next::Call(vec![7]));
        let after = steps.step().expect("the same").to_string();
        assert_eq!((after.parse(), after), (Ok(steps.step().expect("there").clone()), format!("{before}.1")));
    }

    /// A step's text contains everything that the next process needs to know.
    #[tokio::test(start_paused = true)]
    async fn a_step_outlives_its_process() {
        let start = Instant::now();
        let mut before = Steps::default();
        see(&mut before, &scene(3, &[1, 2, 4], None, &[], ""), start);
        let text = before.step().expect("begun").to_string();
        let step: Step = text.parse().expect(&text);
        assert_eq!(Some(&step), before.step());
        assert!(text.ends_with(".61"), "bits 1 and 2, then 4: {text}");
        let mut after = Steps::taken_up_again(step.clone(), true);
        assert_eq!(see(&mut after, &scene(3, &[2, 4], None, &[1], ""), start), Next::Call(vec![2, 4]));
        let mut after = Steps::taken_up_again(step, false);
        assert_eq!(see(&mut after, &scene(3, &[2, 4], None, &[1], ""), start), Next::Nothing);
        for bad in ["", "3.a.b", "x.a.b.1", "3.a.b.g", "3.a.b.1.x", "3.a.b.1.2.3"] {
            assert!(bad.parse::<Step>().is_err(), "{bad}");
        }
        let many = Step { who: (0..2_000).map(CombatantId).collect(), ..before.step().expect("begun").clone() };
        assert!(many.to_string().len() <= 170, "it fits into a slot");
    }
}
