//! Procedures that ask: suspension by replay, nested questions, sealed questions, open windows, instants after the dice, standing orders,
//! declared triggers, and players' time limits. Played with the toy system with instants.

mod common;
mod toys;

use common::{
    GM, Table, answer, c,
    instant_fights::{ActFaces, encounter, fight_of, hp, order},
    player, seat,
};
use std::collections::BTreeMap;
use toys::instants::{Action, Choice, Duel, Note, Options, Question, StandingOrder, Violation};
use umpire::engine::{
    Actor, Addressee, AnswerOrigin, Encounter, Input, PromptId, Record, Refusal, SideId, TableFact, encounter::Effect,
    fight_state::AnswerPace, odds::odds, prompt::PromptKind,
};

/// A hit is asked about once its die is visible; the wrong person, the wrong answer and another action are refused; silence takes the
/// default a second and a half after the deadline shown; a late click is refused.
#[test]
fn a_hit_is_asked_about_and_silence_takes_it() {
    let mut table = encounter();
    table.faces([(20, 15), (6, 4)]);
    table.act(1, Action::Attack(c(2)));
    let prompt = table.asked(2);
    assert_eq!(hp(&table), [10, 10, 10]);
    assert_eq!((prompt.deadline_ms, table.now().next_deadline_ms()), (Some(30_000), Some(31_500)));
    let ben = Addressee::Combatant(c(2));
    assert_eq!(table.no(player(3), answer(prompt.id, Choice::Parry)), Refusal::NotAsked(ben));
    assert_eq!(table.no(player(2), answer(prompt.id, Choice::Agree)), Refusal::NotOffered);
    let wait = Input::Act { who: c(1), action: Action::Wait };
    assert_eq!(table.no(player(1), wait), Refusal::Busy(vec![ben]));
    let foreign = Input::Act { who: c(1), action: Action::Wait };
    assert_eq!(table.no(player(2), foreign), Refusal::NotYours(c(1)));
    table.at_ms = 31_499;
    assert_eq!(table.no(Actor::Table, Input::Tick), Refusal::NothingPending);
    table.at_ms = 31_500;
    let row = table.tick();
    assert_eq!((hp(&table), table.rests()), (vec![10, 6, 10], true));
    let Effect::Ran { records, .. } = row.effect else { panic!("a tick runs on") };
    assert!(matches!(records[0], Record::Answered { how: AnswerOrigin::Silence, choice: Choice::TakeIt, .. }));
    assert_eq!(table.no(player(2), answer(prompt.id, Choice::TakeIt)), Refusal::Closed);
}

/// A parry rolls inside the attack, and its riposte is an attack inside that; a question inside a question asks another person.
#[test]
fn nested_questions_and_a_riposte() {
    let mut table = encounter();
    table.faces([(20, 13), (20, 19), (20, 18), (6, 6)]);
    table.act(1, Action::Attack(c(2)));
    table.answer(2, Choice::Parry); // parried; the riposte rolls 18 and hits 1, whose main is spent
    assert_eq!((hp(&table), table.rests()), (vec![4, 10, 10], true));
    let mut table = encounter();
    table.faces([(20, 13), (6, 5)]);
    table.act(1, Action::Attack(c(2)));
    table.answer(2, Choice::HideBehind(c(3)));
    assert_eq!(table.asked(3).question, Question::Shelter { of: c(2) });
    table.answer(3, Choice::Agree);
    assert_eq!((hp(&table), table.rests()), (vec![10, 10, 5], true));
}

