//! What's said beside the answers to a question: what Umpire would answer, and what each is likely to do, as far as their reader may know
//! that. Both are worked out off the async threads, side by side. A reply doesn't wait for them: what isn't there within a moment is edited in.

use super::{
    app_context::AppContext,
    compose::prompt::Advice,
    interaction_context::InteractionContext,
    message::Message,
    odds_in_time::{self, OddsInOrder, first_of},
    publisher_context::PublisherContext,
    reply::Answer,
};
use crate::{
    engine::{odds::Effort, view::PromptView},
    rules::{
        Request,
        session::{OddsOf, OddsView, OddsWork, SuggestFor, SuggestWork, SuggestedInput},
    },
    table::{Caller, EncounterService},
};
use std::time::{Duration, Instant};

/// For so many questions, something is suggested.
pub const SUGGESTED_MAX: usize = 2;

/// In a fight of more than so many, nothing is suggested unasked: to play on from each answer takes too long there.
const CROWD: usize = 24;
/// After so much of the time, a suggestion is the best so far.
const SETTLES: f64 = 0.75;

/// What's known about the answers to one question.
#[derive(Clone, Debug, Default)]
pub struct Advised {
    /// What each answer is likely to do; empty if it isn't there.
    pub odds: OddsInOrder,
    /// What Umpire would answer.
    pub suggested: Option<usize>,
}

/// What works it out for a few questions.
pub struct AdviceWork {
    odds: OddsWork,
    /// How many answers each question has.
    answers: Vec<usize>,
    suggestions: Vec<SuggestWork>,
}

impl Advised {
    /// In a few words, for the buttons. If nothing comes of any answer, there's nothing to say.
    pub fn in_short(&self) -> Advice {
        let is_something = self.odds.iter().flatten().any(|it| !it.odds.is_nothing());
        let short = |it: &Option<OddsView>| it.as_ref().map_or("", |it| first_of(&it.words)).to_owned();
        let odds = if is_something { self.odds.iter().map(short).collect() } else { vec![] };
        Advice { suggested: self.suggested, odds }
    }
}

impl AdviceWork {
    /// For these questions, under the names that people see, as this caller may know.
    pub fn of(service: &EncounterService, caller: &Caller, prompts: &[PromptView]) -> AdviceWork {
        let meant: Vec<_> = prompts.iter().map(|it| service.question_meant(caller, it.id)).collect();
        let answers: Vec<usize> = prompts.iter().map(|it| it.labels.len()).collect();
        let of = meant.iter().zip(&answers);
        let of = of.flat_map(|(prompt, count)| (0..*count).map(|choice| OddsOf::Answer { prompt: *prompt, choice }));
        let odds = service.odds(caller, of.collect(), Effort::QUICK);
        let is_crowd = service.session().names(service.viewer(caller)).len() > CROWD;
        let suggested = meant.iter().take(if is_crowd { 0 } else { SUGGESTED_MAX });
        let suggestions = suggested.map_while(|it| service.suggestions(caller, SuggestFor::Question(*it)).ok());
        AdviceWork { odds, suggestions: suggestions.collect(), answers }
    }

    /// Whether nobody is asked anything, so that it waits for no place among those who think.
    fn is_nothing(&self) -> bool {
        self.answers.is_empty()
    }

    /// It, as far as it can be worked out within this time.
    pub async fn within(self, context: &PublisherContext, time: Duration) -> Vec<Advised> {
        if self.is_nothing() {
            return vec![];
        }
        let AdviceWork { odds, answers, suggestions } = self;
        let odds = odds_in_time::within(context, time, odds);
        let suggested = suggested_within(context, time, suggestions);
        let (odds, suggested) = tokio::join!(odds, suggested);
        parted(&answers, &odds, &suggested)
    }
}

