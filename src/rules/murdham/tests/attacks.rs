//! R8-R19, R27-R29, R40-R43: bonus actions, attacks, damage, protection, sneaking.

use super::Table;

/// The health that a bandit of 15 has left after Theobald hits with this, with these dice.
fn left_after(theobald: &str, bandit: &str, typed: &str, dice: &[(u16, u16)]) -> i32 {
    let mut table = Table::duel(theobald, &format!("str=15; {bandit}"));
    table.dice(dice);
    table.act("Theobald", &format!("attack target=Bandit; {typed}"));
    table.defaults();
    table.read("Bandit", "health").parse().unwrap()
}

const AXE: &str = "weapons=axe: martial hand";

/// R13: an attack is the main action, and hits by itself.
#[test]
fn r13_attacks_hit_by_themselves() {
    let mut table = Table::brawl();
    table.act("Theobald", "attack target=Bandit 1");
    table.dice(&[(6, 3)]);
    table.defaults();
    assert_eq!((table.read("Bandit 1", "health"), table.read("Theobald", "main")), ("5".into(), "used".into()));
    assert!(table.refused("Theobald", "attack target=Bandit 1").contains("used the main action"));
}

/// R13: challenging circumstances call for a WIT save; the GM says when, and for one attack.
#[test]
fn r13_hard_circumstances() {
    let mut table = Table::brawl();
    table.set("Theobald", "challenging", "yes");
    table.dice(&[(20, 10)]);
    table.act("Theobald", "attack target=Bandit 1");
    table.assert_heard("Theobald misses.");
    assert_eq!(table.prompts(), vec![], "who is missed is not asked");
    assert_eq!(table.read("Theobald", "challenging"), "no");
}

/// R52: what was typed with an article has one in the story, and none behind a name. In the log a roll's words stay as they always were,
/// because an old fight is decided again and compared.
#[test]
fn r52_a_thing_typed_with_an_article() {
    let mut table = Table::duel("wit=9; str=9; agi=9", "str=15");
    table.act("Theobald", "improvise text=a stool; how=hand");
    table.assert_heard("Theobald grabs the stool as a weapon.");
    table.act("Theobald", "attack target=Bandit");
    table.dice(&[(4, 1)]);
    table.defaults();
    table.assert_heard("damage with the stool");
    table.assert_heard("Theobald\u{2019}s stool is destroyed.");
    let log = serde_json::to_string(table.fight.log().rows()).expect("plain values");
    assert!(log.contains("damage with the a stool"), "{log}");
}

/// R13: one attacks enemies.
#[test]
fn r13_not_ones_own_side() {
    let mut table = Table::brawl();
    let why = table.refused("Theobald", "attack target=Sybilla");
    assert!(why.contains("same side"), "{why}");
}

/// R14: bare hands are d4, impaired; a weapon is its die.
#[test]
fn r14_unarmed_is_impaired() {
    assert_eq!(left_after("", "", "", &[(4, 3), (4, 2)]), 13);
    assert_eq!(left_after(AXE, "", "", &[(6, 5)]), 10);
    assert_eq!(left_after(AXE, "", "with=unarmed", &[(4, 1), (4, 3)]), 14);
    assert_eq!(left_after("skills=Brawling", "", "", &[(6, 3)]), 12);
    assert_eq!(left_after("", "skills=Brawling", "", &[(4, 3), (4, 3)]), 13);
}

/// C2: the companion's examples of exploding dice: d6 6, 6, 3 is 13; d4 4, 2 is 5.
#[test]
fn c2_dice_explode() {
    assert_eq!(left_after(AXE, "", "", &[(6, 6), (6, 6), (6, 3)]), 2);
    assert_eq!(left_after("weapons=simple hand", "", "", &[(4, 4), (4, 2)]), 10);
}