/// Someone can even hide from a riposte: four procedures deep, each face is rolled once and each question asked once.
#[test]
fn a_riposte_inside_an_attack_is_hidden_from() {
    let mut table = fight_of(&[1, 2, 2, 1], Options::default());
    table.faces([(20, 13), (20, 19), (20, 18)]);
    table.act(1, Action::Attack(c(2)));
    let main = toys::instants::Resource::Main;
    table.patch(vec![TableFact::ResourceSet { who: c(1), resource: main, left: 1 }]); // a lent action: the attacker can defend
    let first = table.asked(2).id;
    table.answer(2, Choice::Parry);
    let second = table.asked(1).id;
    table.answer(1, Choice::HideBehind(c(4)));
    let third = table.asked(4).id;
    assert_eq!([first, second, third].map(|it| it.ordinal), [0, 1, 2]);
    table.faces([(6, 6)]);
    table.answer(4, Choice::Agree);
    assert_eq!((hp(&table), table.rests()), (vec![10, 10, 10, 4], true));
}

/// An instant after the dice changes the outcome and rolls nothing twice. If it changes nothing for the person asked, the same question
/// stays, with its id and deadline: interjecting can't stall.
#[test]
fn an_instant_after_the_dice_changes_the_outcome_and_cannot_stall() {
    let mut table = encounter();
    table.faces([(20, 13)]);
    table.act(1, Action::Attack(c(2)));
    table.interject(2, Choice::Brace); // 13 against 14 now: a miss, and nobody is asked
    assert_eq!((hp(&table), table.rests()), (vec![10, 10, 10], true));
    let mut table = encounter();
    table.faces([(20, 13), (6, 1)]);
    table.act(1, Action::Attack(c(2)));
    let before = table.asked(2);
    table.at_ms = 29_000;
    table.interject(3, Choice::Brace); // a bystander: the same question
    assert_eq!(table.asked(2), before);
    let again = Input::Interject { who: c(3), choice: Choice::Brace };
    assert_eq!(table.no(player(3), again), Refusal::NotOffered);
    table.answer(2, Choice::TakeIt);
    assert_eq!((hp(&table), table.rests()), (vec![10, 9, 10], true));
}

/// An interjection that changes the possible answers asks the question again: the old id is closed for ever, and the new question has the
/// time that was left, but at least ten seconds.
#[test]
fn a_question_relisted_has_a_new_id_and_what_was_left_of_the_time() {
    for (at_ms, deadline_ms) in [(5_000, 30_000), (27_000, 37_000)] {
        let mut table = encounter();
        table.faces([(20, 19), (6, 3)]);
        table.act(1, Action::Attack(c(2)));
        let before = table.asked(2);
        table.at_ms = at_ms;
        table.interject(2, Choice::Brace); // still a hit, but the main is spent: taking it is the only choice, and nobody is asked
        assert_eq!((hp(&table), table.rests()), (vec![10, 7, 10], true));
        assert_eq!(table.no(player(2), answer(before.id, Choice::TakeIt)), Refusal::Closed);
        let mut table = fight_of(&[1, 2, 2, 2], Options::default());
        table.faces([(20, 19), (6, 3)]);
        table.act(1, Action::Attack(c(2)));
        let before = table.asked(2);
        table.at_ms = at_ms;
        let fall = TableFact::System(Note::Hurt { who: c(3), by: 10 });
        table.patch(vec![fall]); // the GM fells one that could be hidden behind
        let after = table.asked(2);
        assert_eq!((before.id.ordinal, after.id.ordinal, after.deadline_ms), (0, 1, Some(deadline_ms)));
        assert_eq!(table.no(player(2), answer(before.id, Choice::TakeIt)), Refusal::Closed);
        table.answer(2, Choice::TakeIt);
    }
}

