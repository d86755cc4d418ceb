//! What the short accounts say, which is what a channel reads.

use super::Table;
use crate::rules::{
    Session,
    story::{brief::brief, stored::StoryView},
};

/// All that the table was told in short, a sentence each.
fn in_short(table: &Table) -> Vec<String> {
    let stories = table.fight.retold().into_iter().flat_map(|it| it.stories);
    let views: Vec<StoryView> = stories.map(|it| StoryView::of(&it)).collect();
    let sentences = |it: &StoryView| {
        let open: Vec<_> = it.open_lines().collect();
        brief(&open).sentences.iter().map(|it| it.text.clone()).collect::<Vec<_>>()
    };
    views.iter().flat_map(sentences).collect()
}

/// R44, R45: where both sides must check, each who fails is told with the die of their own side, and what it had to reach if that's open.
#[test]
fn each_side_reads_its_own_morale_die() {
    let mut table = Table::brawl();
    table.set("Theobald", "dead", "yes");
    table.set("Bandit 1", "dead", "yes");
    table.dice(&[(20, 7), (20, 15)]);
    table.pass("Players");
    table.pass("Bandits");
    assert_eq!((table.read("Sybilla", "morale"), table.read("Bandit 2", "morale")), ("failed".into(), "failed".into()));
    let told = in_short(&table).join(" ");
    assert!(told.contains("Sybilla fails morale: d20 (7) vs WIT 6, and must surrender or retreat."), "{told}");
    assert!(told.contains("Bandit 2 fails morale: d20 (15), and must surrender or retreat."), "{told}");
    assert!(!told.contains("Group WIT save"), "the dice are told once: {told}");
}

/// C15, R44: an omen's own die is told of whoever used it, and the side's of the others.
#[test]
fn an_omens_die_is_its_own() {
    let mut table = Table::new("");
    for (name, fields) in [("Ana", "wit=6; omens=1"), ("Bob", "wit=6; omens=0"), ("Cem", "wit=6"), ("Dana", "wit=6")] {
        table.pc(name, fields);
    }
    table.foe("Bandit", "wit=8");
    table.initiative("Players");
    table.begin();
    table.set("Cem", "dead", "yes");
    table.set("Dana", "dead", "yes");
    table.order("Ana", "ask me about omens");
    table.pass("Players");
    table.dice(&[(20, 15)]);
    table.pass("Bandits");
    table.dice(&[(20, 3)]);
    table.press("Ana", "Use an omen");
    assert_eq!((table.read("Ana", "morale"), table.read("Bob", "morale")), ("immune".into(), "failed".into()));
    let told = in_short(&table).join(" ");
    assert!(told.contains("Ana stands firm: d20 (3) vs WIT 6."), "{told}");
    assert!(told.contains("Bob fails morale: d20 (15) vs WIT 6, and must surrender or retreat."), "{told}");
}
