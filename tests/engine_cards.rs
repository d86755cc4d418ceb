//! Slots, phases, conditions with their ends, resources with their refills, sides that are asked, secret dice and a grid. Played with the
//! toy system with cards.

mod common;
mod toys;

use common::{
    GM, Table, answer, c,
    card_fights::{at, content, dealt, done, gathered, put},
    newcomer, player,
};
use toys::cards::{Action, Cards, Choice, Condition, Options, Phase, Resource, Sheet, Violation};
use umpire::engine::{
    Actor, Addressee, CombatantId, Input, Refusal, Ruleset, SideId, TableFact, Used, Wording,
    encounter::Effect,
    view::{Viewer, scene},
};

fn slots(table: &Table<Cards>) -> Vec<(Vec<CombatantId>, String)> {
    match &table.fight().turns.order {
        umpire::engine::TurnOrder::Listed { slots, .. } => {
            slots.iter().map(|it| (it.owners.clone(), it.label.clone())).collect()
        }
        other => panic!("a listed order, not {other:?}"),
    }
}

fn may_act(table: &Table<Cards>) -> Vec<u16> {
    Cards::may_act(table.fight()).into_iter().map(|it| it.0).collect()
}

fn left(table: &Table<Cards>, who: u16, resource: Resource) -> u16 {
    table.fight().combatant(c(who)).budget.left(resource)
}

fn is(table: &Table<Cards>, who: u16, what: Condition) -> bool {
    table.fight().combatant(c(who)).is(&what)
}

fn refused(table: &mut Table<Cards>, who: u16, action: Action) -> Violation {
    match table.no(GM, Input::Act { who: c(who), action }) {
        Refusal::Violation(violation) => violation,
        other => panic!("barred by a rule, not {other:?}"),
    }
}

/// One combatant can have several slots of a listed order and take a turn in each; several can share one and each take a turn in it.
#[test]
fn a_slot_is_not_a_combatant() {
    let mut table = dealt(Options::default(), [11, 3, 7, 5]);
    let slot = |owners: &[u16], label: &str| (owners.iter().map(|it| c(*it)).collect(), label.to_owned());
    assert_eq!(slots(&table), [slot(&[1], "11"), slot(&[2, 3], "7"), slot(&[4], "5"), slot(&[1], "3")]);
    assert_eq!((may_act(&table), table.fight().turns.active), (vec![1], Some(c(1))));
    done(&mut table, &[1]);
    assert_eq!((may_act(&table), table.fight().turns.active), (vec![2, 3], None));
    assert_eq!(refused(&mut table, 1, Action::Done), Violation::NotYourSlot);
    table.act(3, Action::Drink); // whichever of them begins continues alone
    assert_eq!(may_act(&table), [3]);
    assert_eq!(refused(&mut table, 2, Action::Done), Violation::NotYourSlot);
    done(&mut table, &[3, 2]);
    table.ok(GM, Input::Act { who: c(4), action: Action::Done });
    assert_eq!(may_act(&table), [1], "the second slot of the same one");
    table.faces([(12, 1), (12, 2)]);
    done(&mut table, &[1]);
    assert_eq!(table.fight().turns.round, 2);
    assert!(matches!(table.prompts()[0].to, Addressee::Side(SideId(1))), "a new round asks the side again");
}

/// A transition can ask a side: anyone who plays for it answers, the first answer counts, nobody else can; silence keeps.
#[test]
fn a_passage_asks_a_side() {
    let mut table = gathered(Options::default());
    table.faces([(12, 2), (12, 3)]);
    table.begin();
    let red = table.prompts()[0].clone();
    assert_eq!(red.to, Addressee::Side(SideId(1)));
    assert_eq!(table.no(player(2), answer(red.id, Choice::Draw)), Refusal::NotAsked(red.to));
    table.faces([(12, 12), (12, 1), (12, 6), (12, 4)]); // Red draws both again; then Blue draws
    table.ok(player(1), answer(red.id, Choice::Draw));
    let blue = table.prompts()[0].clone();
    assert_eq!((blue.to, blue.id.seq), (Addressee::Side(SideId(2)), red.id.seq));
    assert_eq!(table.no(player(1), answer(blue.id, Choice::Draw)), Refusal::NotAsked(blue.to));
    assert_eq!(scene(table.now(), Viewer::Everyone).prompts[0].seats.len(), 2);
    table.at_ms = 31_500;
    table.tick();
    let labels: Vec<String> = slots(&table).into_iter().map(|it| it.1).collect();
    assert_eq!((labels, table.rests()), (["12", "6", "4", "1"].map(str::to_owned).to_vec(), true));
    assert_eq!(table.no(player(3), answer(blue.id, Choice::Draw)), Refusal::Closed);
}

