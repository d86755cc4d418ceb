//! Odds for somebody who's about to act or answer, as far as they may know them, and what Umpire would do in their place. Both are worked
//! out on a copy of the fight, away from it.

use super::{
    super::{
        odds_words::{self, Sufferer},
        request::{Request, UserError},
    },
    Fight,
    lost_in_fog::forget_lost,
    unseen::goes_unnoticed,
};
use crate::engine::{
    Addressee, CombatantId, Encounter, FightState, GameSystem, Input, Param, ParamValue, PartialAction, PromptId,
    SideId, Stage,
    fight_state::Shown,
    odds::{self, Effort, Odds},
    partial_action::VerbKind,
    playing::{self, Decision, Player, Style, USUAL_PLAYOUTS},
    ruleset::{MOST_PARAMS, OUT},
    view::Viewer,
};
use std::sync::Arc;

/// Whose odds a table shows its players. The GM sees all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OddsShown {
    /// All.
    Open,
    /// Those that rest on nothing but what the player knows anyway.
    #[default]
    Own,
    /// None.
    Off,
}

/// What odds are asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum OddsOf {
    /// An action. What it leaves open is filled with what goes without saying.
    Act {
        /// Who acts.
        who: CombatantId,
        /// The action so far.
        draft: PartialAction,
    },
    /// An answer.
    Answer {
        /// The question.
        prompt: PromptId,
        /// The offer's index, from 0.
        choice: usize,
    },
}

/// Odds as one reader sees them.
#[derive(Clone, Debug, PartialEq)]
pub struct OddsView {
    /// The numbers.
    pub odds: Odds,
    /// The same in words: "65% to hit, 4.2 damage on average, 40% to put them out of the fight".
    pub words: String,
}

/// What works out odds, one for each thing asked: `None` where there's nothing to tell, or nothing this reader may know. It
/// asks whether anybody still waits for it; once nobody does, the rest is `None`.
pub type OddsWork = Box<dyn FnOnce(&dyn Fn() -> bool) -> Vec<Option<OddsView>> + Send>;

/// Whom a suggestion is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuggestFor {
    /// A combatant who acts.
    Turn(CombatantId),
    /// The same, but only the one thing that a rule of thumb would do, at once. That the whole side passes isn't suggested.
    Obvious(CombatantId),
    /// Whoever is asked this.
    Question(PromptId),
}

/// Something Umpire would do.
#[derive(Clone, Debug, PartialEq)]
pub struct SuggestedInput {
    /// The request that does it.
    pub request: Request,
    /// It in a few words: "Attack Bandit 2".
    pub label: String,
    /// What it's likely to do; `None` if that isn't for this reader.
    pub odds: Option<OddsView>,
}

/// What works out suggestions, best first. It asks whether anybody still waits for better ones.
pub type SuggestWork = Box<dyn FnOnce(&dyn Fn() -> bool) -> Vec<SuggestedInput> + Send>;

/// The most suggestions.
const MOST_SUGGESTIONS: usize = 3;

/// The fight as a reader may know it, and which odds they may see.
struct Reader<R: GameSystem> {
    known: Encounter<R>,
    viewer: Viewer,
    shown: OddsShown,
}

impl<R: GameSystem> Fight<R> {
    /// The fight as this viewer may know it while they act for this side: without anyone they don't see, and without other people's orders.
    fn reader(&self, viewer: Viewer, side: Option<SideId>, shown: OddsShown) -> Reader<R> {
        let side = side.filter(|_| viewer != Viewer::Gm);
        let now = self.without_secrets(viewer);
        let mut known = playing::seen_by(&now, side).into_owned();
        forget_lost(&mut known, side);
        Reader { known, viewer, shown }
    }

    /// The fight as this viewer may know it while one of theirs acts.
    pub(super) fn known_while_acting(&self, viewer: Viewer, who: CombatantId) -> Encounter<R> {
        let side = self.fight().find(who).map(|it| it.side);
        self.reader(viewer, side, OddsShown::Off).known
    }

