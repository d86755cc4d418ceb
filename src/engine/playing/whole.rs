//! A whole fight, played out in somebody's head by the styles of its sides: thousands can be played where nobody reads the log. It goes as the
//! real fight would with the same dice.

use super::{decision::acting, eyes, playout::is_settled, random, simple, style::Style};
use crate::engine::{
    dice::Dice,
    fight_state::{FightState, Stage},
    ids::{Addressee, SideId},
    imagined::Imagined,
    play_rng::PlayRng,
    ruleset::Playable,
};
use std::cell::{Cell, RefCell};

/// How a fight went.
pub struct PlayedOut<R: Playable> {
    /// The fight at its end.
    pub fight: FightState<R>,
    /// Whether it was given up before it was settled.
    pub is_cut: bool,
    /// The actions, passes and answers in it.
    pub decisions: u64,
}

/// Plays a fight from where it stands, or from its beginning, until only one side is left or `most_rounds` are over. Each side knows what it
/// may know, and plays in its style; the GM (`None`) is asked too. [`Style::Cunning`] plays as [`Style::Simple`] here. The seed is for random
/// choices.
pub fn play_out<R: Playable>(
    fight: FightState<R>,
    style_of: &dyn Fn(Option<SideId>) -> Style,
    dice: &mut dyn Dice,
    seed: u64,
    most_rounds: u32,
) -> PlayedOut<R> {
    let styles: Vec<(SideId, Style)> = fight.sides.iter().map(|it| (it.id, style_of(Some(it.id)))).collect();
    let gms = style_of(None);
    let style = |side: Option<SideId>| styles.iter().find(|it| Some(it.0) == side).map_or(&gms, |it| &it.1);
    let (rng, answers) = (RefCell::new(PlayRng::new(seed)), Cell::new(0));
    let answer = |fight: &FightState<R>, to: Addressee, question: &R::Question, offers: &[R::Choice]| {
        answers.set(answers.get() + 1);
        let side = super::decision::side_of(fight, to);
        Some(match style(side) {
            Style::Random => rng.borrow_mut().below(offers.len()),
            style => simple::answer(&eyes::without_unseen(fight, side), question, offers, style),
        })
    };
    let mut now = match fight.stage {
        Stage::Gathering => Imagined::beginning(fight, dice, &answer),
        _ => Imagined { fight, is_done: true },
    };
    let mut acts = 0;
    loop {
        let is_settled = is_settled(&now.fight) || now.fight.stage == Stage::Over;
        let is_cut = !is_settled && (!now.is_done || now.fight.turns.round >= most_rounds);
        let step = || {
            let (side, who) = acting(&now.fight)?;
            let known = eyes::without_unseen(&now.fight, Some(side));
            match style(Some(side)) {
                Style::Random => random::act(&known, side, &who, &mut rng.borrow_mut()),
                style => simple::act(&known, side, &who, style),
            }
        };
        let Some(step) = (if is_settled || is_cut { None } else { step() }) else {
            return PlayedOut { fight: now.fight, is_cut, decisions: acts + answers.get() };
        };
        acts += 1;
        now = now.fight.imagined(&step, dice, &answer);
    }
}
