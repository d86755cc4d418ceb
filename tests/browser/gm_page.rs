//! The GM's replay of a fight with everything that the record tells in other words: an empty seat, a change to the board, fog. It says that all
//! is well; what's altered is found by the page's own tests.

use crate::{
    driver,
    page_user::{PRIVATE, PUBLIC, PageUser},
    program::Program,
    webdriver::DESK,
};
use serde_json::json;

/// The GM changes the board and lays fog in a fight in which Umpire plays whoever isn't there, and ends it. "Check the dice" on the page from
/// the GM's channel finds nothing.
#[tokio::test]
async fn the_gms_page_accuses_no_honest_fight() {
    let Some(driver) = driver() else { return };
    let program = Program::with_umpire();
    let ana = PageUser::open(&driver, "ana-gm-page", DESK, program.address()).await;
    let gwen = PageUser::open(&driver, "gwen-gm-page", DESK, program.address()).await;
    ana.components("#welcome", "Take a seat as Ana and play").await;
    gwen.components("#welcome", "Gwen \u{b7} the GM").await;
    let ford = "return document.querySelector('[data-testid=channel-td2e]')";
    ana.click("the ford", ford, json!([])).await;
    gwen.click("the ford", ford, json!([])).await;
    ana.sees(PUBLIC, "so Umpire plays").await;
    gwen.types("/gm board fields:rough=A1").await;
    gwen.sees(PUBLIC, "The GM sets up the map").await;
    gwen.types("/gm fight name:fog value:on").await;
    gwen.sees(PUBLIC, "fog").await;
    gwen.types("/encounter end").await;
    gwen.components(PRIVATE, "Do it").await;
    ana.sees(PUBLIC, "is over after").await;
    gwen.click("the GM\u{2019}s tab", "return document.querySelector('[data-testid=tab-gm-td2e]')", json!([])).await;
    let link = "return [...document.querySelectorAll('#messages article a[href]')].find((it) => /fight-\\d+-gm\\.html/.test(it.href))?.href ?? null";
    let address = gwen.awaits("no replay hangs below the account", link, json!([])).await;
    let page = reqwest::get(address.as_str().expect("an address")).await.expect("the page").text().await.expect("text");
    let file = program.file("gm.html");
    std::fs::write(&file, page).expect("the page is kept");
    gwen.goto(&format!("file://{}", file.display())).await;
    gwen.components("header", "Check the dice").await;
    gwen.sees("#verdict", "As it should be.").await;
    gwen.picture("desk-20-gm-page").await;
}
