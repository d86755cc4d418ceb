//! The log: a fold that equals the state, undo and its limits, audits, and what happens to an unfinished action if the rules change under
//! it. Played with the toy system with instants.

mod common;
mod toys;

use common::{
    GM, Table, answer, c,
    instant_fights::{ActFaces, encounter, fight_of, gathered, hp, order},
    newcomer, player, seat, seed, side,
};
use toys::instants::{Action, Build, Choice, Duel, Note, Options, Sheet, StandingOrder, with_build};
use umpire::engine::{
    Actor, Combatant, Encounter, FightState, Input, Log, LogRow, PromptId, Refusal, SideId, Stage, TableFact,
    Transition,
    encounter::Effect,
    log::{AuditError, Gap},
    random_play::{self, PlayEnd, PlayRng, PlayStyle},
    references::possible,
    view::Discretion,
};

fn undo(table: &mut Table<Duel>, actor: Actor) -> Result<LogRow<Duel>, Refusal<Duel>> {
    let rows = table.log.undo(actor, Discretion::Told, table.at_ms)?.rows;
    rows.iter().for_each(|it| table.log.append(it.clone()));
    let row = rows[0].clone();
    table.folds();
    Ok(row)
}

/// What an undo must restore: everything but the numbers that keep counting. It restarts the clock where it was.
fn same_fight(a: &Encounter<Duel>, b: &Encounter<Duel>) -> bool {
    a.fight == b.fight && a.pending == b.pending
}

/// An undo restores the state before the action. Rows keep counting, the dice aren't given back, and nothing is deleted.
#[test]
fn an_undo_brings_back_the_state_and_not_the_dice() {
    let mut table = encounter();
    let before = table.now().clone();
    table.act_faces(&[(20, 15), (6, 4)], 1, Action::Attack(c(2)));
    table.answer(2, Choice::TakeIt);
    let (rows, used) = (table.log.rows().len(), table.now().used);
    assert_ne!(used, before.used);
    let row = undo(&mut table, GM).unwrap();
    assert_eq!(row.effect, Effect::Reverted { from: before.seq });
    assert!(same_fight(table.now(), &before));
    assert_eq!((table.now().used, table.now().seq, table.log.rows().len()), (used, row.seq + 1, rows + 1));
}

/// Undoing twice goes back two actions; an undone action isn't undone again, and an action after an undo is the next to go.
#[test]
fn undoing_again_goes_further_back() {
    let mut table = fight_of(&[1, 2, 2, 1], Options::default());
    let states: Vec<_> = [1, 4, 2, 3]
        .map(|who| {
            let before = table.now().clone();
            table.act(who, Action::Wait);
            before
        })
        .into();
    undo(&mut table, GM).unwrap();
    assert!(same_fight(table.now(), &states[3]));
    undo(&mut table, GM).unwrap();
    assert!(same_fight(table.now(), &states[2]));
    table.act(2, Action::Watch);
    undo(&mut table, GM).unwrap();
    assert!(same_fight(table.now(), &states[2]));
    undo(&mut table, GM).unwrap();
    undo(&mut table, GM).unwrap();
    assert!(same_fight(table.now(), &states[0]));
}

/// Undoing to the very first row leaves an empty fight, and then there's nothing left to undo.
#[test]
fn everything_can_be_undone_and_then_nothing() {
    let mut table = encounter();
    while undo(&mut table, GM).is_ok() {}
    assert!(table.fight().sides.is_empty() && table.fight().stage == Stage::Gathering);
    assert_eq!(undo(&mut table, GM), Err(Refusal::NothingToUndo));
    assert_eq!(table.no(GM, Input::Undo { from: table.now().seq }), Refusal::NothingToUndo);
}

/// While a question is open nothing is undone: the action in progress is withdrawn first. A withdrawn action doesn't count, so the next
/// undo takes the one before.
#[test]
fn an_undo_waits_for_the_pending_action_and_skips_what_was_withdrawn() {
    let mut table = fight_of(&[1, 2, 2, 1], Options::default());
    let before = table.now().clone();
    table.act(4, Action::Wait);
    table.act_faces(&[(20, 15)], 1, Action::Attack(c(2)));
    assert!(matches!(undo(&mut table, GM), Err(Refusal::Busy(_))));
    table.ok(GM, Input::Withdraw);
    assert_eq!(table.no(GM, Input::Withdraw), Refusal::NothingPending);
    undo(&mut table, GM).unwrap();
    assert!(same_fight(table.now(), &before));
}

