//! What people see of a duel and can type: menus, words, the overview, named values.

use super::*;

impl Menus for Duel {
    fn verbs(fight: &FightState<Duel>, who: CombatantId) -> Vec<VerbView> {
        if Duel::check(fight, who, &Action::Wait).is_err() {
            return vec![];
        }
        let verb = |name, label| VerbView { name, label, kind: VerbKind::Other, cost: "main", blurb: "" };
        let plain = ["blast", "watch", "hide", "wait", "rally", "appeal", "tally"];
        let mut verbs: Vec<VerbView> = plain.into_iter().map(|it| verb(it, it)).collect();
        if !targets(fight, who).is_empty() {
            verbs.extend([verb("attack", "Attack"), verb("shoot", "Shoot")]);
        }
        verbs
    }

    fn options(
        fight: &FightState<Duel>,
        who: CombatantId,
        so_far: &PartialAction,
    ) -> Result<Param<Action>, Refusal<Duel>> {
        let aimed = |action: fn(CombatantId) -> Action| match so_far.who("target") {
            Some(target) => Param::Done(action(target)),
            None => {
                let candidate = |id: CombatantId| Candidate {
                    fill: ParamValue::Who(id),
                    label: fight.name(id).to_owned(),
                    note: String::new(),
                    group: "",
                    needs_more: false,
                    never: false,
                };
                let candidates = targets(fight, who).into_iter().map(candidate).collect();
                Param::Choose { name: "target", ask: "Whom?", candidates, unavailable: vec![], default: None }
            }
        };
        Ok(match so_far.verb.as_str() {
            "attack" => aimed(Action::Attack),
            "shoot" => aimed(Action::Shoot),
            "blast" => Param::Done(Action::Blast),
            "watch" => Param::Done(Action::Watch),
            "hide" => Param::Done(Action::Hide),
            "rally" => Param::Done(Action::Rally),
            "appeal" => Param::Done(Action::Appeal),
            "tally" => Param::Done(Action::Tally),
            _ => Param::Done(Action::Wait),
        })
    }
}

impl Wording for Duel {
    fn story_lines(fight: &FightState<Duel>, records: &[umpire::engine::Record<Duel>]) -> Vec<Line> {
        use umpire::engine::Record;
        let about = |who: CombatantId, line: Line| match fight.find(who) {
            Some(it) if it.hidden => Line { audience: Audience::Side(it.side), ..line },
            _ => line,
        };
        let told = records.iter().filter_map(|record| match record {
            Record::Rolled(roll) => {
                let line = Line::open(roll.what.clone()).rolled(fight, roll);
                Some(roll.who.map_or(line.clone(), |who| about(who, line)))
            }
            Record::Fact(TableFact::System(Note::Hurt { who, by })) => {
                Some(about(*who, Line::open(format!("{} loses {by}.", fight.name(*who)))))
            }
            Record::Fact(TableFact::Hid { who, .. }) => {
                Some(about(*who, Line::open(format!("{} is out of sight.", fight.name(*who)))))
            }
            _ => None,
        });
        told.collect()
    }

    fn ask_words(fight: &FightState<Duel>, to: Addressee, question: &Question) -> String {
        let to = match to {
            Addressee::Combatant(id) => fight.name(id).to_owned(),
            Addressee::Side(side) => fight.side_name(side).to_owned(),
            Addressee::Gm => "the GM".to_owned(),
        };
        match question {
            Question::Blow { by, total, .. } => format!("{to}: {} hits with {total}.", fight.name(*by)),
            Question::Shelter { of } => format!("{to}: {} wants to hide behind you.", fight.name(*of)),
            Question::Blast { by } => format!("{to}: {} calls down fire.", fight.name(*by)),
            Question::Shot { by, on, total } => {
                format!("{to}: {} shoots at {} with {total}.", fight.name(*by), fight.name(*on))
            }
            Question::Trigger { by } => format!("{to}: {} is about to shoot.", fight.name(*by)),
            Question::Rally { by } => format!("{to}: {} calls.", fight.name(*by)),
            Question::Grant { to: who } => format!("{to}: {} comes along.", fight.name(*who)),
            Question::Appeal { number } => format!("{to}: appeal {number}."),
            Question::Tally => format!("{to}: well?"),
        }
    }

