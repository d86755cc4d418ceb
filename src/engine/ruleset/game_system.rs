//! All that a system provides, under one name.

use super::{BetweenFights, ByHand, Menus, NamedValues, Overview, Striking};

/// A whole rule system. The table needs all of it; whatever implements the parts is one.
pub trait GameSystem: Menus + Overview + Striking + NamedValues + BetweenFights + ByHand {}
impl<R: Menus + Overview + Striking + NamedValues + BetweenFights + ByHand> GameSystem for R {}
