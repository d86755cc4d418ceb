//! A Murdham fight in which everything is done by words. It uses only what the core shows, so that tests of the program can have it, too.

use crate::{
    engine::{Actor, CombatantId, PromptId, Scripted, Seat, view::Audience},
    rules::{Fight, Newcomer, Request, Session, murdham::Murdham},
};

pub const GM: Actor = Actor::Gm(Seat(1));

/// A table at which everything is done by words.
pub struct Table {
    pub fight: Fight<Murdham>,
    dice: Scripted,
    pub at_ms: i64,
    /// What everyone was told since the last input.
    pub told: Vec<String>,
    /// What only the GM, or one side, was told.
    pub secret: Vec<String>,
}

pub fn pairs(text: &str) -> Vec<(String, String)> {
    let pair = |it: &str| it.split_once('=').map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()));
    text.split(';').filter_map(pair).collect()
}

impl Table {
    /// A table with options, as "fat=on; chaos=on", and two sides.
    pub fn new(options: &str) -> Table {
        let fight = Fight::open(&pairs(options)).expect("options");
        let mut table = Table { fight, dice: Scripted::default(), at_ms: 1_000_000, told: vec![], secret: vec![] };
        table.ask(Request::Side { name: "Players".into() });
        table.ask(Request::Side { name: "Bandits".into() });
        table
    }

    /// The usual one: Theobald (PC) and Sybilla (PC) against two bandits, the players hold the initiative, all in one zone.
    pub fn brawl() -> Table {
        let mut table = Table::new("");
        table.pc("Theobald", "wit=9; str=9; agi=9; weapons=axe: martial hand");
        table.pc("Sybilla", "wit=6; str=8; agi=12; weapons=dagger: simple hand");
        table.foe("Bandit 1", "wit=8; str=8; agi=8; weapons=club: simple hand");
        table.foe("Bandit 2", "wit=8; str=8; agi=8; weapons=club: simple hand");
        table.initiative("Players");
        table.begin();
        table
    }

    /// Theobald alone against one bandit, with these fields.
    pub fn duel(theobald: &str, bandit: &str) -> Table {
        let mut table = Table::new("");
        table.pc("Theobald", theobald);
        table.foe("Bandit", bandit);
        table.initiative("Players");
        table.begin();
        table
    }

    pub fn pc(&mut self, name: &str, fields: &str) {
        let seat = Some(Seat(name.bytes().map(u64::from).sum()));
        self.join(name, "Players", seat, fields).expect("joins");
    }

    pub fn foe(&mut self, name: &str, fields: &str) {
        self.join(name, "Bandits", None, fields).expect("joins");
    }

    pub fn join(&mut self, name: &str, side: &str, owner: Option<Seat>, fields: &str) -> Result<(), String> {
        let newcomer = Newcomer {
            name: name.into(),
            side: Some(side.into()),
            owner,
            fields: pairs(fields),
            count: 1,
            ..Newcomer::default()
        };
        self.try_as(GM, Request::Join(newcomer))
    }

    pub fn initiative(&mut self, side: &str) {
        self.ask(Request::SetFight { name: "initiative".into(), value: side.into() });
    }

    pub fn board(&mut self, fields: &str) {
        self.ask(Request::Board { fields: pairs(fields) });
    }

    pub fn place(&mut self, who: &str, at: &str) {
        let who = self.id(who);
        self.ask(Request::Place { who, at: at.into() });
    }

    pub fn begin(&mut self) {
        self.ask(Request::Begin);
    }

    pub fn dice(&mut self, faces: &[(u16, u16)]) {
        self.dice.queue(faces.iter().copied());
    }

    pub fn id(&self, name: &str) -> CombatantId {
        self.fight.find(crate::engine::view::Viewer::Gm, name).expect(name)
    }

    pub fn ask(&mut self, request: Request) {
        let shown = format!("{request:?}");
        self.try_as(GM, request).unwrap_or_else(|why| panic!("{shown}: {why}"));
    }

    /// Proposes and accepts; the dice must fit.
    pub fn try_as(&mut self, actor: Actor, request: Request) -> Result<(), String> {
        self.at_ms += 100;
        let at_ms = self.at_ms;
        let proposal = self.fight.propose(actor, &request, &mut self.dice, at_ms).map_err(|it| it.text)?;
        assert_eq!(self.dice.take_fault(), None, "{request:?}");
        let stories = self.fight.commit(proposal);
        (self.told, self.secret) = (vec![], vec![]);
        for story in stories {
            for line in story.lines.into_iter().skip(story.told_before) {
                match line.audience {
                    Audience::Everyone => self.told.push(line.text),
                    _ => self.secret.push(line.text),
                }
            }
        }
        Ok(())
    }

