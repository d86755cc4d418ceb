//! Rules of thumb: strike the best target; else get ready to, close in, or take shelter; else end the turn. Answer a question by what costs
//! less. Cheap enough for the playouts of a search: it builds no menus and tries nothing out.

use super::{decision::Decision, style::Style};
use crate::engine::{
    encounter::{Encounter, Input},
    fact::TableFact,
    fight_state::FightState,
    ids::{CombatantId, SideId},
    ruleset::{FORCED, OUT, PlaceOf, Playable, Purpose, WORTH_THE_LAST, needs_rescue},
    space::Space,
};

/// What the rule of thumb does.
pub fn choose<R: Playable>(known: &Encounter<R>, decision: &Decision, style: &Style) -> Option<Input<R>> {
    match decision {
        Decision::Answer { prompt, .. } => {
            let asked = known.prompts().iter().find(|it| it.id == *prompt)?;
            let choice = asked.offers.get(answer(known.now(), &asked.question, &asked.offers, style))?.clone();
            Some(Input::Answer { prompt: *prompt, choice })
        }
        Decision::Act { side, who } => act(&known.fight, *side, who, style),
    }
}

/// The cheapest answer, by its place among the offers.
pub fn answer<R: Playable>(
    fight: &FightState<R>,
    question: &R::Question,
    offers: &[R::Choice],
    style: &Style,
) -> usize {
    if *style == Style::Mindless {
        return 0;
    }
    let ward = R::protects(question).and_then(|it| fight.find(it));
    let steps_in = matches!((style, ward), (Style::Protect(name), Some(ward)) if *ward.name == **name);
    let price = |choice| R::price(fight, question, choice);
    let from = usize::from(steps_in && offers.len() > 1);
    let mut cheapest = (from, f64::INFINITY);
    for (index, choice) in offers.iter().enumerate().skip(from) {
        let price = price(choice);
        if price < cheapest.1 {
            cheapest = (index, price);
        }
    }
    cheapest.0
}

/// The rule of thumb's action among these, or a pass.
pub fn act<R: Playable>(fight: &FightState<R>, side: SideId, who: &[CombatantId], style: &Style) -> Option<Input<R>> {
    let active = fight.turns.active.filter(|it| who.contains(it));
    let actors: Vec<CombatantId> =
        active.into_iter().chain(who.iter().copied().filter(|it| Some(*it) != active)).collect();
    for who in &actors {
        if let Some(action) = (Thumb { fight, who: *who, style }).useful() {
            return Some(Input::Act { who: *who, action });
        }
    }
    let ends = |who: CombatantId| {
        let action = first_legal(fight, who, R::ways(fight, who, Purpose::End))?;
        Some(Input::Act { who, action })
    };
    let passes = || R::check_pass(fight, side).is_ok().then_some(Input::pass(side));
    active.and_then(ends).or_else(passes).or_else(|| actors.iter().find_map(|it| ends(*it))).or_else(|| {
        // Somebody has to do something: whatever is legal.
        actors.iter().find_map(|who| {
            let mut any = Purpose::ALL.into_iter().flat_map(|it| R::ways(fight, *who, it));
            let action = any.find(|it| R::check(fight, *who, it).is_ok())?;
            Some(Input::Act { who: *who, action })
        })
    })
}

fn first_legal<R: Playable>(fight: &FightState<R>, who: CombatantId, ways: Vec<R::Action>) -> Option<R::Action> {
    ways.into_iter().find(|it| R::check(fight, who, it).is_ok())
}

/// One combatant who looks for something useful to do.
pub struct Thumb<'a, R: Playable> {
    /// The fight, as their side knows it.
    pub fight: &'a FightState<R>,
    /// Who.
    pub who: CombatantId,
    /// How they're played.
    pub style: &'a Style,
}

/// A share of strength under which the cautious look after themselves, and the cowardly run.
const HURT: f64 = 0.7;
/// The cautious don't step up to a foe who's likely to take more than this share of their strength with one blow.
const BEARABLE: f64 = 0.25;

