//! What every system's module consists of: the same files with the same functions, so that if you know one system, you find your way in the
//! next. A system invokes [`engine_types`], and [`delegate`] in each of its traits' impls, then only adds what's specific to it.
//! Contains no rules.

/// The engine's types under the names a system's files use.
macro_rules! engine_types {
    ($ruleset:ident) => {
        /// The state of a fight.
        pub type FightState = $crate::engine::FightState<$ruleset>;
        /// A combatant in the fight.
        pub type Combatant = $crate::engine::Combatant<$ruleset>;
        /// A rule's context.
        pub type Cx<'a> = $crate::engine::Cx<'a, $ruleset>;
        /// A rule's return type.
        pub type Flow<T = ()> = $crate::engine::Flow<$ruleset, T>;
        /// A fact that every system has.
        pub type TableFact = $crate::engine::TableFact<$ruleset>;
        /// A roll.
        pub type Roll = $crate::engine::Roll<$ruleset>;
        /// The reason for a refusal.
        pub type Refusal = $crate::engine::Refusal<$ruleset>;
    };
}
pub(crate) use engine_types;

/// Inside the impl of one of the engine's traits for a system, named by its first argument: the methods that every system implements in the
/// file on that subject, under the same name.
macro_rules! delegate {
    (types) => {
        type Sheet = Sheet;
        type State = State;
        type SystemState = SystemState;
        type Options = Options;
        type Action = Action;
        type Question = Question;
        type Choice = Choice;
        type Fact = Fact;
        type Rule = Rule;
        type Violation = Violation;
        type Condition = Condition;
        type Resource = Resource;
        type Phase = Phase;
    };
    (rules) => {
        fn transition(cx: &mut Cx<'_>, transition: &$crate::engine::Transition<Self>) -> Flow {
            turn::transition(cx, transition)
        }
        fn due(fight: &FightState) -> Option<$crate::engine::Transition<Self>> {
            turn::due(fight)
        }
        fn may_act(fight: &FightState) -> Vec<$crate::engine::CombatantId> {
            turn::may_act(fight)
        }
        fn check_pass(fight: &FightState, side: $crate::engine::SideId) -> Result<(), Refusal> {
            turn::check_pass(fight, side).map_err(Refusal::Violation)
        }
        fn check(fight: &FightState, who: $crate::engine::CombatantId, action: &Action) -> Result<(), Refusal> {
            verbs::check(fight, who, action).map_err(Refusal::Violation)
        }
        fn perform(cx: &mut Cx<'_>, who: $crate::engine::CombatantId, action: &Action) -> Flow {
            verbs::perform(cx, who, action)
        }
    };
    (menus) => {
        fn verbs(fight: &FightState, who: $crate::engine::CombatantId) -> Vec<$crate::engine::VerbView> {
            $crate::rules::action_space::verbs(fight, who)
        }
        fn verb_named(typed: &str) -> Option<&'static str> {
            $crate::rules::action_space::meant::<Self>(typed)
        }
        fn verb_for(fight: &FightState, who: $crate::engine::CombatantId, typed: &str) -> Option<&'static str> {
            <Self as $crate::rules::action_space::ActionSpace>::resolve_verb(fight, who, typed)
        }
        fn options(
            fight: &FightState,
            who: $crate::engine::CombatantId,
            so_far: &$crate::engine::PartialAction,
        ) -> Result<$crate::engine::Param<Action>, Refusal> {
            $crate::rules::action_space::options(fight, who, so_far)
        }
        fn meant_by(verb: &str, typed: &[(String, String)]) -> Option<(&'static str, Vec<(String, String)>)> {
            verbs::meant_by(verb, typed)
        }
        fn rule_of_slot(verb: &str, slot: &str) -> Option<Rule> {
            $crate::rules::verbs::rule_of_param::<Self>(verb, slot)
        }
        fn word_of_other_games(typed: &str) -> Option<(&'static str, Rule)> {
            $crate::rules::other_games::meaning(other_games::WORDS, typed)
        }
        fn spelled_out(
            fight: &FightState,
            who: $crate::engine::CombatantId,
            action: &Action,
        ) -> Option<($crate::engine::PartialAction, String)> {
            $crate::rules::spelled_out::spelled_out::<Self>(fight, who, action.verb())
        }
        fn at_random(
            fight: &FightState,
            who: $crate::engine::CombatantId,
            rng: &mut $crate::engine::random_play::PlayRng,
        ) -> Option<Action> {
            $crate::rules::action_space::at_random(fight, who, rng)
        }
    };
    (wording) => {
        fn story_lines(
            fight: &FightState,
            records: &[$crate::engine::Record<Self>],
        ) -> Vec<$crate::engine::view::Line> {
            story::story_lines(fight, records)
        }
        fn violation_words(fight: &FightState, violation: &Violation) -> (String, Option<Rule>) {
            violation.words(fight)
        }
    };
    (overview) => {
        fn remaining(fight: &FightState, who: $crate::engine::CombatantId) -> Vec<(String, String)> {
            labels::remaining(fight, who)
        }
        fn vitals(fight: &FightState, of: &Combatant) -> Vec<$crate::engine::view::Vital> {
            labels::vitals(fight, of)
        }
        fn standing(fight: &FightState, of: &Combatant) -> ($crate::engine::view::Mark, String) {
            labels::standing(fight, of)
        }
        fn details(fight: &FightState) -> $crate::engine::view::Details {
            labels::details(fight)
        }
        fn once_down(fight: &FightState, of: &Combatant) -> Option<$crate::engine::view::OnceDown> {
            once_down::once_down(fight, of)
        }
    };
    (playable) => {
        fn ways(fight: &FightState, who: $crate::engine::CombatantId, purpose: $crate::engine::Purpose) -> Vec<Action> {
            $crate::rules::verbs::ways::<Self>(fight, who, purpose)
        }
        fn tempting(
            fight: &FightState,
            who: $crate::engine::CombatantId,
            purpose: $crate::engine::Purpose,
        ) -> Vec<Action> {
            $crate::rules::verbs::tempting::<Self>(fight, who, purpose)
        }
        fn legal(
            fight: &FightState,
            who: $crate::engine::CombatantId,
            purpose: $crate::engine::Purpose,
        ) -> Vec<Action> {
            $crate::rules::verbs::legal::<Self>(fight, who, purpose)
        }
        fn target(action: &Action) -> Option<$crate::engine::CombatantId> {
            action.verb().filled().iter().find_map(|it| match it.part {
                Part::Who(who) => Some(who),
                _ => None,
            })
        }
        fn worth(fight: &FightState, who: $crate::engine::CombatantId) -> f64 {
            fight.find(who).map_or(0.0, |it| playing::worth(fight, it))
        }
        fn promise(fight: &FightState, who: $crate::engine::CombatantId, action: &Action) -> f64 {
            playing::promise(fight, who, action)
        }
        fn price(fight: &FightState, question: &Question, choice: &Choice) -> f64 {
            playing::price(fight, question, choice)
        }
    };
    (striking) => {
        fn tally(record: &$crate::engine::Record<Self>, tally: &mut $crate::engine::BlowTally) {
            if let $crate::engine::Record::Fact(fact) = record {
                striking::tally(fact, tally);
            }
        }
        fn at_stake(question: &Question) -> Option<$crate::engine::CombatantId> {
            striking::at_stake(question)
        }
        fn lucky(roll: &$crate::engine::Roll<Self>) -> Option<$crate::engine::LuckyFaces> {
            roll.lucky_by_target().or_else(|| striking::lucky_total(roll))
        }
    };
    (named_values) => {
        fn sheet(fields: &[(String, String)]) -> Result<Sheet, Vec<(String, String)>> {
            sheet::read(fields)
        }
        fn sheet_fields(sheet: &Sheet) -> Vec<(String, String)> {
            sheet::fields(sheet)
        }
        fn template_styles() -> Vec<(String, $crate::engine::playing::Style)> {
            sheet::template_styles()
        }
        fn template_heroes() -> Vec<String> {
            sheet::template_heroes()
        }
        fn templates() -> Vec<(String, Sheet)> {
            sheet::templates()
        }
        fn set_option(options: &mut Options, name: &str, value: &str) -> Result<(), String> {
            options::set_option(options, name, value)
        }
        fn unseen_beside(options: &mut Options, on: bool) {
            options.unseen_beside = on;
        }
        fn option_fields(options: &Options) -> Vec<(String, String)> {
            options::options(options)
        }
        fn read(fight: &FightState, who: $crate::engine::CombatantId, name: &str) -> Option<String> {
            values::read(fight, who, name)
        }
        fn set(
            fight: &FightState,
            who: $crate::engine::CombatantId,
            name: &str,
            value: &str,
        ) -> Result<Vec<TableFact>, String> {
            values::set(fight, who, name, value)
        }
        fn read_fight(fight: &FightState, name: &str) -> Option<String> {
            values::read_fight(fight, name)
        }
    };
    (between_fights) => {
        fn fresh(sheet: &Sheet) -> (State, $crate::engine::Budget<Resource>) {
            state::fresh(sheet)
        }
        fn lasting(fight: &FightState, who: $crate::engine::CombatantId) -> Sheet {
            lasting::lasting(fight, who)
        }
    };
    (by_hand) => {
        fn turn_given(fight: &FightState, who: $crate::engine::CombatantId) -> Vec<TableFact> {
            turn::given(fight, who)
        }
    };
}
pub(crate) use delegate;
