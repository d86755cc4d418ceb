//! The local table as a person meets it: the real program, a real browser. A whole fight by clicks alone at a phone's width, and one with
//! only the keyboard, each with two seats, a reaction, a timeout, the wrong person and a reload; and what the page shows is compared with
//! the log. With `UMPIRE_BROWSER=yes` (set by `./check`), a missing Chromium is a failure; without it the tests say so and pass.
#![cfg(feature = "bot")]

mod clicks;
mod exported_log;
mod files;
mod firefox;
mod gm_page;
mod keys;
mod page_user;
mod program;
mod webdriver;

use webdriver::Driver;

/// The driver, or `None` if there's no Chromium and it isn't required.
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
