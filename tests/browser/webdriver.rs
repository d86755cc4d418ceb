//! Chromium, driven with WebDriver's own protocol: JSON over HTTP to a chromedriver on loopback. Knows nothing about Umpire.
//!
//! Waiting happens inside the page: a script checks again whenever the page changes, until what it waits for is there or the deadline has
//! passed. Nothing here sleeps for a guessed time.

use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, Stdio},
    time::{Duration, Instant},
};

/// How long anything can take before the test gives up.
pub const PATIENCE: Duration = Duration::from_secs(30);
/// WebDriver's name for an element in JSON. W3C WebDriver, "Elements".
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";
/// A phone's width and height, in CSS pixels.
pub const PHONE: (u32, u32) = (390, 844);
/// A desktop screen.
pub const DESK: (u32, u32) = (1366, 860);

/// The paths of both programs, or what's missing.
pub fn installed() -> Result<(PathBuf, PathBuf), String> {
    let find = |name: &str| {
        let folders = std::env::var_os("PATH").unwrap_or_default();
        let found = std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file());
        found.ok_or_else(|| format!("{name} is not installed (Debian: apt-get install chromium chromium-driver)"))
    };
    Ok((find("chromium")?, find("chromedriver")?))
}

/// A chromedriver. It ends when this is dropped, along with every browser it opened.
pub struct Driver {
    process: Child,
    base: String,
    chromium: PathBuf,
    http: reqwest::Client,
    /// Kept open so that later output doesn't fail.
    _out: BufReader<ChildStdout>,
}

impl Driver {
    /// Starts one on a port it chooses.
    pub fn start(chromium: &Path, chromedriver: &Path) -> Driver {
        let mut process = Command::new(chromedriver)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts");
        let mut out = BufReader::new(process.stdout.take().expect("a pipe"));
        // "ChromeDriver was started successfully on port 12345."
        let mut said = out.by_ref().lines().map_while(Result::ok);
        let port = said
            .find_map(|line| line.rsplit_once("successfully on port ")?.1.trim_end_matches('.').parse::<u16>().ok())
            .expect("chromedriver says its port");
        let http = reqwest::Client::builder().timeout(PATIENCE * 2).no_proxy().build().expect("a client");
        Driver { process, base: format!("http://127.0.0.1:{port}"), chromium: chromium.to_owned(), http, _out: out }
    }

    /// Opens a separate browser with one window of this size.
    pub async fn open(&self, name: &'static str, (width, height): (u32, u32)) -> Window {
        let profile = tempfile::tempdir().expect("a folder");
        let mut args: Vec<String> = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            "--lang=en-GB",
        ]
        .map(str::to_owned)
        .to_vec();
        args.push(format!("--user-data-dir={}", profile.path().display()));
        args.push(format!("--window-size={width},{height}"));
        let mut options = json!({ "binary": self.chromium, "args": args });
        if (width, height) == PHONE {
            let metrics = json!({ "width": width, "height": height, "pixelRatio": 1, "touch": true });
            options["mobileEmulation"] = json!({ "deviceMetrics": metrics });
        }
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": options,
            // A dialog of the page (such as an injected script's alert) must be seen by the test, not closed for it.
            "unhandledPromptBehavior": "ignore",
            "timeouts": { "script": u64::try_from(PATIENCE.as_millis()).expect("short") * 2 },
        } } });
        let url = format!("{}/session", self.base);
        let answer: Value =
            self.http.post(url).json(&wanted).send().await.expect("chromedriver answers").json().await.expect("JSON");
        let session = answer["value"]["sessionId"].as_str().unwrap_or_else(|| panic!("no browser: {answer}"));
        Window { name, base: format!("{}/session/{session}", self.base), http: self.http.clone(), _profile: profile }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A browser with one window.
pub struct Window {
    name: &'static str,
    base: String,
    http: reqwest::Client,
    _profile: tempfile::TempDir,
}

