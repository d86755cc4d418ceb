//! What's suggested is accepted: random legal play of the ready fights, in which everything that autocomplete suggests for the actions, and
//! every entry of the menus, is tried and must not be refused. Systems with squares have small fights of their own: long narrow boards, so
//! that bows, charges and blows all come up, and few squares, since each is checked again and again. `OFFERS_SEED` and `OFFERS_FIGHTS` set
//! the first fight and the number of fights.

mod by_hand;

use super::autocomplete::at_the_table;
use crate::{
    engine::{
        CombatantId, Seat, Stage,
        partial_action::{ParamValue, PartialAction},
        random_play::PlayRng,
        view::Viewer,
    },
    rules::{ParamView, Request, System, UserError},
    script::ready::{self, Ready},
    store::MemoryStore,
    table::{Caller, Command, EncounterService, InputOrigin, NewFight},
};
use std::{collections::BTreeMap, sync::Arc};

const GM: Caller = Caller { seat: Seat(1), has_gm_role: false };
/// The users in the ready fights' seats.
const PLAYERS: [Seat; 3] = [Seat(10), Seat(11), Seat(12)];
/// How many fights of a system are played; fights on squares take ten times as long.
const FIGHTS: u64 = 8;
const FIGHTS_ON_SQUARES: u64 = 2;
/// The number of steps in each.
const STEPS: usize = 60;
/// Everything suggested is tried after every this many steps.
const SAMPLED: usize = 4;
/// How many values of one option are tried.
const VALUES: usize = 3;
/// How many verbs of one combatant are checked at once.
const VERBS: usize = 3;
/// How many suggestions to one user at one moment are tried.
const TRIED_AT_ONCE: usize = 14;
/// The options of actions, in the order in which people fill them in.
const FIELDS: [&str; 4] = ["target", "how", "with", "to"];
/// The commands that are actions, with their options on Discord.
const PATHS: [(&str, &[&str]); 4] = [("attack", &FIELDS), ("act", &FIELDS), ("move", &["how", "to"]), ("end", &[])];

/// The small fights of systems with squares.
const SMALL: [&str; 3] = [
    "encounter sovereign\nside Heroes\nside Orcs\nboard size=13x4 walls=\"F1-F2\" rough=\"H3-I3\"
add Hildred template:hildred side=Heroes player=@ana\nadd Corvane template:corvane side=Heroes player=@bob
add Ottilie template:ottilie side=Heroes player=@cat
add Veteran template:hobgoblin-veteran side=Orcs\nadd Archer template:goblin-archer side=Orcs\nadd Goblin template:goblin side=Orcs
place Hildred B2\nplace Corvane A3\nplace Ottilie C3\nplace Veteran G3\nplace Archer M2\nplace Goblin H2",
    "encounter ingenuity\nside Players\nside Guards\nboard size=11x4 walls=\"E1, G4\"
add Boudica side=Players player=@ana template:boudica\nadd Agnessa side=Players player=@bob template:agnessa
add Clementine side=Players player=@cid template:clementine
add Captain side=Guards template:guard-captain\nadd Wolf side=Guards template:wolf\nadd Rabble side=Guards template:rabble
place Boudica C2\nplace Agnessa B3\nplace Clementine A2\nplace Captain K2\nplace Wolf G2\nplace Rabble F3\ninitiative Players",
    "encounter td2e\nside Heroes\nside Foes\nboard size=14x3 walls=\"E1\" rough=\"G1-G2\"
add Brannoc template:brannoc side=Heroes player=@ana\nadd Ysolde template:ysolde side=Heroes player=@bob
add Orrin template:orrin side=Heroes player=@cat
add Black Knight template:black-knight side=Foes\nadd Archer template:goblin-archer side=Foes\nadd Rabble template:rabble side=Foes
place Brannoc C2\nplace Ysolde A1\nplace Orrin B3\nplace Black Knight G3\nplace Archer N2\nplace Rabble H2",
];

/// The fight to play for a system: a small one if there is one, otherwise the ready one.
fn fight_of(system: System) -> Ready {
    let small = SMALL.map(|it| Ready::read(it).expect("it can be read")).into_iter();
    small.chain(ready::all().0).find(|it| it.system == system).expect("every system has a ready fight")
}

