//! How facts are stored: `{"TurnBegan":3}`, `{"System":{"Swung":{…}}}`. A system's facts and events are both stored under `System`, as they
//! were before an [`Event`](RulesetTypes::Event) was a type of its own. So logs from then load, and logs from now have the same bytes. A system
//! may turn a fact into an event, or back, without touching a log: only the names of all its facts and events together must stay.

use super::{TableFact, variants::variants};
use crate::engine::ruleset::RulesetTypes;
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{DeserializeSeed, EnumAccess, IntoDeserializer, VariantAccess, Visitor, value::EnumAccessDeserializer},
};
use std::{fmt, marker::PhantomData};

impl<R: RulesetTypes> Serialize for TableFact<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        TableFact::serialize(self, serializer) // the derived one
    }
}

impl<'de, R: RulesetTypes> Deserialize<'de> for TableFact<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TableFact<R>, D::Error> {
        deserializer.deserialize_enum("TableFact", &[], Reader(PhantomData))
    }
}

/// Reads the name of a fact, and leaves all but `System` to the derived code.
struct Reader<R>(PhantomData<R>);

impl<'de, R: RulesetTypes> Visitor<'de> for Reader<R> {
    type Value = TableFact<R>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a fact")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<TableFact<R>, A::Error> {
        let (name, content): (String, A::Variant) = data.variant()?;
        if name != "System" {
            return TableFact::deserialize(EnumAccessDeserializer::new(Named { name, content }));
        }
        content.newtype_variant_seed(SystemReader(PhantomData))
    }
}

/// Reads what's under `System`: an event if it has the name of one, else a fact. No event has the name of a fact.
struct SystemReader<R>(PhantomData<R>);

impl<'de, R: RulesetTypes> DeserializeSeed<'de> for SystemReader<R> {
    type Value = TableFact<R>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<TableFact<R>, D::Error> {
        deserializer.deserialize_enum("System", &[], self)
    }
}

impl<'de, R: RulesetTypes> Visitor<'de> for SystemReader<R> {
    type Value = TableFact<R>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a fact or an event of this system")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<TableFact<R>, A::Error> {
        let (name, content): (String, A::Variant) = data.variant()?;
        let is_event = variants::<R::Event>().contains(&name.as_str());
        let named = EnumAccessDeserializer::new(Named { name, content });
        if is_event {
            R::Event::deserialize(named).map(TableFact::Told)
        } else {
            R::Fact::deserialize(named).map(TableFact::System)
        }
    }
}

/// A variant whose name has been read.
struct Named<V> {
    name: String,
    content: V,
}

impl<'de, V: VariantAccess<'de>> EnumAccess<'de> for Named<V> {
    type Error = V::Error;
    type Variant = V;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, V), V::Error> {
        Ok((seed.deserialize(self.name.into_deserializer())?, self.content))
    }
}
