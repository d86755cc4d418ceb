//! A fight played on in somebody's head, by the same procedures as a real one: nothing is recorded, and every question is answered the moment
//! it's asked, so that nothing waits, runs twice or is copied. Whoever imagines a fight brings their own dice.

use super::{
    advance::MOST_TRANSITIONS,
    cx::{Answering, Cx},
    decide::perform,
    dice::{Dice, Face},
    encounter::{Encounter, Input},
    fact::TableFact,
    fight_state::{FightState, Stage},
    ids::PromptId,
    prompt::{AnswerOrigin, PromptKind, Reply},
    ruleset::{Overview, Transition},
};

/// What has become of an imagined fight.
pub struct Imagined<R: Overview> {
    /// The fight.
    pub fight: FightState<R>,
    /// Whether the input was carried out to its end; otherwise the fight is as far as it came.
    pub is_done: bool,
}

impl<R: Overview> FightState<R> {
    /// The fight after this input, which has to be legal, and every transition that's due then.
    pub fn imagined(self, input: &Input<R>, dice: &mut dyn Dice, answer: Answering<'_, R>) -> Imagined<R> {
        carried_out(self, input, (&[], &[], &[]), dice, answer)
    }
}

impl<R: Overview> Encounter<R> {
    /// The fight after this answer to one of its open questions, and after whatever waits for the end of its action.
    pub fn imagined_answer(
        &self,
        (prompt, choice): (PromptId, &R::Choice),
        dice: &mut dyn Dice,
        answer: Answering<'_, R>,
    ) -> Option<Imagined<R>> {
        let pending = self.pending.as_ref()?;
        let asked = pending.prompts.iter().find(|it| it.id == prompt)?;
        let own = (choice.clone(), AnswerOrigin::Gm);
        let reply = match asked.kind {
            PromptKind::Alone => Reply::Answers(vec![own]),
            PromptKind::Open => {
                Reply::Window { ordinal: prompt.ordinal, to: asked.to, choice: own.0, how: AnswerOrigin::Gm }
            }
            PromptKind::Sealed => {
                let given = |it: &super::prompt::Prompt<R>| {
                    if it.id == prompt {
                        return Some(own.clone());
                    }
                    let index = || answer(&pending.now, it.to, &it.question, &it.offers);
                    it.answered.clone().or_else(|| Some((it.offers.get(index()?)?.clone(), AnswerOrigin::Gm)))
                };
                Reply::Answers(pending.prompts.iter().map(given).collect::<Option<_>>()?)
            }
        };
        let replies: Vec<Reply<R>> = pending.replies.iter().cloned().chain([reply]).collect();
        let so_far = (replies.as_slice(), pending.faces.as_slice(), pending.later.as_slice());
        Some(carried_out(self.fight.clone(), &pending.input, so_far, dice, answer))
    }
}

fn carried_out<R: Overview>(
    fight: FightState<R>,
    input: &Input<R>,
    (replies, faces, later): (&[Reply<R>], &[Face], &[TableFact<R>]),
    dice: &mut dyn Dice,
    answer: Answering<'_, R>,
) -> Imagined<R> {
    let mut cx = Cx { answers: Some(answer), ..Cx::new(fight, replies, faces, dice, 0) };
    let mut is_done = perform(&mut cx, input).is_ok() && !cx.has_diverged();
    if is_done {
        later.iter().for_each(|it| cx.fight.evolve(it));
    }
    for _ in 0..MOST_TRANSITIONS {
        if !is_done || cx.fight.stage != Stage::Fighting {
            break;
        }
        let Some(due) = R::due(&cx.fight) else { break };
        cx.begin_anew();
        is_done = R::transition(&mut cx, &due).is_ok();
    }
    Imagined { fight: cx.fight, is_done }
}

impl<R: Overview> Imagined<R> {
    /// The fight from its beginning.
    pub fn beginning(fight: FightState<R>, dice: &mut dyn Dice, answer: Answering<'_, R>) -> Imagined<R> {
        fight.imagined(&Input::Transition(Transition::FightBegins), dice, answer)
    }
}
