//! Follows the steps taken in a turn's menu through an action's parameters, to the next question or to the whole action. Two questions are
//! asked at most, and nothing is offered that's clearly worse; whoever began behind "More" is asked everything.

use super::{
    first_menu::more,
    menu_odds::MenuOdds,
    steps::{MORE, NOTHING, SURE, WRITE, WRITTEN, is_choice, is_part, out_of_date, picked, steps_of},
    turn_menu_view::{Here, choose, once_more, write_or_not},
};
use crate::{
    discord::{
        compose::tracker::press,
        custom_id::Path,
        message::{ActionRow, Message},
        text,
    },
    engine::{
        CombatantId,
        partial_action::{Candidate, ParamValue, PartialAction, VerbKind},
        view::few_or_kinds,
    },
    rules::{ParamView, UserError, session::WITH},
};

/// The maximum number of parameters in an action.
const SLOTS_MAX: usize = 12;
/// This many questions are asked about an action; the rest goes without saying, unless it was chosen behind "More".
const QUESTIONS_MAX: usize = 2;
/// In what manner something is done, and by which proficiency.
const HOW: &str = "how";
const BY: &str = "by";
/// The button beside the last of them if there would be others, or beside any if something isn't offered: all of it is asked anew.
const ALL_CHOICES: &str = "All choices\u{2026}";

/// How far a menu has got.
pub(super) enum Step {
    /// The first menu of the turn, below a line, if it isn't empty.
    First(&'static str),
    /// A choice is to be made. What it's likely to do is worked out apart.
    Draw(Message, Option<MenuOdds>),
    /// A text is to be written.
    Write { ask: &'static str, max_chars: usize, path: Path },
    /// The action is complete.
    Do(CombatantId, PartialAction),
}

/// One parameter to choose.
struct Choice<'a> {
    name: &'static str,
    ask: &'static str,
    candidates: &'a [Candidate],
    unavailable: &'a [Candidate],
    default: Option<&'a ParamValue>,
}

/// An action on its way through the menu.
struct Walk<'a> {
    here: &'a Here<'a>,
    /// Where the next question is drawn: the steps taken, with those that went without saying.
    path: Path,
    /// The steps that are still to be followed.
    steps: Vec<String>,
    asks_all: bool,
    is_attack: bool,
    asked: usize,
    /// Whether something went without saying that could have been chosen.
    is_shortened: bool,
    draft: PartialAction,
    /// The parameters so far, so that a question says what it's about, including those that were never asked.
    settled: Vec<String>,
}

/// Follows the steps, filling in parameters with only one candidate. Returns how far they lead, and the action so far.
pub(super) fn walk(here: &Here<'_>, written: Option<&str>) -> Result<(Step, PartialAction), UserError> {
    // In a menu with several parts, each is marked by a step without meaning.
    let mut steps: Vec<String> = here.path.steps().iter().filter(|it| !is_part(it)).cloned().collect();
    let asks_all = steps.first().is_some_and(|it| it == MORE);
    steps.drain(..usize::from(asks_all));
    if steps.is_empty() {
        let step = if asks_all { Step::Draw(more(here), None) } else { Step::First("") };
        return Ok((step, PartialAction::default()));
    }
    let verb = steps.remove(0);
    let all = here.service.session().verbs(here.viewer, here.who);
    let known = all.into_iter().find(|it| it.name == verb);
    let is_attack = known.as_ref().is_some_and(|it| it.kind == VerbKind::Attack);
    let (settled, draft) = (known.map(|it| it.label.to_owned()).into_iter().collect(), PartialAction::of(&verb));
    let (path, is_shortened) = (here.path.clone(), false);
    let mut walk = Walk { here, path, steps, asks_all, is_attack, asked: 0, is_shortened, draft, settled };
    for _ in 0..SLOTS_MAX {
        if let Some(step) = walk.goes_on(written)? {
            return Ok((step, walk.draft));
        }
    }
    Err(UserError::say("That has too many parts for a menu. Type it with /act."))
}