/// A patch in the middle of an action is part of it: an undo takes back everything.
#[test]
fn an_undo_never_stops_in_the_middle_of_an_action() {
    let mut table = encounter();
    let before = table.now().clone();
    table.act_faces(&[(20, 15), (6, 4)], 1, Action::Attack(c(2)));
    table.patch(vec![TableFact::System(Note::Hurt { who: c(3), by: 3 })]);
    table.answer(2, Choice::TakeIt);
    assert_eq!(hp(&table), [10, 6, 7]);
    undo(&mut table, GM).unwrap();
    assert!(same_fight(table.now(), &before));
}

/// Even a log that names a row in the middle of an action returns to its start, so that none of its questions can be answered twice.
#[test]
fn a_revert_into_an_action_lands_at_its_start() {
    let mut table = encounter();
    let before = table.now().clone();
    table.act_faces(&[(20, 15), (6, 4)], 1, Action::Attack(c(2)));
    let prompt = table.asked(2).id;
    let row = table.answer(2, Choice::TakeIt);
    table.ok(GM, Input::Undo { from: row.seq });
    assert!(same_fight(table.now(), &before));
    assert_eq!(table.no(player(2), answer(prompt, Choice::TakeIt)), Refusal::Closed);
}

/// Folding a log with many undos costs no more than its rows: forty undos, each past all those before it.
#[test]
fn many_undos_fold_quickly() {
    let mut table = fight_of(&[1, 2, 2, 1], Options::default());
    let before = table.now().clone();
    for _ in 0..40 {
        table.act(1, Action::Wait);
        undo(&mut table, GM).unwrap();
    }
    assert!(same_fight(table.now(), &before));
}

/// Prompt ids are never reused, neither after a withdrawal nor after an undo: an old button is refused for ever.
#[test]
fn prompt_ids_are_never_used_again() {
    let mut table = encounter();
    let mut seen: Vec<PromptId> = vec![];
    for round in 0..4 {
        table.act_faces(&[(20, 15)], 1, Action::Attack(c(2)));
        let prompt = table.asked(2).id;
        assert!(!seen.contains(&prompt));
        for old in &seen {
            assert_eq!(table.no(player(2), answer(*old, Choice::TakeIt)), Refusal::Closed);
        }
        seen.push(prompt);
        if round % 2 == 0 {
            table.ok(GM, Input::Withdraw);
        } else {
            table.faces([(6, 1)]);
            table.answer(2, Choice::TakeIt);
            undo(&mut table, GM).unwrap();
        }
    }
}

/// Players can withdraw their own choice until a die has been rolled or someone has answered; after that only the GM can. A sealed answer
/// counts, and so does a standing order.
#[test]
fn ones_own_choice_may_be_withdrawn_until_a_die_or_an_answer() {
    let mut table = encounter();
    let before = table.now().clone();
    table.act(1, Action::Blast);
    assert_eq!(table.no(player(2), Input::Withdraw), Refusal::TooLateToUndo, "it is not theirs");
    table.ok(player(1), Input::Withdraw);
    assert!(same_fight(table.now(), &before));

    table.act(1, Action::Blast);
    table.answer(3, Choice::Brace);
    assert_eq!(table.no(player(1), Input::Withdraw), Refusal::TooLateToUndo, "a sealed answer");
    table.ok(GM, Input::Withdraw);

    table.act_faces(&[(20, 15)], 1, Action::Attack(c(2)));
    assert_eq!(table.no(player(1), Input::Withdraw), Refusal::TooLateToUndo, "a die");
    table.ok(GM, Input::Withdraw);

    order(&mut table, 2, vec![StandingOrder::NeverAsk]);
    table.act(1, Action::Rally);
    assert_eq!(table.prompts().len(), 1);
    assert_eq!(table.no(player(1), Input::Withdraw), Refusal::TooLateToUndo, "an order given in advance");
    table.ok(Actor::Table, Input::Withdraw); // as after a divergence
}