/// Sealed answers wait for the last one and show nothing until then; an answer is final; nothing can be interjected.
#[test]
fn sealed_questions_wait_for_the_last() {
    let mut table = encounter();
    table.faces([(6, 5)]);
    table.act(1, Action::Blast);
    let asked: Vec<_> = table.prompts().iter().map(|it| (it.to, it.id.ordinal, it.kind)).collect();
    let to = |number| Addressee::Combatant(c(number));
    assert_eq!(asked, [(to(2), 0, PromptKind::Sealed), (to(3), 1, PromptKind::Sealed)]);
    let third = table.asked(3).id;
    let row = table.answer(3, Choice::Brace);
    assert!(matches!(row.effect, Effect::Sealed { .. }), "no record tells what was answered: {row:?}");
    assert_eq!(hp(&table), [10, 10, 10]);
    assert_eq!(table.no(player(3), answer(third, Choice::TakeIt)), Refusal::Closed);
    let brace = Input::Interject { who: c(2), choice: Choice::Brace };
    assert_eq!(table.no(player(2), brace), Refusal::NotOffered);
    table.answer(2, Choice::TakeIt);
    assert_eq!((hp(&table), table.rests()), (vec![10, 5, 8], true));
}

/// With one sealed question left open, nothing can be interjected either: it's refused in words, not as a change of the rules.
#[test]
fn a_single_sealed_question_takes_no_instant() {
    let mut table = encounter();
    order(&mut table, 3, vec![StandingOrder::NeverAsk]);
    table.act(1, Action::Blast);
    assert_eq!(table.prompts().len(), 1);
    let brace = Input::Interject { who: c(3), choice: Choice::Brace };
    assert_eq!(table.no(player(3), brace), Refusal::NotOffered);
}

/// If the GM changes something while sealed questions are open, answers already given stay, and so do ids and deadlines.
#[test]
fn a_patch_opens_no_sealed_answer_again() {
    let mut table = encounter();
    table.faces([(6, 5)]);
    table.act(1, Action::Blast);
    let third = table.asked(3);
    table.answer(3, Choice::Brace);
    table.patch(vec![TableFact::System(Note::Hurt { who: c(2), by: 1 })]);
    assert_eq!(hp(&table), [10, 9, 10]);
    assert_eq!(table.no(player(3), answer(third.id, Choice::TakeIt)), Refusal::Closed);
    assert_eq!(table.asked(2).deadline_ms, Some(30_000));
    table.answer(2, Choice::TakeIt);
    assert_eq!((hp(&table), table.rests()), (vec![10, 4, 8], true));
}

/// A standing order answers at once and says so; a spent main action is refused by its rule.
#[test]
fn standing_orders_need_no_prompt() {
    let mut table = encounter();
    order(&mut table, 2, vec![StandingOrder::AlwaysParry]);
    table.faces([(20, 20), (20, 3), (6, 2)]);
    let row = table.act(1, Action::Attack(c(2)));
    let Effect::Ran { records, .. } = row.effect else { panic!("an act runs") };
    let parried =
        |it: &Record<Duel>| matches!(it, Record::Answered { how: AnswerOrigin::Order, choice: Choice::Parry, .. });
    assert!(records.iter().any(parried));
    assert_eq!((hp(&table), table.rests()), (vec![10, 8, 10], true));
    let again = Input::Act { who: c(2), action: Action::Wait };
    assert_eq!(table.no(player(2), again), Refusal::Violation(Violation::MainSpent));
}

/// "Brace if it would save me" braces if that turns the shot into a miss, and otherwise leaves the question to the player.
#[test]
fn an_order_may_have_a_condition() {
    let shoot = |face: u16| {
        let mut table = encounter();
        order(&mut table, 2, vec![StandingOrder::BraceIfItSaves]);
        order(&mut table, 3, vec![StandingOrder::NeverAsk]);
        table.faces([(20, face)]);
        table.act(1, Action::Shoot(c(2)));
        table
    };
    assert!(shoot(13).rests(), "13 against 14: saved without a question");
    assert_eq!(shoot(17).asked(2).question, Question::Shot { by: c(1), on: c(2), total: 17 });
}