/// A fight of this system that has begun, with dice from this seed.
async fn begun(system: System, seed: u64) -> EncounterService {
    let dice = u8::try_from(seed % 251).expect("small") + 1;
    let mut service = opened(&fight_of(system), dice).await;
    run(&mut service, &GM, "encounter begin", &[]).await;
    service
}

/// The fight as set up, before it begins.
async fn opened(ready: &Ready, dice: u8) -> EncounterService {
    let new = NewFight {
        application_id: 1,
        guild_id: Some(1),
        channel_id: 1,
        system: ready.system,
        name: "offers".to_owned(),
        options: ready.options.clone(),
        gm: GM.seat,
    };
    let laid = ready.laid(&PLAYERS, true);
    let mut service =
        EncounterService::open(Arc::new(MemoryStore::new()), new, [dice; 32], &laid, 0).await.expect("opened");
    for (person, command) in ready.then() {
        let by = person.and_then(|it| PLAYERS.get(it)).map_or(GM, |seat| Caller { seat: *seat, has_gm_role: false });
        service
            .command(&by, command, InputOrigin::default(), 0)
            .await
            .unwrap_or_else(|why| panic!("{command:?}: {why}"));
    }
    service
}

async fn run(service: &mut EncounterService, by: &Caller, path: &str, options: &[(&str, &str)]) {
    let command = Command::new(path, options);
    service.command(by, &command, InputOrigin::default(), 0).await.unwrap_or_else(|why| panic!("{command:?}: {why}"));
}

fn callers() -> Vec<Caller> {
    PLAYERS.map(|seat| Caller { seat, has_gm_role: false }).to_vec()
}

/// What was tried, and which of it was refused.
#[derive(Default)]
struct Tried {
    count: usize,
    /// How many answers players pressed.
    pressed: usize,
    refused: BTreeMap<String, String>,
}

fn typed(command: &Command) -> String {
    let options: Vec<String> = command.options.iter().map(|(name, value)| format!("{name}:{value}")).collect();
    format!("/{} {}", command.path, options.join(" "))
}

/// Which other option a refusal asks for, if it does.
fn asks_for(why: &UserError) -> Option<&'static str> {
    let asks =
        |it: &str| why.text.contains(&format!("Choices for {it}: ")) || why.text.contains(&format!("answer in {it}:"));
    FIELDS.into_iter().chain(["text"]).find(|it| asks(it))
}

/// The command completed with what's still asked for, as a user who follows the suggestions would do.
fn completed(
    service: &mut EncounterService,
    caller: &Caller,
    command: &Command,
    depth: usize,
) -> Result<Command, UserError> {
    let why = match service.would(caller, command, 0) {
        Ok(()) => return Ok(command.clone()),
        Err(why) => why,
    };
    let Some(field) = asks_for(&why).filter(|it| command.get(it).is_none() && depth < FIELDS.len()) else {
        return Err(why);
    };
    if field == "text" {
        let mut said = command.clone();
        said.options.push((field.to_owned(), "so be it".to_owned()));
        return completed(service, caller, &said, depth + 1);
    }
    let mut last = UserError::say(format!("{why}, and nothing is suggested for {field}"));
    for value in
        some(at_the_table(service, caller, command, (field, "")).into_iter().map(|it| it.value).collect(), VALUES)
    {
        let mut more = command.clone();
        more.options.push((field.to_owned(), value.clone()));
        match completed(service, caller, &more, depth + 1) {
            Ok(it) => return Ok(it),
            Err(why) => last = UserError::say(format!("with {field}:{value}: {why}")),
        }
    }
    Err(last)
}

/// At most this many of them, spread over the list, including the first.
fn some(all: Vec<String>, most: usize) -> Vec<String> {
    let step = all.len().div_ceil(most).max(1);
    all.into_iter().step_by(step).collect()
}

fn suggested(service: &EncounterService, caller: &Caller, command: &Command, field: &str) -> Vec<String> {
    at_the_table(service, caller, command, (field, "")).into_iter().map(|it| it.value).collect()
}