    /// The fight without the orders of those whom this viewer doesn't know, which would show in what follows from an action, and without an
    /// action in progress that goes unnoticed.
    fn without_secrets(&self, viewer: Viewer) -> Encounter<R> {
        let mut now = self.now().clone();
        if viewer != Viewer::Gm {
            if goes_unnoticed(&now, viewer, self.discretion) {
                now.pending = None;
            }
            forget_orders(&mut now.fight, viewer);
            if let Some(pending) = &mut now.pending {
                forget_orders(&mut pending.now, viewer);
            }
        }
        now
    }

    fn side_of(&self, of: &OddsOf) -> Option<SideId> {
        let fight = self.fight();
        match of {
            OddsOf::Act { who, .. } => fight.find(*who).map(|it| it.side),
            OddsOf::Answer { prompt, .. } => self.side_asked(*prompt),
        }
    }

    fn side_asked(&self, prompt: PromptId) -> Option<SideId> {
        let to = self.now().prompts().iter().find(|it| it.id == prompt)?.to;
        playing::side_of(self.now().now(), to)
    }

    /// See [`Session::odds`](super::Session::odds).
    pub(super) fn odds_work(&self, viewer: Viewer, shown: OddsShown, of: Vec<OddsOf>, effort: Effort) -> OddsWork {
        let may_read = viewer == Viewer::Gm || shown != OddsShown::Off;
        let Some(side) = of.first().map(|it| self.side_of(it)).filter(|_| may_read) else {
            let nothing = of.iter().map(|_| None).collect();
            return Box::new(move |_| nothing);
        };
        let reader = self.reader(viewer, side, shown);
        Box::new(move |is_wanted| {
            let odds = |it: &OddsOf| reader.odds_of(&reader.input(it)?, effort, is_wanted);
            of.iter().map(odds).collect()
        })
    }

    /// See [`Session::suggestions`](super::Session::suggestions).
    pub(super) fn suggest_work(
        &self,
        viewer: Viewer,
        shown: OddsShown,
        whom: SuggestFor,
        seed: u64,
    ) -> Result<SuggestWork, UserError> {
        let mut now = self.without_secrets(viewer);
        let decision = match whom {
            SuggestFor::Question(prompt) => {
                let is_open = now.prompts().iter().any(|it| it.id == prompt && it.answered.is_none());
                let answer = Decision::Answer { prompt, side: self.side_asked(prompt) };
                Some(answer).filter(|_| is_open).ok_or_else(|| UserError::say("That question is already settled."))?
            }
            SuggestFor::Turn(who) | SuggestFor::Obvious(who) => {
                let can = now.pending.is_none() && !now.paused && now.fight.stage == Stage::Fighting;
                let combatant = now.fight.find(who).filter(|_| can && R::may_act(&now.fight).contains(&who));
                let Some(combatant) = combatant else {
                    return Err(UserError::say("There\u{2019}s nothing to suggest: they can\u{2019}t act right now."));
                };
                Decision::Act { side: combatant.side, who: vec![who] }
            }
        };
        forget_lost(&mut now, decision.side().filter(|_| viewer != Viewer::Gm));
        let reader = self.reader(viewer, decision.side(), shown);
        let player = Player { style: Style::Cunning, seed, playouts: USUAL_PLAYOUTS / 2 };
        if let SuggestFor::Obvious(_) = whom {
            return Ok(Box::new(move |_| {
                let obvious = playing::obvious(&now, &decision).and_then(|it| reader.suggestion(&it));
                let is_advice = |it: &SuggestedInput| match &it.request {
                    Request::Act { who, draft } => !defends_against_nobody(&reader.known.fight, *who, &draft.verb),
                    request => !matches!(request, Request::Pass { .. }),
                };
                obvious.into_iter().filter(is_advice).collect()
            }));
        }
        Ok(Box::new(move |is_wanted| {
            let best = playing::best(&now, &decision, &player, MOST_SUGGESTIONS, is_wanted);
            let all = best.iter().filter_map(|it| reader.suggestion(it));
            // To pass is no advice.
            all.filter(|it| !matches!(it.request, Request::Pass { .. })).collect()
        }))
    }
}

