//! A fight by clicks alone, at a phone's width.

use crate::{
    driver,
    exported_log::Chronicle,
    firefox::{self, Firefox},
    page_user::{PRIVATE, PUBLIC, PageUser, TRACKER},
    program::{PROMPT_SECONDS, Program},
    webdriver::{DESK, ENTER, ESCAPE, PHONE},
};
use serde_json::json;
use std::{path::Path, time::Duration};

/// Whether a picture under a selector has loaded, with its description and at the size it claims.
pub const MAP_IS_SHOWN: &str = "
    const img = [...document.querySelectorAll(`${arguments[0]} .attachment img`)].at(-1);
    return Boolean(img?.complete && img.naturalWidth > 200 && img.alt.startsWith('Map of') && img.clientWidth > 200) || null;";

/// Two phones, nothing typed, nothing read beforehand: an attack, a prompt that times out, the GM's answer, the wrong person, a reload, a
/// double tap, a kill in the middle of a reaction, and the end, whose log matches what the page has shown.
#[tokio::test]
async fn a_fight_by_clicks_alone() {
    let Some(driver) = driver() else { return };
    let mut program = Program::start();
    let ana = PageUser::open(&driver, "ana", PHONE, program.address()).await;
    let gwen = PageUser::open(&driver, "gwen", PHONE, program.address()).await;
    first_screen(&ana).await;
    the_map(&ana).await;
    gwen.components("#welcome", "Gwen \u{b7} the GM").await;
    gwen.sees(TRACKER, "Gatehouse brawl").await;
    // The only typed line: otherwise a lucky arrow could make the Foes flee in the middle of it.
    gwen.types("/gm option name:morale value:off").await;

    silence_is_an_answer(&ana, &gwen).await;
    the_wrong_person_and_a_double_tap(&ana, &gwen).await;
    the_round_goes_on(&ana, &gwen).await;
    killed_in_the_middle_of_a_reaction(&mut program, &ana, &gwen).await;
    let log = the_end(&program, &ana, &gwen).await;
    assert_eq!(log.silences(), 1, "one clock ran out");
    assert_eq!(log.answers(), 3, "Bandit 1, Theobald and Sybilla answered, each once");
    assert!(ana.fits().await && gwen.fits().await, "everything fits a phone");
}

/// One large button, and a small one for each of the other seats.
async fn first_screen(ana: &PageUser) {
    let shown = "return [...document.querySelectorAll(arguments[0])].filter((it) => it.checkVisibility()).length";
    assert_eq!(ana.run(shown, json!(["#welcome .style-1"])).await, json!(1), "one button stands out");
    let seats = ana.texts("#welcome-seats button").await;
    assert!(seats.iter().any(|it| it.starts_with("Bob \u{b7} ")), "{seats:?}");
    assert!(seats.iter().any(|it| it == "Gwen \u{b7} the GM"), "{seats:?}");
    let all = ana.run(shown, json!(["button, a, input, textarea"])).await;
    assert_eq!(all, json!(1 + seats.len()), "nothing else asks for anything");
    ana.picture("phone-01-first-screen").await;
    ana.components("#welcome", "Take a seat as Ana and play").await;
    ana.sees(TRACKER, "Gatehouse brawl").await;
    ana.picture("phone-02-tracker").await;
    assert!(ana.fits().await, "everything fits a phone");
}

/// The map: on the tracker with a description, and from its button in words beside the picture, which really is there.
async fn the_map(ana: &PageUser) {
    let described = "return document.querySelector('#messages article:not(.ephemeral) .attachment img')?.alt ?? null";
    let described = ana.awaits("the tracker has no map", described, json!([])).await;
    let described = described.as_str().unwrap_or_default();
    assert!(described.starts_with("Map of 3 zones. Gate: Sybilla, "), "{described}");
    ana.components(TRACKER, "Map").await;
    let text = ana.sees(PRIVATE, "Gate: Sybilla").await;
    assert!(text.contains("Yard: Leader (Foes, unhurt)") && text.contains("To Gate, Wall."), "{text}");
    ana.awaits("the map is not shown", MAP_IS_SHOWN, json!([PRIVATE])).await;
    ana.picture("phone-03-map").await;
    ana.pictures_dark("phone-03-map-dark").await;
    assert!(ana.fits().await, "the map fits a phone");
}