/// C3: the companion's examples: impaired d8 3 and 7 is 3; enhanced d6 4 and 6+3 is 8; they cancel one by one.
#[test]
fn c3_impaired_and_enhanced() {
    let pole = "weapons=pole: martial great";
    assert_eq!(left_after(pole, "", "how=hold back", &[(8, 3), (8, 7)]), 12);
    let enhanced = |manner: &str, dice: &[(u16, u16)]| {
        let mut table = Table::duel(AXE, "str=15");
        table.set("Theobald", "enhanced", "yes");
        table.dice(dice);
        table.act("Theobald", &format!("attack target=Bandit; how={manner}"));
        table.defaults();
        table.read("Bandit", "health")
    };
    assert_eq!(enhanced("normal", &[(6, 4), (6, 6), (6, 3)]), "7");
    assert_eq!(enhanced("hold-back", &[(6, 4)]), "11");
}

/// R15: an attacker may hold back; A17: what is impaired twice does nothing.
#[test]
fn r15_holding_back() {
    assert_eq!(left_after(AXE, "", "how=hold-back", &[(6, 5), (6, 2)]), 13);
    assert_eq!(left_after("", "", "how=hold-back", &[]), 15);
    assert_eq!(left_after("skills=Brawling", "", "how=hold-back", &[(6, 5), (6, 2)]), 13);
}

/// R16: who lies incapacitated nearby may be killed outright; nobody else.
#[test]
fn r16_final_blow() {
    let mut table = Table::brawl();
    assert!(table.refused("Theobald", "attack target=Bandit 1; how=final blow").contains("isn\u{2019}t incapacitated"));
    table.set("Bandit 1", "incapacitated", "yes");
    table.act("Theobald", "attack target=Bandit 1; how=final blow");
    assert_eq!(table.prompts().len(), 1, "Bandit 2 may guard, the victim may do nothing");
    table.press("Bandit 2", "Let it happen");
    assert_eq!(table.read("Bandit 1", "dead"), "yes");
    table.assert_heard("Bandit 1 is killed by the final blow.");
}

/// A18: a guard may step in before a final blow and takes an ordinary hit; the table may rule otherwise.
#[test]
fn a18_guarding_against_a_final_blow() {
    let mut table = Table::brawl();
    table.set("Bandit 1", "incapacitated", "yes");
    table.act("Theobald", "attack target=Bandit 1; how=final blow");
    table.dice(&[(6, 2)]);
    table.press("Bandit 2", "Guard");
    assert_eq!((table.read("Bandit 1", "dead"), table.read("Bandit 2", "health")), ("no".into(), "6".into()));
    let mut strict = Table::new("guard-final-blow=no");
    strict.pc("Theobald", AXE);
    strict.foe("Bandit 1", "");
    strict.foe("Bandit 2", "");
    strict.initiative("Players");
    strict.begin();
    strict.set("Bandit 1", "incapacitated", "yes");
    strict.act("Theobald", "attack target=Bandit 1; how=final blow");
    assert_eq!((strict.prompts(), strict.read("Bandit 1", "dead")), (vec![], "yes".into()));
}

/// A road of ten zones, with a shooter at its beginning and a mark so many zones on.
fn road(zones: usize, shooter: &str) -> Table {
    let names: Vec<String> = (0..=10).map(|it| format!("Z{it}")).collect();
    let borders: Vec<String> = names.windows(2).map(|it| it.join("-")).collect();
    let mut table = Table::new("");
    table.board(&format!("zones={}; borders={}", names.join(","), borders.join(",")));
    table.pc("Sybilla", &format!("wit=6; {shooter}"));
    table.foe("Mark", "str=15");
    table.initiative("Players");
    table.begin();
    table.place("Mark", &format!("Z{zones}"));
    table
}

const BOW: &str = "weapons=bow: missile great";

/// R17: melee needs a combatant nearby; who is on the border is; who cannot be seen takes a WIT save.
#[test]
fn r17_melee_is_nearby() {
    let mut table = road(1, "weapons=axe: martial hand");
    assert!(table.refused("Sybilla", "attack target=Mark").contains("isn\u{2019}t nearby"));
    table.place("Mark", "Z0/Z1");
    table.set("Mark", "visible", "no");
    table.dice(&[(20, 7)]);
    table.act("Sybilla", "attack target=Mark");
    table.assert_heard("Sybilla misses.");
}

