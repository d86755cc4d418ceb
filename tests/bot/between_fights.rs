//! Characters between fights: importing and exporting files, forms, parties, prepared encounters, what lasts, and what rests restore.

use crate::fixture::{Stage, id, is_private, labels, last_id, reply_after, run, says};
use serde_json::Value;
use umpire::localtable::driver::{FirstAnswer, TableUser};

/// Imports a file and returns the private reply.
pub async fn import(seat: &mut TableUser, options: &[(&str, &str)], name: &str, bytes: &[u8]) -> String {
    let before = last_id(seat);
    let outcome = seat.command_with_file("character import", options, ("file", name, bytes)).await;
    assert_eq!(outcome.expect("sent"), FirstAnswer::Done);
    reply_after(seat, before)
}

/// The file in the newest message that has one.
async fn fetched(stage: &Stage, seat: &TableUser) -> (String, String) {
    let all = seat.messages();
    let file = all.iter().rev().find_map(|it| it["attachments"].get(0)).expect("a file");
    let url = file["url"].as_str().expect("an address");
    assert!(url.starts_with(&stage.table.base_url()), "{url}");
    let text = reqwest::get(url).await.expect("there").text().await.expect("text");
    (file["filename"].as_str().unwrap_or_default().to_owned(), text)
}

pub const MIRA: &str = "[[character]]\nsystem = \"murdham\"\nname = \"Mira\"\n[character.sheet]\nwit = 10\nstr = 9\nweapons = [\"sword\"]\n\
                    [[character]]\nsystem = \"murdham\"\nname = \"Nils\"\ntemplate = \"archer\"\n";

/// A file is imported, exported, and imported again to the same; a name that's taken is only overwritten on request.
#[tokio::test]
async fn files_come_and_go() {
    let stage = Stage::set().await;
    let mut ana = stage.seat("Ana");
    let told = import(&mut ana, &[], "party.toml", MIRA.as_bytes()).await;
    assert!(told.contains("**Mira** (murdham) is saved.") && told.contains("**Nils**"), "{told}");
    let told = import(&mut ana, &[], "party.toml", MIRA.as_bytes()).await;
    assert!(told.contains("You already have a Mira for murdham.") && told.contains("Nothing was saved"), "{told}");
    for format in ["toml", "json"] {
        run(&mut ana, "character export", &[("format", format)]).await;
        let (name, file) = fetched(&stage, &ana).await;
        assert_eq!(name, format!("characters.{format}"));
        let told = import(&mut ana, &[("replace", "true")], &name, file.as_bytes()).await;
        assert_eq!(told, "**Mira** is unchanged.\n**Nils** is unchanged.");
    }
    run(&mut ana, "character export", &[("name", "Mira")]).await;
    let (name, file) = fetched(&stage, &ana).await;
    assert_eq!(name, "mira.toml");
    let changed = file.replace("wit = 10", "wit = 11");
    let told = import(&mut ana, &[("replace", "true")], "m.TOML", changed.as_bytes()).await;
    assert_eq!(told, "**Mira**: 1 field changed.");
    assert!(run(&mut ana, "character show", &[("name", "Mi")]).await.contains("wit: 11"));
    stage.judge();
}

