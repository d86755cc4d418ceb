//! Ready fights: for each system, a fight with its board and combatants set up, so that a newcomer's first click is a move and not a form.
//! Each one is the setup of a play script, `config/rulesets/<system>/ready.play`; ready fights are data, and nothing here knows a system.
//! The line `# name: …` gives the fight's name. Anyone who opens one says who sits where, and begins it.

use super::parse::{self, Statement};
use crate::{
    engine::Seat,
    rules::{Handover, Newcomer, Request, System},
    table::Command,
};

/// The ready fights' texts, by system name.
const TEXTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/ready_fights.rs"));
/// The GM's name in scripts.
const GM: &str = "gm";

/// A fight that's ready to open.
#[derive(Clone, Debug, PartialEq)]
pub struct Ready {
    /// Its rule system.
    pub system: System,
    /// Its name.
    pub name: String,
    /// Options of the rules.
    pub options: Vec<(String, String)>,
    /// Its players, as the script names them, in the order they come up.
    pub people: Vec<String>,
    laid: Vec<Laid>,
    then: Vec<(Option<usize>, Command)>,
}

/// A step of the setup.
#[derive(Clone, Debug, PartialEq)]
enum Laid {
    Ask(Request),
    /// A combatant joins; a player's character comes with the index of its player.
    Join(Newcomer, Option<usize>),
}

/// All ready fights, in the order of the systems; those that can't be read are left out, and the reasons returned.
pub fn all() -> (Vec<Ready>, Vec<String>) {
    let (mut good, mut bad) = (vec![], vec![]);
    for system in System::ALL {
        let Some((_, text)) = TEXTS.iter().find(|it| it.0 == system.name()) else { continue };
        match Ready::read(text) {
            Ok(ready) if ready.system == system => good.push(ready),
            Ok(other) => bad.push(format!("the ready fight of {} is one of {}", system.name(), other.system.name())),
            Err(why) => bad.push(format!("the ready fight of {}: {why}", system.name())),
        }
    }
    (good, bad)
}

impl Ready {
    /// Reads one.
    ///
    /// # Errors
    /// Every invalid line, or that there's no setup.
    pub fn read(text: &str) -> Result<Ready, String> {
        let script = parse::parse(text).map_err(|faults| {
            faults.iter().map(|it| format!("line {}: {}", it.line, it.why)).collect::<Vec<_>>().join("; ")
        })?;
        let mut lines = script.lines.into_iter();
        let Some(Statement::Encounter { system, options }) = lines.next().map(|it| it.says) else {
            return Err("it begins with: encounter SYSTEM".to_owned());
        };
        let named = text.lines().find_map(|it| it.trim().strip_prefix('#')?.trim().strip_prefix("name:"));
        let name = named.map_or_else(|| "A fight, ready to play".to_owned(), |it| it.trim().to_owned());
        let mut ready = Ready { system, name, options, people: vec![], laid: vec![], then: vec![] };
        for line in lines {
            ready.line(line.says).map_err(|why| format!("line {}: {why}", line.number))?;
        }
        Ok(ready)
    }

    fn line(&mut self, says: Statement) -> Result<(), String> {
        let ask = |request: Request| Laid::Ask(request);
        match says {
            Statement::Side(name) => self.laid.push(ask(Request::Side { name })),
            Statement::Options(all) => {
                self.laid.extend(all.into_iter().map(|(name, value)| ask(Request::Option { name, value })));
            }
            Statement::Initiative(value) => {
                self.laid.push(ask(Request::SetFight { name: "initiative".to_owned(), value }));
            }
            Statement::Board(fields) => self.laid.push(ask(Request::Board { fields })),
            Statement::Add(joining) => {
                let person = joining.player.map(|it| self.person(&it));
                self.laid.push(Laid::Join(joining.newcomer, person));
            }
            Statement::Place { name, at } => {
                self.then.push((None, Command::new("gm place", &[("name", &name), ("at", &at)])));
            }
            Statement::Command { user, command } => {
                let person = (user != GM).then(|| self.person(&user));
                self.then.push((person, command));
            }
            _ => return Err("a ready fight has lines of setting up, and commands".to_owned()),
        }
        Ok(())
    }

    fn person(&mut self, name: &str) -> usize {
        self.people.iter().position(|it| it == name).unwrap_or_else(|| {
            self.people.push(name.to_owned());
            self.people.len() - 1
        })
    }

    /// The setup requests, with these people in the seats. The GM plays everybody else, or Umpire does.
    pub fn laid(&self, seats: &[Seat], umpire_plays: bool) -> Vec<Request> {
        let request = |it: &Laid| match it {
            Laid::Ask(request) => request.clone(),
            Laid::Join(newcomer, person) => {
                let owner = person.and_then(|it| seats.get(it).copied());
                let autopilot = if owner.is_none() && umpire_plays { Handover::Usual } else { Handover::Off };
                Request::Join(Newcomer { owner, autopilot, ..newcomer.clone() })
            }
        };
        self.laid.iter().map(request).collect()
    }

    /// The commands typed after that, by the GM or one of the players.
    pub fn then(&self) -> &[(Option<usize>, Command)] {
        &self.then
    }

    /// The names of one player's characters.
    pub fn characters_of(&self, person: usize) -> Vec<&str> {
        let one = |it: &'_ Laid| matches!(it, Laid::Join(_, by) if *by == Some(person));
        let all = self.laid.iter().filter(|it| one(it));
        all.filter_map(|it| match it {
            Laid::Join(newcomer, _) => Some(newcomer.name.as_str()),
            Laid::Ask(_) => None,
        })
        .collect()
    }
}
