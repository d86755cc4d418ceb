//! What is offered is accepted: moments that were found by hand.

use super::{GM, PLAYERS, opened, run, suggested};
use crate::{
    engine::view::Viewer,
    script::ready::Ready,
    table::{Caller, Command, Desk, Receipt},
};

/// A fight of this text, with these dice, after the GM has begun it.
async fn begun_from(text: &str, dice: u8) -> Desk {
    let ready = Ready::read(text).expect("it can be read");
    let mut desk = opened(&ready, dice).await;
    run(&mut desk, &GM, "encounter begin", &[]).await;
    desk
}

fn player(index: usize) -> Caller {
    Caller { seat: PLAYERS[index], has_gm_role: false }
}

/// What is suggested for an option of a command, without notes.
fn offered(desk: &Desk, caller: &Caller, path: &str, options: &[(&str, &str)], field: &str) -> Vec<String> {
    suggested(desk, caller, &Command::new(path, options), field)
}

/// While one is asked, a bystander who could interject is suggested with what they could do, and it is accepted; whoever could do nothing is not.
async fn bystanders_are_suggested(desk: &mut Desk, bystander: &Caller, name: &str, other: &Caller) {
    assert!(!desk.session().takes_actions(Viewer::Gm), "somebody is asked");
    assert_eq!(offered(desk, bystander, "act", &[], "as"), [name]);
    assert_eq!(offered(desk, bystander, "attack", &[], "as"), [""; 0], "an attack waits");
    let what = offered(desk, bystander, "act", &[("as", name)], "what");
    assert!(!what.is_empty());
    for instant in what {
        let command = Command::new("act", &[("as", name), ("what", &instant)]);
        assert_eq!(desk.would(bystander, &command, 0).map_err(|why| why.text), Ok(()), "{instant}");
    }
    assert_eq!(offered(desk, other, "act", &[], "as"), [""; 0]);
    run(desk, &GM, "encounter pause", &[]).await;
    assert_eq!(offered(desk, bystander, "act", &[], "as"), [""; 0], "nothing while it is paused");
}

/// R12, A28 of Sovereign: a snap attack out of turn.
#[tokio::test]
async fn who_could_snap_is_suggested_while_another_is_asked() {
    let text = "encounter sovereign\nside Heroes\nside Orcs\nboard size=20x10
add Ana side=Heroes player=@ana hp=9 ac=5 weapons=sword stab=1\nadd Bob side=Heroes player=@bob hp=9 weapons=sword stab=1
add Cat side=Heroes player=@cat hp=9
add Orc side=Orcs hd=3 hp=9 ac=12 weapons=sword\nplace Ana B2\nplace Bob B3\nplace Cat T9\nplace Orc C2";
    for dice in 1.. {
        let mut desk = begun_from(text, dice).await;
        let blow = Command::new("attack", &[("as", "Orc"), ("target", "Ana")]);
        // The orcs must begin, and hit.
        if desk.command(&GM, &blow, Receipt::default(), 0).await.is_ok() && !desk.session().takes_actions(Viewer::Gm) {
            return bystanders_are_suggested(&mut desk, &player(1), "Bob", &player(2)).await;
        }
    }
}

/// C18 of Ingenuity: what was readied happens in the middle of what triggers it.
#[tokio::test]
async fn who_has_readied_is_suggested_while_another_is_asked() {
    let text = "encounter ingenuity\nside Heroes\nside Foes\nboard size=14x6\nadd Ana side=Heroes player=@ana stamina=0
add Bob side=Heroes player=@bob weapons=\"bolt: 9 piercing 20 +4 dexterity archery projectile 35/280\" stamina=0
add Cat side=Heroes player=@cat stamina=0
add Near side=Foes stamina=1 maneuvers=\"Opportunity Strike\" weapons=\"cudgel: 4 bludgeoning 20 +4 strength martial\"
add Far side=Foes stamina=0
place Ana C3\nplace Bob N1\nplace Near B3\nplace Far N6\nplace Cat M1\ninitiative Heroes";
    let mut desk = begun_from(text, 1).await;
    run(&mut desk, &player(1), "act", &[("what", "ready"), ("how", "attack"), ("text", "somebody strikes at Ana")])
        .await;
    run(&mut desk, &GM, "end", &[("as", "Far")]).await;
    run(&mut desk, &player(0), "move", &[("to", "H3")]).await;
    bystanders_are_suggested(&mut desk, &player(1), "Bob", &player(2)).await;
}

/// What is offered on a battlefield of squares heeds how far off somebody is, and what one has.
#[tokio::test]
async fn what_is_out_of_reach_or_unfit_is_not_suggested() {
    let text = "encounter sovereign\nside Heroes\nside Orcs\nboard size=20x10
add Ana side=Heroes player=@ana hp=9 weapons=\"sword\" stab=1 exert=1\nadd Bob side=Heroes player=@bob hp=9 weapons=\"small bow, sword\" shoot=1
add Near side=Orcs hd=1 hp=9 weapons=sword\nadd Far side=Orcs hd=1 hp=9 weapons=sword\nadd Beyond side=Orcs hd=1 hp=9 weapons=sword
place Ana A1\nplace Bob I4\nplace Near F1\nplace Far A10\nplace Beyond T1";
    for dice in 1.. {
        let mut desk = begun_from(text, dice).await;
        if !desk.scene(Viewer::Gm).may_act.iter().any(|it| desk.own(&player(0)).iter().any(|own| own.id == *it)) {
            continue;
        }
        // A sword reaches nobody from here.
        let ana = player(0);
        let refused = |desk: &mut Desk, command: &Command| desk.would(&ana, command, 0).map_err(|why| why.text);
        assert_eq!(offered(&desk, &ana, "attack", &[], "target"), [""; 0]);
        assert_eq!(offered(&desk, &ana, "attack", &[], "as"), [""; 0]);
        // 30 ft of movement: a charge goes 60 ft and ends beside its target.
        let charged = offered(&desk, &ana, "act", &[("what", "Charge")], "target");
        assert_eq!(charged, ["Near", "Far"]);
        for target in charged {
            let command = Command::new("act", &[("what", "Charge"), ("target", &target)]);
            assert_eq!(refused(&mut desk, &command), Ok(()), "{target}");
        }
        // A bow shoots all of them, and nobody who has an armed foe beside them.
        let bob = player(1);
        let with = |desk: &Desk, target| offered(desk, &bob, "attack", &[("target", target)], "with");
        assert_eq!(with(&desk, "Far"), ["small bow"]);
        run(&mut desk, &GM, "gm place", &[("name", "Near"), ("at", "I5")]).await;
        assert_eq!(with(&desk, "Near"), ["sword", "unarmed"]);
        assert_eq!(with(&desk, "Far"), [""; 0]);
        return;
    }
}
