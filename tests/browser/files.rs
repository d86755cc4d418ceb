//! Files on the page: a character comes in through a file attached with the browser's own button, at a phone's width, and goes out through
//! one downloaded from the reply.

use crate::{
    driver,
    page_user::{PRIVATE, PageUser},
    program::Program,
    webdriver::PHONE,
};
use serde_json::{Value, json};

/// One good character.
const MIRA: &str = "[[character]]\nsystem = \"murdham\"\nname = \"Mira\"\n[character.sheet]\nwit = 10\n";
/// One with two faults.
const WRONG: &str = "[[character]]\nsystem = \"murdham\"\nname = \"Nils\"\n[character.sheet]\nwit = 99\nwiit = 3\n";

/// Opens a command from the list of commands, as a finger would.
async fn opens(ana: &PageUser, command: &str) {
    ana.click("the list of commands", "return document.querySelector('[data-testid=composer-commands]')", json!([]))
        .await;
    let entry = format!("return document.querySelector('[data-testid=command][data-name=\"/{command}\"]')");
    ana.click(command, &entry, json!([])).await;
}

async fn sends(ana: &PageUser) {
    ana.click("Send", "return document.querySelector('[data-testid=composer-send]')", json!([])).await;
}

/// A file is chosen, named in the form, sent, and saved; one with faults is answered with all of them, each with its place; a file that's
/// too large is refused before anything is sent; an export can be downloaded from the page and says the same.
#[tokio::test]
async fn a_character_comes_and_goes_as_a_file() {
    let Some(driver) = driver() else { return };
    let program = Program::start();
    let ana = PageUser::open(&driver, "ana-files", PHONE, program.address()).await;
    ana.components("#welcome", "Take a seat as Ana and play").await;
    ana.sees("#tracker", "Gatehouse brawl").await;
    let (good, bad, huge) = (program.file("mira.toml"), program.file("nils.toml"), program.file("huge.toml"));
    std::fs::write(&good, MIRA).expect("written");
    std::fs::write(&bad, WRONG).expect("written");
    std::fs::write(&huge, vec![b'#'; 4 * 1024 * 1024 + 1]).expect("written");
    let field = "return document.querySelector('[data-testid=option-file]')";

    opens(&ana, "character import").await;
    ana.chooses("the field for a file", field, &huge).await;
    ana.sees("#composer-problem", "the local table takes").await;
    assert!(ana.fits().await, "it fits a phone");
    ana.picture("phone-20-file-too-large").await;
    ana.chooses("the field for a file", field, &bad).await;
    sends(&ana).await;
    let told = ana.sees(PRIVATE, "character[1].sheet.wit").await;
    assert!(told.contains("from 1 to 19") && told.contains("Did you mean wit?"), "every fault at once: {told}");

    opens(&ana, "character import").await;
    ana.chooses("the field for a file", field, &good).await;
    ana.picture("phone-21-file-chosen").await;
    sends(&ana).await;
    ana.sees(PRIVATE, "Mira (murdham) is saved.").await;
    ana.picture("phone-22-file-kept").await;

    opens(&ana, "character export").await;
    sends(&ana).await;
    let link = "
        const all = [...document.querySelectorAll('#messages article.ephemeral .file a')];
        return all.at(-1)?.getAttribute('download') ?? null;";
    assert_eq!(ana.awaits("there is no file to fetch", link, json!([])).await, json!("mira.toml"));
    let fetched = "
        const link = [...document.querySelectorAll('#messages article.ephemeral .file a')].at(-1);
        const asked = new XMLHttpRequest();
        asked.open('GET', link.href, false);
        asked.send();
        return asked.responseText;";
    let file = ana.run(fetched, json!([])).await;
    let file = file.as_str().map(str::to_owned).unwrap_or_else(|| Value::to_string(&file));
    assert!(file.contains("name = \"Mira\"") && file.contains("wit = 10"), "{file}");
    assert!(ana.fits().await, "it fits a phone");
}
