//! `cx`, through which a rule sees and changes the world: it reads the fight, rolls, cites, applies facts, asks, refuses. A question
//! without a recorded answer stops the procedure. Once the answer arrives, the procedure runs again from its start over the same base, with
//! the same answers and faces, and gets one question further. Nothing here waits, and nothing is kept on a stack that a restart could lose.

pub use super::cx::{Answering, Ask, Cx, Flow, Halt};
use super::{
    condition::Moment,
    cx::Asked,
    dice::Face,
    fact::{AnswerOrigin, Record, TableFact},
    fight_state::FightState,
    ids::{Addressee, CombatantId, PromptId},
    prompt::{PromptKind, Reply},
    refusal::Refusal,
    roll::{Die, Roll},
    ruleset::Ruleset,
};

/// No action asks more often than this; if one does, we have an endless loop.
const MOST_QUESTIONS: u32 = 10_000;

impl<R: Ruleset> Cx<'_, R> {
    /// Whether this run didn't repeat the runs before it: it rolled a different die, or left an answer or a face unused.
    pub(super) fn has_diverged(&self) -> bool {
        self.diverged || !self.replies.is_empty() || self.rolled < self.faces.len()
    }

    /// The fight as the procedure sees it now.
    pub fn fight(&self) -> &FightState<R> {
        &self.fight
    }

    /// The number of the row that began this action.
    pub fn seq(&self) -> u64 {
        self.began_seq
    }

    /// Stops: this isn't allowed, and nothing has happened.
    pub fn refuse<T>(&self, violation: R::Violation) -> Flow<R, T> {
        Err(Halt::Refused(Refusal::Violation(violation)))
    }

    /// Changes the fight by a fact that all systems have, such as [`TableFact::Gained`]; one of this system's own goes through [`Cx::change`].
    pub fn apply(&mut self, fact: TableFact<R>) {
        self.fight.evolve(&fact);
        self.keep(|| Record::Fact(fact));
    }

    /// Ends every condition that is due.
    pub fn end_conditions(&mut self, now: Moment) {
        self.fight.conditions_due(now).into_iter().for_each(|fact| self.apply(fact));
    }

    /// Changes the fight by a fact of this system's own.
    pub fn change(&mut self, fact: R::Fact) {
        // A rule that applies a fact about nothing is wrong; this says so in words, where evolving it might only panic.
        debug_assert_eq!(R::missing(&self.fight, &fact), None, "{fact:?}");
        self.apply(TableFact::System(fact));
    }

    /// Tells an event of this system. It changes nothing.
    pub fn tell(&mut self, event: R::Event) {
        debug_assert_eq!(R::missing_in_event(&self.fight, &event), None, "{event:?}");
        self.keep(|| Record::Fact(TableFact::Told(event)));
    }

    /// Cites the rule that the next lines rest on.
    pub fn cite(&mut self, rule: R::Rule) {
        if self.answers.is_none() && !self.aside.is_some_and(|who| self.is_unknown(who)) {
            self.keep(|| Record::Cited(rule));
        }
    }

    /// Does something that affects a combatant. While no other side knows of a foe, it cites no rule for what happens to them: the citation
    /// would appear next to the next public line and reveal that someone is there.
    pub fn aside<T>(&mut self, who: CombatantId, act: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.aside.replace(who);
        let came = act(self);
        self.aside = before;
        came
    }

    /// Rolls one open die.
    pub fn die(&mut self, sides: u16) -> u16 {
        self.face(sides, false)
    }

    /// Rolls one die that only the GM sees.
    pub fn secret_die(&mut self, sides: u16) -> u16 {
        self.face(sides, true)
    }

    /// Rolls one open die as part of a roll.
    pub fn plain_die(&mut self, sides: u16) -> Die {
        let face = self.die(sides);
        Die { sides, faces: vec![face], counts: i32::from(face), kept: true }
    }

    /// Rolls a combatant's own die, and says whether it's secret: a foe that no other side knows of rolls where only the GM sees it, and
    /// leaves no gap in the open dice.
    pub fn own_die(&mut self, who: CombatantId, sides: u16) -> (Die, bool) {
        let secret = self.is_unknown(who);
        let face = self.face(sides, secret);
        (Die { sides, faces: vec![face], counts: i32::from(face), kept: true }, secret)
    }

    /// Records a roll for the story and returns it.
    pub fn rolled(&mut self, roll: Roll<R>) -> Roll<R> {
        self.keep(|| Record::Rolled(roll.clone()));
        roll
    }

    fn face(&mut self, sides: u16, secret: bool) -> u16 {
        let face = match self.faces.get(self.rolled) {
            Some(recorded) if recorded.sides == sides && recorded.secret == secret => recorded.face,
            Some(_) => {
                self.diverged = true; // this run is discarded; any face will do to finish it
                1
            }
            None => {
                let face = self.dice.face(sides, secret);
                if self.answers.is_none() {
                    self.new_faces.push(Face { sides, face, secret });
                }
                face
            }
        };
        self.rolled += 1;
        face
    }

    /// Asks one person. While the question is open, others can interject their instants; then the offers are listed again, which is why a
    /// closure supplies them. Skips the question if there's only one choice or a standing order answers it.
    ///
    /// # Errors
    /// [`Halt::Asked`] until the answer arrives.
    pub fn ask(
        &mut self,
        to: Addressee,
        question: R::Question,
        offers: impl Fn(&FightState<R>) -> Vec<R::Choice>,
    ) -> Flow<R, R::Choice> {
        let mut open: Option<(u32, Vec<R::Choice>)> = None;
        let mut replaces = vec![];
        loop {
            let listed = offers(&self.fight);
            assert!(!listed.is_empty(), "a question has at least its default");
            if listed.len() == 1 {
                return Ok(listed[0].clone());
            }
            if let Some(index) = self.obeyed(to, &question, &listed) {
                let choice = listed[index].clone();
                self.answered(to, &question, &choice, AnswerOrigin::Order);
                return Ok(choice);
            }
            let ordinal = match &open {
                Some((ordinal, before)) if *before == listed => *ordinal, // the same question keeps its id and its time
                _ => {
                    replaces.extend(open.as_ref().map(|it| it.0));
                    self.take_ordinal()
                }
            };
            match self.take_reply() {
                Some(Reply::Answers(answers)) => {
                    let Some((choice, how)) = answers.into_iter().next().filter(|(it, _)| listed.contains(it)) else {
                        return Err(Halt::Diverged);
                    };
                    self.answered(to, &question, &choice, how);
                    return Ok(choice);
                }
                Some(Reply::Interject { who, choice }) => R::instant(self, who, &choice)?,
                Some(Reply::Patched(facts)) => self.patched(facts),
                Some(Reply::Window { .. }) => return Err(Halt::Diverged),
                None => {
                    if let Some(index) = self.answered_at_once(to, &question, &listed) {
                        return Ok(listed.into_iter().nth(index).unwrap_or_else(|| unreachable!("it is offered")));
                    }
                    let ask = Ask { to, question, offers: listed };
                    self.asked = vec![Asked { ordinal, replaces, kind: PromptKind::Alone, ask }];
                    return Err(Halt::Asked);
                }
            }
            open = Some((ordinal, listed));
        }
    }

    /// Asks several people at once, sealed: nothing is shown or done until the last one has answered. Returns the answers in the order
    /// asked.
    ///
    /// # Errors
    /// [`Halt::Asked`] until everyone has answered.
    pub fn ask_all(&mut self, asks: Vec<Ask<R>>) -> Flow<R, Vec<R::Choice>> {
        let ordinals: Vec<u32> = asks.iter().map(|_| self.take_ordinal()).collect();
        let given: Vec<Option<usize>> = asks
            .iter()
            .map(|it| if it.offers.len() == 1 { Some(0) } else { self.obeyed(it.to, &it.question, &it.offers) })
            .collect();
        let open: Vec<usize> = (0..asks.len()).filter(|&it| given[it].is_none()).collect();
        let mut answers = vec![];
        while !open.is_empty() {
            if let Some(at_once) = self.all_answered_at_once(&asks, &open) {
                answers = at_once;
                break;
            }
            match self.take_reply() {
                Some(Reply::Answers(replied)) if replied.len() == open.len() => {
                    answers = replied;
                    break;
                }
                Some(Reply::Patched(facts)) => self.patched(facts),
                Some(_) => return Err(Halt::Diverged),
                None => {
                    self.asked = asks
                        .into_iter()
                        .zip(ordinals)
                        .zip(given)
                        .filter(|(_, given)| given.is_none())
                        .map(|((ask, ordinal), _)| Asked { ordinal, replaces: vec![], kind: PromptKind::Sealed, ask })
                        .collect();
                    return Err(Halt::Asked);
                }
            }
        }
        let mut answers = answers.into_iter();
        let mut chosen = vec![];
        for (ask, given) in asks.iter().zip(given) {
            let (choice, how) = match given {
                Some(index) => (ask.offers[index].clone(), AnswerOrigin::Order),
                None => answers.next().ok_or(Halt::Diverged)?,
            };
            if !ask.offers.contains(&choice) {
                return Err(Halt::Diverged);
            }
            if ask.offers.len() > 1 {
                self.answered(ask.to, &ask.question, &choice, how);
            }
            chosen.push(choice);
        }
        Ok(chosen)
    }

    /// Lets everyone eligible act or pass, in any order. `at` is what the window is about (such as the current blow): the offers are listed
    /// from it, and an answer can change it. After every act the offers are listed again; a person who has passed is only asked again if
    /// they can do something new. If nobody is eligible, nobody is asked. While the window is open, others can interject their instants as
    /// well.
    ///
    /// # Errors
    /// [`Halt::Asked`] while an answer is missing, and whatever `act` stops with.
    pub fn window<S>(
        &mut self,
        at: &mut S,
        eligible: impl Fn(&FightState<R>, &S) -> Vec<Ask<R>>,
        mut act: impl FnMut(&mut Self, &mut S, Addressee, &R::Choice) -> Flow<R>,
    ) -> Flow<R> {
        let mut passed: Vec<Ask<R>> = vec![];
        let mut open: Vec<Asked<R>> = vec![];
        loop {
            let mut still = vec![];
            for ask in eligible(&self.fight, at) {
                let nothing_new = |it: &Ask<R>| {
                    it.to == ask.to
                        && it.question == ask.question
                        && ask.offers.iter().all(|new| it.offers.contains(new))
                };
                if ask.offers.len() < 2 || passed.iter().any(nothing_new) {
                    continue;
                }
                still.push(match open.iter().find(|it| it.ask == ask) {
                    Some(same) => same.clone(),
                    None => {
                        let same = |it: &&Asked<R>| it.ask.to == ask.to && it.ask.question == ask.question;
                        let before = open.iter().find(same).or_else(|| open.iter().find(|it| it.ask.to == ask.to));
                        let chain = |it: &Asked<R>| it.replaces.iter().copied().chain([it.ordinal]).collect();
                        let replaces = before.map(chain).unwrap_or_default();
                        Asked { ordinal: self.take_ordinal(), replaces, kind: PromptKind::Open, ask }
                    }
                });
            }
            open = still;
            if open.is_empty() {
                return Ok(());
            }
            let ordered = open.iter().find_map(|it| {
                let index = self.obeyed(it.ask.to, &it.ask.question, &it.ask.offers)?;
                Some((it.ordinal, it.ask.offers[index].clone(), AnswerOrigin::Order))
            });
            let (ordinal, choice, how) = match ordered {
                Some(ordered) => ordered,
                None => match self.take_reply() {
                    Some(Reply::Window { ordinal, choice, how, .. }) => (ordinal, choice, how),
                    Some(Reply::Patched(facts)) => {
                        self.patched(facts);
                        continue;
                    }
                    Some(Reply::Interject { who, choice }) => {
                        R::instant(self, who, &choice)?; // from a combatant the window doesn't ask
                        continue;
                    }
                    Some(_) => return Err(Halt::Diverged),
                    None => {
                        let first = &open[0];
                        let at_once = self.answered_at_once(first.ask.to, &first.ask.question, &first.ask.offers);
                        let Some(index) = at_once else {
                            self.asked = open;
                            return Err(Halt::Asked);
                        };
                        (first.ordinal, first.ask.offers[index].clone(), AnswerOrigin::Gm)
                    }
                },
            };
            let Some(asked) = open.iter().find(|it| it.ordinal == ordinal && it.ask.offers.contains(&choice)) else {
                continue; // an earlier answer took away this one's right to act
            };
            let ask = asked.ask.clone();
            self.answered(ask.to, &ask.question, &choice, how);
            if choice == ask.offers[0] {
                passed.push(ask);
            } else {
                act(self, at, ask.to, &choice)?;
            }
        }
    }

    fn answered(&mut self, to: Addressee, question: &R::Question, choice: &R::Choice, how: AnswerOrigin) {
        self.keep(|| Record::Answered { to, question: question.clone(), choice: choice.clone(), how });
    }

    /// The answer that's given at once in an imagined fight, by its place among the offers.
    fn answered_at_once(&self, to: Addressee, question: &R::Question, offers: &[R::Choice]) -> Option<usize> {
        let answer = self.answers?;
        answer(&self.fight, to, question, offers).filter(|it| *it < offers.len())
    }

    /// The same for the open ones of several questions, once no recorded reply is left.
    fn all_answered_at_once(&self, asks: &[Ask<R>], open: &[usize]) -> Option<Vec<(R::Choice, AnswerOrigin)>> {
        if !self.replies.is_empty() {
            return None;
        }
        let answer = |it: &usize| {
            let ask = &asks[*it];
            let index = self.answered_at_once(ask.to, &ask.question, &ask.offers)?;
            Some((ask.offers[index].clone(), AnswerOrigin::Gm))
        };
        open.iter().map(answer).collect()
    }

    fn patched(&mut self, facts: Vec<TableFact<R>>) {
        for fact in facts {
            self.apply(fact);
        }
    }

    fn obeyed(&self, to: Addressee, question: &R::Question, offers: &[R::Choice]) -> Option<usize> {
        let Addressee::Combatant(who) = to else { return None };
        let orders = &self.find(who)?.orders;
        orders.iter().find_map(|order| R::obey(&self.fight, who, order, question, offers))
    }

    fn take_ordinal(&mut self) -> u32 {
        assert!(self.next_ordinal < MOST_QUESTIONS, "an action ends");
        self.next_ordinal += 1;
        self.next_ordinal - 1
    }

    fn take_reply(&mut self) -> Option<Reply<R>> {
        let (first, rest) = self.replies.split_first()?;
        self.replies = rest;
        Some(first.clone())
    }

    pub(super) fn prompt_id(&self, ordinal: u32) -> PromptId {
        PromptId { seq: self.began_seq, ordinal }
    }
}

/// The combatant who answered, where only combatants are asked.
pub fn combatant_of(to: Addressee) -> CombatantId {
    match to {
        Addressee::Combatant(id) => id,
        Addressee::Side(_) | Addressee::Gm => unreachable!("this window asks combatants"),
    }
}