impl Tried {
    fn is_enough(&self) -> bool {
        self.count >= TRIED_AT_ONCE
    }

    /// Tries a command made from suggestions.
    fn command(&mut self, service: &mut EncounterService, caller: &Caller, command: Command) -> bool {
        if self.is_enough() {
            return false;
        }
        self.count += 1;
        match completed(service, caller, &command, 0) {
            Ok(_) => true,
            Err(why) => {
                let place = typed(&command);
                self.refused.insert(place, why.text);
                false
            }
        }
    }

    /// The options of some action commands for one of the user's combatants, as they could be typed now.
    fn suggestions(&mut self, service: &mut EncounterService, caller: &Caller, rng: &mut PlayRng) {
        for (path, fields) in PATHS {
            let bare = Command::new(path, &[]);
            let mut own = suggested(service, caller, &bare, "as");
            let Some(own) = rng.take(&mut own) else { continue };
            let of_own = Command::new(path, &[("as", &own)]);
            let mut verbs = suggested(service, caller, &of_own, "what");
            let begun: Vec<Command> = match path {
                "act" => (0..VERBS)
                    .filter_map(|_| rng.take(&mut verbs))
                    .map(|verb| Command::new(path, &[("as", &own), ("what", &verb)]))
                    .collect(),
                _ => vec![of_own],
            };
            for command in begun {
                // A command that only says who acts is complete, or says what it needs and has suggestions for it.
                if self.command(service, caller, command.clone()) {
                    self.filled(service, caller, &command, fields, 0);
                }
            }
        }
        // Users with only one combatant who can act needn't name them; and if nothing can be done, nothing is suggested.
        for (path, field) in [("attack", "target"), ("attack", "with"), ("move", "to")] {
            let bare = Command::new(path, &[]);
            for value in some(suggested(service, caller, &bare, field), 2) {
                if !service.session().takes_actions(service.viewer(caller)) || service.acting(caller, &bare).is_ok() {
                    self.command(service, caller, Command::new(path, &[(field, &value)]));
                }
            }
        }
    }

    /// Each option that's still empty, with some of its suggestions, and one of them completed further.
    fn filled(
        &mut self,
        service: &mut EncounterService,
        caller: &Caller,
        command: &Command,
        fields: &[&str],
        depth: usize,
    ) {
        for field in fields.iter().filter(|it| command.get(it).is_none()) {
            if self.is_enough() {
                return;
            }
            let mut next = None;
            for value in some(suggested(service, caller, command, field), if depth == 0 { VALUES } else { 2 }) {
                let mut more = command.clone();
                more.options.push(((*field).to_owned(), value));
                if self.command(service, caller, more.clone()) {
                    next = Some(more);
                }
            }
            if let Some(next) = next.filter(|_| depth < 1) {
                self.filled(service, caller, &next, fields, depth + 1);
            }
        }
    }

    /// Some menus of one of the user's combatants: each parameter and some of its choices, up to the complete action.
    fn menus(&mut self, service: &mut EncounterService, caller: &Caller, rng: &mut PlayRng) {
        let viewer = service.viewer(caller);
        let may_act = service.scene(viewer).may_act;
        let mut own: Vec<CombatantId> = service.own(caller).into_iter().map(|it| it.id).collect();
        own.retain(|it| may_act.contains(it));
        let Some(who) = rng.take(&mut own) else { return };
        let mut verbs = service.session().verbs(viewer, who);
        for verb in (0..VERBS).filter_map(|_| rng.take(&mut verbs)).collect::<Vec<_>>() {
            self.menu(service, caller, viewer, who, PartialAction::of(verb.name), 0);
        }
    }

