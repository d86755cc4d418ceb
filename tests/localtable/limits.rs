//! Discord's limits, one by one: just inside is accepted, one beyond gets 400 with the place and the code of each fault.

use serde_json::{Value, json};

use crate::{
    bot::{Bot, button, codes_at},
    judge,
};

fn text(length: usize) -> String {
    "x".repeat(length)
}

fn embed(part: Value) -> Value {
    json!({ "embeds": [part] })
}

fn row(components: Value) -> Value {
    json!({ "content": "rows", "components": [{ "type": 1, "components": components }] })
}

fn select(more: Value) -> Value {
    let options: Vec<Value> = (0..3).map(|i| json!({ "label": format!("{i}"), "value": format!("{i}") })).collect();
    let mut select = json!({ "type": 3, "custom_id": "s", "options": options });
    for (key, value) in more.as_object().expect("an object") {
        select[key] = value.clone();
    }
    row(json!([select]))
}

fn buttons(count: usize) -> Value {
    (0..count).map(|i| json!({ "type": 2, "style": 1, "custom_id": format!("{i}"), "label": "b" })).collect()
}

fn options(count: usize) -> Value {
    (0..count).map(|i| json!({ "label": "o", "value": format!("{i}") })).collect()
}

fn fields(count: usize) -> Value {
    (0..count).map(|_| json!({ "name": "n", "value": "v" })).collect()
}

