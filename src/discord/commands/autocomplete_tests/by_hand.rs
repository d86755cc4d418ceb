//! What's suggested is accepted: situations found by hand.

use super::{GM, PLAYERS, opened, run, suggested};
use crate::{
    engine::view::Viewer,
    script::ready::Ready,
    table::{Caller, Command, EncounterService, InputOrigin},
};

/// The fight in this script, with these dice, after the GM has begun it.
async fn begun_from(text: &str, dice: u8) -> EncounterService {
    let ready = Ready::read(text).expect("it can be read");
    let mut service = opened(&ready, dice).await;
    run(&mut service, &GM, "encounter begin", &[]).await;
    service
}

fn player(index: usize) -> Caller {
    Caller { seat: PLAYERS[index], has_gm_role: false }
}

/// What's suggested for an option of a command, without notes.
fn offered(
    service: &EncounterService,
    caller: &Caller,
    path: &str,
    options: &[(&str, &str)],
    field: &str,
) -> Vec<String> {
    suggested(service, caller, &Command::new(path, options), field)
}

/// While somebody is asked, a bystander who could interject gets suggestions, which are accepted; one who can do nothing gets none.
async fn bystanders_are_suggested(service: &mut EncounterService, bystander: &Caller, name: &str, other: &Caller) {
    assert!(!service.session().takes_actions(Viewer::Gm), "somebody is asked");
    assert_eq!(offered(service, bystander, "act", &[], "as"), [name]);
    assert_eq!(offered(service, bystander, "attack", &[], "as"), [""; 0], "an attack waits");
    let what = offered(service, bystander, "act", &[("as", name)], "what");
    assert!(!what.is_empty());
    for instant in what {
        let command = Command::new("act", &[("as", name), ("what", &instant)]);
        assert_eq!(service.would(bystander, &command, 0).map_err(|why| why.text), Ok(()), "{instant}");
    }
    assert_eq!(offered(service, other, "act", &[], "as"), [""; 0]);
    run(service, &GM, "encounter pause", &[]).await;
    assert_eq!(offered(service, bystander, "act", &[], "as"), [""; 0], "nothing while it is paused");
}

/// R12, A28 of Sovereign: a snap attack out of turn.
#[tokio::test]
async fn who_could_snap_is_suggested_while_another_is_asked() {
    let text = "encounter sovereign\nside Heroes\nside Orcs\nboard size=20x10
add Ana side=Heroes player=@ana hp=9 ac=5 weapons=sword stab=1\nadd Bob side=Heroes player=@bob hp=9 weapons=sword stab=1
add Cat side=Heroes player=@cat hp=9
add Orc side=Orcs hd=3 hp=9 ac=12 weapons=sword\nplace Ana B2\nplace Bob B3\nplace Cat T9\nplace Orc C2";
    for dice in 1.. {
        let mut service = begun_from(text, dice).await;
        let blow = Command::new("attack", &[("as", "Orc"), ("target", "Ana")]);
        // The orcs must begin, and hit.
        if service.command(&GM, &blow, InputOrigin::default(), 0).await.is_ok()
            && !service.session().takes_actions(Viewer::Gm)
        {
            return bystanders_are_suggested(&mut service, &player(1), "Bob", &player(2)).await;
        }
    }
}

/// C18 of Ingenuity: a readied action happens in the middle of what triggers it.
#[tokio::test]
async fn who_has_readied_is_suggested_while_another_is_asked() {
    let text = "encounter ingenuity\nside Heroes\nside Foes\nboard size=14x6\nadd Ana side=Heroes player=@ana stamina=0
add Bob side=Heroes player=@bob weapons=\"bolt: 9 piercing 20 +4 dexterity archery projectile 35/280\" stamina=0
add Cat side=Heroes player=@cat stamina=0
add Near side=Foes stamina=1 maneuvers=\"Opportunity Strike\" weapons=\"cudgel: 4 bludgeoning 20 +4 strength martial\"
add Far side=Foes stamina=0
place Ana C3\nplace Bob N1\nplace Near B3\nplace Far N6\nplace Cat M1\ninitiative Heroes";
    let mut service = begun_from(text, 1).await;
    run(&mut service, &player(1), "act", &[("what", "ready"), ("how", "attack"), ("text", "somebody strikes at Ana")])
        .await;
    run(&mut service, &GM, "end", &[("as", "Far")]).await;
    run(&mut service, &player(0), "move", &[("to", "H3")]).await;
    bystanders_are_suggested(&mut service, &player(1), "Bob", &player(2)).await;
}

/// Suggestions on a board of squares depend on distances and equipment.
#[tokio::test]
async fn what_is_out_of_reach_or_unfit_is_not_suggested() {
    let text = "encounter sovereign\nside Heroes\nside Orcs\nboard size=20x10
add Ana side=Heroes player=@ana hp=9 weapons=\"sword\" stab=1 exert=1\nadd Bob side=Heroes player=@bob hp=9 weapons=\"small bow, sword\" shoot=1
add Near side=Orcs hd=1 hp=9 weapons=sword\nadd Far side=Orcs hd=1 hp=9 weapons=sword\nadd Beyond side=Orcs hd=1 hp=9 weapons=sword
place Ana A1\nplace Bob I4\nplace Near F1\nplace Far A10\nplace Beyond T1";
    for dice in 1.. {
        let mut service = begun_from(text, dice).await;
        if !service.scene(Viewer::Gm).may_act.iter().any(|it| service.own(&player(0)).iter().any(|own| own.id == *it)) {
            continue;
        }
        // The sword reaches nobody from here.
        let ana = player(0);
        let refused =
            |service: &mut EncounterService, command: &Command| service.would(&ana, command, 0).map_err(|why| why.text);
        assert_eq!(offered(&service, &ana, "attack", &[], "target"), [""; 0]);
        assert_eq!(offered(&service, &ana, "attack", &[], "as"), [""; 0]);
        // 30 ft of movement: a charge covers 60 ft and ends next to its target.
        let charged = offered(&service, &ana, "act", &[("what", "Charge")], "target");
        assert_eq!(charged, ["Near", "Far"]);
        for target in charged {
            let command = Command::new("act", &[("what", "Charge"), ("target", &target)]);
            assert_eq!(refused(&mut service, &command), Ok(()), "{target}");
        }
        // A bow reaches all of them, but not while an armed foe is next to the archer.
        let bob = player(1);
        let with = |service: &EncounterService, target| offered(service, &bob, "attack", &[("target", target)], "with");
        assert_eq!(with(&service, "Far"), ["small bow"]);
        run(&mut service, &GM, "gm place", &[("name", "Near"), ("at", "I5")]).await;
        assert_eq!(with(&service, "Near"), ["sword", "unarmed"]);
        assert_eq!(with(&service, "Far"), [""; 0]);
        return;
    }
}
