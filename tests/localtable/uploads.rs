//! Files attached to commands: stored before the command is sent, described as Discord describes them, served to anyone with the URL.

use serde_json::{Value, json};
use umpire::localtable::{driver::DriveError, limits};

use crate::{bot::Bot, judge};

fn import() -> Value {
    let options = json!([
        { "type": 11, "name": "file", "description": "A file.", "required": true },
        { "type": 3, "name": "note", "description": "A note." }
    ]);
    json!([{ "name": "import", "description": "Import.", "options": options }])
}

fn refused(outcome: Result<impl Sized, DriveError>) -> String {
    match outcome {
        Err(DriveError::Refused(why)) => why,
        Err(other) => other.to_string(),
        Ok(_) => "it was taken".to_owned(),
    }
}

/// The option's value is an id, the file's details are beside it, and its URL returns the bytes. The name is made fit for a URL.
#[tokio::test]
async fn a_file_goes_with_a_command() {
    let mut bot = Bot::start().await;
    bot.register(import()).await;
    let mut ana = bot.table.seat("Ana").expect("a seat");
    let bytes = b"[[character]]\n\xff";
    let (outcome, interaction) =
        tokio::join!(ana.command_with_file("import", &[("note", "mine")], ("file", "My party/1.toml", bytes)), async {
            let interaction = bot.interaction().await;
            let said = json!({ "type": 4, "data": { "content": "kept" } });
            assert_eq!(bot.answer(&interaction, said).await.0, 204);
            interaction
        });
    outcome.expect("answered");
    let option = interaction["data"]["options"].as_array().and_then(|all| all.iter().find(|it| it["name"] == "file"));
    let option = option.expect("the option");
    let id = option["value"].as_str().expect("an id");
    let file = &interaction["data"]["resolved"]["attachments"][id];
    assert_eq!((option["type"].as_i64(), &file["id"]), (Some(11), &json!(id)));
    assert_eq!(file["filename"], "My_party_1.toml");
    assert_eq!((&file["size"], &file["ephemeral"]), (&json!(bytes.len()), &json!(true)));
    for address in ["url", "proxy_url"] {
        let answer = reqwest::get(file[address].as_str().expect("an address")).await.expect("there");
        assert_eq!(answer.headers()["content-disposition"], "attachment", "nothing of it is ever shown in place");
        assert_eq!(answer.bytes().await.expect("bytes").as_ref(), bytes);
    }
    judge::judge(&bot.table);
}

/// Anything that isn't a file, arrives in pieces, is too large, or is given where no file is asked for, is refused before the bot hears of
/// it.
#[tokio::test]
async fn what_is_no_file_is_refused() {
    let bot = Bot::start().await;
    bot.register(import()).await;
    let mut ana = bot.table.seat("Ana").expect("a seat");
    assert!(refused(ana.command("import", &[]).await).contains("needs file"));
    assert!(refused(ana.command("import", &[("file", "123")]).await).contains("must be a file"));
    let large = vec![0; limits::PAGE_FILE_BYTES + 1];
    assert!(
        refused(ana.command_with_file("import", &[], ("file", "a", &large)).await).contains("at most 4194304 bytes")
    );
    let with = |name: &str, value: Value| {
        let file = json!({ "name": "file", "value": { "filename": "a", "hex": "00" } });
        json!({ "op": "command", "name": "import", "options": [file, { "name": name, "value": value }] })
    };
    let note = with("note", json!({ "filename": "a", "hex": "00" }));
    assert!(refused(ana.act(note).await).contains("note must be a text"));
    let broken =
        json!({ "op": "command", "name": "import", "options": [{ "name": "file", "value": { "hex": "0g" } }] });
    assert!(refused(ana.act(broken).await).contains("didn\u{2019}t arrive complete"));
    let made_up = json!({ "id": "5", "url": "http://elsewhere.example/a" });
    let made_up = json!({ "op": "command", "name": "import", "options": [{ "name": "file", "value": made_up }] });
    assert!(refused(ana.act(made_up).await).contains("by its name and its bytes"));
}