/// What Umpire would answer to each of a few questions, as far as it comes to that within this time.
async fn suggested_within(
    context: &PublisherContext,
    time: Duration,
    suggestions: Vec<SuggestWork>,
) -> Vec<Option<usize>> {
    // The best so far still has to be told in time.
    let (began, until) = (Instant::now(), tokio::time::Instant::now() + time);
    let share = time.mul_f64(SETTLES) / u32::try_from(suggestions.len().max(1)).unwrap_or(1);
    let (mut all, mut settles_by) = (vec![], began);
    for work in suggestions {
        settles_by += share;
        let best = tokio::time::timeout_at(until, odds_in_time::suggested_by(context, work, settles_by)).await;
        let best = best.ok().flatten().unwrap_or_default();
        all.push(best.iter().find_map(answer));
    }
    all
}

/// The answer that's suggested, by its number.
pub fn answer(it: &SuggestedInput) -> Option<usize> {
    if let Request::Answer { choice, .. } = it.request { Some(choice) } else { None }
}

/// What's known about each question, of which so many answers have odds, one after the other's.
fn parted(answers: &[usize], odds: &[Option<OddsView>], suggested: &[Option<usize>]) -> Vec<Advised> {
    let mut rest = odds;
    let each = answers.iter().enumerate().map(|(at, count)| {
        let (own, others) = rest.split_at((*count).min(rest.len()));
        rest = others;
        Advised { odds: own.to_vec(), suggested: suggested.get(at).copied().flatten() }
    });
    each.collect()
}

/// A private reply, and then again with what's known about the answers; see [`odds_in_time::improved`]. It waits a moment for odds alone, but
/// not for a search, which always takes longer.
pub async fn soon(
    app: &AppContext,
    asked: &InteractionContext,
    work: AdviceWork,
    draw: impl Fn(&[Advised]) -> Message + Send + 'static,
    shown: impl Fn(Message) -> Answer,
    is_there: impl Fn(&PublisherContext) -> bool + Send + 'static,
) -> Answer {
    if work.is_nothing() {
        return shown(draw(&[]));
    }
    let (context, has_gone_on) = (app.publishing().clone(), odds_in_time::gone_on(app, asked));
    let AdviceWork { odds, answers, suggestions } = work;
    let until = if suggestions.is_empty() { odds_in_time::waits_until(asked) } else { tokio::time::Instant::now() };
    let mut odds = Box::pin({
        let context = context.clone();
        async move { odds_in_time::within(&context, context.thinking().odds, odds).await }
    });
    let mut suggested =
        Box::pin(async move { suggested_within(&context, context.thinking().suggestions, suggestions).await });
    let (there, named) =
        tokio::join!(tokio::time::timeout_at(until, &mut odds), tokio::time::timeout_at(until, &mut suggested));
    let known = |it: &Result<OddsInOrder, _>| it.as_ref().map_or_else(|_| vec![], Clone::clone);
    let now = draw(&parted(&answers, &known(&there), named.as_deref().unwrap_or_default()));
    if there.is_ok() && named.is_ok() {
        return shown(now);
    }
    let better = async move {
        let rest_of_odds = async move {
            match there {
                Ok(odds) => odds,
                Err(_) => odds.await,
            }
        };
        let rest_of_names = async move {
            match named {
                Ok(named) => named,
                Err(_) => suggested.await,
            }
        };
        let (odds, suggested) = tokio::join!(rest_of_odds, rest_of_names);
        draw(&parted(&answers, &odds, &suggested))
    };
    odds_in_time::improved(app, now, better, shown, move |context| !has_gone_on(context) && is_there(context))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each question gets the odds of its own answers; if there are none yet, what's suggested is known all the same.
    #[test]
    fn advice_is_parted_by_question() {
        let odds: Vec<Option<OddsView>> = vec![None; 5];
        let all = parted(&[2, 3], &odds, &[Some(1)]);
        let counts: Vec<(usize, Option<usize>)> = all.iter().map(|it| (it.odds.len(), it.suggested)).collect();
        assert_eq!(counts, [(2, Some(1)), (3, None)]);
        let all = parted(&[2, 3], &[], &[None, Some(2)]);
        assert_eq!((all[0].odds.len(), all[1].odds.len(), all[1].suggested), (0, 0, Some(2)));
        assert_eq!(first_of("65% to be hit, 4.2 damage on average"), "65% to be hit");
        assert_eq!(first_of("for Ana: 4 damage on average; for Bo: 0% to be hit"), "for Ana: 4 damage on average");
    }
}