impl Drop for Window {
    /// Closes the browser, even if the test fails: a killed chromedriver would leave it running.
    fn drop(&mut self) {
        let Some((host, path)) = self.base.strip_prefix("http://").and_then(|it| it.split_once('/')) else { return };
        let Ok(mut line) = TcpStream::connect(host) else { return };
        let _ = line.set_read_timeout(Some(PATIENCE));
        let asked = format!("DELETE /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        if line.write_all(asked.as_bytes()).is_ok() {
            // It answers when the browser is gone.
            let _ = line.read(&mut [0; 64]);
        }
    }
}

/// An element of the page.
#[derive(Clone, Debug)]
pub struct Element(String);

impl Window {
    async fn call(&self, path: &str, body: Option<Value>) -> Result<Value, String> {
        let url = format!("{}{path}", self.base);
        let request = match body {
            Some(body) => self.http.post(url).json(&body),
            None => self.http.get(url),
        };
        let answer: Value =
            request.send().await.map_err(|it| it.to_string())?.json().await.map_err(|it| it.to_string())?;
        match answer["value"]["error"].as_str() {
            Some(error) => Err(format!("{error}: {}", answer["value"]["message"].as_str().unwrap_or_default())),
            None => Ok(answer["value"].clone()),
        }
    }

    async fn must(&self, path: &str, body: Option<Value>) -> Value {
        self.call(path, body).await.unwrap_or_else(|why| panic!("{}: {path}: {why}", self.name))
    }

    /// Opens a URL.
    pub async fn goto(&self, address: &str) {
        self.must("/url", Some(json!({ "url": address }))).await;
    }

    /// Reloads the page.
    pub async fn reload(&self) {
        self.must("/refresh", Some(json!({}))).await;
    }

    /// Runs a script body in the page; its arguments are `args`.
    pub async fn run(&self, script: &str, args: Value) -> Value {
        self.must("/execute/sync", Some(json!({ "script": script, "args": args }))).await
    }

    /// Waits until a script body, run again after every change of the page, returns something; `None` if it never does.
    pub async fn looks_for(&self, script: &str, args: Value, patience: Duration) -> Option<Value> {
        let patience_ms = u64::try_from(patience.as_millis()).expect("short");
        let found =
            self.must("/execute/async", Some(json!({ "script": looking(script), "args": [args, patience_ms] }))).await;
        (!found.is_null()).then_some(found)
    }

    /// As [`Window::looks_for`]; if it never comes, fails with what the page shows.
    pub async fn awaits(&self, what: &str, script: &str, args: Value) -> Value {
        match self.looks_for(script, args, PATIENCE).await {
            Some(found) => found,
            None => self.fails(what).await,
        }
    }

    /// Ends the test with a screenshot and the page's text.
    pub async fn fails(&self, what: &str) -> ! {
        self.picture(&format!("failed-{}", self.name)).await;
        let text = self.run("return document.body.innerText", json!([])).await;
        panic!("{}: {what}. The page says:\n{}", self.name, text.as_str().unwrap_or_default());
    }

    /// Clicks (at a phone's width: taps) what a script finds, as a finger would: it must be in view and uncovered.
    pub async fn click(&self, what: &str, script: &str, args: Value) {
        let began = Instant::now();
        loop {
            let found = self.awaits(&format!("{what} is not there to be clicked"), script, args.clone()).await;
            let Some(element) = element(&found) else { panic!("{what}: the script gave {found}") };
            let scroll = json!({ "script": "arguments[0].scrollIntoView({ block: 'nearest' })", "args": [found] });
            let clicked = match self.call("/execute/sync", Some(scroll)).await {
                Ok(_) => self.call(&format!("/element/{}/click", element.0), Some(json!({}))).await,
                Err(why) => Err(why),
            };
            match clicked {
                Ok(_) => return,
                // The page redrew it at that moment, before or after scrolling to it.
                Err(_) if began.elapsed() < PATIENCE => {}
                Err(why) => self.fails(&format!("{what} cannot be clicked: {why}")).await,
            }
        }
    }