/// A phase only lets some act: in the ambush the first side goes through all slots alone, then everyone does.
#[test]
fn a_phase_decides_who_is_eligible() {
    let mut table = dealt(Options { ambush: true }, [11, 3, 7, 5]);
    assert_eq!((table.fight().turns.phase, may_act(&table)), (Some(Phase::Ambush), vec![1]));
    done(&mut table, &[1]);
    assert_eq!(
        (table.fight().turns.phase, may_act(&table)),
        (Some(Phase::Ambush), vec![1]),
        "Blue's slots are skipped"
    );
    done(&mut table, &[1]);
    assert_eq!((table.fight().turns.phase, may_act(&table)), (Some(Phase::Open), vec![1]));
    done(&mut table, &[1]);
    assert_eq!(may_act(&table), [2, 3]);
}

/// A turn's resources are full again in every turn, even the second of a round; a round's only with the round; a fight's never.
#[test]
fn pots_are_refilled_when_they_say() {
    let mut table = dealt(Options::default(), [11, 10, 7, 5]);
    table.faces([(4, 1)]);
    put(&mut table, 2, at(1, 1));
    table.act(1, Action::Strike(c(2)));
    table.act(1, Action::Drink);
    table.act(1, Action::Walk(at(0, 3)));
    assert_eq!([Resource::Steps, Resource::Arm, Resource::Flask].map(|resource| left(&table, 1, resource)), [3, 0, 0]);
    assert_eq!(refused(&mut table, 1, Action::Shout), Violation::NothingLeft);
    done(&mut table, &[1]);
    assert_eq!(
        [Resource::Steps, Resource::Arm, Resource::Flask].map(|resource| left(&table, 1, resource)),
        [6, 0, 0],
        "the second slot"
    );
    done(&mut table, &[1, 2, 3]);
    table.faces([9, 8, 7, 6].map(|it| (12, it)));
    table.ok(GM, Input::Act { who: c(4), action: Action::Done });
    content(&mut table, 1, player(1));
    content(&mut table, 2, player(2));
    assert_eq!(
        [Resource::Steps, Resource::Arm, Resource::Flask].map(|resource| left(&table, 1, resource)),
        [6, 1, 0],
        "the next round"
    );
    assert_eq!(refused(&mut table, 1, Action::Drink), Violation::NothingLeft);
}

/// "While held": the grip ends when its holder lets go, walks away, or falls.
#[test]
fn a_condition_lasts_while_it_is_held() {
    for ending in 0..3 {
        let mut table = dealt(Options::default(), [11, 3, 7, 5]);
        put(&mut table, 2, at(1, 1));
        table.act(1, Action::Grip(c(2)));
        assert!(is(&table, 2, Condition::Gripped));
        match ending {
            0 => drop(table.act(1, Action::LetGo)),
            1 => drop(table.act(1, Action::Walk(at(0, 2)))),
            _ => {
                done(&mut table, &[1]);
                assert_eq!(refused(&mut table, 2, Action::Walk(at(2, 2))), Violation::Held);
                table.patch(vec![TableFact::System(toys::cards::Note::Lost { who: c(1), by: 5 })]);
                table.faces([(4, 4)]);
                table.act(2, Action::Strike(c(1)));
            }
        }
        assert!(!is(&table, 2, Condition::Gripped), "ending {ending}");
    }
}

/// "Until the end of their turn", "until your next turn", "until the end of the round": each ends at its moment and not before.
#[test]
fn conditions_end_at_their_moment() {
    let mut table = dealt(Options::default(), [11, 3, 7, 5]);
    put(&mut table, 4, at(2, 3));
    table.act(1, Action::Aim);
    assert!(is(&table, 1, Condition::Aiming));
    table.faces([(6, 5)]);
    table.act(1, Action::Daze(c(4)));
    table.ok(GM, answer(table.prompts()[0].id, Choice::Allow));
    assert!(is(&table, 4, Condition::Dazed));
    done(&mut table, &[1]);
    assert!(!is(&table, 1, Condition::Aiming));
    table.act(2, Action::Shout);
    table.answer(1, Choice::Flinch);
    assert!(is(&table, 1, Condition::Cowed));
    done(&mut table, &[2, 3]);
    assert_eq!(refused(&mut table, 4, Action::Walk(at(2, 4))), Violation::Held);
    table.ok(GM, Input::Act { who: c(4), action: Action::Done });
    assert!(!is(&table, 4, Condition::Dazed), "the next turn of Ana, in her second slot");
    put(&mut table, 2, at(1, 1));
    assert_eq!(refused(&mut table, 1, Action::Strike(c(2))), Violation::Cowed);
    table.faces([(12, 1), (12, 1)]);
    done(&mut table, &[1]);
    assert!(!is(&table, 1, Condition::Cowed), "the round has ended");
}