/// An open window takes the first to act, one at a time. Someone who has passed isn't asked again unless their choices have changed; a
/// shooter who falls does no damage, and nobody else is asked.
#[test]
fn an_open_window_takes_who_comes_first_and_closes_by_itself() {
    let mut table = encounter();
    table.faces([(20, 15), (6, 6)]);
    table.patch(vec![TableFact::System(Note::Hurt { who: c(1), by: 4 })]);
    table.act(1, Action::Shoot(c(2)));
    let third = table.asked(3);
    table.at_ms = 9_000;
    table.answer(2, Choice::TakeIt); // 2 passes; 3 is still asked, by the same prompt
    assert_eq!(table.prompts(), std::slice::from_ref(&third));
    table.answer(3, Choice::Snap(c(1))); // the shooter falls: no damage die is rolled
    assert_eq!((hp(&table), table.rests()), (vec![0, 10, 10], true));

    let mut table = encounter();
    table.faces([(20, 13), (6, 5)]);
    table.act(1, Action::Shoot(c(2)));
    table.at_ms = 31_500;
    table.tick(); // silence passes for both, in one row
    assert_eq!((hp(&table), table.rests()), (vec![10, 5, 10], true));

    let mut table = encounter();
    order(&mut table, 3, vec![StandingOrder::NeverAsk]);
    table.faces([(20, 13)]);
    table.act(1, Action::Shoot(c(2)));
    assert_eq!(table.prompts().len(), 1);
    table.answer(2, Choice::Brace); // 13 against 14: a miss after all
    assert_eq!((hp(&table), table.rests()), (vec![10, 10, 10], true));

    let mut table = encounter();
    table.faces([(20, 13), (6, 5)]);
    table.act(1, Action::Shoot(c(2)));
    let before = table.asked(2).id;
    table.at_ms = 25_000;
    table.answer(3, Choice::StepIn); // 3 takes 2's place; 2 can still snap, with a new prompt and ten seconds
    let after = table.asked(2);
    assert!(after.id != before && after.offers.contains(&Choice::StepIn));
    assert_eq!(after.deadline_ms, Some(35_000));
    assert_eq!(table.no(player(2), answer(before, Choice::TakeIt)), Refusal::Closed);
    table.answer(2, Choice::TakeIt);
    assert_eq!((hp(&table), table.rests()), (vec![10, 10, 5], true));
}

/// Someone who has passed in a window is asked again, with a new id and full time, if another's act changes what they can do.
#[test]
fn who_passed_is_asked_again_when_their_choice_has_changed() {
    let mut table = encounter();
    table.faces([(20, 18), (6, 5)]);
    table.act(1, Action::Shoot(c(2)));
    let first = table.asked(2).id;
    table.answer(2, Choice::TakeIt);
    table.at_ms = 4_000;
    table.answer(3, Choice::StepIn);
    let again = table.asked(2);
    assert!(again.id.ordinal > first.ordinal && again.id.seq == first.seq);
    assert_eq!(again.deadline_ms, Some(34_000));
    table.answer(2, Choice::TakeIt);
    assert_eq!((hp(&table), table.rests()), (vec![10, 10, 5], true));
}

/// A declared trigger is plain state between actions; the procedure asks its holder at exactly the right moment, before the die is rolled.
#[test]
fn a_declared_trigger_waits_in_the_state() {
    let mut table = fight_of(&[1, 2, 2, 1], Options::default());
    table.act(4, Action::Watch);
    assert!(table.fight().combatant(c(4)).state.watching && table.now().pending.is_none());
    table.act(1, Action::Wait);
    table.act(2, Action::Shoot(c(1)));
    assert_eq!(table.asked(4).question, Question::Trigger { by: c(2) });
    table.faces([(6, 4), (20, 2)]);
    table.answer(4, Choice::Snap(c(2))); // then the shot continues, and misses
    assert_eq!((hp(&table), table.rests()), (vec![10, 6, 10, 10], true));
    assert!(!table.fight().combatant(c(4)).state.watching);
}