/// Ana shoots; the Leader's prompt is the GM's and runs out, which is told; the next one is answered.
async fn silence_is_an_answer(ana: &PageUser, gwen: &PageUser) {
    ana.components(TRACKER, "Act as").await;
    ana.sees(PRIVATE, "Sybilla’s turn").await;
    ana.picture("phone-03-turn").await;
    ana.walks(&["Attack", "Leader"]).await;
    ana.sees(PUBLIC, "Sybilla shoots at Leader").await;
    ana.sees(PUBLIC, "if not, the fight goes on").await;
    ana.picture("phone-05-prompt").await;
    // The GM is asked in the GMs' own channel, which is this seat's other tab.
    gwen.click("the GM\u{2019}s tab", "return document.querySelector('[data-testid=tab-gm-murdham]')", json!([])).await;
    gwen.sees(PUBLIC, "@Gwen").await;
    gwen.picture("phone-05-gm-tab").await;
    gwen.click("the fight\u{2019}s tab", "return document.querySelector('[data-testid=tab-murdham]')", json!([])).await;
    let waited = Duration::from_secs(u64::from(PROMPT_SECONDS) + 10);
    ana.sees_within(PUBLIC, "Leader takes the hit (no answer in time).", waited).await;
    gwen.components(PUBLIC, "GM answers").await;
    gwen.sees(PRIVATE, "Bandit 1").await;
    gwen.picture("phone-06-gm-answers").await;
    gwen.walks(&["Let it happen"]).await;
    ana.sees(PUBLIC, "amage").await;
    ana.picture("phone-07-result").await;
    ana.walks(&["End turn"]).await;
    ana.sees(TRACKER, "The Foes").await;
}

/// A bandit attacks Bob's Theobald. Ana may not answer and is told so privately; she reloads, and the old button still says so; Bob taps it
/// twice and gets one result.
async fn the_wrong_person_and_a_double_tap(ana: &PageUser, gwen: &PageUser) {
    gwen.components(TRACKER, "Act as").await;
    gwen.walks(&["Bandit 2", "Attack", "Theobald"]).await;
    ana.sees(PUBLIC, "Bandit 2 swings at Theobald").await;
    ana.is_told((PUBLIC, "Dodge"), "Bob").await;
    ana.picture("phone-08-the-wrong-person").await;
    ana.reload().await;
    ana.sees(PUBLIC, "Bandit 2 swings at Theobald").await;
    ana.sits_as("Bob").await;
    ana.sees(PUBLIC, "@Bob").await;
    ana.picture("phone-09-a-reaction").await;
    the_question_stays_in_sight(ana).await;
    ana.double_tap(PUBLIC, "Dodge").await;
    ana.sees(PUBLIC, "Theobald dodges").await;
    let dodges = ana.texts(PUBLIC).await.into_iter().filter(|it| it.contains("Theobald dodges")).count();
    assert_eq!(dodges, 1, "two taps have one result");
    ana.picture("phone-10-dodged").await;
}

/// Whoever scrolls up to read what has happened still sees the question that's theirs, whole.
async fn the_question_stays_in_sight(it: &PageUser) {
    const SCROLLED_UP: &str = "
        const list = document.querySelector('#messages');
        const question = document.querySelector('.message.waits-for-me');
        if (!question || list.scrollHeight < 2 * list.clientHeight) return null;
        list.scrollTop = 0;
        const [shown, within] = [question.getBoundingClientRect(), list.getBoundingClientRect()];
        return {
            isAbove: list.scrollTop === 0,
            isWhole: shown.top >= within.top - 1 && shown.bottom <= within.bottom + 1 && shown.height > 40,
            hasButtons: [...question.querySelectorAll('button')].some((it) => {
                const at = it.getBoundingClientRect();
                return it.contains(document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2));
            }),
        };";
    let seen = it.awaits("no question, or nothing to scroll", SCROLLED_UP, json!([])).await;
    it.picture("phone-09-scrolled-up").await;
    assert_eq!(seen, json!({ "isAbove": true, "isWhole": true, "hasButtons": true }), "scrolled up");
}