/// Many decide at once, unseen; an order answers for one of them; those who stand roll a die that only the GM sees.
#[test]
fn secret_dice_are_the_gms_and_leave_no_gap() {
    let mut table = dealt(Options::default(), [11, 3, 7, 5]);
    let before = table.now().used;
    table.act(1, Action::Shout);
    assert_eq!(table.prompts().len(), 3);
    table.answer(2, Choice::Flinch);
    table.faces([(6, 1), (6, 6)]);
    let dov = table.asked(4).id;
    table.ok(GM, answer(dov, Choice::Stand));
    let row = table.answer(3, Choice::Stand);
    assert!(row.faces.iter().all(|it| it.secret) && row.faces.len() == 2);
    assert_eq!(table.now().used, Used { secret_words: before.secret_words + 2, ..before });
    assert_eq!((table.fight().combatant(c(3)).state.grit, table.fight().combatant(c(4)).state.grit), (5, 6));
    let Effect::Ran { records, .. } = row.effect else { panic!("an answer runs on") };
    let lines = Cards::story_lines(table.fight(), &records);
    assert_eq!(lines.len(), 2);
    for line in lines {
        assert!(Viewer::Gm.may_read(table.fight(), line.audience));
        assert!(!Viewer::Everyone.may_read(table.fight(), line.audience));
        assert!(!Viewer::Side(SideId(2)).may_read(table.fight(), line.audience));
    }
}

/// Only the GM answers a question to the GM, and nobody else sees it.
#[test]
fn a_question_to_the_gm() {
    let mut table = dealt(Options::default(), [11, 3, 7, 5]);
    table.act(1, Action::Daze(c(2)));
    let prompt = table.prompts()[0].clone();
    assert_eq!(prompt.to, Addressee::Gm);
    for number in 1..4 {
        assert_eq!(table.no(player(number), answer(prompt.id, Choice::Allow)), Refusal::NotAsked(Addressee::Gm));
    }
    assert_eq!(scene(table.now(), Viewer::Everyone).prompts, []);
    assert_eq!(scene(table.now(), Viewer::Gm).prompts.len(), 1);
    table.ok(GM, answer(prompt.id, Choice::Forbid));
    assert!(!is(&table, 2, Condition::Dazed));
}

/// Walls are walked round and block sight; rough ground costs double; what can't be paid, or is taken, is refused.
#[test]
fn the_grid_counts_walls_and_rough_ground() {
    let mut table = dealt(Options::default(), [11, 3, 7, 5]);
    assert_eq!(refused(&mut table, 1, Action::Daze(c(4))), Violation::TooFar, "behind the wall");
    assert_eq!(refused(&mut table, 1, Action::Walk(at(3, 2))), Violation::TooFar, "into the wall");
    assert_eq!(refused(&mut table, 1, Action::Walk(at(2, 0))), Violation::TooFar, "Ben stands there");
    assert_eq!(refused(&mut table, 1, Action::Walk(at(4, 6))), Violation::TooFar, "round the wall it is eight");
    assert_eq!(refused(&mut table, 1, Action::Walk(at(40, 6))), Violation::TooFar, "off the board");
    table.act(1, Action::Walk(at(1, 0)));
    assert_eq!(left(&table, 1, Resource::Steps), 4);
    put(&mut table, 1, at(2, 6));
    table.act(1, Action::Walk(at(4, 6)));
    assert_eq!(left(&table, 1, Resource::Steps), 2, "through the gap at D8");
}

/// A combatant who joins in the middle of a round has no slot before the next; one who leaves takes their slots along, including the
/// current one.
#[test]
fn joining_and_leaving_in_the_middle_of_a_round() {
    let mut table = dealt(Options::default(), [11, 3, 7, 5]);
    let late = newcomer("Eva", 1, Sheet { grit: 6, cards: 1, gang: 0 }, None);
    table.ok(GM, Input::Join(Box::new(late)));
    assert!(slots(&table).iter().all(|it| !it.0.contains(&c(5))));
    assert_eq!(refused(&mut table, 5, Action::Done), Violation::NotYourSlot);
    table.patch(vec![TableFact::Left(c(1))]);
    assert_eq!(may_act(&table), [2, 3], "her slot is passed over");
    done(&mut table, &[3, 2]);
    table.faces([(12, 7)]);
    table.ok(GM, Input::Act { who: c(4), action: Action::Done });
    assert_eq!(
        (table.fight().turns.round, table.prompts()[0].to),
        (2, Addressee::Side(SideId(1))),
        "Eva draws for Red"
    );
}

/// The GM can withdraw a question in a transition like any other; the transition is due again at once.
#[test]
fn a_passage_that_was_withdrawn_is_due_again() {
    let mut table = gathered(Options::default());
    table.faces([(12, 2), (12, 3)]);
    table.begin();
    let first = table.prompts()[0].id;
    table.faces([(12, 9), (12, 8)]);
    table.ok(GM, Input::Withdraw);
    let second = table.prompts()[0].clone();
    assert!(second.id.seq > first.seq);
    assert_eq!(second.question, toys::cards::Question::DrawAgain { best: 9 }, "the dice that fell are not given back");
    assert_eq!(table.no(Actor::Table, answer(first, Choice::Keep)), Refusal::Closed);
}
