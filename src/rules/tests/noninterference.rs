//! Pairs of fights in all five systems that differ only in someone hidden: what a player is offered, warned about, and told about paths,
//! distances and what's left of a turn must be the same in both, word for word.

use crate::{
    engine::{
        Actor, CombatantId, Seat, Seed, Seeded,
        partial_action::{ParamValue, PartialAction},
        random_play::PlayRng,
        view::{Traces, Viewer},
    },
    rules::{Newcomer, ParamView, Request, Session, System, TurnPatch, tests::pair},
};

const GM: Actor = Actor::Gm(Seat(1));
const PLAYER: Seat = Seat(10);
/// The number of pairs per system.
const PAIRS: u64 = 4;
/// The number of values tried per parameter.
const LOOKED_INTO: usize = 5;

/// A system, its two kinds of people and the places they can stand in, the first of them Ana's.
struct Setting {
    system: System,
    hero: &'static [&'static str],
    foe: &'static str,
    board: &'static [(&'static str, &'static str)],
    near: &'static [&'static str],
    far: &'static [&'static str],
}

const SQUARES: &[(&str, &str)] = &[("size", "12x8"), ("walls", "E5-E7")];
const ZONES: &[(&str, &str)] = &[("zones", "Gate, Yard, Wall"), ("borders", "Gate-Yard, Yard-Wall")];
const NEAR: &[&str] = &["C2", "D2", "D3", "C4", "B2", "E3", "F3", "D5"];
const FAR: &[&str] = &["K7", "D4", "I3"];
const IN_ZONES: &[&str] = &["Gate", "Yard"];

const SETTINGS: [Setting; 5] = [
    Setting {
        system: System::Murdham,
        hero: &["sybilla", "theobald", "balthasar"],
        foe: "bandit",
        board: ZONES,
        near: IN_ZONES,
        far: IN_ZONES,
    },
    Setting {
        system: System::Sovereign,
        hero: &["hildred", "corvane", "selwyn"],
        foe: "orc",
        board: SQUARES,
        near: NEAR,
        far: FAR,
    },
    Setting {
        system: System::Ingenuity,
        hero: &["boudica", "agnessa", "petra"],
        foe: "guard",
        board: SQUARES,
        near: NEAR,
        far: FAR,
    },
    Setting {
        system: System::Td2e,
        hero: &["brannoc", "ysolde", "orrin"],
        foe: "orc",
        board: SQUARES,
        near: NEAR,
        far: FAR,
    },
    Setting {
        system: System::Einfelst,
        hero: &["hedda-the-huntress", "torvald-the-smith", "mirel-the-hedge-witch"],
        foe: "brigand",
        board: &[],
        near: &[],
        far: &[],
    },
];

/// A fight in that setting on Ana's turn, with or without someone hidden beside her.
fn open(setting: &Setting, number: u64, ghost: bool) -> Box<dyn Session> {
    let rng = &mut PlayRng::new(number);
    let mut fight = setting.system.open(&[]).expect("opens");
    fight.keep_secrets();
    let seed = Seed::new([number as u8 + 1; 32]);
    let put = |fight: &mut Box<dyn Session>, request: Request| {
        let mut dice = Seeded::at(&seed, fight.used());
        let proposal = fight.propose(GM, &request, &mut dice, 0);
        fight.commit(proposal.unwrap_or_else(|why| panic!("{request:?}: {}", why.text)));
    };
    put(&mut fight, Request::UnseenBeside { on: true });
    if !setting.board.is_empty() {
        put(&mut fight, Request::Board { fields: setting.board.iter().map(|it| pair(it.0, it.1)).collect() });
    }
    for side in ["Heroes", "Foes"] {
        put(&mut fight, Request::Side { name: side.to_owned() });
    }
    let hero = rng.pick(setting.hero).copied().unwrap_or_default();
    let far = rng.pick(setting.far).copied();
    let near = rng.pick(setting.near).copied();
    let ana = setting.near.first().map(|it| if *it == "C2" { "C3" } else { *it });
    let mut people =
        vec![("Ana", "Heroes", hero, Some(PLAYER), ana, false), ("Foe", "Foes", setting.foe, None, far, false)];
    people.extend(ghost.then_some(("Ghost", "Foes", setting.foe, None, near, true)));
    for (name, side, template, owner, at, hidden) in people {
        let (side, template) = (Some(side.to_owned()), Some(template.to_owned()));
        let name = name.to_owned();
        let newcomer = Newcomer { name: name.clone(), side, template, owner, hidden, count: 1, ..Newcomer::default() };
        put(&mut fight, Request::Join(newcomer));
        if let Some(at) = at {
            let who = fight.find(Viewer::Gm, &name).expect("has joined");
            put(&mut fight, Request::Place { who, at: at.to_owned() });
        }
    }
    put(&mut fight, Request::Begin);
    let who = fight.find(Viewer::Gm, "Ana").expect("has joined");
    put(&mut fight, Request::Turn(TurnPatch::Give(who)));
    fight
}

