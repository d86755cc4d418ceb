//! The local table as a person meets it: the real program, a real browser. A whole fight by clicks alone at a phone's width, and one by
//! keyboard alone, each with two seats, a reaction, a timeout, the wrong person and a reload; and what the page shows is held against
//! the log. `UMPIRE_BROWSER=yes` (as `./check` sets it) makes a missing Chromium a failure; without it the tests say so and pass.
#![cfg(feature = "bot")]

mod chair;
mod chronicle;
mod clicks;
mod files;
mod keys;
mod program;
mod webdriver;

use webdriver::Driver;

/// The driver, or `None` where there is no Chromium and nobody insists on one.
fn driver() -> Option<Driver> {
    match webdriver::installed() {
        Ok((chromium, chromedriver)) => Some(Driver::start(&chromium, &chromedriver)),
        Err(why) if std::env::var_os("UMPIRE_BROWSER").is_some() => panic!("{why}"),
        Err(why) => {
            eprintln!("The browser test was left out: {why}.");
            None
        }
    }
}
