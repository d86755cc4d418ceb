//! What can be stored in a log.

use serde::{Serialize, de::DeserializeOwned};
use std::fmt::Debug;

/// A type that can be stored in a log: compared, copied, written and read back.
pub trait Value: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static {}
impl<T: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static> Value for T {}
