//! Panics that are no bug of ours: rows that may have been altered are followed as if they were whole, and what cannot be followed panics.

use std::{
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind},
};

thread_local! {
    static EXPECTED: Cell<bool> = const { Cell::new(false) };
}

/// Runs what may panic for what it was given. `None` if it does; whoever reports panics asks [`are_expected`] and says nothing of it.
pub fn survives<T>(what: impl FnOnce() -> T) -> Option<T> {
    let before = EXPECTED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(what));
    EXPECTED.set(before);
    result.ok()
}

/// Whether this thread is in the middle of what may panic.
pub fn are_expected() -> bool {
    EXPECTED.get()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A panic is survived, and expected only until then, nested or not.
    #[test]
    fn what_panics_is_survived() {
        assert!(!are_expected());
        let nested = survives(|| {
            assert_eq!(survives(|| std::panic::resume_unwind(Box::new(1))), None::<()>);
            are_expected()
        });
        assert_eq!((nested, are_expected()), (Some(true), false));
    }
}