impl Walk<'_> {
    /// Fills in one parameter; or what comes next, if that isn't possible.
    fn goes_on(&mut self, written: Option<&str>) -> Result<Option<Step>, UserError> {
        let Here { service, viewer, who, .. } = *self.here;
        match service.session().param(viewer, who, &self.draft)? {
            ParamView::Done(()) => self.whole().map(Some),
            ParamView::Choose { name, ask, candidates, unavailable, default } => self.chooses(&Choice {
                name,
                ask,
                candidates: &candidates,
                unavailable: &unavailable,
                default: default.as_ref(),
            }),
            ParamView::Write { name, optional: true, .. } if self.is_enough() => {
                self.fill(name, ParamValue::Text(String::new()));
                Ok(None)
            }
            ParamView::Write { name, ask, max_chars, optional } => {
                self.writes(name, (ask, max_chars, optional), written)
            }
        }
    }

    fn fill(&mut self, name: &str, value: ParamValue) {
        self.draft = std::mem::take(&mut self.draft).with(name, value);
    }

    fn next(&mut self) -> Option<String> {
        (!self.steps.is_empty()).then(|| self.steps.remove(0))
    }

    /// Whether the rest goes without saying.
    fn is_enough(&self) -> bool {
        let is_last = self.steps.first().is_none_or(|it| it == SURE);
        !self.asks_all && self.asked >= QUESTIONS_MAX && is_last
    }

    /// The whole action, or what's asked before it's done.
    fn whole(&mut self) -> Result<Step, UserError> {
        let Here { service, viewer, who, .. } = *self.here;
        match self.next().as_deref() {
            Some(SURE) => return Ok(Step::Do(who, self.draft.clone())),
            Some(_) => return Err(out_of_date()),
            None => {}
        }
        let here = Here { path: &self.path, ..*self.here };
        Ok(match service.session().warning(viewer, who, &self.draft) {
            Some(warning) => Step::Draw(once_more(&here, &warning), Some(MenuOdds::of_action(&here, &self.draft))),
            None => Step::Do(who, self.draft.clone()),
        })
    }

    /// Fills in what there's no choice about. Its step is taken as well: if there's another by the time of a press, that isn't meant.
    fn takes_the_only(&mut self, name: &str, only: &Candidate) -> Result<(), UserError> {
        match self.steps.first().filter(|it| is_choice(it)) {
            Some(step) => {
                picked(step, name, std::slice::from_ref(only))?;
                self.steps.remove(0);
            }
            None if self.steps.is_empty() => {
                self.path = self.path.then(steps_of(name, std::slice::from_ref(only)).swap_remove(0));
            }
            None => {}
        }
        self.settled.push(only.label.clone());
        self.fill(name, only.fill.clone());
        Ok(())
    }

    fn chooses(&mut self, it: &Choice<'_>) -> Result<Option<Step>, UserError> {
        if let [only] = it.candidates {
            self.takes_the_only(it.name, only)?;
            return Ok(None);
        }
        let usual = it.default.filter(|usual| it.candidates.iter().any(|it| it.fill == **usual));
        if let Some(usual) = usual.filter(|_| self.is_enough()) {
            self.fill(it.name, usual.clone());
            return Ok(None);
        }
        if let Some(step) = self.next() {
            self.asked += 1;
            let candidate = picked(&step, it.name, it.candidates)?;
            self.settled.push(candidate.label.clone());
            self.fill(it.name, candidate.fill.clone());
            return Ok(None);
        }
        if let Some(usual) = usual.filter(|usual| self.can_wait(it.name, usual))
            && let Some(at) = it.candidates.iter().position(|it| it.fill == *usual)
        {
            self.path = self.path.then(steps_of(it.name, it.candidates).swap_remove(at));
            self.fill(it.name, usual.clone());
            self.is_shortened = true;
            return Ok(None);
        }
        let offered = self.offered(&self.draft, it.candidates);
        if let [only] = offered.as_slice() {
            // The step is taken for them, so that those after it mean what they say.
            self.path = self.path.then(steps_of(it.name, it.candidates).swap_remove(*only));
            self.settled.push(it.candidates[*only].label.clone());
            self.fill(it.name, it.candidates[*only].fill.clone());
            return Ok(None);
        }
        if self.is_weapon_unasked(it.name)
            && let Some((at, _)) = weapon_unasked(it.candidates, &offered, self.used_last().as_ref(), it.default)
        {
            self.path = self.path.then(steps_of(it.name, it.candidates).swap_remove(at));
            self.settled.push(it.candidates[at].label.clone());
            self.fill(it.name, it.candidates[at].fill.clone());
            self.is_shortened = true;
            return Ok(None);
        }
        Ok(Some(self.asks(it, &offered)))
    }

    /// Whether this is the weapon of an attack, which goes without saying.
    fn is_weapon_unasked(&self, name: &str) -> bool {
        self.is_attack && !self.asks_all && name == WITH
    }

    fn used_last(&self) -> Option<ParamValue> {
        self.here.service.session().last_attacked_with(self.here.who)
    }

    /// That weapon, where it goes without saying once one of these has been chosen: "With the bow, as before". If it isn't the same for all of
    /// them, against whom.
    fn said_of_weapon(&self, name: &str, shown: &[(String, &Candidate)]) -> Option<String> {
        if !self.is_weapon_unasked(WITH) {
            return None;
        }
        let Here { service, viewer, who, .. } = *self.here;
        let used_last = self.used_last();
        let (mut weapons, mut has_others): (Vec<(String, Vec<String>)>, bool) = (vec![], false);
        let mut is_as_before = false;
        for (_, target) in shown {
            let draft = self.draft.clone().with(name, target.fill.clone());
            let Ok(ParamView::Choose { name: WITH, candidates, default, .. }) =
                service.session().param(viewer, who, &draft)
            else {
                continue;
            };
            let offered = self.offered(&draft, &candidates);
            let weapon = weapon_unasked(&candidates, &offered, used_last.as_ref(), default.as_ref());
            let Some((at, as_before)) = weapon else { continue };
            (has_others, is_as_before) = (has_others || offered.len() > 1, is_as_before || as_before);
            match weapons.iter_mut().find(|it| it.0 == candidates[at].label) {
                Some(known) => known.1.push(target.label.clone()),
                None => weapons.push((candidates[at].label.clone(), vec![target.label.clone()])),
            }
        }
        let with = match weapons.as_slice() {
            [] => return None,
            [(weapon, _)] => {
                format!("With **{}**{}", text::escape(weapon), if is_as_before { ", as before" } else { "" })
            }
            several => {
                let against = |it: &(String, Vec<String>)| {
                    format!("With **{}** against {}", text::escape(&it.0), text::escape(&few_or_kinds(&it.1)))
                };
                several.iter().map(against).collect::<Vec<_>>().join("; ")
            }
        };
        has_others.then(|| format!("{with}; **{ALL_CHOICES}** has the others."))
    }

    /// Whether how something is done goes without saying: in an attack always, with its proficiency; otherwise if what's asked next has no
    /// default, since where somebody goes comes before how.
    fn can_wait(&self, name: &str, usual: &ParamValue) -> bool {
        let Here { service, viewer, who, .. } = *self.here;
        match name {
            _ if self.asks_all => return false,
            HOW | BY if self.is_attack => return true,
            HOW => {}
            _ => return false,
        }
        let next = service.session().param(viewer, who, &self.draft.clone().with(name, usual.clone()));
        matches!(next, Ok(ParamView::Choose { candidates, default: None, .. }) if candidates.len() > 1)
    }

    /// The candidates that are offered, by their place among all.
    fn offered(&self, draft: &PartialAction, candidates: &[Candidate]) -> Vec<usize> {
        let Here { service, viewer, who, .. } = *self.here;
        let worse = match self.asks_all {
            true => vec![],
            false => service.session().clearly_worse(viewer, who, draft),
        };
        (0..candidates.len()).filter(|it| !worse.contains(&candidates[*it].fill)).collect()
    }

    fn asks(&self, it: &Choice<'_>, offered: &[usize]) -> Step {
        let here = Here { path: &self.path, ..*self.here };
        let mut steps = steps_of(it.name, it.candidates);
        let shown: Vec<(String, &Candidate)> =
            offered.iter().map(|at| (std::mem::take(&mut steps[*at]), &it.candidates[*at])).collect();
        let mut drawn = choose(&here, &self.settled, it.ask, &shown, it.unavailable, it.default);
        if let Some(line) = self.said_of_weapon(it.name, &shown) {
            drawn.content.push_str(&format!("\n{line}"));
        }
        let is_last = !self.asks_all && self.asked + 1 == QUESTIONS_MAX && self.has_more_to_ask(it.name, &shown);
        if is_last || (self.is_attack && !self.asks_all) || self.is_shortened || shown.len() < it.candidates.len() {
            let path = Path::new([MORE, self.draft.verb.as_str()]);
            let all = press(ALL_CHOICES, Here { path: &path, ..*self.here }.id_here());
            if let Some(ActionRow::Buttons(last)) = drawn.rows.last_mut() {
                last.push(all);
            }
        }
        let shown: Vec<Candidate> = shown.into_iter().map(|it| it.1.clone()).collect();
        Step::Draw(drawn, MenuOdds::of_candidates(&here, &self.draft, it.name, &shown))
    }

    /// Whether there would be more to choose, once this has been.
    fn has_more_to_ask(&self, name: &str, candidates: &[(String, &Candidate)]) -> bool {
        let Here { service, viewer, who, .. } = *self.here;
        let more = |it: &Candidate| {
            let next = service.session().param(viewer, who, &self.draft.clone().with(name, it.fill.clone()));
            matches!(next, Ok(ParamView::Choose { candidates, default: Some(_), .. }) if candidates.len() > 1)
        };
        candidates.first().is_some_and(|it| more(it.1))
    }

    /// A text: what to ask, its maximum length, and whether it can be left out.
    fn writes(
        &mut self,
        name: &str,
        (ask, max_chars, optional): (&'static str, usize, bool),
        written: Option<&str>,
    ) -> Result<Option<Step>, UserError> {
        let form = || {
            let kept = self.path.steps().iter().filter(|it| *it != WRITE && !is_part(it)).cloned();
            Some(Step::Write { ask, max_chars, path: Path::new(kept) })
        };
        match self.steps.first().map(String::as_str) {
            Some(NOTHING) => self.fill(name, ParamValue::Text(String::new())),
            Some(WRITTEN) => match written {
                Some(text) if text.chars().count() <= max_chars => self.fill(name, ParamValue::Text(text.to_owned())),
                Some(_) => {
                    return Err(UserError::say(format!(
                        "That\u{2019}s too long: the maximum is {max_chars} characters."
                    )));
                }
                None => return Err(UserError::say("What you wrote was lost in a restart. Please write it again.")),
            },
            Some(WRITE) => return Ok(form()),
            Some(_) => return Err(out_of_date()),
            None if optional => {
                let here = Here { path: &self.path, ..*self.here };
                return Ok(Some(Step::Draw(write_or_not(&here, ask), None)));
            }
            None => return Ok(form()),
        }
        self.steps.remove(0);
        Ok(None)
    }
}

/// The weapon that goes without saying, by its place among the candidates, and whether it's the one that was used last; if that isn't offered,
/// it's the usual one.
fn weapon_unasked(
    candidates: &[Candidate],
    offered: &[usize],
    used_last: Option<&ParamValue>,
    usual: Option<&ParamValue>,
) -> Option<(usize, bool)> {
    let place = |it: &ParamValue| offered.iter().copied().find(|at| candidates[*at].fill == *it);
    let last = used_last.and_then(place).map(|it| (it, true));
    last.or_else(|| Some((place(usual?)?, false)))
}