/// The same holds for a completed action: its player can take it back while nothing has come of it, the GM always.
#[test]
fn ones_own_deed_may_be_undone_until_a_die_or_an_answer() {
    let mut table = fight_of(&[1, 1, 2], Options::default());
    table.act(1, Action::Wait);
    assert_eq!(undo(&mut table, player(2)), Err(Refusal::TooLateToUndo));
    undo(&mut table, player(1)).unwrap();
    order(&mut table, 2, vec![StandingOrder::NeverAsk]);
    order(&mut table, 3, vec![StandingOrder::NeverAsk]);
    table.act(1, Action::Rally); // both pass by their orders
    assert!(table.rests());
    assert_eq!(undo(&mut table, player(1)), Err(Refusal::TooLateToUndo));
    undo(&mut table, GM).unwrap();
}

/// A pause survives an undo, and the clock between actions continues with the time it had before the action.
#[test]
fn an_undo_keeps_the_pause_and_gives_back_the_time() {
    let mut table = fight_of(&[1, 1, 2], Options { clock_ms: Some(15_000) });
    table.at_ms = 5_000;
    table.act(1, Action::Wait);
    table.at_ms = 9_000;
    table.ok(player(1), Input::Pause);
    undo(&mut table, GM).unwrap();
    assert!(table.now().paused && table.now().next_deadline_ms().is_none());
    table.at_ms = 60_000;
    table.ok(GM, Input::Resume);
    assert_eq!(table.now().clock_deadline_ms(), Some(75_000));
    table.act(1, Action::Wait);
    undo(&mut table, GM).unwrap();
    assert!(!table.now().paused, "undoing past a pause does not pause");
}

/// Everyone on a side must agree before it passes; a single vote is remembered, and dropped with the next action.
#[test]
fn a_side_passes_when_all_its_players_have_said_so() {
    let mut table = fight_of(&[1, 1, 2], Options::default());
    let pass = || Input::pass(SideId(1));
    assert_eq!(table.no(player(3), pass()), Refusal::NotYourSide(SideId(1)));
    table.ok(player(1), pass());
    assert_eq!(table.fight().turns.votes, [seat(1)]);
    assert!(matches!(table.no(player(1), pass()), Refusal::PassedAlready(SideId(1))));
    table.act(2, Action::Wait);
    assert!(table.fight().turns.votes.is_empty());
    table.ok(player(1), pass());
    assert_eq!(table.fight().turns.side_up(), Some(SideId(2)));
}

/// After the end nothing happens but an undo; but a GM whose patch ends the fight in the middle of an action isn't locked out.
#[test]
fn the_end_locks_nobody_out() {
    let mut table = encounter();
    table.ok(GM, Input::Transition(Transition::FightEnds));
    assert_eq!(table.no(GM, Input::Patch(vec![])), Refusal::Over);
    assert_eq!(table.now().next_deadline_ms(), None);
    undo(&mut table, GM).unwrap();
    assert_eq!(table.fight().stage, Stage::Fighting);
    table.act_faces(&[(20, 15)], 1, Action::Attack(c(2)));
    table.patch(vec![TableFact::StageSet(Stage::Over)]);
    table.ok(GM, Input::Withdraw);
    assert_eq!(table.fight().stage, Stage::Fighting);
}