    fn choice_words(fight: &FightState<Duel>, _: &Question, choice: &Choice) -> String {
        match choice {
            Choice::TakeIt => "Take it".to_owned(),
            Choice::Parry => "Parry".to_owned(),
            Choice::HideBehind(who) => format!("Hide behind {}", fight.name(*who)),
            Choice::Agree => "Agree".to_owned(),
            Choice::Brace => "Brace".to_owned(),
            Choice::Snap(at) => format!("Snap at {}", fight.name(*at)),
            Choice::StepIn => "Step in".to_owned(),
            Choice::Uphold(number) => format!("Uphold {number}"),
        }
    }

    fn order_words(order: &StandingOrder) -> String {
        format!("{order:?}")
    }

    fn order_menu() -> Vec<(&'static str, StandingOrder)> {
        vec![
            ("never ask", StandingOrder::NeverAsk),
            ("parry", StandingOrder::AlwaysParry),
            ("brace", StandingOrder::BraceIfItSaves),
        ]
    }

    fn violation_words(_: &FightState<Duel>, violation: &Violation) -> (String, Option<Rule>) {
        (format!("{violation:?}"), None)
    }

    fn phase_words((): ()) -> String {
        String::new()
    }

    fn condition_words((): &()) -> String {
        String::new()
    }
}

impl Overview for Duel {
    fn vitals(_: &FightState<Duel>, of: &Combatant<Duel>) -> Vec<Vital> {
        let word = if of.state.hp < of.sheet.hp { "hurt" } else { "well" };
        vec![Vital { name: "health", exact: format!("{}/{}", of.state.hp, of.sheet.hp), word: Some(word), left: None }]
    }

    fn standing(_: &FightState<Duel>, of: &Combatant<Duel>) -> (Mark, String) {
        match (standing(of), free(of)) {
            (false, _) => (Mark::Down, "down".to_owned()),
            (true, true) => (Mark::Ready, "ready".to_owned()),
            (true, false) => (Mark::Spent, "acted".to_owned()),
        }
    }

    fn details(fight: &FightState<Duel>) -> Details {
        let ready: Vec<&str> = Duel::may_act(fight).into_iter().map(|it| fight.name(it)).collect();
        Details { whose: format!("Next: {}", ready.join(", ")), ..Details::default() }
    }
}

impl NamedValues for Duel {
    fn condition_named(_: &str) -> Option<()> {
        None
    }

    fn read(fight: &FightState<Duel>, who: CombatantId, name: &str) -> Option<String> {
        (name == "hp").then(|| fight.find(who).map(|it| it.state.hp.to_string()))?
    }

    fn set(
        fight: &FightState<Duel>,
        who: CombatantId,
        name: &str,
        value: &str,
    ) -> Result<Vec<TableFact<Duel>>, String> {
        let it = fight.find(who).ok_or("nobody")?;
        let to: i32 = value.parse().map_err(|_| "a number")?;
        match name {
            "hp" => Ok(vec![TableFact::System(Note::Hurt { who, by: it.state.hp - to })]),
            _ => Err("hp".to_owned()),
        }
    }

    fn sheet(fields: &[(String, String)]) -> Result<Sheet, Vec<(String, String)>> {
        let number = |name: &str, otherwise| {
            fields
                .iter()
                .find(|it| it.0 == name)
                .map_or(Ok(otherwise), |it| it.1.parse().map_err(|_| vec![(name.to_owned(), "a number".to_owned())]))
        };
        Ok(Sheet { hp: number("hp", 10)?, armour: number("armour", 12)? })
    }

    fn sheet_fields(sheet: &Sheet) -> Vec<(String, String)> {
        vec![("hp".to_owned(), sheet.hp.to_string()), ("armour".to_owned(), sheet.armour.to_string())]
    }

    fn templates() -> Vec<(String, Sheet)> {
        vec![("Duellist".to_owned(), Sheet { hp: 10, armour: 12 })]
    }

    fn set_option(options: &mut Options, name: &str, value: &str) -> Result<(), String> {
        match name {
            "clock" => options.clock_ms = Some(value.parse().map_err(|_| "milliseconds")?),
            _ => return Err("clock".to_owned()),
        }
        Ok(())
    }

    fn option_fields(options: &Options) -> Vec<(String, String)> {
        options.clock_ms.iter().map(|it| ("clock".to_owned(), it.to_string())).collect()
    }

    fn board(_: &Nowhere, _: &[(String, String)]) -> Result<Nowhere, String> {
        Ok(Nowhere)
    }
}

impl BetweenFights for Duel {
    fn fresh(sheet: &Sheet) -> (State, Budget<Resource>) {
        let state = State { hp: sheet.hp, braced: false, watching: false };
        (state, Budget::new([(Resource::Main, 1, Refill::Round)]))
    }
}

impl ByHand for Duel {}
