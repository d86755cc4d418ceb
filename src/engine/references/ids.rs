//! Finds the ids in any serialisable value: each id has its own type, and serde reports type names as it walks the value.

use serde::{Serialize, ser};
use std::fmt;

/// What an id refers to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A combatant.
    Combatant,
    /// A side.
    Side,
}

impl Kind {
    fn of_type(name: &str) -> Option<Kind> {
        match name {
            "CombatantId" => Some(Kind::Combatant),
            "SideId" => Some(Kind::Side),
            _ => None,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Kind::Combatant => "combatant",
            Kind::Side => "side",
        }
    }
}

/// Walks a value and stops at the first id that doesn't exist, reporting the fields that lead to it.
pub(super) fn check_ids(value: &impl Serialize, exists: &dyn Fn(Kind, u64) -> bool) -> Result<(), String> {
    value.serialize(&mut Walk { path: vec![], inside: None, exists }).map_err(|it| it.0)
}

struct Walk<'a> {
    /// The fields and variants that lead here.
    path: Vec<&'static str>,
    /// The kind of id that the next number is.
    inside: Option<Kind>,
    exists: &'a dyn Fn(Kind, u64) -> bool,
}

/// An id that doesn't exist; it ends the walk.
#[derive(Debug)]
struct Stop(String);

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Stop {}

impl ser::Error for Stop {
    fn custom<T: fmt::Display>(why: T) -> Stop {
        Stop(why.to_string())
    }
}

impl Walk<'_> {
    fn step(&mut self, name: &'static str, value: &(impl Serialize + ?Sized)) -> Result<(), Stop> {
        self.path.push(name);
        value.serialize(&mut *self)?;
        self.path.pop();
        Ok(())
    }

    fn number(&mut self, number: u64) -> Result<(), Stop> {
        let Some(kind) = self.inside.take().filter(|kind| !(self.exists)(*kind, number)) else { return Ok(()) };
        let place = if self.path.is_empty() { String::new() } else { format!(" ({})", self.path.join(".")) };
        Err(Stop(format!("{} {number}{place}", kind.word())))
    }
}

/// Leaf types that are never ids.
macro_rules! nothing_in {
    ($($name:ident: $kind:ty),*) => { $(fn $name(self, _: $kind) -> Result<(), Stop> { Ok(()) })* };
}

impl<'w, 'a> ser::Serializer for &'w mut Walk<'a> {
    type Ok = ();
    type Error = Stop;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Branch<'w, 'a>;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Branch<'w, 'a>;

    nothing_in!(
        serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_f32: f32, serialize_f64: f64, serialize_char: char, serialize_str: &str, serialize_bytes: &[u8],
        serialize_unit_struct: &'static str
    );
    fn serialize_u8(self, it: u8) -> Result<(), Stop> {
        self.number(it.into())
    }
    fn serialize_u16(self, it: u16) -> Result<(), Stop> {
        self.number(it.into())
    }
    fn serialize_u32(self, it: u32) -> Result<(), Stop> {
        self.number(it.into())
    }
    fn serialize_u64(self, it: u64) -> Result<(), Stop> {
        self.number(it)
    }
    fn serialize_none(self) -> Result<(), Stop> {
        Ok(())
    }
    fn serialize_some<T: Serialize + ?Sized>(self, it: &T) -> Result<(), Stop> {
        it.serialize(self)
    }
    fn serialize_unit(self) -> Result<(), Stop> {
        Ok(())
    }
    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Result<(), Stop> {
        Ok(())
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, it: &T) -> Result<(), Stop> {
        self.inside = Kind::of_type(name);
        it.serialize(&mut *self)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        it: &T,
    ) -> Result<(), Stop> {
        self.step(variant, it)
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Self, Stop> {
        Ok(self)
    }
    fn serialize_tuple(self, _: usize) -> Result<Self, Stop> {
        Ok(self)
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Stop> {
        Ok(self)
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Branch<'w, 'a>, Stop> {
        self.path.push(variant);
        Ok(Branch(self))
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Self, Stop> {
        Ok(self)
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Stop> {
        Ok(self)
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Branch<'w, 'a>, Stop> {
        self.path.push(variant);
        Ok(Branch(self))
    }
}

/// A variant with several fields; its name is removed from the path after them.
struct Branch<'w, 'a>(&'w mut Walk<'a>);

impl ser::SerializeTupleVariant for Branch<'_, '_> {
    type Ok = ();
    type Error = Stop;
    fn serialize_field<T: Serialize + ?Sized>(&mut self, it: &T) -> Result<(), Stop> {
        it.serialize(&mut *self.0)
    }
    fn end(self) -> Result<(), Stop> {
        self.0.path.pop();
        Ok(())
    }
}

impl ser::SerializeStructVariant for Branch<'_, '_> {
    type Ok = ();
    type Error = Stop;
    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, it: &T) -> Result<(), Stop> {
        self.0.step(name, it)
    }
    fn end(self) -> Result<(), Stop> {
        self.0.path.pop();
        Ok(())
    }
}

impl ser::SerializeStruct for &mut Walk<'_> {
    type Ok = ();
    type Error = Stop;
    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, it: &T) -> Result<(), Stop> {
        self.step(name, it)
    }
    fn end(self) -> Result<(), Stop> {
        Ok(())
    }
}

impl ser::SerializeMap for &mut Walk<'_> {
    type Ok = ();
    type Error = Stop;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, it: &T) -> Result<(), Stop> {
        it.serialize(&mut **self)
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, it: &T) -> Result<(), Stop> {
        it.serialize(&mut **self)
    }
    fn end(self) -> Result<(), Stop> {
        Ok(())
    }
}

/// Sequences of any kind: checks each element.
macro_rules! looks_into_each {
    ($($list:ident: $part:ident),*) => { $(
        impl ser::$list for &mut Walk<'_> {
            type Ok = ();
            type Error = Stop;
            fn $part<T: Serialize + ?Sized>(&mut self, it: &T) -> Result<(), Stop> {
                it.serialize(&mut **self)
            }
            fn end(self) -> Result<(), Stop> {
                Ok(())
            }
        }
    )* };
}
looks_into_each!(SerializeSeq: serialize_element, SerializeTuple: serialize_element, SerializeTupleStruct: serialize_field);