/// The GM's inputs are refused to others, and a fight that hasn't begun accepts no actions.
#[test]
fn the_gms_inputs_are_the_gms() {
    let mut table = Table::<Duel>::new(Options::default(), Default::default());
    for input in [Input::Patch(vec![]), Input::Transition(Transition::FightBegins)] {
        assert_eq!(table.no(player(1), input), Refusal::GmOnly);
    }
    table.patch(vec![side(1, "Red"), side(2, "Blue")]);
    let foe = newcomer("Ogre", 2, Sheet { hp: 5, armour: 10 }, None);
    assert_eq!(table.no(player(1), Input::Join(Box::new(foe.clone()))), Refusal::GmOnly);
    table.ok(GM, Input::Join(Box::new(foe)));
    let hero = newcomer("Ana", 1, Sheet { hp: 5, armour: 10 }, Some(seat(2)));
    table.ok(player(2), Input::Join(Box::new(hero)));
    assert_eq!(table.no(player(2), Input::Act { who: c(2), action: Action::Wait }), Refusal::NotBegun);
    assert_eq!(table.no(player(2), Input::Act { who: c(1), action: Action::Wait }), Refusal::NotYours(c(1)));
    assert_eq!(table.no(player(2), Input::Act { who: c(9), action: Action::Wait }), Refusal::Unknown(c(9)));
    table.begin();
    assert_eq!(table.no(GM, Input::Transition(Transition::FightBegins)), Refusal::Begun);
}

/// A combatant who leaves in the middle of an action leaves when it's done: a procedure never loses one it refers to.
#[test]
fn leaving_waits_for_the_pending_action() {
    let mut table = encounter();
    table.act_faces(&[(20, 15), (6, 4)], 1, Action::Attack(c(2)));
    table.patch(vec![TableFact::Left(c(2))]);
    assert!(table.fight().find(c(2)).is_some());
    table.ok(GM, answer(table.prompts()[0].id, Choice::HideBehind(c(3))));
    table.answer(3, Choice::TakeIt);
    assert!(table.rests() && table.fight().find(c(2)).is_none());
}

/// A combatant who leaves takes their turn, their spent mark and their slot along; a newcomer gets a new id.
#[test]
fn ids_are_never_given_out_again() {
    let mut table = encounter();
    table.patch(vec![TableFact::Left(c(3))]);
    table.ok(GM, Input::Join(Box::new(newcomer("Eva", 2, Sheet { hp: 3, armour: 9 }, None))));
    assert_eq!(table.fight().ids().collect::<Vec<_>>(), [c(1), c(2), c(4)]);
    assert_eq!((table.fight().name(c(3)), table.fight().name(c(4))), ("somebody who left", "Eva"));
}

/// The rules change under an unfinished action, in every possible way: the answer is refused as diverged, the state is untouched, and the
/// table can withdraw the action and continue.
#[test]
fn a_changed_rule_is_noticed_and_touches_nothing() {
    for build in [Build::OtherDie, Build::OtherFacts, Build::AsksNobody, Build::Refuses, Build::NoDie] {
        let mut table = encounter();
        table.act_faces(&[(20, 15)], 1, Action::Attack(c(2)));
        table.patch(vec![TableFact::System(Note::Hurt { who: c(3), by: 1 })]);
        table.answer(2, Choice::HideBehind(c(3)));
        let agree = answer(table.asked(3).id, Choice::Agree);
        with_build(build, || {
            assert_eq!(table.no(player(3), agree), Refusal::Diverged, "{build:?}");
            table.ok(Actor::Table, Input::Withdraw);
            assert_eq!(hp(&table), [10, 10, 10]);
        });
    }
}

/// A recorded answer that's no longer offered is a divergence too, even if it's the very next one.
#[test]
fn an_answer_that_is_no_longer_offered_diverges() {
    let mut table = encounter();
    table.act_faces(&[(20, 15)], 1, Action::Attack(c(2)));
    let prompt = table.asked(2).id;
    with_build(Build::NoParry, || {
        assert_eq!(table.no(player(2), answer(prompt, Choice::Parry)), Refusal::Diverged);
    });
    table.faces([(20, 1), (6, 2)]);
    table.answer(2, Choice::Parry); // the old build is back, and nothing has been lost
    assert_eq!((hp(&table), table.rests()), (vec![10, 8, 10], true));
}

/// A finished fight folds the same under any rules: fixing a rule today doesn't rewrite last night's fight.
#[test]
fn a_changed_rule_rewrites_nothing_that_is_done() {
    let mut table = encounter();
    table.act_faces(&[(20, 15), (6, 4)], 1, Action::Attack(c(2)));
    table.answer(2, Choice::TakeIt);
    with_build(Build::OtherFacts, || table.folds());
}

