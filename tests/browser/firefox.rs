//! Firefox, driven with Marionette, its own protocol: lengths and JSON over a socket on loopback. It has no network: whatever a page asks for
//! goes to a proxy that isn't there. Knows nothing about Umpire.

use crate::webdriver::{PATIENCE, keeps_picture, looking};
use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, Stdio},
};

/// The settings of its profile: a port of its own choice, no network, and nothing that asks for one by itself.
const SETTINGS: &str = "
user_pref(\"marionette.port\", 0);
user_pref(\"remote.log.level\", \"Info\");
user_pref(\"network.proxy.type\", 1);
user_pref(\"network.proxy.http\", \"127.0.0.1\");
user_pref(\"network.proxy.http_port\", 9);
user_pref(\"network.proxy.ssl\", \"127.0.0.1\");
user_pref(\"network.proxy.ssl_port\", 9);
user_pref(\"browser.shell.checkDefaultBrowser\", false);
user_pref(\"datareporting.policy.dataSubmissionEnabled\", false);
user_pref(\"toolkit.telemetry.reportingpolicy.firstRun\", false);
";

/// Its path, or what's missing.
pub fn installed() -> Result<PathBuf, String> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let all = std::env::split_paths(&folders).flat_map(|it| ["firefox-esr", "firefox"].map(|name| it.join(name)));
    all.into_iter()
        .find(|it| it.is_file())
        .ok_or_else(|| "firefox is not installed (Debian: apt-get install firefox-esr)".to_owned())
}

/// A browser with one window. It ends when this is dropped.
pub struct Firefox {
    line: BufReader<TcpStream>,
    sent: u64,
    /// Kept open so that later output doesn't fail.
    _out: BufReader<ChildStdout>,
    _process: Running,
    _profile: tempfile::TempDir,
}

/// A process that ends when this is dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Firefox {
    /// Opens it with a window of this size.
    pub fn open(program: &Path, (width, height): (u32, u32)) -> Firefox {
        let profile = tempfile::tempdir().expect("a folder");
        std::fs::write(profile.path().join("user.js"), SETTINGS).expect("settings");
        let process = Command::new(program)
            .args(["--headless", "--marionette", "--no-remote", "--profile"])
            .arg(profile.path())
            .args(["--width", &width.to_string(), "--height", &height.to_string(), "about:blank"])
            .env("HOME", profile.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Firefox starts");
        let mut process = Running(process);
        let mut out = BufReader::new(process.0.stdout.take().expect("a pipe"));
        // "1795749639725	Marionette	INFO	Listening on port 40247"
        let port = out
            .by_ref()
            .lines()
            .map_while(Result::ok)
            .find_map(|line| line.rsplit_once("Listening on port ")?.1.trim().parse::<u16>().ok())
            .expect("Firefox says its port");
        let stream = TcpStream::connect(("127.0.0.1", port)).expect("Firefox answers");
        stream.set_read_timeout(Some(PATIENCE * 2)).expect("a time limit");
        let mut it = Firefox { line: BufReader::new(stream), sent: 0, _out: out, _process: process, _profile: profile };
        it.hears(); // who it is
        it.does("WebDriver:NewSession", &json!({}));
        it.does("WebDriver:SetTimeouts", &json!({ "script": u64::try_from(PATIENCE.as_millis()).expect("short") * 2 }));
        it.does("WebDriver:SetWindowRect", &json!({ "width": width, "height": height }));
        it
    }

    /// One message: its length in decimal, a colon, and JSON.
    fn hears(&mut self) -> Value {
        let mut length = vec![];
        self.line.read_until(b':', &mut length).expect("a length");
        let length = String::from_utf8_lossy(&length);
        let length: usize = length.trim_end_matches(':').parse().unwrap_or_else(|_| panic!("no length: {length:?}"));
        let mut body = vec![0; length];
        self.line.read_exact(&mut body).expect("a message");
        serde_json::from_slice(&body).expect("JSON")
    }

    fn does(&mut self, command: &str, params: &Value) -> Value {
        self.sent += 1;
        let text = json!([0, self.sent, command, params]).to_string();
        write!(self.line.get_mut(), "{}:{text}", text.len()).expect("sent");
        let answer = self.hears();
        assert!(answer[2].is_null(), "{command}: {}", answer[2]);
        answer[3].clone()
    }

    /// Opens a URL.
    pub fn goto(&mut self, address: &str) {
        self.does("WebDriver:Navigate", &json!({ "url": address }));
    }

    /// Clicks the element with this selector, as a person would.
    pub fn click(&mut self, selector: &str) {
        let found = self.does("WebDriver:FindElement", &json!({ "using": "css selector", "value": selector }));
        let id = found["value"].as_object().and_then(|it| it.values().next()).expect("an element").clone();
        self.does("WebDriver:ElementClick", &json!({ "id": id }));
    }

    /// Waits until a script body, run again after every change of the page, returns something.
    pub fn awaits(&mut self, what: &str, script: &str, args: &Value) -> Value {
        let patience_ms = u64::try_from(PATIENCE.as_millis()).expect("short");
        let params = json!({ "script": looking(script), "args": [args, patience_ms] });
        let found = self.does("WebDriver:ExecuteAsyncScript", &params)["value"].clone();
        if found.is_null() {
            self.picture("failed-firefox");
            let text = json!({ "script": "return document.body.innerText", "args": [] });
            panic!("Firefox: {what}. The page says:\n{}", self.does("WebDriver:ExecuteScript", &text)["value"]);
        }
        found
    }

    /// Waits until this text is somewhere under a selector.
    pub fn sees(&mut self, selector: &str, words: &str) {
        let says = "return document.querySelector(arguments[0])?.innerText.replace(/\\s+/g, ' ').includes(arguments[1]) || null";
        self.awaits(&format!("nothing in {selector} says \u{201c}{words}\u{201d}"), says, &json!([selector, words]));
    }

    /// Saves a screenshot beside those of the other browser.
    pub fn picture(&mut self, name: &str) {
        let shot = self.does("WebDriver:TakeScreenshot", &json!({ "full": false }));
        keeps_picture(name, shot["value"].as_str().expect("a picture"));
    }
}