/// The others act or pass, whoever is up, until round 2 begins.
async fn the_round_goes_on(ana: &PageUser, gwen: &PageUser) {
    gwen.walks(&["End turn"]).await;
    ana.sees(TRACKER, "The Players").await;
    ana.sits_as("Cem").await;
    ana.components(TRACKER, "Pass").await;
    ana.sees(TRACKER, "The Foes").await;
    gwen.components(TRACKER, "Pass").await;
    ana.sees(TRACKER, "round 2").await;
    ana.picture("phone-11-round-2").await;
}

/// The whole program dies while someone is being asked, comes back on the same files, and the old button works.
async fn killed_in_the_middle_of_a_reaction(program: &mut Program, ana: &PageUser, gwen: &PageUser) {
    ana.sits_as("Ana").await;
    ana.components(TRACKER, "Act as").await;
    ana.walks(&["More", "Anything else", "Let another side begin"]).await;
    ana.sees(TRACKER, "The Foes").await;
    gwen.components(TRACKER, "Act as").await;
    gwen.walks(&["Bandit 2", "Attack", "Sybilla"]).await;
    ana.sees(PUBLIC, "Bandit 2 swings at Sybilla").await;
    program.kill();
    ana.sees("#status", "connection").await;
    ana.picture("phone-12-killed").await;
    program.start_again();
    ana.awaits(
        "the connection does not come back",
        "return document.querySelector('#status').innerText === ''",
        json!([]),
    )
    .await;
    ana.components(PUBLIC, "Dodge").await;
    ana.sees(PUBLIC, "R21 Dodge").await;
    ana.picture("phone-13-after-the-restart").await;
}

/// The GM ends the fight; the account, the export and the page agree.
async fn the_end(program: &Program, ana: &PageUser, gwen: &PageUser) -> Chronicle {
    gwen.click("the list of commands", "return document.querySelector('[data-testid=composer-commands]')", json!([]))
        .await;
    let end = "return document.querySelector('[data-testid=command][data-name=\"/encounter end\"]')";
    gwen.click("/encounter end", end, json!([])).await;
    gwen.picture("phone-14-a-command-by-clicks").await;
    gwen.click("Send", "return document.querySelector('[data-testid=composer-send]')", json!([])).await;
    gwen.components(PRIVATE, "Do it").await;
    ana.sees(PUBLIC, "is over after").await;
    ana.picture("phone-15-the-end").await;
    ana.pictures_dark("phone-16-dark").await;
    let tracker = ana.sees(PUBLIC, "Murdham · over").await;
    let log = Chronicle::taken_from(gwen, program).await;
    log.matches(ana, &tracker).await;
    the_replay(program, ana, log.open_dice()).await;
    log
}

