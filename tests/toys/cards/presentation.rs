//! What people see of a fight with cards and can type: menus, words, the overview, named values.

use super::*;

impl Menus for Cards {
    fn verbs(fight: &FightState<Cards>, who: CombatantId) -> Vec<VerbView> {
        let names = ["walk", "strike", "grip", "let go", "daze", "shout", "aim", "drink", "done"];
        let verb = |name| VerbView { name, label: name, kind: VerbKind::Other, cost: "", blurb: "" };
        names.into_iter().filter(|it| !all(fight, who, it).is_empty()).map(verb).collect()
    }

    fn options(
        fight: &FightState<Cards>,
        who: CombatantId,
        so_far: &PartialAction,
    ) -> Result<Param<Action>, Refusal<Cards>> {
        let at = match so_far.get("at") {
            Some(ParamValue::Who(id)) => Some((Some(*id), None)),
            Some(ParamValue::Word(word) | ParamValue::Text(word)) => Some((None, fight.space.place_named(word))),
            None => None,
        };
        if let Some((whom, place)) = at {
            let action = match (so_far.verb.as_str(), whom, place) {
                ("walk", _, Some(to)) => Action::Walk(to),
                ("strike", Some(on), _) => Action::Strike(on),
                ("grip", Some(on), _) => Action::Grip(on),
                ("daze", Some(on), _) => Action::Daze(on),
                _ => return Err(Refusal::Violation(Violation::NotThere)),
            };
            return Ok(Param::Done(action));
        }
        let actions = all(fight, who, &so_far.verb);
        let aimed = |action: &Action| match action {
            Action::Walk(to) => Some(ParamValue::Word(fight.space.place_words(to))),
            Action::Strike(on) | Action::Grip(on) | Action::Daze(on) => Some(ParamValue::Who(*on)),
            _ => None,
        };
        let fills: Vec<(Option<ParamValue>, Action)> = actions.into_iter().map(|it| (aimed(&it), it)).collect();
        match fills.as_slice() {
            [] => Err(Refusal::Violation(Violation::NothingLeft)),
            [(None, action)] => Ok(Param::Done(action.clone())),
            _ => {
                let candidate = |(fill, _): (Option<ParamValue>, Action)| {
                    let fill = fill?;
                    let label = match &fill {
                        ParamValue::Who(id) => fight.name(*id).to_owned(),
                        ParamValue::Word(word) | ParamValue::Text(word) => word.clone(),
                    };
                    Some(Candidate { fill, label, note: String::new(), group: "", needs_more: false, never: false })
                };
                let candidates = fills.into_iter().filter_map(candidate).collect();
                Ok(Param::Choose { name: "at", ask: "Whom, or where?", candidates, unavailable: vec![], default: None })
            }
        }
    }
}

impl Wording for Cards {
    fn story_lines(fight: &FightState<Cards>, records: &[Record<Cards>]) -> Vec<Line> {
        let rolls = records.iter().filter_map(|it| match it {
            Record::Rolled(roll) => Some(Line::open(roll.what.clone()).rolled(fight, roll)),
            _ => None,
        });
        rolls.collect()
    }

    fn ask_words(fight: &FightState<Cards>, _: Addressee, question: &Question) -> String {
        match question {
            Question::DrawAgain { best } => format!("Your best card is {best}. Draw again?"),
            Question::Flinch { by } => format!("{} shouts at you.", fight.name(*by)),
            Question::Fair { by, on } => format!("May {} daze {}?", fight.name(*by), fight.name(*on)),
        }
    }

    fn choice_words(_: &FightState<Cards>, _: &Question, choice: &Choice) -> String {
        format!("{choice:?}")
    }

    fn order_words(_: &StandingOrder) -> String {
        "stand".to_owned()
    }

    fn order_menu() -> Vec<(&'static str, StandingOrder)> {
        vec![("stand", StandingOrder::AlwaysStand)]
    }

    fn violation_words(_: &FightState<Cards>, violation: &Violation) -> (String, Option<Rule>) {
        (format!("{violation:?}"), None)
    }

    fn phase_words(phase: Phase) -> String {
        format!("{phase:?}")
    }

    fn condition_words(condition: &Condition) -> String {
        format!("{condition:?}")
    }
}

impl Overview for Cards {
    fn vitals(_: &FightState<Cards>, of: &Combatant<Cards>) -> Vec<Vital> {
        vec![Vital { name: "grit", exact: of.state.grit.to_string(), word: None, left: None }]
    }

    fn standing(fight: &FightState<Cards>, of: &Combatant<Cards>) -> (Mark, String) {
        match (standing(of), up(fight).contains(&of.id)) {
            (false, _) => (Mark::Down, "down".to_owned()),
            (true, true) => (Mark::Acting, "up".to_owned()),
            (true, false) => (Mark::Ready, "waiting".to_owned()),
        }
    }

    fn details(fight: &FightState<Cards>) -> Details {
        let owners = fight.turns.slot_up().map_or(&[][..], |it| &it.owners);
        let names: Vec<&str> = owners.iter().map(|it| fight.name(*it)).collect();
        Details { whose: format!("Up: {}", names.join(", ")), ..Details::default() }
    }
}

impl NamedValues for Cards {
    fn condition_named(_: &str) -> Option<Condition> {
        None
    }

    fn read(fight: &FightState<Cards>, who: CombatantId, name: &str) -> Option<String> {
        (name == "grit").then(|| fight.find(who).map(|it| it.state.grit.to_string()))?
    }

    fn set(_: &FightState<Cards>, _: CombatantId, _: &str, _: &str) -> Result<Vec<TableFact<Cards>>, String> {
        Err("nothing".to_owned())
    }

    fn sheet(_: &[(String, String)]) -> Result<Sheet, Vec<(String, String)>> {
        Ok(Sheet { grit: 6, cards: 1, gang: 0 })
    }

    fn sheet_fields(_: &Sheet) -> Vec<(String, String)> {
        vec![]
    }

    fn templates() -> Vec<(String, Sheet)> {
        vec![]
    }

    fn set_option(options: &mut Options, name: &str, value: &str) -> Result<(), String> {
        match name {
            "ambush" => options.ambush = value == "on",
            _ => return Err("ambush".to_owned()),
        }
        Ok(())
    }

    fn option_fields(options: &Options) -> Vec<(String, String)> {
        vec![("ambush".to_owned(), options.ambush.to_string())]
    }

    fn board(_: &Grid, _: &[(String, String)]) -> Result<Grid, String> {
        Ok(Grid::default())
    }
}

impl BetweenFights for Cards {
    fn fresh(sheet: &Sheet) -> (State, Budget<Resource>) {
        let resources = [
            (Resource::Steps, 6, Refill::Turn),
            (Resource::Arm, 1, Refill::Round),
            (Resource::Flask, 1, Refill::Fight),
        ];
        (State { grit: sheet.grit }, Budget::new(resources))
    }
}

impl ByHand for Cards {}