/// Hostile files: each is refused in one private message that says what's wrong, and nothing is saved.
#[tokio::test]
async fn nasty_files_are_refused() {
    let stage = Stage::set().await;
    let mut ana = stage.seat("Ana");
    let large = vec![b'#'; 64 * 1024 + 1];
    let deep = format!("a = {}{}", "[".repeat(20_000), "]".repeat(20_000));
    let wide: String = (0..7_000).map(|it| format!("a{it}=1\n")).collect();
    let files: [(&str, &[u8], &str); 9] = [
        ("a.toml", &large, "the limit is 64 KiB"),
        ("a.txt", MIRA.as_bytes(), "must end in .toml or .json"),
        ("a.toml", b"", "The file is empty"),
        ("a.toml", b"name = \"\xff\xfe\"", "isn’t UTF-8 text"),
        ("a.toml", b"name = \"A\0\"", "NUL"),
        ("a.toml", deep.as_bytes(), "isn’t valid TOML"),
        ("a.json", &deep.as_bytes()[4..], "deeper than 8 levels"),
        ("a.toml", wide.as_bytes(), "more."),
        ("a.json", br#"{"character":[{"system":"murdam","name":"A"}]}"#, "Did you mean murdham?"),
    ];
    for (name, bytes, why) in files {
        let before = last_id(&ana);
        import(&mut ana, &[], name, bytes).await;
        let told: Vec<Value> = ana.messages().into_iter().filter(|it| id(it) > before).collect();
        assert!(told.iter().all(is_private), "{why}");
        ana.sees(why, |it| id(it) > before && says(why)(it)).await.unwrap_or_else(|_| panic!("{why}: {told:#?}"));
    }
    assert!(run(&mut ana, "character list", &[]).await.contains("You have no character here"));
    let bom = format!("\u{feff}{}", MIRA.replace('\n', "\r\n"));
    assert!(import(&mut ana, &[], "a.toml", bom.as_bytes()).await.contains("**Mira**"), "a BOM and CRLF are nothing");
    stage.judge();
}

/// A form is filled with the saved values; an invalid value keeps what was typed and says what's wrong; the other pages are one button
/// away.
#[tokio::test]
async fn a_character_is_edited_in_forms() {
    let stage = Stage::set().await;
    let mut ana = stage.seat("Ana");
    import(&mut ana, &[], "party.toml", MIRA.as_bytes()).await;
    let FirstAnswer::Modal(form) = ana.command("character edit", &[("name", "Mira")]).await.expect("answered") else {
        panic!("a form")
    };
    assert!(form["title"].as_str().is_some_and(|it| it.starts_with("Mira (1 of ")), "{form}");
    assert!(form.to_string().contains("\"9\""), "prefilled: {form}");
    ana.submit(&form, &[("wit", "ninety"), ("name", "Mira II")]).await.expect("answered");
    let wrong = ana.sees("what is wrong", says("a whole number is needed")).await.expect("told");
    let FirstAnswer::Modal(form) = ana.press(&wrong, "Back to the form").await.expect("answered") else {
        panic!("a form")
    };
    let text = form.to_string();
    assert!(text.contains("ninety") && text.contains("Mira II"), "what was typed is kept: {text}");
    ana.submit(&form, &[("wit", "11")]).await.expect("answered");
    let done = ana.sees("what changed", says("is saved.")).await.expect("told");
    assert!(says("wit\\: was 10, is now 11")(&done) && says("name\\: was Mira, is now Mira II")(&done), "{done}");
    assert!(labels(&done).starts_with(&["Page 2".to_owned(), "Page 3".to_owned()]), "{done}");
    let FirstAnswer::Modal(form) = ana.press(&done, "Page 2").await.expect("answered") else { panic!("a form") };
    // Meanwhile the character is changed elsewhere: what wasn't typed here stays.
    let file = "{\"character\":[{\"system\":\"murdham\",\"name\":\"Mira II\",\"sheet\":{\"wit\":12,\"helmet\":true}}]}";
    import(&mut ana, &[("replace", "true")], "m.json", file.as_bytes()).await;
    ana.submit(&form, &[("armour", "light")]).await.expect("answered");
    ana.sees("what changed", says("armour\\: was none, is now light")).await.expect("told");
    let shown = run(&mut ana, "character show", &[("name", "Mira II")]).await;
    for field in ["wit: 12", "helmet: yes", "armour: light"] {
        assert!(shown.contains(field), "{field}: {shown}");
    }
    stage.judge();
}

/// If the form for a new sheet is refused, what was typed waits behind a button; once it's accepted, the next form is empty.
#[tokio::test]
async fn a_form_that_is_refused_comes_back_with_what_was_typed() {
    let stage = Stage::set().await;
    let mut ana = stage.seat("Ana");
    let create: &[(&str, &str)] = &[("name", "Nils"), ("system", "sovereign")];
    ana.command("character create", create).await.expect("answered");
    let steps = ana.sees("the steps", says("Which sheet does it start from?")).await.expect("asked");
    let FirstAnswer::Modal(form) = ana.press(&steps, "Write it all at once\u{2026}").await.expect("answered") else {
        panic!("a form")
    };
    assert!(form.to_string().contains("such as "), "an example: {form}");
    // What people see above the lines, and so what they fill in.
    let above = "Fields, one per line, such as class=expert";
    let typed = [("Name", "Nils the Brave"), (above, "class=wizardd\nlevel=2")];
    ana.submit(&form, &typed).await.expect("answered");
    let wrong = ana.sees("what is wrong", |it| labels(it) == ["Back to the form"]).await.expect("told");
    assert!(says("wizardd")(&wrong), "{wrong}");
    let FirstAnswer::Modal(form) = ana.press(&wrong, "Back to the form").await.expect("answered") else {
        panic!("a form")
    };
    assert!(typed.iter().all(|it| form.to_string().contains(&it.1.replace('\n', "\\n"))), "it is kept: {form}");
    ana.submit(&form, &[("Name", "Nils the Brave"), (above, "class=warrior\nlevel=2")]).await.expect("answered");
    ana.sees("the sheet", says("Saved.")).await.expect("told");
    let FirstAnswer::Modal(form) = ana.press(&wrong, "Back to the form").await.expect("answered") else {
        panic!("a form")
    };
    assert!(!form.to_string().contains("Brave"), "taken, and so forgotten: {form}");
    stage.judge();
}

/// A character is created step by step: other rules, a sheet to start from, then its fields with their meaning. A name that's taken loses
/// neither the name nor the choice.
#[tokio::test]
async fn a_character_is_created_step_by_step() {
    let stage = Stage::set().await;
    let mut ana = stage.seat("Ana");
    for name in ["Jean-Luc de la Tour", "jean-luc de la tour"] {
        ana.command("character create", &[("name", name)]).await.expect("answered");
        let asked = |it: &Value| says(&format!("**{name}** for Murdham."))(&unescaped(it)) && !labels(it).is_empty();
        let steps = ana.sees("the steps", asked).await.expect("asked");
        ana.choose(&steps, &["TD2e"]).await.expect("answered");
        ana.choose(&steps, &["Murdham"]).await.expect("answered");
        let answer = ana.choose(&steps, &["Sybilla"]).await.expect("answered");
        match answer {
            FirstAnswer::Modal(form) => {
                let text = form.to_string();
                assert!(text.contains("Jean-Luc de la Tour (1 of ") && text.contains("wit: 1 to 19"), "{text}");
                ana.submit(&form, &[("wit", "12")]).await.expect("answered");
                ana.sees("that it is saved", says("wit\\: was ")).await.expect("told");
            }
            _ => {
                let wrong = ana.sees("that it is taken", |it| labels(it) == ["Back to the form"]).await.expect("told");
                let FirstAnswer::Modal(form) = ana.press(&wrong, "Back to the form").await.expect("answered") else {
                    panic!("a form")
                };
                assert!(form.to_string().contains(name) && form.to_string().contains("sybilla"), "{form}");
            }
        }
    }
    stage.judge();
}

/// A message with its text as people read it, without the marks that keep it from being formatted.
pub fn unescaped(message: &Value) -> Value {
    let mut message = message.clone();
    let content = message["content"].as_str().unwrap_or_default().replace('\\', "");
    message["content"] = content.into();
    message
}