/// The page below the account plays the fight, from the channel and from disk: every die is the seed's, and an altered one isn't.
async fn the_replay(program: &Program, ana: &PageUser, open_dice: usize) {
    let link = "return [...document.querySelectorAll('#messages article a[href]')].find((it) => /fight-\\d+\\.html/.test(it.href))?.href ?? null";
    let address = ana.awaits("no replay hangs below the account", link, json!([])).await;
    let page = reqwest::get(address.as_str().expect("an address")).await.expect("the page").text().await.expect("text");
    // From the channel, at a click; and from disk.
    ana.goto(address.as_str().expect("an address")).await;
    ana.components("header", "Check the dice").await;
    ana.sees("#verdict", &format!("As it should be. {open_dice} of {open_dice} open dice")).await;
    let file = program.file("replay.html");
    let open = async |page: &str| {
        std::fs::write(&file, page).expect("the page is kept");
        ana.goto(&format!("file://{}", file.display())).await;
        ana.components("header", "Check the dice").await;
    };
    open(&page).await;
    ana.sees("#verdict", &format!("As it should be. {open_dice} of {open_dice} open dice")).await;
    ana.sees("#verdict", "is the one that was promised").await;
    ana.components("footer", "\u{bb}").await;
    ana.sees("#tracker", "Theobald").await;
    ana.sees("#story .current", "The fight is over.").await;
    let map = "const it = document.getElementById('map'); return (it.complete && it.naturalWidth > 200) || null";
    ana.awaits("the replay has no map", map, json!([])).await;
    ana.picture("phone-17-replay").await;
    the_replays_map_has_the_screen(ana).await;
    assert!(ana.fits().await, "the replay fits a phone");
    let altered = page.replacen("Sybilla shoots at", "Sybilla waves at", 1);
    open(&altered).await;
    ana.sees("#verdict", "Not as it should be.").await;
    ana.sees("#verdict", "isn\u{2019}t as it was told").await;
    ana.picture("phone-18-altered").await;
    in_firefox(&file, [&page, &altered], open_dice);
}

/// Below what the check says, the map is in sight in its whole width; Enter shows it large, and Escape goes back to it.
async fn the_replays_map_has_the_screen(ana: &PageUser) {
    let whole = "const [map, foot] = ['map', 'place'].map((id) => document.getElementById(id).getBoundingClientRect());
        const isWide = map.width > 0.9 * innerWidth && map.left >= 0 && map.right <= innerWidth;
        return (isWide && map.top >= 0 && map.bottom < foot.top) || null";
    ana.awaits("the map isn\u{2019}t whole", whole, json!([])).await;
    let unloaded = "return !document.getElementById('large-map').hasAttribute('src') || null";
    ana.awaits("the large map is loaded before anybody wants it", unloaded, json!([])).await;
    ana.run("document.getElementById('enlarge').focus()", json!([])).await;
    ana.keys(&ENTER.to_string()).await;
    let large = "const [map, large] = ['map', 'large-map'].map((id) => document.getElementById(id).src);
        return (document.getElementById('large').open && large === map) || null";
    ana.awaits("the map isn\u{2019}t shown large", large, json!([])).await;
    ana.keys(&ESCAPE.to_string()).await;
    let back = "return (!document.getElementById('large').open && document.activeElement.id === 'enlarge') || null";
    ana.awaits("Escape doesn\u{2019}t lead back to the map", back, json!([])).await;
}

/// The same in Firefox, which has no network.
fn in_firefox(file: &Path, [page, altered]: [&str; 2], open_dice: usize) {
    let mut firefox = match firefox::installed() {
        Ok(program) => Firefox::open(&program, DESK),
        Err(why) if std::env::var_os("UMPIRE_BROWSER").is_some() => panic!("{why}"),
        Err(why) => return eprintln!("Firefox was left out: {why}."),
    };
    let mut open = |page: &str, verdict: &str, picture: &str| {
        std::fs::write(file, page).expect("the page is kept");
        firefox.goto(&format!("file://{}", file.display()));
        firefox.click("#check");
        firefox.sees("#verdict", verdict);
        firefox.click("#last");
        firefox.sees("#tracker", "Theobald");
        firefox.sees("#story", "The fight is over.");
        let map = "const it = document.getElementById('map'); return (it.complete && it.naturalWidth > 200) || null";
        firefox.awaits("the replay has no map", map, &json!([]));
        firefox.picture(picture);
    };
    open(page, &format!("As it should be. {open_dice} of {open_dice} open dice"), "firefox-01-replay");
    open(altered, "Not as it should be.", "firefox-02-altered");
}
