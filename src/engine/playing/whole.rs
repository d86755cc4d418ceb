//! A whole fight, played out in somebody's head by the styles of those in it: thousands can be played where nobody reads the log. It goes as
//! the real fight would with the same dice.

use super::{
    decision::{Decision, acting, actors_by_style, side_of, style_of_asked},
    eyes,
    player::Player,
    random, search, simple,
    style::Style,
};
use crate::engine::{
    cx::Answering,
    dice::Dice,
    encounter::{Encounter, Input},
    fight_state::{FightState, Stage},
    ids::{Addressee, CombatantId, SideId},
    imagined::Imagined,
    panics::survives,
    play_rng::PlayRng,
    ruleset::{Playable, is_settled},
};
use std::cell::{Cell, RefCell};

/// The playouts of one cunning action: less thought than at the table, since many fights are played.
const PLAYOUTS: u32 = 24;
/// With more combatants than this, each choice gets fewer playouts, since each takes longer.
const COMBATANTS: u32 = 16;
/// But there are at least so many.
const FEWEST_PLAYOUTS: u32 = 8;

/// Who is played in which style. What's for the GM to say is said by rule of thumb.
#[derive(Clone, Copy)]
pub enum Styles<'a> {
    /// Each side in one style.
    OfSides(&'a dyn Fn(SideId) -> &'a Style),
    /// Each combatant in the style in which Umpire plays them already, or simply.
    OfCombatants,
}

/// How a fight is played out, and when it's given up.
#[derive(Clone, Copy)]
pub struct PlayOut<'a> {
    /// Who is played in which style. [`Style::Cunning`] acts after a short search, and answers by rule of thumb.
    pub styles: Styles<'a>,
    /// The seed of what's chosen; the dice are somebody else's.
    pub seed: u64,
    /// The round at which it's given up.
    pub most_rounds: u32,
    /// The number of decisions at which it's given up.
    pub most_decisions: u64,
    /// Whether to play on, asked before every action: otherwise it's given up.
    pub goes_on: &'a dyn Fn() -> bool,
}

/// How a fight went.
pub struct PlayedOut<R: Playable> {
    /// The fight at its end.
    pub fight: FightState<R>,
    /// Whether it was given up before it was settled.
    pub is_cut: bool,
    /// The actions, passes and answers in it.
    pub decisions: u64,
}

/// Plays a fight from where it stands, also from the middle of an action, or from its beginning, until only one side is left. Each side knows
/// what it may know; the GM is asked too.
pub fn play_out<R: Playable>(from: &Encounter<R>, how: &PlayOut<'_>, dice: &mut dyn Dice) -> PlayedOut<R> {
    let answers = Cell::new(0);
    let players = Players { styles: how.styles, rng: RefCell::new(PlayRng::new(how.seed)) };
    let answer = |fight: &FightState<R>, to: Addressee, question: &R::Question, offers: &[R::Choice]| {
        answers.set(answers.get() + 1);
        Some(match how.styles.of_asked(fight, to) {
            Style::Random => players.rng.borrow_mut().below(offers.len()),
            style => simple::answer(&eyes::without_unseen(fight, side_of(fight, to)), question, offers, style),
        })
    };
    let mut now = begun(from, dice, &answer);
    let mut acts = 0;
    loop {
        let decisions = acts + answers.get();
        let is_settled = is_settled(&now.fight) || now.fight.stage == Stage::Over;
        let is_too_long = || now.fight.turns.round >= how.most_rounds || decisions >= how.most_decisions;
        let is_cut = !is_settled && (!now.is_done || is_too_long() || !(how.goes_on)());
        let Some(step) = (if is_settled || is_cut { None } else { players.step(&now.fight) }) else {
            return PlayedOut { fight: now.fight, is_cut, decisions };
        };
        acts += 1;
        now = now.fight.imagined(&step, dice, &answer);
    }
}

/// The fight when it's next for somebody to act: begun, or with the action in progress carried out.
fn begun<R: Playable>(from: &Encounter<R>, dice: &mut dyn Dice, answer: Answering<'_, R>) -> Imagined<R> {
    let fight = || from.fight.clone();
    if from.pending.is_none() {
        return match from.fight.stage {
            Stage::Gathering => Imagined::beginning(fight(), dice, answer),
            _ => Imagined { fight: fight(), is_done: true },
        };
    }
    let open = from.next_asked();
    let answered = open.and_then(|it| {
        let choice = it.offers.get(answer(from.now(), it.to, &it.question, &it.offers)?)?;
        from.imagined_answer((it.id, choice), dice, answer)
    });
    answered.unwrap_or_else(|| Imagined { fight: from.now().clone(), is_done: false })
}

/// Those who play a fight out.
struct Players<'a> {
    styles: Styles<'a>,
    rng: RefCell<PlayRng>,
}

impl Players<'_> {
    /// What's done next. Where several of a side could act who are played in different styles, the first who finds something to do acts.
    fn step<R: Playable>(&self, fight: &FightState<R>) -> Option<Input<R>> {
        let (side, who) = acting(fight)?;
        let known = eyes::without_unseen(fight, Some(side));
        let mut step = None;
        match self.styles {
            Styles::OfSides(style_of) => step = self.act(&known, side, &who, style_of(side)),
            Styles::OfCombatants => {
                for (style, who) in actors_by_style(fight, &who) {
                    step = self.act(&known, side, &who, style).or(step);
                    if !matches!(step, None | Some(Input::Pass { .. })) {
                        break;
                    }
                }
            }
        }
        step
    }

    fn act<R: Playable>(
        &self,
        known: &FightState<R>,
        side: SideId,
        who: &[CombatantId],
        style: &Style,
    ) -> Option<Input<R>> {
        let thumb = || simple::act(known, side, who, style);
        match style {
            Style::Random => random::act(known, side, who, &mut self.rng.borrow_mut()),
            Style::Cunning => {
                let combatants = (known.combatants.len() as u32).max(COMBATANTS);
                let playouts = (PLAYOUTS * COMBATANTS / combatants).max(FEWEST_PLAYOUTS);
                let player = Player { style: Style::Cunning, seed: self.rng.borrow_mut().bits(), playouts };
                let decision = Decision::Act { side, who: who.to_vec() };
                let known = Encounter::new(known.clone());
                survives(|| search::choose((&known, &[]), &decision, &player)).flatten().or_else(thumb)
            }
            _ => thumb(),
        }
    }
}

impl Styles<'_> {
    fn of_asked<'f, R: Playable>(&'f self, fight: &'f FightState<R>, to: Addressee) -> &'f Style {
        match self {
            Styles::OfSides(style_of) => side_of(fight, to).map_or(&Style::Simple, style_of),
            Styles::OfCombatants => style_of_asked(fight, to),
        }
    }
}
