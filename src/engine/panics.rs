//! Panics that aren't bugs. Rows that may have been altered are processed as if they were intact; where that's impossible, the code panics
//! and the caller survives it.

use std::{
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind},
};

thread_local! {
    static EXPECTED: Cell<bool> = const { Cell::new(false) };
}

/// Runs code that may panic on untrusted input. `None` if it panics. The panic hook asks [`are_expected`] and stays silent.
pub fn survives<T>(what: impl FnOnce() -> T) -> Option<T> {
    let before = EXPECTED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(what));
    EXPECTED.set(before);
    result.ok()
}

/// Whether this thread is running code that may panic.
pub fn are_expected() -> bool {
    EXPECTED.get()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A panic is survived, and expected only during the call, nested or not.
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