/// A log played with a seed, from before the fight began.
fn played(number: u64) -> Log<Duel> {
    let mut log = Log::new(gathered(&[1, 2, 2], Options::default()).now().clone());
    let mut rng = PlayRng::new(number);
    let rest = random_play::play(&mut log, &seed(number), &mut rng, PlayStyle::UNRULY, 400)
        .expect("what is listed is accepted");
    assert_ne!(rest, PlayEnd::Stuck);
    log
}

/// An audit with the right seed passes; with another seed, or with one face, fact, time or number altered, it names the row.
#[test]
fn an_audit_finds_what_was_tampered_with() {
    let log = played(7);
    let seed = seed(7);
    log.audit(&seed).expect("it was played with this seed");
    let tampered = |change: &dyn Fn(&mut LogRow<Duel>) -> bool| {
        let mut rows = log.rows().to_vec();
        let at = rows.iter_mut().position(change).expect("there is such a row");
        let found = Log::fold(log.opening().clone(), rows).audit(&seed);
        assert_eq!(found, Err(AuditError::Differs { seq: log.rows()[at].seq }));
    };
    tampered(&|row| match row.faces.first_mut() {
        Some(face) => {
            face.face = face.face % face.sides + 1;
            true
        }
        None => false,
    });
    tampered(&|row| match &mut row.effect {
        Effect::Ran { records, .. } if records.len() > 1 => records.pop().is_some(),
        _ => false,
    });
    tampered(&|row| {
        row.used.public_words += 1;
        true
    });
    assert!(log.audit(&common::seed(8)).is_err());
}

/// Changes made by hand during an action that's taken back stay, except those about something only the action had brought: here a combatant
/// who came with it.
#[test]
fn what_is_about_nobody_is_not_done_again() {
    let table = encounter();
    let hurt = |who| TableFact::System(Note::Hurt { who, by: 1 });
    let dov = c(4);
    let joined = Combatant { id: dov, ..newcomer("Dov", 2, Sheet { hp: 3, armour: 9 }, None) };
    let of_dov = vec![hurt(c(1)), hurt(dov)];
    assert_eq!(possible(table.fight(), of_dov.clone()), [hurt(c(1))]);
    let with_dov: Vec<_> = std::iter::once(TableFact::Joined(Box::new(joined))).chain(of_dov).collect();
    assert_eq!(possible(table.fight(), with_dov.clone()), with_dov);
}

/// A log that lost a row isn't folded; the row is named.
#[test]
fn a_lost_row_is_named() {
    let log = played(3);
    let mut rows = log.rows().to_vec();
    let lost = rows.remove(5);
    let next = rows[5].seq;
    let read = Log::read(log.opening().clone(), rows).map(|_| ());
    assert_eq!(read, Err(Gap { missing: lost.seq, found: next }));
    assert!(Log::read(log.opening().clone(), log.rows().to_vec()).is_ok_and(|it| it.now() == log.now()));
}

/// Facts can't fail, whatever they say: nonsense about people and sides that don't exist changes nothing that does.
#[test]
fn facts_cannot_fail() {
    let mut fight: FightState<Duel> = encounter().fight().clone();
    let mut stranger = fight.combatant(c(1)).clone();
    stranger.id = c(u16::MAX);
    for fact in [
        TableFact::Joined(Box::new(stranger)),
        TableFact::Joined(Box::new(fight.combatant(c(2)).clone())),
        TableFact::Left(c(77)),
        TableFact::TurnBegan(c(77)),
        TableFact::TurnEnded(c(77)),
        TableFact::SideUp(SideId(9)),
        TableFact::SlotUp(usize::MAX),
        TableFact::SidePassed(SideId(9)),
        TableFact::System(Note::Hurt { who: c(2), by: i32::MAX }),
        TableFact::System(Note::Hurt { who: c(2), by: i32::MAX }),
    ] {
        fight.evolve(&fact);
    }
    assert_eq!(fight.ids().collect::<Vec<_>>(), [c(1), c(2), c(3), c(u16::MAX)]);
    assert!(fight.find(c(u16::MAX)).is_some());
}