/// Whether somebody would defend themselves though no enemy is in sight.
fn defends_against_nobody<R: GameSystem>(fight: &FightState<R>, who: CombatantId, verb: &str) -> bool {
    let is_defence = || R::verbs(fight, who).iter().any(|it| it.name == verb && it.kind == VerbKind::Defend);
    let side = fight.find(who).map(|it| it.side);
    let mut foes = fight.combatants.iter().filter(|it| Some(it.side) != side && R::worth(fight, it.id) > OUT);
    foes.next().is_none() && is_defence()
}

fn forget_orders<R: GameSystem>(fight: &mut FightState<R>, viewer: Viewer) {
    let theirs: Vec<bool> =
        fight.combatants.iter().map(|it| !viewer.knows(fight, it) && !it.orders.is_empty()).collect();
    for (it, _) in fight.combatants.iter_mut().zip(theirs).filter(|it| it.1) {
        Arc::make_mut(it).orders = Arc::default();
    }
}

impl<R: GameSystem> Reader<R> {
    /// The action or answer that's meant, if there is one.
    fn input(&self, of: &OddsOf) -> Option<Input<R>> {
        match of {
            OddsOf::Act { who, draft } => {
                let action = completed(&self.known.fight, *who, draft.clone())?;
                Some(Input::Act { who: *who, action })
            }
            OddsOf::Answer { prompt, choice } => {
                let asked = self.known.prompts().iter().find(|it| it.id == *prompt)?;
                Some(Input::Answer { prompt: *prompt, choice: asked.offers.get(*choice)?.clone() })
            }
        }
    }

    /// The odds, if this reader may know them.
    fn odds_of(&self, input: &Input<R>, effort: Effort, is_wanted: &dyn Fn() -> bool) -> Option<OddsView> {
        let may_read = self.viewer == Viewer::Gm || self.shown != OddsShown::Off;
        if let Some(odds) = odds::of_saving(&self.known, input, effort, is_wanted) {
            return Some(odds).filter(|it| may_read && self.may_know(it)).map(|odds| {
                let own = odds::of_stepping_in(&self.known, input, effort, is_wanted);
                let risk = own.map_or_else(String::new, |own| {
                    let told = self.told_of_helper(input, &own);
                    told.unwrap_or_else(|| self.unless_stopped(input, &own).to_owned())
                });
                OddsView { words: odds_words::of_saving(&odds) + &risk, odds }
            });
        }
        let odds = odds::of(&self.known, input, effort, is_wanted).filter(|it| may_read && self.may_know(it))?;
        let by = self.by(input);
        let found = |who: Option<CombatantId>| who.and_then(|it| self.known.now().find(it));
        let sufferer = match (found(by), found(odds.whom)) {
            (Some(by), Some(whom)) if by.id == whom.id => Sufferer::Reader,
            (Some(by), Some(whom)) if by.side == whom.side => Sufferer::Friend(&whom.name),
            _ => Sufferer::Foes,
        };
        // An answer is compared with the others: of an action, nothing to tell is nothing to say.
        let is_answer = matches!(input, Input::Answer { .. });
        // Whoever gives up or flees isn't struck: of that there are no odds.
        let is_blow = odds.hit > 0.0 || odds.damage > 0.0;
        if is_answer && sufferer == Sufferer::Foes && !is_blow && odds.out > 0.0 {
            return None;
        }
        let mut words = odds_words::told(&odds, sufferer);
        if is_answer && matches!(sufferer, Sufferer::Friend(_)) {
            let own = odds::of_stepping_in(&self.known, input, effort, is_wanted);
            words.extend(own.and_then(|it| self.told_of_helper(input, &it)));
        }
        if is_answer && sufferer == Sufferer::Reader {
            let back = odds::of_striking_back(&self.known, input, effort, is_wanted);
            let back = back.filter(|it| !it.is_nothing() && self.may_know(it));
            words.extend(back.map(|it| format!("; in return {}", odds_words::told(&it, Sufferer::Foes))));
        }
        (is_answer || !odds.is_nothing()).then_some(OddsView { words, odds })
    }