/// Fills one parameter after another, in several ways, and writes down everything said on the way.
fn walk(fight: &dyn Session, viewer: Viewer, who: CombatantId, draft: &PartialAction, told: &mut Vec<String>) {
    match fight.param(viewer, who, draft) {
        Err(why) => told.push(format!("{draft:?}: {}", why.text)),
        Ok(ParamView::Done(())) => told.push(format!("{draft:?} warns: {:?}", fight.warning(viewer, who, draft))),
        Ok(ParamView::Write { name, ask, .. }) => {
            told.push(format!("{draft:?}: {ask}"));
            walk(fight, viewer, who, &draft.clone().with(name, ParamValue::Text("so be it".to_owned())), told);
        }
        Ok(ParamView::Choose { name, candidates, unavailable, default, .. }) => {
            told.push(format!("{draft:?}: {name} {candidates:?} {unavailable:?} {default:?}"));
            let step = candidates.len().div_ceil(LOOKED_INTO).max(1);
            for candidate in candidates.into_iter().step_by(step) {
                walk(fight, viewer, who, &draft.clone().with(name, candidate.fill), told);
            }
        }
    }
}

/// Everything a player can look at on their turn.
fn looks(fight: &dyn Session) -> Vec<String> {
    let viewer = Viewer::Seat(PLAYER);
    let ana = fight.find(viewer, "Ana").expect("there");
    let mut told = vec![];
    for viewer in [viewer, Viewer::Everyone] {
        let scene = fight.scene(viewer);
        told.push(format!("{:?} {:?}", scene.places, scene.map));
        told.push(format!("{:?}", fight.names(viewer)));
        told.push(format!("{:?}", fight.turn_ground(viewer)));
        told.push(format!("{:?}", fight.remaining(viewer, ana)));
        let verbs = fight.verbs(viewer, ana);
        told.push(format!("{:?}", verbs.iter().map(|it| it.name).collect::<Vec<_>>()));
        for verb in verbs {
            walk(fight, viewer, ana, &PartialAction::of(verb.name), &mut told);
        }
        for (from, to) in [("Ana", "Foe"), ("Foe", "Ana"), ("Ana", "Ghost")] {
            let seen = fight.sight(viewer, from, to).map(|it| it.sentences).map_err(|why| why.text);
            told.push(format!("{from} to {to}: {seen:?}"));
        }
        told.push(format!("{:?}", fight.find(viewer, "Ghost").map_err(|why| why.text)));
    }
    told
}

/// Menus, warnings, counts, distances and paths are the same whether or not someone is hidden.
#[test]
fn nothing_that_is_looked_at_tells_of_the_hidden() {
    for setting in &SETTINGS {
        let mut looked = 0;
        for number in 0..PAIRS {
            let [without, with_ghost] = [false, true].map(|ghost| looks(&*open(setting, number, ghost)));
            for (without, with_ghost) in without.iter().zip(&with_ghost) {
                assert_eq!(without, with_ghost, "{}, pair {number}", setting.system.name());
            }
            assert_eq!(without.len(), with_ghost.len(), "{}, pair {number}", setting.system.name());
            looked += without.len();
        }
        assert!(looked > 40, "{}: much was looked at", setting.system.name());
    }
}