/// A nested question covers the outer one: the outer one's time stops, and when it comes back it has at least ten seconds.
#[test]
fn a_covered_question_comes_back_with_at_least_ten_seconds() {
    let window = |answered_at_ms: i64| {
        let mut table = encounter();
        table.act(1, Action::Rally);
        let outer = table.asked(2);
        table.at_ms = answered_at_ms;
        table.answer(3, Choice::Agree); // opens a question inside the window: the outer one is covered
        assert_eq!(table.prompts().iter().map(|it| it.to).collect::<Vec<_>>(), [Addressee::Combatant(c(1))]);
        table.at_ms += 20_000;
        table.answer(1, Choice::Agree);
        let back = table.asked(2);
        assert_eq!(back.id, outer.id, "the same question keeps its id");
        back.deadline_ms.expect("it has a deadline") - table.at_ms
    };
    assert_eq!(window(4_000), 26_000);
    assert_eq!(window(29_000), 10_000);
}

/// Pausing stops the time of open questions, including those that come up through the GM's changes meanwhile; nobody acts or answers;
/// resuming restores what was left, at least ten seconds.
#[test]
fn pause_and_resume_keep_every_deadline() {
    let mut table = fight_of(&[1, 2, 2, 2], Options::default());
    table.act_faces(&[(20, 15)], 1, Action::Attack(c(2)));
    table.at_ms = 12_000;
    table.ok(player(3), Input::Pause);
    assert_eq!(table.now().next_deadline_ms(), None);
    let prompt = table.asked(2);
    assert_eq!(table.no(player(2), answer(prompt.id, Choice::TakeIt)), Refusal::Paused);
    assert_eq!(table.no(player(2), Input::Interject { who: c(2), choice: Choice::Brace }), Refusal::Paused);
    assert_eq!(table.no(player(2), Input::Pause), Refusal::Paused);
    table.at_ms = 500_000;
    table.patch(vec![TableFact::System(Note::Hurt { who: c(3), by: 1 })]); // the question stays as it is
    assert_eq!(table.asked(2), prompt);
    table.patch(vec![TableFact::System(Note::Hurt { who: c(3), by: 9 })]); // the question is relisted
    assert_ne!(table.asked(2).id, prompt.id);
    assert_eq!(table.now().next_deadline_ms(), None);
    assert_eq!(table.no(player(2), Input::Resume), Refusal::GmOnly);
    table.ok(GM, Input::Resume);
    assert_eq!(table.asked(2).deadline_ms, Some(518_000));
    table.at_ms = 517_000;
    table.ok(player(2), Input::Pause);
    table.ok(GM, Input::Resume);
    assert_eq!(table.asked(2).deadline_ms, Some(527_000));
    assert_eq!(table.no(GM, Input::Resume), Refusal::NotPaused);
}

/// The clock between actions is stopped while anything is pending and while the table is paused; when it runs out, its transition runs.
#[test]
fn the_clock_between_actions_stands_while_anything_is_resolved() {
    let mut table = fight_of(&[1, 1, 2, 2], Options { clock_ms: Some(15_000) });
    assert_eq!(table.now().clock_deadline_ms(), Some(15_000));
    table.at_ms = 4_000;
    table.act_faces(&[(20, 15), (6, 1)], 1, Action::Attack(c(3)));
    assert_eq!(table.now().clock_deadline_ms(), None, "a question is open");
    table.at_ms = 24_000;
    table.answer(3, Choice::TakeIt);
    assert_eq!(table.now().clock_deadline_ms(), Some(35_000), "eleven seconds were left");
    table.at_ms = 25_000;
    table.ok(player(1), Input::Pause);
    assert_eq!((table.now().clock_deadline_ms(), table.now().next_deadline_ms()), (None, None));
    table.at_ms = 100_000;
    table.ok(GM, Input::Resume);
    assert_eq!(table.now().clock_deadline_ms(), Some(110_000));
    table.at_ms = 111_499;
    assert_eq!(table.no(Actor::Table, Input::Tick), Refusal::NothingPending);
    table.at_ms = 111_500;
    table.tick();
    assert_eq!(table.fight().turns.side_up(), Some(SideId(2)));
    assert_eq!(table.now().clock_deadline_ms(), Some(126_500));
}

