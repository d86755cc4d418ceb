//! The judge itself: it must find what's wrong, or its silence means nothing.

use serde_json::{Value, json};

use crate::judge::{Exchange, Spec};

fn faults(method: &str, path: &str, request: Value, status: u16, answer: Value) -> Option<Vec<String>> {
    let (request, answer) = (&request, &answer);
    Spec::find().map(|spec| spec.faults(&Exchange { method, path, request, status, answer }))
}

/// A wrong request, a wrong response, a wrong status, an unknown route and what only twilight knows are all found.
#[test]
fn the_judge_finds_what_is_wrong() {
    let gateway = json!({ "url": "ws://127.0.0.1:1/gateway" });
    let Some(none) = faults("GET", "/gateway", Value::Null, 200, gateway.clone()) else { return };
    assert!(none.is_empty(), "{none:?}");
    let long = json!({ "content": "x".repeat(2_001) });
    let embeds = json!({ "embeds": [{ "description": "x".repeat(3_001) }, { "description": "x".repeat(3_000) }] });
    for (what, method, path, request, status, answer, word) in [
        (
            "an unknown route",
            "GET",
            "/gateways",
            Value::Null,
            200,
            gateway.clone(),
            "is not in Discord's specification",
        ),
        ("an unknown status", "GET", "/gateway", Value::Null, 204, Value::Null, "204 is not an answer"),
        ("an answer without its field", "GET", "/gateway", Value::Null, 200, json!({}), "answer at"),
        ("an error without its code", "GET", "/gateway", Value::Null, 404, json!({ "message": "x" }), "answer at"),
        ("a request past its limit", "POST", "/webhooks/1/abc", long, 204, Value::Null, "request at"),
        ("a body where none belongs", "GET", "/gateway", json!({}), 200, gateway, "takes no body"),
        ("embeds too long together", "POST", "/webhooks/1/abc", embeds, 204, Value::Null, "twilight"),
        (
            "required after optional",
            "PUT",
            "/applications/1/commands",
            json!([{ "name": "a", "description": "d", "options": [
                { "type": 3, "name": "b", "description": "d" },
                { "type": 3, "name": "c", "description": "d", "required": true },
            ] }]),
            200,
            json!([]),
            "twilight",
        ),
    ] {
        let found = faults(method, path, request, status, answer).expect("the specification is there");
        assert!(found.iter().any(|fault| fault.contains(word)), "{what}: {found:?}");
    }
}

/// The two spellings that Discord accepts are accepted.
#[test]
fn the_judge_knows_two_spellings() {
    let request = json!({ "content": "x", "attachments": [{ "id": 0, "filename": "a.png" }] });
    let Some(found) = faults("POST", "/webhooks/1/abc", request, 204, Value::Null) else { return };
    assert!(found.is_empty(), "{found:?}");
    let request = json!([{ "name": "a", "description": "d", "default_member_permissions": "32" }]);
    let found = faults("PUT", "/applications/1/commands", request, 200, json!([])).expect("the specification is there");
    assert!(found.is_empty(), "{found:?}");
}