/// An accepted message, the same one step beyond the limit, and where the fault is.
fn messages() -> Vec<(&'static str, Value, Value)> {
    let button_with = |key: &str, value: Value| {
        let mut button = json!({ "type": 2, "style": 1, "custom_id": "b", "label": "b" });
        button[key] = value;
        row(json!([button]))
    };
    let users = |count: u64| -> Value { (1..=count).map(|id| id.to_string()).collect() };
    vec![
        ("content", json!({ "content": text(2_000) }), json!({ "content": text(2_001) })),
        ("nonce", json!({ "content": "n", "nonce": text(25) }), json!({ "content": "n", "nonce": text(26) })),
        ("embeds.0.title", embed(json!({ "title": text(256) })), embed(json!({ "title": text(257) }))),
        (
            "embeds.0.description",
            embed(json!({ "description": text(4_096) })),
            embed(json!({ "description": text(4_097) })),
        ),
        (
            "embeds.0.color",
            embed(json!({ "title": "t", "color": 0xFF_FFFF })),
            embed(json!({ "title": "t", "color": 0x100_0000 })),
        ),
        ("embeds.0.fields", embed(json!({ "fields": fields(25) })), embed(json!({ "fields": fields(26) }))),
        (
            "embeds.0.fields.0.name",
            embed(json!({ "fields": [{ "name": text(256), "value": "v" }] })),
            embed(json!({ "fields": [{ "name": text(257), "value": "v" }] })),
        ),
        (
            "embeds.0.fields.0.value",
            embed(json!({ "fields": [{ "name": "n", "value": text(1_024) }] })),
            embed(json!({ "fields": [{ "name": "n", "value": text(1_025) }] })),
        ),
        (
            "embeds.0.fields.0.value",
            embed(json!({ "fields": [{ "name": "n", "value": "v" }] })),
            embed(json!({ "fields": [{ "name": "n", "value": " " }] })),
        ),
        (
            "embeds.0.footer.text",
            embed(json!({ "footer": { "text": text(2_048) } })),
            embed(json!({ "footer": { "text": text(2_049) } })),
        ),
        (
            "embeds.0.author.name",
            embed(json!({ "author": { "name": text(256) } })),
            embed(json!({ "author": { "name": text(257) } })),
        ),
        (
            "embeds.0.image.url",
            embed(json!({ "image": { "url": "https://a.b/c.png" } })),
            embed(json!({ "image": { "url": "file:///c" } })),
        ),
        (
            "embeds",
            json!({ "embeds": [{ "description": text(3_000) }, { "description": text(3_000) }] }),
            json!({ "embeds": [{ "description": text(3_000) }, { "description": text(3_000), "title": "t" }] }),
        ),
        (
            "embeds",
            json!({ "embeds": (0..10).map(|_| json!({ "title": "t" })).collect::<Vec<_>>() }),
            json!({ "embeds": (0..11).map(|_| json!({ "title": "t" })).collect::<Vec<_>>() }),
        ),
        (
            "components",
            json!({ "content": "r", "components": (0..5).map(|i| button(&i.to_string(), "b")).collect::<Vec<_>>() }),
            json!({ "content": "r", "components": (0..6).map(|i| button(&i.to_string(), "b")).collect::<Vec<_>>() }),
        ),
        ("components.0.components", row(buttons(5)), row(buttons(6))),
        ("components.0.components", row(buttons(1)), row(json!([]))),
        (
            "components.0.components.0.custom_id",
            button_with("custom_id", json!(text(100))),
            button_with("custom_id", json!(text(101))),
        ),
        (
            "components.0.components.0.label",
            button_with("label", json!(text(80))),
            button_with("label", json!(text(81))),
        ),
        ("components.0.components.0", button_with("label", json!("b")), button_with("label", json!(null))),
        ("components.0.components.0.style", button_with("style", json!(4)), button_with("style", json!(7))),
        ("components.0.components.0", button_with("disabled", json!(true)), button_with("url", json!("https://a.b"))),
        (
            "components.1.components.0.custom_id",
            row(buttons(2)),
            json!({ "content": "twice", "components": [button("a", "1"), button("a", "2")] }),
        ),
        (
            "components.0.components.0.options",
            select(json!({ "options": options(25) })),
            select(json!({ "options": options(26) })),
        ),
        ("components.0.components.0.options", select(json!({})), select(json!({ "options": [] }))),
        (
            "components.0.components.0.placeholder",
            select(json!({ "placeholder": text(150) })),
            select(json!({ "placeholder": text(151) })),
        ),
        (
            "components.0.components.0.min_values",
            select(json!({ "min_values": 1 })),
            select(json!({ "min_values": 2 })),
        ),
        (
            "components.0.components.0.max_values",
            select(json!({ "max_values": 3 })),
            select(json!({ "max_values": 4 })),
        ),
        (
            "components.0.components.0.options.0.label",
            select(json!({ "options": [{ "label": text(100), "value": "v" }] })),
            select(json!({ "options": [{ "label": text(101), "value": "v" }] })),
        ),
        (
            "components.0.components.0.options.1.value",
            select(json!({ "options": [{ "label": "a", "value": "1" }, { "label": "b", "value": "2" }] })),
            select(json!({ "options": [{ "label": "a", "value": "1" }, { "label": "b", "value": "1" }] })),
        ),
        (
            "components.0.components",
            select(json!({})),
            row(json!([
                { "type": 3, "custom_id": "s", "options": [{ "label": "a", "value": "1" }] },
                { "type": 2, "style": 1, "custom_id": "b", "label": "b" },
            ])),
        ),
        (
            "allowed_mentions",
            json!({ "content": "m", "allowed_mentions": { "parse": ["users"] } }),
            json!({ "content": "m", "allowed_mentions": { "parse": ["users"], "users": ["1"] } }),
        ),
        (
            "allowed_mentions.users",
            json!({ "content": "m", "allowed_mentions": { "users": users(100) } }),
            json!({ "content": "m", "allowed_mentions": { "users": users(101) } }),
        ),
        ("contents", json!({ "content": "a misspelt key" }), json!({ "content": "a misspelt key", "contents": "x" })),
        ("embeds.0.titel", embed(json!({ "title": "t" })), embed(json!({ "title": "t", "titel": "t" }))),
        ("flags", json!({ "content": "f", "flags": 4 }), json!({ "content": "f", "flags": 64 })),
        (
            "message_reference",
            json!({ "content": "r", "message_reference": { "message_id": "1", "fail_if_not_exists": false } }),
            json!({ "content": "r", "message_reference": { "message_id": "1" } }),
        ),
    ]
}

/// "As strict as Discord": each limit of a message at its edge.
#[tokio::test]
async fn messages_are_held_to_their_limits() {
    let bot = Bot::start().await;
    let route = format!("{}/messages", bot.channel("table"));
    for (place, inside, outside) in messages() {
        let (status, answer) = bot.call("POST", &route, inside).await;
        assert_eq!(status, 200, "just inside at {place}: {answer}");
        let (status, answer) = bot.call("POST", &route, outside).await;
        assert_eq!(status, 400, "one too far at {place}: {answer}");
        assert!(!codes_at(&answer, place).is_empty());
    }
    judge::judge(&bot.table);
}