    /// What a combatant types, as "attack target=Bandit 1; with=axe".
    pub fn try_act(&mut self, who: &str, typed: &str) -> Result<(), String> {
        let (verb, slots) = typed.split_once(' ').unwrap_or((typed, ""));
        let id = self.id(who);
        let draft = self.fight.draft(crate::engine::view::Viewer::Gm, id, verb, &pairs(slots)).map_err(|it| it.text)?;
        self.try_as(GM, Request::Act { who: id, draft })
    }

    pub fn act(&mut self, who: &str, typed: &str) {
        self.try_act(who, typed).unwrap_or_else(|why| panic!("{who}: {typed}: {why}"));
    }

    /// The sentence with which something is refused.
    pub fn refused(&mut self, who: &str, typed: &str) -> String {
        self.try_act(who, typed).expect_err(typed)
    }

    pub fn pass(&mut self, side: &str) {
        let side = self.fight.find_side(side).expect(side);
        self.ask(Request::Pass { side });
    }

    /// The open questions, as (who is asked, labels).
    pub fn prompts(&self) -> Vec<(String, Vec<String>)> {
        let scene = self.fight.scene(crate::engine::view::Viewer::Gm);
        scene.prompts.iter().map(|it| (it.to_name.clone(), it.labels.clone())).collect()
    }

    /// The labels of a combatant's question; panics if they are not asked.
    pub fn offers(&self, who: &str) -> Vec<String> {
        let found = self.prompts().into_iter().find(|it| it.0 == who);
        found.unwrap_or_else(|| panic!("{who} is not asked; {:?}", self.prompts())).1
    }

    pub fn press(&mut self, who: &str, label: &str) {
        let scene = self.fight.scene(crate::engine::view::Viewer::Gm);
        let prompt = scene.prompts.iter().find(|it| it.to_name == who && !it.answered);
        let prompt = prompt.unwrap_or_else(|| panic!("{who} is not asked; {:?}", self.prompts()));
        let choice = prompt.labels.iter().position(|it| it.starts_with(label));
        let choice = choice.unwrap_or_else(|| panic!("no {label} in {:?}", prompt.labels));
        let id: PromptId = prompt.id;
        self.ask(Request::Answer { prompt: id, choice });
    }

    /// Presses the default for everyone who is asked, until nobody is.
    pub fn defaults(&mut self) {
        while let Some((who, labels)) = self.prompts().into_iter().next() {
            self.press(&who, &labels[0]);
        }
    }

    pub fn wait(&mut self, ms: i64) {
        self.at_ms += ms;
        while self.fight.next_deadline_ms().is_some_and(|it| it <= self.at_ms) {
            self.ask(Request::Tick);
        }
    }

    pub fn set(&mut self, who: &str, field: &str, value: &str) {
        let who = self.id(who);
        self.ask(Request::Set { who, field: field.into(), value: value.into() });
    }

    pub fn order(&mut self, who: &str, order: &str) {
        let who = self.id(who);
        self.ask(Request::Order { who, order: order.into() });
    }

    pub fn read(&self, who: &str, field: &str) -> String {
        self.fight.read(self.id(who), field).unwrap_or_else(|| panic!("no field {field}"))
    }

    pub fn may_act(&self) -> Vec<String> {
        let scene = self.fight.scene(crate::engine::view::Viewer::Gm);
        let field = self.fight.log().now().now();
        scene.may_act.iter().map(|it| field.name(*it).to_owned()).collect()
    }

    pub fn phase(&self) -> String {
        self.fight.scene(crate::engine::view::Viewer::Gm).phase.unwrap_or_default()
    }

    pub fn round(&self) -> u32 {
        self.fight.scene(crate::engine::view::Viewer::Gm).round
    }

    pub fn heard(&self, part: &str) -> bool {
        self.told.iter().any(|it| it.contains(part))
    }

    pub fn assert_heard(&self, part: &str) {
        assert!(self.heard(part), "{part:?} is not in {:#?}", self.told);
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert_eq!(self.dice.left(), vec![], "all dice that were queued have fallen");
        }
    }
}