    /// What it's likely to do to whoever steps in for a friend, or tries to save one: "; for Ana: 65% to be hit". `None` if that's nothing, or
    /// if this reader may not know it.
    fn told_of_helper(&self, input: &Input<R>, own: &Odds) -> Option<String> {
        let by = self.known.now().find(self.by(input)?)?;
        let is_told = !own.is_nothing() && self.may_know(own);
        is_told.then(|| format!("; {}", odds_words::told(own, Sufferer::Friend(&by.name))))
    }

    /// Says that a foe could prevent it, where the reader may not know how likely that is: the chance was worked out without foes.
    fn unless_stopped(&self, input: &Input<R>, own: &Odds) -> &'static str {
        let fight = self.known.now();
        let side = self.by(input).and_then(|it| fight.find(it)).map(|it| it.side);
        let is_foe = |who: &CombatantId| fight.find(*who).is_some_and(|it| Some(it.side) != side);
        if own.rests_on.iter().any(is_foe) { ", if no foe stops it" } else { "" }
    }

    /// Who acts or answers.
    fn by(&self, input: &Input<R>) -> Option<CombatantId> {
        match input {
            Input::Act { who, .. } => Some(*who),
            Input::Answer { prompt, .. } => {
                let asked = self.known.prompts().iter().find(|it| it.id == *prompt);
                asked.and_then(|it| if let Addressee::Combatant(who) = it.to { Some(who) } else { None })
            }
            _ => None,
        }
    }

    fn may_know(&self, odds: &Odds) -> bool {
        let fight = self.known.now();
        let is_open = |who: &CombatantId| {
            fight.find(*who).is_some_and(|it| self.viewer.knows(fight, it) || it.shown == Shown::Everything)
        };
        self.viewer == Viewer::Gm || self.shown == OddsShown::Open || odds.rests_on.iter().all(is_open)
    }

    fn suggestion(&self, input: &Input<R>) -> Option<SuggestedInput> {
        let fight = self.known.now();
        let (request, label) = match input {
            Input::Act { who, action } => {
                let (draft, label) = R::spelled_out(fight, *who, action)?;
                (Request::Act { who: *who, draft }, label)
            }
            Input::Answer { prompt, choice } => {
                let asked = self.known.prompts().iter().find(|it| it.id == *prompt)?;
                let index = asked.offers.iter().position(|it| it == choice)?;
                let label = R::choice_words(fight, &asked.question, choice);
                (Request::Answer { prompt: *prompt, choice: index }, label)
            }
            Input::Pass { side, .. } => (Request::Pass { side: *side }, "Pass".to_owned()),
            _ => return None,
        };
        Some(SuggestedInput { request, label, odds: self.odds_of(input, Effort::QUICK, &|| true) })
    }
}

/// An action with everything that's left open filled by what goes without saying, else by the first that's possible.
pub(super) fn completed<R: GameSystem>(
    fight: &FightState<R>,
    who: CombatantId,
    mut draft: PartialAction,
) -> Option<R::Action> {
    fight.find(who)?;
    for _ in 0..MOST_PARAMS {
        draft = match R::options(fight, who, &draft).ok()? {
            Param::Done(action) => return Some(action),
            Param::Write { name, .. } => draft.with(name, ParamValue::Text(String::new())),
            Param::Choose { name, candidates, default, .. } => {
                let usual = default.filter(|it| candidates.iter().any(|other| other.fill == *it));
                draft.with(name, usual.or_else(|| candidates.first().map(|it| it.fill.clone()))?)
            }
        };
    }
    None
}