/// R18: within half range it hits; beyond, a WIT save; out of range or out of sight, nothing.
#[test]
fn r18_ranged() {
    let shot = |zones: usize, dice: &[(u16, u16)]| {
        let mut table = road(zones, BOW);
        table.dice(dice);
        table.act("Sybilla", "attack target=Mark");
        table.defaults();
        table.read("Mark", "health")
    };
    assert_eq!(shot(4, &[(6, 5)]), "10");
    assert_eq!(shot(5, &[(20, 6), (6, 5)]), "10");
    assert_eq!(shot(8, &[(20, 7)]), "15");
    assert!(road(9, BOW).refused("Sybilla", "attack target=Mark").contains("is 9 zones away"));
    let mut unseen = road(3, BOW);
    unseen.set("Mark", "visible", "no");
    assert!(unseen.refused("Sybilla", "attack target=Mark").contains("can\u{2019}t see Mark"));
    let mut steady = road(8, &format!("{BOW}; skills=Steady aim"));
    steady.dice(&[(6, 5)]);
    steady.act("Sybilla", "attack target=Mark");
    steady.defaults();
    let mut half_blind = road(3, BOW);
    half_blind.set("Sybilla", "eye injury", "yes");
    half_blind.dice(&[(20, 9)]);
    half_blind.act("Sybilla", "attack target=Mark");
    half_blind.assert_heard("misses");
}

/// R18, A6: moving before the shot takes a WIT save, and rules out what is beyond half range; moving after it does not matter.
#[test]
fn r18_on_the_move() {
    let mut table = road(4, BOW);
    table.act("Sybilla", "move to=Z0/Z1");
    table.dice(&[(20, 6), (6, 1)]);
    table.act("Sybilla", "attack target=Mark");
    table.defaults();
    assert_eq!(table.read("Mark", "health"), "14");
    let mut far = road(7, BOW);
    far.act("Sybilla", "move to=Z1");
    assert!(far.refused("Sybilla", "attack target=Mark").contains("shoot that far after moving"));
    let mut after = road(4, BOW);
    after.act("Sybilla", "attack target=Mark");
    after.dice(&[(6, 1)]);
    after.defaults();
    after.act("Sybilla", "move to=Z1");
}

/// R19, A5: a lobbed shot always takes the one WIT save, needs no sight, passes over barriers, falls only beyond half range, and
/// never on the move.
#[test]
fn r19_indirect() {
    let lob = "weapons=sling: missile hand indirect";
    let mut table = road(6, lob);
    table.set("Mark", "visible", "no");
    table.set("Mark", "barrier", "yes");
    table.set("Sybilla", "challenging", "yes");
    table.dice(&[(20, 6), (4, 3)]);
    table.act("Sybilla", "attack target=Mark; how=indirect");
    table.defaults();
    assert_eq!(table.read("Mark", "health"), "12");
    assert!(road(4, lob).refused("Sybilla", "attack target=Mark; how=indirect").contains("within half range"));
    let mut moved = road(7, lob);
    moved.act("Sybilla", "move to=Z1");
    assert!(moved.refused("Sybilla", "attack target=Mark; how=indirect").contains("has moved"));
    assert!(
        road(6, BOW)
            .refused("Sybilla", "attack target=Mark; how=indirect")
            .contains("that way. Choose another way (how:)")
    );
    let mut catapult = road(10, "weapons=mortar; skills=Steady aim");
    assert!(
        catapult.refused("Sybilla", "attack target=Mark; how=normal").contains("that way. Choose another way (how:)")
    );
}

/// C11: the off hand is impaired unless one is ambidextrous; guns fire once; vials are gone; garrottes need the unaware.
#[test]
fn c11_weapons_words() {
    let two = "weapons=axe: martial hand, dagger: simple hand";
    assert_eq!(left_after(two, "", "with=dagger", &[(4, 3), (4, 2)]), 13);
    assert_eq!(left_after(&format!("{two}; skills=Ambidexterity"), "", "with=dagger", &[(4, 3)]), 12);
    let mut table = Table::duel("weapons=handgun, acid vial", "str=15");
    table.act("Theobald", "attack target=Bandit; with=handgun");
    table.dice(&[(6, 1)]);
    table.defaults();
    table.act("Theobald", "end");
    table.pass("Bandits");
    assert!(table.refused("Theobald", "attack target=Bandit; with=handgun").contains("used the handgun"));
    table.act("Theobald", "attack target=Bandit; with=acid vial");
    table.dice(&[(8, 3), (8, 2)]);
    table.defaults();
    assert_eq!(table.read("Theobald", "in-hand"), "handgun");
    let mut thief = Table::duel("weapons=garrotte", "str=15; armour=heavy");
    assert!(thief.refused("Theobald", "attack target=Bandit; with=garrotte").contains("unaware"));
    thief.set("Bandit", "unaware", "yes");
    thief.dice(&[(8, 5)]);
    thief.act("Theobald", "attack target=Bandit; with=garrotte");
    assert_eq!(thief.read("Bandit", "health"), "10", "direct damage ignores armour, and the unaware are not asked");
    assert_eq!(thief.read("Bandit", "unaware"), "no");
}