    fn menu(
        &mut self,
        service: &mut EncounterService,
        caller: &Caller,
        viewer: Viewer,
        who: CombatantId,
        draft: PartialAction,
        depth: usize,
    ) {
        if self.is_enough() {
            return;
        }
        let param = service.session().param(viewer, who, &draft);
        match param {
            Err(why) => drop(self.refused.insert(format!("menu {draft:?}"), why.text)),
            Ok(ParamView::Write { name, .. }) => {
                let draft = draft.with(name, ParamValue::Text("so be it".to_owned()));
                self.menu(service, caller, viewer, who, draft, depth + 1);
            }
            Ok(ParamView::Choose { candidates, name, .. }) => {
                if candidates.is_empty() {
                    self.refused.insert(format!("menu {draft:?}"), format!("nothing to choose for {name}"));
                }
                let step = candidates.len().div_ceil(if depth == 0 { VALUES } else { 2 }).max(1);
                for candidate in candidates.into_iter().step_by(step) {
                    self.menu(service, caller, viewer, who, draft.clone().with(name, candidate.fill), depth + 1);
                }
            }
            Ok(ParamView::Done(())) => {
                self.count += 1;
                let request = Request::Act { who, draft: draft.clone() };
                if let Err(why) = service.would_allow(service.actor(caller), &request, 0) {
                    self.refused.insert(format!("menu {draft:?}"), why.text);
                }
            }
        }
    }

    /// While the table is paused nothing can be done, so nothing is suggested.
    async fn nothing_while_paused(&mut self, service: &mut EncounterService) {
        let pause = |path: &str| Command::new(path, &[]);
        let paused = service.command(&GM, &pause("encounter pause"), InputOrigin::default(), 0).await;
        if service.scene(Viewer::Gm).stage == Stage::Over {
            return;
        }
        paused.expect("a fight that is not over can be paused");
        for caller in callers() {
            let asked =
                [("act", "what"), ("attack", "as"), ("attack", "target"), ("move", "to"), ("gm answer", "choice")];
            for (path, field) in asked {
                let found = suggested(service, &caller, &Command::new(path, &[]), field);
                if !found.is_empty() {
                    self.refused.insert(format!("paused /{path} {field}: {found:?}"), "the table is paused".to_owned());
                }
            }
        }
        let resumed = service.command(&GM, &pause("encounter resume"), InputOrigin::default(), 0).await;
        resumed.expect("it goes on");
    }

    /// Every answer of every open question, pressed by each player who may give it.
    fn pressed_answers(&mut self, service: &mut EncounterService) {
        for caller in callers() {
            let asked = service.scene(Viewer::Seat(caller.seat)).prompts;
            for prompt in asked.into_iter().filter(|it| !it.answered && it.seats.contains(&caller.seat)) {
                for (choice, label) in prompt.labels.iter().enumerate() {
                    self.pressed += 1;
                    let answer = Request::Answer { prompt: prompt.id, choice };
                    if let Err(why) = service.would_allow(service.actor(&caller), &answer, 0) {
                        self.refused.insert(format!("{} presses {label}", prompt.to_name), why.text);
                    }
                }
            }
        }
    }

    /// The same, as typed by the GM.
    fn answers(&mut self, service: &mut EncounterService) {
        for prompt in service.scene(Viewer::Gm).prompts.into_iter().filter(|it| !it.answered) {
            for choice in suggested(service, &GM, &Command::new("gm answer", &[("name", &prompt.to_name)]), "choice") {
                self.count += 1;
                let command = Command::new("gm answer", &[("name", &prompt.to_name), ("choice", &choice)]);
                if let Err(why) = service.would(&GM, &command, 0) {
                    self.refused.insert(typed(&command), why.text);
                }
            }
        }
    }
}