/// Every fault of a form is reported at once.
#[tokio::test]
async fn a_form_is_told_all_its_faults() {
    let bot = Bot::start().await;
    let body = json!({ "content": text(2_001), "embeds": [{ "title": text(257) }], "tts": "loud" });
    let (_, answer) = bot.call("POST", &format!("{}/messages", bot.channel("table")), body).await;
    for (place, code) in
        [("content", "BASE_TYPE_MAX_LENGTH"), ("embeds.0.title", "BASE_TYPE_MAX_LENGTH"), ("tts", "BASE_TYPE_BOOLEAN")]
    {
        assert_eq!(codes_at(&answer, place), [code]);
    }
}

/// An empty message is refused (50006), whatever makes it empty, and so is one edited to nothing.
#[tokio::test]
async fn empty_messages_are_refused() {
    let bot = Bot::start().await;
    let route = format!("{}/messages", bot.channel("table"));
    for body in [
        json!({}),
        json!({ "content": "" }),
        json!({ "content": " \n" }),
        json!({ "embeds": [{}] }),
        json!({ "embeds": [{ "color": 5 }] }),
    ] {
        let (status, answer) = bot.call("POST", &route, body).await;
        assert_eq!((status, &answer["code"]), (400, &json!(50006)));
    }
    let message = bot.post(json!({ "content": "something" })).await;
    let one = format!("{route}/{}", message["id"].as_str().expect("an id"));
    let (status, answer) = bot.call("PATCH", &one, json!({ "content": "" })).await;
    assert_eq!((status, &answer["code"]), (400, &json!(50006)));
    let (status, answer) = bot.call("PATCH", &one, json!({ "content": null, "embeds": [{ "title": "t" }] })).await;
    assert_eq!((status, &answer["content"], &answer["embeds"][0]["title"]), (200, &json!(""), &json!("t")));
}

fn command(more: Value) -> Value {
    let mut command = json!({ "name": "attack", "description": "Strike." });
    for (key, value) in more.as_object().expect("an object") {
        command[key] = value.clone();
    }
    json!([command])
}

fn option(kind: i64, more: Value) -> Value {
    let mut option = json!({ "type": kind, "name": "o", "description": "An option." });
    for (key, value) in more.as_object().expect("an object") {
        option[key] = value.clone();
    }
    command(json!({ "options": [option] }))
}

fn choices(count: usize) -> Value {
    (0..count).map(|i| json!({ "name": format!("c{i}"), "value": format!("{i}") })).collect()
}

fn commands() -> Vec<(&'static str, Value, Value)> {
    let many = |count: usize| -> Value {
        (0..count).map(|i| json!({ "name": format!("c{i}"), "description": "d" })).collect()
    };
    let numbered = |count: usize| -> Value {
        (0..count).map(|i| json!({ "type": 3, "name": format!("o{i}"), "description": "d" })).collect()
    };
    let named = |names: &[&str]| -> Value {
        names.iter().map(|name| json!({ "type": 3, "name": name, "description": "d" })).collect()
    };
    let sub = json!({ "type": 1, "name": "sub", "description": "d" });
    let plain = json!({ "type": 3, "name": "plain", "description": "d" });
    let needed = json!({ "type": 3, "name": "needed", "description": "d", "required": true });
    vec![
        ("", many(100), many(101)),
        ("0.name", command(json!({ "name": text(32) })), command(json!({ "name": text(33) }))),
        ("0.name", command(json!({ "name": "angriff-ä" })), command(json!({ "name": "Attack" }))),
        ("0.name", command(json!({})), command(json!({ "name": "two words" }))),
        ("0.description", command(json!({ "description": text(100) })), command(json!({ "description": text(101) }))),
        ("0.description", command(json!({})), command(json!({ "description": "" }))),
        (
            "1.name",
            json!([{ "name": "a", "description": "d" }, { "name": "b", "description": "d" }]),
            json!([{ "name": "a", "description": "d" }, { "name": "a", "description": "d" }]),
        ),
        ("0.options", command(json!({ "options": numbered(25) })), command(json!({ "options": numbered(26) }))),
        (
            "0.options.1.name",
            command(json!({ "options": named(&["a", "b"]) })),
            command(json!({ "options": named(&["a", "a"]) })),
        ),
        (
            "0.options.1.required",
            command(json!({ "options": [needed, plain] })),
            command(json!({ "options": [plain, needed] })),
        ),
        ("0.options", command(json!({ "options": [sub] })), command(json!({ "options": [sub, plain] }))),
        (
            "0.options.0.choices",
            option(3, json!({ "choices": choices(25) })),
            option(3, json!({ "choices": choices(26) })),
        ),
        (
            "0.options.0.choices.0.name",
            option(3, json!({ "choices": [{ "name": text(100), "value": "v" }] })),
            option(3, json!({ "choices": [{ "name": text(101), "value": "v" }] })),
        ),
        (
            "0.options.0.choices.0.value",
            option(4, json!({ "choices": [{ "name": "n", "value": 1 }] })),
            option(4, json!({ "choices": [{ "name": "n", "value": "1" }] })),
        ),
        (
            "0.options.0.autocomplete",
            option(3, json!({ "autocomplete": true })),
            option(3, json!({ "autocomplete": true, "choices": choices(1) })),
        ),
        (
            "0.options.0.min_value",
            option(4, json!({ "min_value": 1, "max_value": 2 })),
            option(4, json!({ "min_value": 3, "max_value": 2 })),
        ),
        (
            "0.options.0.max_length",
            option(3, json!({ "max_length": 6_000 })),
            option(3, json!({ "max_length": 6_001 })),
        ),
        ("0.nmae", command(json!({})), command(json!({ "nmae": "x" }))),
    ]
}