/// C12: the ambidextrous strike with both weapons, and the higher roll counts; nobody else does.
#[test]
fn c12_both_weapons() {
    let two = "weapons=axe: martial hand, dagger: simple hand";
    let able = format!("{two}; skills=Ambidexterity");
    assert_eq!(left_after(&able, "armour=light", "with=both weapons", &[(6, 2), (4, 3)]), 13);
    assert!(Table::duel(two, "").refused("Theobald", "attack target=Bandit; with=both").contains("Ambidexterity"));
}

/// C4: armour takes its value off, down to nothing. C12: skilled hands use a bigger die.
#[test]
fn c4_armour() {
    assert_eq!(left_after(AXE, "armour=light", "", &[(6, 3)]), 13);
    assert_eq!(left_after(AXE, "armour=heavy", "", &[(6, 1)]), 15);
    assert_eq!(left_after(&format!("{AXE}; skills=Skilled strike"), "", "", &[(8, 3)]), 12);
}

/// C5: one shield counts only against what is reacted to, two against everything, and with shield mastery one does.
#[test]
fn c5_shields() {
    assert_eq!(left_after(AXE, "shield=yes", "", &[(6, 3)]), 12);
    assert_eq!(left_after(AXE, "shield=2", "", &[(6, 3)]), 13);
    assert_eq!(left_after(AXE, "shield=yes; skills=Shield mastery", "", &[(6, 3)]), 13);
    let mut table = Table::duel(AXE, "str=15; shield=yes");
    table.act("Theobald", "attack target=Bandit");
    table.dice(&[(20, 20), (6, 3)]);
    table.press("Bandit", "Dodge");
    assert_eq!(table.read("Bandit", "health"), "13");
}

/// R27: what is half seen is hit by impaired damage.
#[test]
fn r27_concealment() {
    let mut table = Table::duel(AXE, "str=15");
    table.set("Bandit", "concealment", "yes");
    table.dice(&[(6, 5), (6, 2)]);
    table.act("Theobald", "attack target=Bandit");
    table.defaults();
    assert_eq!(table.read("Bandit", "health"), "13");
}

/// R28: cover is worth one, unless the attack goes through it.
#[test]
fn r28_cover() {
    for (penetrating, left) in [("no", "13"), ("yes", "12")] {
        let mut table = Table::duel(AXE, "str=15");
        table.set("Bandit", "cover", "yes");
        table.set("Theobald", "penetrating", penetrating);
        table.dice(&[(6, 3)]);
        table.act("Theobald", "attack target=Bandit");
        table.defaults();
        assert_eq!(table.read("Bandit", "health"), left);
    }
}

/// R29: a barrier stops every attack; who peeks out to attack can be countered, and then it is cover.
#[test]
fn r29_barrier() {
    let mut table = Table::duel(AXE, "str=15; weapons=spear: martial hand");
    table.set("Theobald", "barrier", "yes");
    table.pass("Players");
    assert!(table.refused("Bandit", "attack target=Theobald").contains("behind a barrier"));
    table.pass("Bandits");
    table.act("Theobald", "attack target=Bandit");
    table.dice(&[(6, 2), (6, 4)]);
    table.press("Bandit", "Counter with spear");
    assert_eq!((table.read("Theobald", "health"), table.read("Bandit", "health")), ("5".into(), "13".into()));
}