/// One step of random play: an open question is answered, or somebody who may act does something, or whatever must end ends.
async fn step(service: &mut EncounterService, rng: &mut PlayRng) -> bool {
    let mut open = service.scene(Viewer::Gm).prompts;
    open.retain(|it| !it.answered);
    if let Some(prompt) = rng.take(&mut open) {
        let choice = rng.below(prompt.labels.len().max(1));
        let request = Request::Answer { prompt: prompt.id, choice };
        return service.ask(service.actor(&GM), &request, InputOrigin::default(), 0).await.is_ok();
    }
    let mut may_act = service.scene(Viewer::Gm).may_act;
    while let Some(who) = rng.take(&mut may_act) {
        let mut verbs = service.session().verbs(Viewer::Gm, who);
        while let Some(verb) = rng.take(&mut verbs) {
            let mut draft = PartialAction::of(verb.name);
            // No action has this many parameters.
            for _ in 0..12 {
                let param = service.session().param(Viewer::Gm, who, &draft);
                let Ok(ParamView::Choose { name, mut candidates, .. }) = param else { break };
                let Some(candidate) = rng.take(&mut candidates) else { break };
                draft = draft.with(name, candidate.fill);
            }
            if let Ok(ParamView::Write { name, .. }) = service.session().param(Viewer::Gm, who, &draft) {
                draft = draft.with(name, ParamValue::Text("so be it".to_owned()));
            }
            let request = Request::Act { who, draft };
            if service.ask(service.actor(&GM), &request, InputOrigin::default(), 0).await.is_ok() {
                return true;
            }
        }
    }
    for command in [Command::new("pass", &[]), Command::new("end", &[]), Command::new("gm turn", &[("what", "end")])] {
        if service.command(&GM, &command, InputOrigin::default(), 0).await.is_ok() {
            return true;
        }
    }
    false
}

/// Plays fights of a system and tries what's suggested.
async fn what_is_offered_is_accepted(system: System, fights: u64) {
    let number = |name: &str| std::env::var(name).ok().and_then(|it| it.parse::<u64>().ok());
    let first = number("OFFERS_SEED").unwrap_or(0);
    let seeds = first..first + number("OFFERS_FIGHTS").unwrap_or(fights);
    let (mut tried, mut pressed_answers, mut played) = (0, 0, 0);
    let mut found = vec![];
    for seed in seeds {
        let mut rng = PlayRng::new(seed);
        let mut service = begun(system, seed).await;
        for number in 0..STEPS {
            let mut by_players = Tried::default();
            by_players.pressed_answers(&mut service);
            let mut all = vec![by_players];
            if number % SAMPLED == 0 {
                for caller in [Some(GM), rng.take(&mut callers())].into_iter().flatten() {
                    let (mut typed, mut pressed) = (Tried::default(), Tried::default());
                    typed.suggestions(&mut service, &caller, &mut rng);
                    pressed.menus(&mut service, &caller, &mut rng);
                    all.extend([typed, pressed]);
                }
                let mut still = Tried::default();
                still.answers(&mut service);
                still.nothing_while_paused(&mut service).await;
                all.push(still);
            }
            for it in all {
                tried += it.count;
                pressed_answers += it.pressed;
                let told = it.refused.into_iter().map(|(what, why)| format!("seed {seed}, {number}: {what}: {why}"));
                found.extend(told);
            }
            if !step(&mut service, &mut rng).await {
                let over = service.scene(Viewer::Gm).stage == Stage::Over;
                assert!(over, "seed {seed}: nothing goes on after {number} steps, and the fight is not over");
                break;
            }
            played += 1;
        }
    }
    println!("{tried} offers and {pressed_answers} answers of players tried in {played} steps");
    assert!(found.is_empty(), "{} of {tried} offers are refused:\n{}", found.len(), found.join("\n"));
    assert!(tried > 40, "much was offered: {tried}");
    // In the few short fights on squares, it may happen that no player's combatant is asked.
    assert!(fights < FIGHTS || pressed_answers > 0, "players were asked");
}

#[tokio::test]
async fn murdham_accepts_what_it_offers() {
    what_is_offered_is_accepted(System::Murdham, FIGHTS).await;
}

#[tokio::test]
async fn sovereign_accepts_what_it_offers() {
    what_is_offered_is_accepted(System::Sovereign, FIGHTS_ON_SQUARES).await;
}

#[tokio::test]
async fn ingenuity_accepts_what_it_offers() {
    what_is_offered_is_accepted(System::Ingenuity, FIGHTS_ON_SQUARES).await;
}

#[tokio::test]
async fn td2e_accepts_what_it_offers() {
    what_is_offered_is_accepted(System::Td2e, FIGHTS_ON_SQUARES).await;
}

#[tokio::test]
async fn einfelst_accepts_what_it_offers() {
    what_is_offered_is_accepted(System::Einfelst, FIGHTS).await;
}
