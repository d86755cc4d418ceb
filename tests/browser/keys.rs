//! A fight with only the keyboard, on a desktop: Tab, Enter, arrows and typed lines; the mouse is never touched.

use crate::{
    clicks::MAP_IS_SHOWN,
    driver,
    exported_log::Chronicle,
    page_user::{PRIVATE, PUBLIC, PageUser, TRACKER},
    program::{PROMPT_SECONDS, Program},
    webdriver::DESK,
};
use serde_json::json;
use std::time::Duration;

/// A name that would be a script if anything in the page treated it as more than a name.
const MARKUP: &str = "<img src=x onerror=alert(1)>";

/// Two desktops and no mouse: a typed attack, a prompt that times out, the wrong person, a reload, a reaction, a character whose name is
/// markup, and the end, whose log matches what the page has shown.
#[tokio::test]
async fn a_fight_by_keyboard_alone() {
    let Some(driver) = driver() else { return };
    let program = Program::start();
    let ana = PageUser::open(&driver, "ana-keys", DESK, program.address()).await;
    let gwen = PageUser::open(&driver, "gwen-keys", DESK, program.address()).await;
    ana.tabs_to("#welcome", "Take a seat as Ana and play").await;
    ana.sees(TRACKER, "Gatehouse brawl").await;
    ana.picture("desk-01-tracker").await;
    gwen.tabs_to("#welcome", "Gwen \u{b7} the GM").await;
    gwen.sees(TRACKER, "Gatehouse brawl").await;
    gwen.sees("#left .mine", "Gwen").await;

    the_map(&ana).await;
    typed_and_timed_out(&ana, &gwen).await;
    the_wrong_person(&ana, &gwen).await;
    by_menu(&ana).await;
    a_name_is_a_name(&ana, &gwen).await;

    gwen.types("/encounter end").await;
    gwen.tabs_to(PRIVATE, "Do it").await;
    ana.sees(PUBLIC, "is over after").await;
    ana.picture("desk-09-the-end").await;
    let tracker = ana.sees(PUBLIC, "Murdham · over").await;
    let log = Chronicle::taken_from(&gwen, &program).await;
    log.matches(&ana, &tracker).await;
    assert!(log.silences() >= 1, "a clock ran out");
}

/// `/map` on one line; the tracker beside the messages has the map as well, described for people who don't see it.
async fn the_map(ana: &PageUser) {
    ana.awaits("the tracker has no map", MAP_IS_SHOWN, json!([TRACKER])).await;
    ana.types("/map").await;
    ana.sees(PRIVATE, "Wall: nobody. To Yard.").await;
    ana.awaits("the map is not shown", MAP_IS_SHOWN, json!([PRIVATE])).await;
    ana.picture("desk-02-map").await;
    ana.pictures_dark("desk-02-map-dark").await;
}

/// `/attack` on one line; the Leader's silence is told, and the menu continues from there.
async fn typed_and_timed_out(ana: &PageUser, gwen: &PageUser) {
    ana.types("/attack target:Leader as:Sybilla").await;
    ana.sees(PUBLIC, "Sybilla shoots at Leader").await;
    ana.picture("desk-02-prompt").await;
    let waited = Duration::from_secs(u64::from(PROMPT_SECONDS) + 10);
    ana.sees_within(PUBLIC, "Leader takes the hit (no answer in time).", waited).await;
    gwen.tabs_to(PUBLIC, "GM answers").await;
    gwen.sees(PRIVATE, "Bandit 1").await;
    gwen.picture("desk-03-gm-answers").await;
    gwen.tabs_to(PRIVATE, "Let it happen").await;
    ana.sees(PUBLIC, "amage").await;
    ana.types("/end").await;
    ana.sees(TRACKER, "The Foes").await;
}

/// Ana presses Bob's button and is told privately whose it is; after a reload Bob answers from the same tab.
async fn the_wrong_person(ana: &PageUser, gwen: &PageUser) {
    // Whatever the dice say, Theobald is still up afterwards: the Players' turn comes.
    gwen.types("/gm set name:Theobald field:agi value:20").await;
    gwen.types("/attack target:Theobald as:Bandit 2 with:club").await;
    ana.sees(PUBLIC, "Bandit 2 swings at Theobald").await;
    ana.tabs_to(PUBLIC, "Dodge").await;
    let told = ana.sees(PRIVATE, "That question is for Theobald").await;
    assert!(told.contains("Bob"), "it says whose: {told}");
    let public = gwen.texts(PUBLIC).await.join("\n");
    assert!(!public.contains("That question is for"), "a refusal is never public");
    ana.reload().await;
    ana.sees(PUBLIC, "Bandit 2 swings at Theobald").await;
    ana.tabs_to("#left", "BBob").await;
    ana.sees("#left .mine", "Bob").await;
    ana.tabs_to(PUBLIC, "Dodge").await;
    ana.sees(PUBLIC, "Theobald dodges").await;
    ana.picture("desk-04-dodged").await;
    gwen.types("/end as:Bandit 2").await;
    ana.sees(TRACKER, "The Players").await;
}

/// The turn's menu by keyboard: the focus follows it, so that pressing Enter repeatedly is enough.
async fn by_menu(ana: &PageUser) {
    ana.tabs_to("#left", "CCem").await;
    ana.sees("#left .mine", "Cem").await;
    ana.tabs_to(TRACKER, "Act as").await;
    ana.sees(PRIVATE, "Balthasar’s turn").await;
    ana.picture("desk-05-turn").await;
    ana.tabs_to(PRIVATE, "Attack").await;
    ana.sees(PUBLIC, "amage").await;
    ana.picture("desk-07-result").await;
    ana.pictures_dark("desk-07-result-dark").await;
}

/// Dana joins with a name that's markup: it's shown as written, and nothing runs.
async fn a_name_is_a_name(ana: &PageUser, gwen: &PageUser) {
    ana.tabs_to("#left", "DDana").await;
    ana.sees("#left .mine", "Dana").await;
    ana.types(&format!("/join name:{MARKUP} template:archer")).await;
    gwen.sees(TRACKER, MARKUP).await;
    ana.sees(PUBLIC, MARKUP).await;
    ana.picture("desk-08-a-name").await;
    for chair in [ana, gwen] {
        assert!(!chair.has_dialog().await, "nothing of a name runs");
        let planted =
            chair.run("return document.querySelectorAll('img[src=\"x\"], [onerror]').length", json!([])).await;
        assert_eq!(planted, json!(0), "a name is text");
    }
}