/// A rule that reads the clock sees the same value in every run of an action: the elapsed time is subtracted when the action begins.
#[test]
fn a_rule_sees_the_clock_as_it_stood_when_the_action_began() {
    let mut table = fight_of(&[1, 1, 2], Options { clock_ms: Some(15_000) });
    table.at_ms = 4_000;
    table.act(1, Action::Tally);
    table.at_ms = 9_000;
    table.answer(2, Choice::Agree);
    assert_eq!((table.fight().system.tallied_ms, table.rests()), (11_000, true));
}

/// Orders, control and settings given while an action is pending apply once it's done, or withdrawn.
#[test]
fn what_is_given_in_mid_action_holds_afterwards() {
    let give = |table: &mut Table<Duel>| {
        table.act_faces(&[(20, 15)], 1, Action::Attack(c(2)));
        let before = table.asked(2);
        order(table, 2, vec![StandingOrder::NeverAsk]);
        let to = umpire::engine::Controller::Player(seat(3));
        table.patch(vec![TableFact::ControlPassed { who: c(2), to }, TableFact::PaceSet(AnswerPace::RELAXED)]);
        assert_eq!(table.asked(2), before, "the question stands");
        assert_eq!(table.no(player(3), answer(before.id, Choice::TakeIt)), Refusal::NotAsked(before.to));
    };
    let holds = |table: &Table<Duel>| {
        let it = table.fight().combatant(c(2));
        assert_eq!(*it.orders, [StandingOrder::NeverAsk]);
        assert!(it.obeys(player(3)) && !it.obeys(player(2)));
        assert_eq!(table.fight().pace, AnswerPace::RELAXED);
    };
    let mut table = encounter();
    give(&mut table);
    table.faces([(6, 1)]);
    table.answer(2, Choice::TakeIt);
    holds(&table);
    let mut table = encounter();
    give(&mut table);
    table.ok(GM, Input::Withdraw);
    holds(&table);
    assert_eq!(hp(&table), [10, 10, 10]);
}

/// A patch of both kinds while an action is pending: what changes the fight applies at once, the rest afterwards.
#[test]
fn a_mixed_patch_is_sorted() {
    let mut table = encounter();
    table.act_faces(&[(20, 15), (6, 1)], 1, Action::Attack(c(2)));
    table.patch(vec![TableFact::PaceSet(AnswerPace::RELAXED), TableFact::System(Note::Hurt { who: c(3), by: 2 })]);
    assert_eq!((hp(&table), table.fight().pace), (vec![10, 10, 8], AnswerPace::LIVE));
    table.answer(2, Choice::TakeIt);
    assert_eq!((hp(&table), table.fight().pace), (vec![10, 9, 8], AnswerPace::RELAXED));
}

/// What the GM patches while an action is pending is replayed at exactly its place: it shows at once, and changes what follows.
#[test]
fn a_patch_in_mid_action_is_replayed_exactly() {
    let mut table = encounter();
    table.act_faces(&[(20, 15)], 1, Action::Attack(c(2)));
    table.patch(vec![TableFact::System(Note::Hurt { who: c(3), by: 3 })]);
    assert_eq!(hp(&table), [10, 10, 7]);
    table.answer(2, Choice::HideBehind(c(3)));
    table.patch(vec![TableFact::System(Note::Hurt { who: c(2), by: 4 })]);
    table.faces([(6, 5)]);
    table.answer(3, Choice::Agree);
    assert_eq!((hp(&table), table.rests()), (vec![10, 6, 2], true));
}

