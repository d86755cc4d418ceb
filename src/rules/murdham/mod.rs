//! Murdham.

use super::{LoadError, Session};

/// Opens.
pub fn open(_options: &[(String, String)]) -> Result<Box<dyn Session>, Vec<(String, String)>> {
    Err(vec![("system".to_owned(), "its rules land next".to_owned())])
}

/// Loads.
pub fn load(_opening: &str, _rows: &[String]) -> Result<Box<dyn Session>, LoadError> {
    Err(LoadError::Row { seq: 0, why: serde::de::Error::custom("its rules land next") })
}