/// Of a foe's turn, everyone may know what they've seen it spend, but not how far it can still go or what else its sheet gives it. Of a
/// player's character, and for the GM of anyone, everything is shown. The tracker, the menu and the map agree.
#[test]
fn a_foes_turn_tells_nothing_of_its_sheet() {
    let open_to_all: [&[&str]; 5] =
        [&["main", "bonus"], &["main", "move"], &["actions", "reaction", "begun"], &["turn"], &["slow", "fast"]];
    for (setting, open_to_all) in SETTINGS.iter().zip(open_to_all) {
        let system = setting.system.name();
        let mut fight = open(setting, 0, false);
        let foe = fight.find(Viewer::Gm, "Foe").expect("has joined");
        let ana = fight.find(Viewer::Gm, "Ana").expect("has joined");
        let named = |all: Vec<(String, String)>| all.into_iter().map(|it| it.0).collect::<Vec<_>>();
        let whole = named(fight.remaining(Viewer::Gm, ana));
        assert_eq!(
            named(fight.scene(Viewer::Everyone).details.turn),
            whole,
            "{system}: Ana\u{2019}s turn is told whole"
        );
        let mut dice = Seeded::at(&Seed::new([1; 32]), fight.used());
        let give = Request::Turn(TurnPatch::Give(foe));
        let proposal = fight.propose(GM, &give, &mut dice, 0);
        fight.commit(proposal.unwrap_or_else(|why| panic!("{system}: {}", why.text)));
        for viewer in [Viewer::Everyone, Viewer::Seat(PLAYER)] {
            for told in [named(fight.scene(viewer).details.turn), named(fight.remaining(viewer, foe))] {
                assert!(!told.is_empty(), "{system}: something is told");
                assert!(told.iter().all(|it| open_to_all.contains(&it.as_str())), "{system}: {told:?}");
            }
        }
        let open = fight.turn_ground(Viewer::Everyone).expect("it is Foe\u{2019}s turn");
        assert!(open.name == "Foe" && open.reach.is_empty(), "{system}: how far Foe can go is not shown");
        let own = fight.turn_ground(Viewer::Seat(PLAYER)).expect("Ana is there");
        assert!(own.name == "Ana" && !own.is_turn, "{system}: players see their own, out of turn");
        assert_eq!(own.reach.is_empty(), setting.board.is_empty(), "{system}: where a whole turn would take Ana");
        assert_eq!(named(fight.scene(Viewer::Gm).details.turn), named(fight.remaining(Viewer::Gm, foe)), "{system}");
        let reach = fight.turn_ground(Viewer::Gm).expect("it is Foe\u{2019}s turn").reach;
        assert_eq!(reach.is_empty(), setting.board.is_empty(), "{system}: the GM sees it");
    }
}

/// Lets somebody take a step on their turn, wherever they can and nobody has to answer it; or says why not.
fn steps(fight: &mut Box<dyn Session>, name: &str) -> Result<(), String> {
    let who = fight.find(Viewer::Gm, name).expect("has joined");
    let put = |fight: &mut Box<dyn Session>, request: &Request| {
        let mut dice = Seeded::at(&Seed::new([1; 32]), fight.used());
        let proposal = fight.propose(GM, request, &mut dice, 0);
        proposal.map(|it| drop(fight.commit(it))).map_err(|why| why.text)
    };
    // Whoever has the turn already can't be given it.
    let mut why = put(fight, &Request::Turn(TurnPatch::Give(who))).err().unwrap_or_default();
    let mut ways = vec![];
    spelled_out(&**fight, who, &PartialAction::of("move"), &mut ways);
    for draft in ways {
        match put(fight, &Request::Act { who, draft: draft.clone() }) {
            Ok(()) if fight.scene(Viewer::Gm).prompts.is_empty() => return Ok(()),
            Ok(()) => return Err(format!("{draft:?} has to be answered")),
            Err(it) => why = format!("{why}\n{draft:?}: {it}"),
        }
    }
    Err(why)
}