/// R8: picking up and putting down are bonus actions, with a hand and something that lies nearby.
#[test]
fn r8_pick_up_and_put_down() {
    let mut table = Table::brawl();
    assert!(table.refused("Theobald", "pick-up").contains("Nothing like that"));
    table.act("Theobald", "put-down with=axe");
    assert_eq!((table.read("Theobald", "in-hand"), table.read("Theobald", "bonus")), ("none".into(), "used".into()));
    table.act("Theobald", "end");
    table.act("Bandit 1", "put-down with=club");
    table.act("Bandit 1", "pick-up with=axe");
    assert_eq!((table.read("Bandit 1", "in-hand"), table.read("Bandit 1", "main")), ("axe".into(), "used".into()));
    assert_eq!(super::Session::read_fight(&table.fight, "ground").as_deref(), Some("club"));
}

/// R9: drawing and stowing are bonus actions, a swap two; full hands draw nothing; C12: quick draw pays once.
#[test]
fn r9_equip() {
    let both = "weapons=axe: martial hand, bow: missile great";
    let mut table = Table::duel(both, "");
    assert!(table.refused("Theobald", "equip with=bow").contains("no hand free"));
    assert!(table.refused("Theobald", "attack target=Bandit; with=bow").contains("in hand. Equip first"));
    table.act("Theobald", "unequip with=axe");
    table.act("Theobald", "equip with=bow");
    assert_eq!((table.read("Theobald", "in-hand"), table.read("Theobald", "main")), ("bow".into(), "used".into()));
    let mut quick = Table::duel(&format!("{both}; skills=Quick draw"), "");
    quick.act("Theobald", "unequip with=axe");
    quick.act("Theobald", "equip with=bow");
    assert_eq!((quick.read("Theobald", "bonus"), quick.read("Theobald", "main")), ("used".into(), "left".into()));
}

/// R10: a healing draught is a bonus action and heals half of STR, rounded up, at most to STR.
#[test]
fn r10_healing_draught() {
    let mut table = Table::duel("str=9; health=3; items=healing draught", "");
    table.act("Theobald", "use with=healing draught");
    assert_eq!((table.read("Theobald", "health"), table.read("Theobald", "items")), ("8".into(), "none".into()));
    assert_eq!(table.read("Theobald", "bonus"), "used");
    assert!(table.refused("Theobald", "use with=healing draught").contains("no healing draught left"));
    let mut well = Table::duel("items=healing draught", "");
    assert!(well.refused("Theobald", "use with=healing draught; target=Theobald").contains("nothing to heal"));
}

/// A24: another must be willing or incapacitated, and nearby; half of the drinker's STR.
#[test]
fn a24_giving_a_draught() {
    let mut table = Table::new("");
    table.pc("Theobald", "items=healing draught x2");
    table.pc("Sybilla", "str=11; health=1");
    table.foe("Bandit", "");
    table.initiative("Players");
    table.begin();
    table.act("Theobald", "use with=healing draught; target=Sybilla");
    table.press("Sybilla", "Refuse");
    assert_eq!(
        (table.read("Theobald", "items"), table.read("Theobald", "bonus")),
        ("healing draught x2".into(), "left".into())
    );
    table.act("Theobald", "use with=healing draught; target=Sybilla");
    table.press("Sybilla", "Agree");
    assert_eq!(table.read("Sybilla", "health"), "7");
    table.set("Sybilla", "health", "1");
    table.set("Sybilla", "incapacitated", "yes");
    table.act("Theobald", "use with=healing draught; target=Sybilla");
    assert_eq!((table.read("Sybilla", "health"), table.prompts().len()), ("7".into(), 0));
}

/// R11: the surroundings cost a bonus action, or the main action where the GM finds it complex.
#[test]
fn r11_interact() {
    let mut table = Table::brawl();
    table.act("Theobald", "interact text=opens the door");
    assert_eq!((table.read("Theobald", "bonus"), table.read("Theobald", "main")), ("used".into(), "left".into()));
    table.act("Theobald", "interact text=picks the lock; how=complex");
    assert_eq!(table.read("Theobald", "main"), "used");
    table.assert_heard("does something as a main action: \u{201c}picks the lock\u{201d}.");
    assert!(table.refused("Theobald", "interact text=and so on").contains("neither a bonus nor a main"));
}

