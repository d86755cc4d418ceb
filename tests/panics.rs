//! A panic that nobody expected is counted, for the metrics. Alone in its program, since the log is the whole process's.
#![cfg(feature = "bot")]

use umpire::telemetry::{self, LogFormat};

#[test]
fn a_panic_is_counted() {
    let _log = telemetry::start("off", LogFormat::Text).expect("a filter");
    assert_eq!(telemetry::panics(), 0);
    for count in 1..=2 {
        std::thread::spawn(|| panic!("on purpose")).join().expect_err("it panicked");
        assert_eq!(telemetry::panics(), count);
    }
}