impl<R: Playable> Thumb<'_, R> {
    /// The best useful action, if there is one.
    pub fn useful(&self) -> Option<R::Action> {
        let worth = R::worth(self.fight, self.who);
        let first = match self.style {
            Style::Cowardly if worth < HURT || self.is_losing() => self.best(Purpose::Withdraw),
            Style::Cautious if worth < HURT && self.is_pressed() => self.best(Purpose::Shelter),
            _ => None,
        };
        let then = || match self.style {
            Style::Mindless => None,
            _ => self.best(Purpose::Shelter),
        };
        first
            .or_else(|| self.rescue())
            .or_else(|| self.best(Purpose::Strike))
            .or_else(|| self.best(Purpose::Recover))
            .or_else(|| self.nearest())
            .or_else(then)
            .or_else(|| self.best_from(Purpose::Withdraw, FORCED))
    }

    /// Whoever can save a player's character from death does; who only lies there can wait. Most fights have nobody to save, and look no
    /// further.
    fn rescue(&self) -> Option<R::Action> {
        let is_down = |it: CombatantId| needs_rescue(self.fight, self.who, it);
        self.fight.ids().any(is_down).then(|| self.best_from(Purpose::Rescue, WORTH_THE_LAST))?
    }

    /// The legal action with the highest promise.
    fn best(&self, purpose: Purpose) -> Option<R::Action> {
        self.best_from(purpose, f64::MIN_POSITIVE)
    }

    /// The same, if it promises this much.
    fn best_from(&self, purpose: Purpose, least: f64) -> Option<R::Action> {
        let ways = R::tempting(self.fight, self.who, purpose);
        let mut ranked: Vec<(f64, R::Action)> =
            ways.into_iter().map(|it| (self.appeal(&it, purpose), it)).filter(|it| it.0 >= least).collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut ranked = ranked.into_iter().map(|it| it.1).filter(|it| purpose != Purpose::Strike || !self.is_rash(it));
        ranked.find(|it| R::check(self.fight, self.who, it).is_ok())
    }

    /// Whether it's an action that the cautious don't choose: it leads nearer to the foes than anybody of theirs stands, up to several of them, or
    /// to one who's too strong.
    fn is_rash(&self, action: &R::Action) -> bool {
        if *self.style != Style::Cautious {
            return false;
        }
        let place = |who: CombatantId| self.fight.find(who).and_then(|it| it.place.clone());
        let beside = || R::leads_up_to(action).and_then(place);
        let (Some(from), Some(to)) = (place(self.who), R::place(action).or_else(beside)) else { return false };
        if self.is_foremost(&to) {
            return true;
        }
        let near = self.close_to(&to);
        match near.as_slice() {
            [] => false,
            [one] => self.close_to(&from) != near && self.blow_of(*one, to) > BEARABLE,
            several => several.len() > self.close_to(&from).len(),
        }
    }

    /// Whether they'd be nearer to a foe there than anybody else of their side who still fights.
    fn is_foremost(&self, at: &PlaceOf<R>) -> bool {
        let far = |at: &PlaceOf<R>| {
            let foes = self.foes().filter_map(|it| self.fight.find(it)?.place.as_ref());
            foes.filter_map(|foe| self.fight.space.distance(at, foe)).min()
        };
        let side = self.fight.find(self.who).map(|it| it.side);
        let others = self.fight.combatants.iter().filter(|it| Some(it.side) == side && it.id != self.who);
        // If all are careful, somebody has to go first.
        let others = others.filter(|it| R::worth(self.fight, it.id) > OUT && it.autopilot != Some(Style::Cautious));
        let nearest = others.filter_map(|it| far(it.place.as_ref()?)).min();
        nearest.zip(far(at)).is_some_and(|(others, own)| own < others)
    }

    /// The share of their strength that a foe's best blow is likely to take, if they stand there.
    fn blow_of(&self, foe: CombatantId, at: PlaceOf<R>) -> f64 {
        let mut there = self.fight.clone();
        there.evolve(&TableFact::Placed { who: self.who, at: Some(at) });
        let blows = R::tempting(&there, foe, Purpose::Strike).into_iter().filter(|it| R::target(it) == Some(self.who));
        blows.map(|it| R::promise(&there, foe, &it)).fold(0.0, f64::max)
    }

    /// The foes who could strike somebody there by hand.
    fn close_to(&self, at: &PlaceOf<R>) -> Vec<CombatantId> {
        let far = |foe: CombatantId| self.fight.space.distance(self.fight.find(foe)?.place.as_ref()?, at);
        self.foes().filter(|it| far(*it).is_some_and(|it| it <= R::Space::CLOSE)).collect()
    }

    /// Whether a foe is close to them, or could be: not everybody's place is known.
    fn is_pressed(&self) -> bool {
        let place = self.fight.find(self.who).and_then(|it| it.place.as_ref());
        place.is_none_or(|at| !self.close_to(at).is_empty())
    }

    /// An action's promise, as this style sees it.
    pub fn appeal(&self, action: &R::Action, purpose: Purpose) -> f64 {
        let promise = R::promise(self.fight, self.who, action);
        if purpose != Purpose::Strike || promise <= 0.0 {
            return promise;
        }
        let near = |from: CombatantId| {
            let to = R::target(action);
            to.and_then(|to| self.fight.distance(from, to)).map_or(0.0, |it| 1.0 / (1.0 + f64::from(it)))
        };
        match self.style {
            Style::Mindless => near(self.who) + promise / 1_000.0,
            Style::Protect(name) => {
                let ward = self.fight.combatants.iter().find(|it| *it.name == **name);
                promise * (1.0 + ward.map_or(0.0, |it| near(it.id)))
            }
            _ => promise,
        }
    }

    /// The step that brings them closest to a foe.
    fn nearest(&self) -> Option<R::Action> {
        let ways = R::legal(self.fight, self.who, Purpose::Approach);
        let gain = |action: &R::Action| {
            let promise = R::promise(self.fight, self.who, action);
            if promise <= 0.0 { 0.0 } else { promise * self.gained(action) }
        };
        let mut ranked: Vec<(f64, R::Action)> =
            ways.into_iter().map(|it| (gain(&it), it)).filter(|it| it.0 > 0.0).collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        ranked.into_iter().map(|it| it.1).find(|it| !self.is_rash(it))
    }

    /// How much nearer to the nearest foe an action leads; half a step where it leads up to somebody without saying where.
    pub fn gained(&self, action: &R::Action) -> f64 {
        let Some(to) = R::place(action) else { return 0.5 };
        let Some(from) = self.fight.find(self.who).and_then(|it| it.place.clone()) else { return 0.0 };
        let far = |at: &_| {
            let foes = self.foes().filter_map(|it| self.fight.find(it)?.place.as_ref());
            foes.filter_map(|foe| self.fight.space.distance(at, foe)).min()
        };
        match (far(&from), far(&to)) {
            (Some(from), Some(to)) => f64::from(from) - f64::from(to),
            _ => 0.0,
        }
    }

    /// The foes who still fight.
    fn foes(&self) -> impl Iterator<Item = CombatantId> {
        let side = self.fight.find(self.who).map(|it| it.side);
        let foes = self.fight.combatants.iter().filter(move |it| side.is_some_and(|side| it.side != side));
        foes.map(|it| it.id).filter(|it| R::worth(self.fight, *it) > OUT)
    }

    /// Whether the other sides have twice as much fight left as their own.
    fn is_losing(&self) -> bool {
        let Some(side) = self.fight.find(self.who).map(|it| it.side) else { return false };
        let sum = |own: bool| -> f64 {
            let of = self.fight.combatants.iter().filter(|it| (it.side == side) == own);
            of.map(|it| R::worth(self.fight, it.id)).sum()
        };
        sum(false) > 2.0 * sum(true)
    }
}