    /// Chooses a file on this machine in a file field, as its chooser would. W3C WebDriver, "Element Send Keys".
    pub async fn chooses(&self, what: &str, script: &str, file: &Path) {
        let found = self.awaits(&format!("{what} is not there"), script, json!([])).await;
        let Some(element) = element(&found) else { panic!("{what}: the script gave {found}") };
        let text = file.to_str().expect("a path in words");
        self.must(&format!("/element/{}/value", element.0), Some(json!({ "text": text }))).await;
    }

    /// Taps the same spot twice, as fast as a finger can.
    pub async fn double_tap(&self, what: &str, script: &str, args: Value) {
        let found = self.awaits(&format!("{what} is not there to be tapped"), script, args).await;
        self.run("arguments[0].scrollIntoView({ block: 'nearest' })", json!([found])).await;
        let (down, up) = (json!({ "type": "pointerDown", "button": 0 }), json!({ "type": "pointerUp", "button": 0 }));
        let there = json!({ "type": "pointerMove", "duration": 0, "origin": found, "x": 0, "y": 0 });
        let finger = json!({
            "type": "pointer", "id": "finger", "parameters": { "pointerType": "mouse" },
            "actions": [there, down, up, down, up],
        });
        self.must("/actions", Some(json!({ "actions": [finger] }))).await;
    }

    /// Presses keys, one after the other, wherever the focus is.
    pub async fn keys(&self, keys: &str) {
        let strokes: Vec<Value> = keys
            .chars()
            .flat_map(|key| [json!({ "type": "keyDown", "value": key }), json!({ "type": "keyUp", "value": key })])
            .collect();
        let actions = json!({ "actions": [{ "type": "key", "id": "keyboard", "actions": strokes }] });
        self.must("/actions", Some(actions)).await;
    }

    /// Whether one of the browser's own dialogs is open, such as an alert.
    pub async fn has_dialog(&self) -> bool {
        self.call("/alert/text", None).await.is_ok()
    }

    /// Saves a screenshot under `target/screens`.
    pub async fn picture(&self, name: &str) {
        let shot = self.must("/screenshot", None).await;
        keeps_picture(name, shot.as_str().expect("a picture"));
    }
}

/// A script that waits in the page until a script body, run again after every change of the page, returns something, or the patience is over.
/// Its arguments are those of the body, the patience in milliseconds, and what to call in the end. W3C WebDriver, "Execute Async Script".
pub fn looking(script: &str) -> String {
    format!(
        "const [args, patience, done] = arguments;
         function look() {{ {script} }}
         const began = performance.now();
         const end = (found) => {{ watch.disconnect(); clearInterval(clock); done(found); }};
         const again = () => {{
             const found = look(...args) ?? null;
             if (found !== null && found !== false) end(found);
             else if (performance.now() - began > patience) end(null);
         }};
         const clock = setInterval(again, 200);
         const watch = new MutationObserver(again);
         watch.observe(document, {{ subtree: true, childList: true, characterData: true, attributes: true }});
         again();"
    )
}

/// Keeps a screenshot, which came as base64, under `target/screens`.
pub fn keeps_picture(name: &str, shot: &str) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the target folder").join("screens");
    std::fs::create_dir_all(&folder).expect("a folder for pictures");
    std::fs::write(folder.join(format!("{name}.png")), base64(shot)).expect("a picture is kept");
}

/// Tab, as WebDriver writes it. W3C WebDriver, "Keyboard actions".
pub const TAB: char = '\u{e004}';
/// Enter.
pub const ENTER: char = '\u{e007}';
/// Escape.
pub const ESCAPE: char = '\u{e00c}';

fn element(found: &Value) -> Option<Element> {
    found[ELEMENT].as_str().map(|id| Element(id.to_owned()))
}

/// The bytes of a base64 text.
fn base64(text: &str) -> Vec<u8> {
    let value = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let six: Vec<u8> = text.bytes().filter_map(value).collect();
    six.chunks(4)
        .flat_map(|four| {
            let word = four.iter().fold(0u32, |word, it| word << 6 | u32::from(*it)) << (6 * (4 - four.len()));
            let bytes = word.to_be_bytes();
            bytes[1..four.len()].to_vec()
        })
        .collect()
}