/// R12: a few words are a bonus action; nothing and endless speeches are not.
#[test]
fn r12_a_few_words() {
    let mut table = Table::brawl();
    table.act("Theobald", "say text=For the gate!");
    table.assert_heard("For the gate!");
    assert_eq!(table.read("Theobald", "bonus"), "used");
    assert!(table.refused("Theobald", "say").contains("What do you say?"));
    assert!(table.refused("Theobald", &format!("say text={}", "a".repeat(201))).contains("too long"));
}

/// A bandit in ambush against Theobald and Sybilla.
fn ambush() -> Table {
    let mut table = Table::new("");
    table.pc("Theobald", "str=15; weapons=axe: martial hand");
    table.pc("Sybilla", "");
    table.foe("Bandit 1", "agi=9; concealed=yes; weapons=club: simple hand; skills=Sneak attack");
    table.foe("Bandit 2", "");
    table.initiative("Players");
    table.begin();
    table
}

/// R40, R42: ambushers begin concealed, unknown to the other side, and have a turn in which only they act; A4: it is extra.
#[test]
fn r42_the_bonus_turn() {
    use crate::{engine::view::Viewer, rules::Session};
    let mut table = ambush();
    assert_eq!((table.phase().as_str(), table.round(), table.may_act()), ("ambush", 0, vec!["Bandit 1".to_owned()]));
    assert!(table.fight.find(Viewer::Everyone, "Bandit 1").is_err());
    assert!(table.refused("Bandit 2", "say text=Hey").contains("Only the concealed act"));
    table.act("Bandit 1", "interact text=listens");
    assert!(!table.fight.scene(Viewer::Everyone).details.whose.contains("Bandit 1"), "whose turn it is, is a secret");
    assert!(!table.refused("Theobald", "say text=Hey").contains("Bandit 1"));
    table.act("Bandit 1", "end");
    assert_eq!((table.round(), table.phase().as_str(), table.read("Bandit 1", "acted")), (1, "", "no".to_owned()));
    assert_eq!(table.read("Bandit 1", "concealed"), "yes");
}

/// R41: who is attacked out of concealment cannot react, nobody guards; sneak attack is a d12 then. R43: the attacker is revealed.
#[test]
fn r41_surprise() {
    let mut table = ambush();
    table.dice(&[(12, 5)]);
    table.act("Bandit 1", "attack target=Theobald");
    assert_eq!((table.prompts(), table.read("Theobald", "health")), (vec![], "10".into()));
    assert_eq!(table.read("Bandit 1", "concealed"), "no");
    table.act("Bandit 1", "end");
    assert_eq!((table.round(), table.read("Bandit 1", "acted")), (1, "no".into()));
    table.pass("Players");
    table.act("Bandit 1", "attack target=Theobald");
    assert!(table.offers("Theobald").iter().any(|it| it.starts_with("Dodge")), "he is no longer surprised");
    table.dice(&[(4, 1)]);
    table.press("Theobald", "Take the hit");
    table.press("Sybilla", "Let it happen");
}

/// R43: talking and moving openly reveal; sneaking does not if the AGI save is passed; only the concealed sneak.
#[test]
fn r43_revealed() {
    let concealed = || {
        let mut table = Table::new("");
        table.board("zones=Gate, Yard; borders=Gate-Yard");
        table.pc("Theobald", "");
        table.foe("Bandit", "agi=9; concealed=yes");
        table.initiative("Players");
        table.begin();
        table
    };
    for (typed, dice, stays) in [
        ("say text=Boo", &[][..], "no"),
        ("move to=Yard", &[], "no"),
        ("move to=Yard; how=sneak", &[(20, 9)], "yes"),
        ("move to=Yard; how=sneak", &[(20, 10)], "no"),
        ("interact text=waits", &[], "yes"),
    ] {
        let mut table = concealed();
        table.dice(dice);
        table.act("Bandit", typed);
        assert_eq!(table.read("Bandit", "concealed"), stays, "{typed}");
        assert_eq!(table.told.is_empty(), stays == "yes", "{typed}: {:?}", table.told);
    }
    let mut open = Table::duel("", "");
    assert!(open.refused("Theobald", "move to=Here; how=sneak").contains("conceal"));
}