/// Some of the ways to fill in the rest of an action.
fn spelled_out(fight: &dyn Session, who: CombatantId, draft: &PartialAction, ways: &mut Vec<PartialAction>) {
    match fight.param(Viewer::Gm, who, draft) {
        Ok(ParamView::Done(())) => ways.push(draft.clone()),
        Ok(ParamView::Choose { name, candidates, .. }) => {
            for candidate in candidates.into_iter().take(LOOKED_INTO) {
                spelled_out(fight, who, &draft.clone().with(name, candidate.fill), ways);
            }
        }
        _ => {}
    }
}

/// Ends somebody's turn, if they have one to end.
fn ends_turn(fight: &mut Box<dyn Session>, name: &str) {
    let who = fight.find(Viewer::Gm, name).expect("has joined");
    let Ok(draft) = fight.draft(Viewer::Gm, who, "end", &[]) else { return };
    let mut dice = Seeded::at(&Seed::new([1; 32]), fight.used());
    if let Ok(proposal) = fight.propose(GM, &Request::Act { who, draft }, &mut dice, 0) {
        fight.commit(proposal);
    }
}

/// The last move stays on the map, whatever somebody hidden does after it; theirs doesn't, not even once they have come into sight.
#[test]
fn the_map_keeps_no_trace_of_the_hidden() {
    for setting in SETTINGS.iter().filter(|it| !it.board.is_empty()) {
        let system = setting.system.name();
        let (mut compared, mut reasons) = (0, vec![]);
        for number in 0..PAIRS * 2 {
            let [mut without, mut with_ghost] = [false, true].map(|ghost| open(setting, number, ghost));
            let taken = steps(&mut without, "Ana").and_then(|()| steps(&mut with_ghost, "Ana"));
            for fight in [&mut without, &mut with_ghost] {
                ends_turn(fight, "Ana");
            }
            let is_unseen = |fight: &dyn Session| fight.find(Viewer::Everyone, "Ghost").is_err();
            if !is_unseen(&*with_ghost) {
                reasons.push("Ana has found the ghost".to_owned());
                continue;
            }
            if let Err(why) = taken.and_then(|()| steps(&mut with_ghost, "Ghost")) {
                reasons.push(why);
                continue;
            }
            let traces = |fight: &dyn Session, viewer| fight.scene(viewer).map.traces;
            let ghost = with_ghost.find(Viewer::Gm, "Ghost").expect("has joined");
            let is_ghosts = |it: &Traces| it.trail.as_ref().is_some_and(|it| it.who == ghost);
            for viewer in [Viewer::Everyone, Viewer::Seat(PLAYER)] {
                let seen = traces(&*without, viewer);
                assert!(seen.trail.as_ref().is_some_and(|it| it.spots.len() > 1), "{system}: {seen:?}");
                assert_eq!(seen, traces(&*with_ghost, viewer), "{system}");
            }
            let its = traces(&*with_ghost, Viewer::Gm);
            assert!(is_ghosts(&its), "{system}: its GM sees it: {its:?}");
            let show = Request::Hide { who: ghost, hidden: false };
            let mut dice = Seeded::at(&Seed::new([1; 32]), with_ghost.used());
            // Whoever came into sight by moving is shown already.
            if let Ok(proposal) = with_ghost.propose(GM, &show, &mut dice, 0) {
                with_ghost.commit(proposal);
            }
            assert!(!is_ghosts(&traces(&*with_ghost, Viewer::Everyone)), "{system}: it came from nowhere");
            compared += 1;
        }
        assert!(compared > 0, "{system}: nobody took a step: {reasons:?}");
    }
}
