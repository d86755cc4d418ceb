//! What the room of every system is made of: the same files with the same functions in them, so that whoever knows one finds their way in
//! the next. A system's `mod.rs` says [`types_of`] and [`by_its_files`] and then only what is its own. No rule is here.

/// The engine's types as a system's own files call them.
macro_rules! types_of {
    ($ruleset:ident) => {
        /// A fight as it stands.
        pub type Field = $crate::engine::Field<$ruleset>;
        /// Somebody in it.
        pub type Combatant = $crate::engine::Combatant<$ruleset>;
        /// The context of a rule.
        pub type Cx<'a> = $crate::engine::Cx<'a, $ruleset>;
        /// What a rule gives back.
        pub type Flow<T = ()> = $crate::engine::Flow<$ruleset, T>;
        /// A fact that every system knows.
        pub type TableFact = $crate::engine::Fact<$ruleset>;
        /// A roll.
        pub type Roll = $crate::engine::Roll<$ruleset>;
        /// Why not.
        pub type Refusal = $crate::engine::Refusal<$ruleset>;
    };
}
pub(crate) use types_of;

/// Inside `impl Ruleset`: what every system answers in the file of that subject, by the same name.
macro_rules! by_its_files {
    () => {
        type Sheet = Sheet;
        type State = State;
        type Shared = Shared;
        type Options = Options;
        type Action = Action;
        type Question = Question;
        type Choice = Choice;
        type Fact = Fact;
        type Rule = Rule;
        type Violation = Violation;
        type Condition = Condition;
        type Pot = Pot;
        type Phase = Phase;

        fn transition(cx: &mut Cx<'_>, transition: &$crate::engine::Transition<Self>) -> Flow {
            turn::transition(cx, transition)
        }
        fn due(field: &Field) -> Option<$crate::engine::Transition<Self>> {
            turn::due(field)
        }
        fn may_act(field: &Field) -> Vec<$crate::engine::CombatantId> {
            turn::may_act(field)
        }
        fn turn_given(field: &Field, who: $crate::engine::CombatantId) -> Vec<TableFact> {
            turn::given(field, who)
        }
        fn check_pass(field: &Field, side: $crate::engine::SideId) -> Result<(), Refusal> {
            turn::check_pass(field, side).map_err(Refusal::Violation)
        }
        fn check(field: &Field, who: $crate::engine::CombatantId, action: &Action) -> Result<(), Refusal> {
            actions::check(field, who, action).map_err(Refusal::Violation)
        }
        fn perform(cx: &mut Cx<'_>, who: $crate::engine::CombatantId, action: &Action) -> Flow {
            actions::perform(cx, who, action)
        }
        fn verbs(field: &Field, who: $crate::engine::CombatantId) -> Vec<$crate::engine::Verb> {
            $crate::rules::ways::verbs(field, who)
        }
        fn verb_named(typed: &str) -> Option<&'static str> {
            $crate::rules::ways::meant::<Self>(typed)
        }
        fn verb_for(field: &Field, who: $crate::engine::CombatantId, typed: &str) -> Option<&'static str> {
            <Self as $crate::rules::ways::Ways>::meant_by_whom(field, who, typed)
        }
        fn word_elsewhere(typed: &str) -> Option<(&'static str, Rule)> {
            $crate::rules::elsewhere::meaning(elsewhere::WORDS, typed)
        }
        fn at_random(
            field: &Field,
            who: $crate::engine::CombatantId,
            rng: &mut $crate::engine::play::PlayRng,
        ) -> Option<Action> {
            $crate::rules::ways::at_random(field, who, rng)
        }
        fn fresh(sheet: &Sheet) -> (State, $crate::engine::Budget<Pot>) {
            state::fresh(sheet)
        }
        fn sheet(fields: &[(String, String)]) -> Result<Sheet, Vec<(String, String)>> {
            sheet::read(fields)
        }
        fn sheet_fields(sheet: &Sheet) -> Vec<(String, String)> {
            sheet::fields(sheet)
        }
        fn templates() -> Vec<(String, Sheet)> {
            sheet::templates()
        }
        fn set_option(options: &mut Options, name: &str, value: &str) -> Result<(), String> {
            options::set_option(options, name, value)
        }
        fn option_fields(options: &Options) -> Vec<(String, String)> {
            options::options(options)
        }
        fn lasting(field: &Field, who: $crate::engine::CombatantId) -> Sheet {
            lasting::lasting(field, who)
        }
        fn tell(field: &Field, records: &[$crate::engine::Record<Self>]) -> Vec<$crate::engine::view::Line> {
            narrate::tell(field, records)
        }
        fn purse(field: &Field, who: $crate::engine::CombatantId) -> Vec<(String, String)> {
            words::purse(field, who)
        }
        fn vitals(field: &Field, of: &Combatant) -> Vec<$crate::engine::view::Vital> {
            words::vitals(field, of)
        }
        fn standing(field: &Field, of: &Combatant) -> ($crate::engine::view::Mark, String) {
            words::standing(field, of)
        }
        fn details(field: &Field) -> $crate::engine::view::Details {
            words::details(field)
        }
        fn read(field: &Field, who: $crate::engine::CombatantId, name: &str) -> Option<String> {
            fields::read(field, who, name)
        }
        fn set(
            field: &Field,
            who: $crate::engine::CombatantId,
            name: &str,
            value: &str,
        ) -> Result<Vec<TableFact>, String> {
            fields::set(field, who, name, value)
        }
        fn read_fight(field: &Field, name: &str) -> Option<String> {
            fields::read_fight(field, name)
        }
    };
}
pub(crate) use by_its_files;
