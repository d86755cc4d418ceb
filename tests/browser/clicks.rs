//! A fight by clicks alone, at a phone's width.

use crate::{
    chair::{Chair, PRIVATE, PUBLIC, TRACKER},
    driver,
    program::Program,
    webdriver::PHONE,
};
use serde_json::json;

/// A newcomer plays without reading or typing anything.
#[tokio::test]
async fn a_fight_by_clicks_alone() {
    let Some(driver) = driver() else { return };
    let program = Program::start();
    let ana = Chair::open(&driver, "ana", PHONE, program.address()).await;
    let offered = "return [...document.querySelectorAll('button, a, input, textarea')].filter((it) => it.checkVisibility()).length";
    assert_eq!(ana.run(offered, json!([])).await, json!(1), "the first screen has one button");
    ana.picture("phone-01-first-screen").await;
    ana.presses("#welcome", "Take a seat as Ana").await;
    ana.sees(TRACKER, "Gatehouse brawl").await;
    ana.picture("phone-02-tracker").await;
    assert!(ana.fits().await, "everything fits a phone");
    ana.presses(TRACKER, "Act as").await;
    ana.walks(&["Attack", "Leader", "normal"]).await;
    ana.sees(PUBLIC, "Sybilla shoots at Leader").await;
    ana.picture("phone-03-attack").await;
    let _ = PRIVATE;
}