/// "As strict as Discord": each limit of a command at its edge.
#[tokio::test]
async fn commands_are_held_to_their_limits() {
    let bot = Bot::start().await;
    for (place, inside, outside) in commands() {
        let (status, answer) = bot.call("PUT", &bot.commands(), inside).await;
        assert_eq!(status, 200, "just inside at {place}: {answer}");
        let (status, answer) = bot.call("PUT", &bot.commands(), outside).await;
        assert_eq!(status, 400, "one too far at {place}: {answer}");
        assert!(!codes_at(&answer, place).is_empty());
    }
    judge::judge(&bot.table);
}

/// Forms and suggestions have their limits, and an invalid reply leaves the interaction open for a valid one.
#[tokio::test]
async fn forms_and_suggestions_are_held_to_their_limits() {
    let mut bot = Bot::start().await;
    bot.register(option(3, json!({ "autocomplete": true }))).await;
    let mut ana = bot.table.seat("Ana").expect("a seat");
    let input = |more: Value| {
        let mut input = json!({ "type": 4, "custom_id": "i", "label": "l", "style": 1 });
        for (key, value) in more.as_object().expect("an object") {
            input[key] = value.clone();
        }
        let rows = json!([{ "type": 1, "components": [input] }]);
        json!({ "type": 9, "data": { "custom_id": "m", "title": "t", "components": rows } })
    };
    let titled = |title: String| {
        let mut modal = input(json!({}));
        modal["data"]["title"] = json!(title);
        modal
    };
    let (_, ()) = tokio::join!(ana.command("attack", &[]), async {
        let interaction = bot.interaction().await;
        for (place, body) in [
            ("data.title", titled(text(46))),
            ("data.components.0.components.0.label", input(json!({ "label": text(46) }))),
            ("data.components.0.components.0.placeholder", input(json!({ "placeholder": text(101) }))),
            ("data.components.0.components.0.min_length", input(json!({ "min_length": 3, "max_length": 2 }))),
            ("data.components.0.components.0.style", input(json!({ "style": 3 }))),
            ("type", json!({ "type": 8, "data": { "choices": [] } })),
            ("type", json!({ "type": 7, "data": { "content": "x" } })),
        ] {
            let (status, answer) = bot.answer(&interaction, body).await;
            assert_eq!(status, 400, "{place}");
            assert!(!codes_at(&answer, place).is_empty());
        }
        assert_eq!(bot.answer(&interaction, titled(text(45))).await.0, 204);
    });
    let (found, ()) = tokio::join!(ana.autocomplete("attack", &[], ("o", "x")), async {
        let interaction = bot.interaction().await;
        let (status, answer) = bot.answer(&interaction, json!({ "type": 8, "data": { "choices": choices(26) } })).await;
        assert_eq!((status, codes_at(&answer, "data.choices").len()), (400, 1));
        assert_eq!(bot.answer(&interaction, json!({ "type": 8, "data": { "choices": choices(25) } })).await.0, 204);
    });
    assert_eq!(found.expect("suggestions").len(), 25);
    judge::judge(&bot.table);
}