/// The GM can answer for anyone, and the log says that it was the GM.
#[test]
fn the_gm_answers_for_anybody() {
    let mut table = encounter();
    table.act_faces(&[(20, 15), (6, 2)], 1, Action::Attack(c(2)));
    let prompt = table.asked(2).id;
    let row = table.ok(GM, answer(prompt, Choice::TakeIt));
    let Effect::Ran { records, .. } = row.effect else { panic!("an answer runs on") };
    assert!(matches!(records[0], Record::Answered { how: AnswerOrigin::Gm, .. }));
    assert_eq!(table.no(GM, answer(prompt, Choice::TakeIt)), Refusal::Closed, "a double click");
}

/// Without a pace nothing ever runs out.
#[test]
fn without_a_pace_nobody_is_hurried() {
    let mut table = encounter();
    table.patch(vec![TableFact::PaceSet(AnswerPace::NO_CLOCK)]);
    table.act_faces(&[(20, 15)], 1, Action::Attack(c(2)));
    table.at_ms = i64::MAX / 2;
    assert_eq!((table.asked(2).deadline_ms, table.now().next_deadline_ms()), (None, None));
    assert_eq!(table.no(Actor::Table, Input::Tick), Refusal::NothingPending);
}

/// Two questions of one window can go to one person, such as the GM: each answer belongs to the question it names.
#[test]
fn two_questions_of_a_window_to_one_person_are_told_apart() {
    let mut table = encounter();
    table.act(1, Action::Appeal);
    let ids: Vec<PromptId> = table.prompts().iter().map(|it| it.id).collect();
    assert_eq!(ids.len(), 2);
    table.ok(GM, answer(ids[1], Choice::TakeIt)); // the default, which both have
    assert_eq!(table.prompts().iter().map(|it| it.id).collect::<Vec<_>>(), [ids[0]]);
    table.ok(GM, answer(ids[0], Choice::Uphold(1)));
    assert_eq!((&table.fight().system.upheld[..], table.rests()), (&[1][..], true));
}

fn chances(input: Action, choice: Choice, felled: impl Fn(&Encounter<Duel>) -> bool) -> f64 {
    let table = encounter();
    let act = Input::Act { who: c(1), action: input };
    let answer = |prompt: &umpire::engine::Prompt<Duel>| {
        if prompt.offers.contains(&choice) { choice.clone() } else { Choice::TakeIt }
    };
    let found: BTreeMap<bool, f64> = odds(table.now(), player(1), &act, answer, felled, 8).expect("a legal action");
    assert!((found.values().sum::<f64>() - 1.0).abs() < 1e-12, "something always happens");
    found.get(&true).copied().unwrap_or_default()
}

/// Exact chances come from the rule itself, by trying every face that the same procedure rolls.
#[test]
fn exact_odds_come_from_the_rule_itself() {
    let close = |found: f64, over: u32, under: u32| (found - f64::from(over) / f64::from(under)).abs() < 1e-12;
    let hurt = |it: &Encounter<Duel>| it.fight.combatant(c(2)).state.hp < 10;
    // Hits on 12 or more: nine faces of twenty.
    assert!(close(chances(Action::Attack(c(2)), Choice::TakeIt, hurt), 9, 20));
    // Parried with a second d20 of at least the first: misses it with first - 1 faces of twenty, so (11 + 12 + ... + 19) / 400.
    assert!(close(chances(Action::Attack(c(2)), Choice::Parry, hurt), 135, 400));
    // The riposte comes in (21 - first) / 20 of the hits and needs 12 or more against a foe who can't parry: 45/400 * 9/20.
    let riposted = |it: &Encounter<Duel>| it.fight.combatant(c(1)).state.hp < 10;
    assert!(close(chances(Action::Attack(c(2)), Choice::Parry, riposted), 45 * 9, 8000));
    // Braced within the window, a shot of 12 or 13 misses after all.
    assert!(close(chances(Action::Shoot(c(2)), Choice::Brace, hurt), 7, 20));
}
