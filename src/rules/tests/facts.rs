//! A log keeps a system's facts and events under the same key, as it did when they were one type.

use crate::{
    engine::{CombatantId, Ruleset, TableFact},
    rules::{
        System,
        td2e::{Event, Fact, Td2e},
        with_ruleset,
    },
};
use serde::{
    Deserialize, Deserializer,
    de::{self, Visitor},
    forward_to_deserialize_any,
};
use std::{collections::BTreeSet, fmt};

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
    assert!(why(r#"{"System":{"Bewitched":3}}"#).contains("not a fact or an event of this system"));
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
    (variants::<R::Fact>(), variants::<R::Event>())
}

fn variants<'de, T: Deserialize<'de>>() -> BTreeSet<&'static str> {
    T::deserialize(Asks).err().map(|it| it.0.iter().copied().collect()).unwrap_or_default()
}

/// Asks an enum for the names of its variants, which it gives to whatever it is read from.
struct Asks;

#[derive(Debug)]
struct Names(&'static [&'static str]);

impl<'de> Deserializer<'de> for Asks {
    type Error = Names;

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Names> {
        Err(Names(variants))
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Names> {
        Err(Names(&[]))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

impl de::Error for Names {
    fn custom<T: fmt::Display>(_: T) -> Names {
        Names(&[])
    }
}

impl std::error::Error for Names {}

impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.join(", "))
    }
}
