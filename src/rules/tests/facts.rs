//! A log keeps a system's facts and events under the same key, as it did when they were one type.

use crate::{
    engine::{CombatantId, Ruleset, TableFact, fact::variants},
    rules::{
        System,
        td2e::{Event, Fact, Td2e},
        with_ruleset,
    },
};
use std::collections::BTreeSet;

#[test]
fn an_event_is_stored_as_a_fact_is() {
    let who = CombatantId(3);
    let cases: [(TableFact<Td2e>, &str); 4] = [
        (TableFact::System(Fact::Died(who)), r#"{"System":{"Died":3}}"#),
        (TableFact::Told(Event::OverAlready(who)), r#"{"System":{"OverAlready":3}}"#),
        (TableFact::Told(Event::RanInto { who, unseen: who }), r#"{"System":{"RanInto":{"who":3,"unseen":3}}}"#),
        (TableFact::TurnBegan(who), r#"{"TurnBegan":3}"#),
    ];
    for (fact, stored) in cases {
        assert_eq!(serde_json::to_string(&fact).unwrap(), stored);
        assert_eq!(serde_json::from_str::<TableFact<Td2e>>(stored).unwrap(), fact, "{stored}");
        let value: serde_json::Value = serde_json::from_str(stored).unwrap();
        assert_eq!(serde_json::from_value::<TableFact<Td2e>>(value).unwrap(), fact, "{stored}");
    }
}

#[test]
fn what_is_neither_fact_nor_event_is_not_read() {
    let why = |stored: &str| serde_json::from_str::<TableFact<Td2e>>(stored).unwrap_err().to_string();
    assert!(why(r#"{"System":{"Bewitched":3}}"#).contains("unknown variant `Bewitched`"));
    assert!(why(r#"{"Told":{"OverAlready":3}}"#).contains("unknown variant `Told`"));
}

#[test]
fn no_event_has_the_name_of_a_fact() {
    for system in System::ALL {
        let (facts, events) = with_ruleset!(system, R => names::<R>());
        assert!(!facts.is_empty() && !events.is_empty(), "{system:?}");
        assert!(facts.is_disjoint(&events), "{system:?}: {:?}", facts.intersection(&events));
    }
}

/// The names of a system's facts and events.
fn names<R: Ruleset>() -> (BTreeSet<&'static str>, BTreeSet<&'static str>) {
    let set = |names: &'static [&'static str]| names.iter().copied().collect();
    (set(variants::<R::Fact>()), set(variants::<R::Event>()))
}
