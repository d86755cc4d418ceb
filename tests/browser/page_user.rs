//! A person on the page: what they see, press and type, in the page's words. Everything goes through what a person could do: the test makes
//! no requests behind the page's back.

use crate::webdriver::{Driver, ENTER, TAB, Window};
use serde_json::{Value, json};
use std::{ops::Deref, time::Duration};

/// What's public: the stories and the tracker's own message.
pub const PUBLIC: &str = "#messages article:not(.ephemeral)";
/// The newest of what only this seat sees.
pub const PRIVATE: &str = "#messages article.ephemeral";
/// A menu that has moved is there again after this long.
const MOVED_WITHIN: Duration = Duration::from_secs(4);
/// So often something is pressed that may move.
const PRESSES_MAX: usize = 3;
/// The tracker card.
pub const TRACKER: &str = "#tracker";

/// Finds the last visible button (or menu row) under a selector that's called `label`: its text is that, or goes on after it with anything
/// but another word ("club: 65 %"). "Attack" isn't "Attack Bandit 2", not even while a menu is being redrawn; and the row of an open menu comes
/// before a button that begins like it ("Bandit 2: Attack Sybilla").
const BUTTON: &str = "
    const [root, label] = [arguments[0], arguments[1]];
    const roots = [...document.querySelectorAll(root)];
    const words = (it) => it.textContent.replace(/\\s+/g, ' ').trim();
    const all = roots.flatMap((it) => [...it.querySelectorAll('button, [role=option], a')]).filter((it) => it.checkVisibility());
    const isFree = (it) => !it.disabled && !it.getAttribute('aria-busy');
    const named = all.filter((it) => words(it) === label);
    const goesOn = (it) => words(it).startsWith(label) && !/^ [\\p{L}\\p{N}]/u.test(words(it).slice(label.length));
    const longer = all.filter(goesOn);
    const options = longer.filter((it) => it.matches('[role=option]'));
    const fitting = [named, options, longer].find((it) => it.length > 0) ?? [];
    return fitting.findLast(isFree) ?? null;";

/// A browser window with a person in front of it.
pub struct PageUser {
    window: Window,
}

impl Deref for PageUser {
    type Target = Window;
    fn deref(&self) -> &Window {
        &self.window
    }
}

impl PageUser {
    /// Opens the page as a newcomer does: at its URL, with nothing remembered.
    pub async fn open(driver: &Driver, name: &'static str, size: (u32, u32), address: &str) -> PageUser {
        let window = driver.open(name, size).await;
        window.goto(address).await;
        let ready = "return !document.querySelector('#welcome-button').disabled";
        window.awaits("the first screen has no button to press", ready, json!([])).await;
        PageUser { window }
    }

    /// Presses a button by its text.
    pub async fn components(&self, root: &str, label: &str) {
        self.click(&format!("\u{201c}{label}\u{201d} in {root}"), BUTTON, json!([root, label])).await;
    }

    /// Presses it until something private says this: what's above may grow at the moment of a press, which then hits nothing.
    pub async fn is_told(&self, (root, label): (&str, &str), text: &str) {
        let is_there = "
            const [root, text] = [arguments[0], arguments[1]];
            return [...document.querySelectorAll(root)].findLast((it) => it.innerText.includes(text)) ?? null;";
        for _ in 0..PRESSES_MAX {
            self.components(root, label).await;
            if self.looks_for(is_there, json!([PRIVATE, text]), MOVED_WITHIN).await.is_some() {
                return;
            }
        }
        self.fails(&format!("\u{201c}{label}\u{201d} isn\u{2019}t answered with \u{201c}{text}\u{201d}")).await
    }

    /// Presses it twice in quick succession.
    pub async fn double_tap(&self, root: &str, label: &str) {
        self.window.double_tap(&format!("\u{201c}{label}\u{201d} in {root}"), BUTTON, json!([root, label])).await;
    }

    /// Presses the buttons of a private menu one after the other, each as soon as it appears. A menu can move in the very moment in which it's
    /// pressed: then it's pressed again where it is now.
    pub async fn walks(&self, labels: &[&str]) {
        let mut before: Option<&str> = None;
        for label in labels {
            let is_there = |label: &str| self.looks_for(BUTTON, json!([PRIVATE, label]), MOVED_WITHIN);
            if let Some(before) = before {
                if is_there(label).await.is_none() && is_there(before).await.is_some() {
                    self.components(PRIVATE, before).await;
                    is_there(label).await;
                }
                // From when it's there, as long as a person takes, to whom the bot listens only after a moment (`ThrottleLimits::new_page`).
                let looked = "const from = window.lookedFrom ??= performance.now();
                    if (performance.now() - from < 1000) return null;
                    delete window.lookedFrom;
                    return true";
                self.awaits("time stands still", looked, json!([])).await;
            }
            self.components(PRIVATE, label).await;
            before = Some(label);
        }
    }

    /// Takes another seat with the drawer on the left.
    pub async fn sits_as(&self, who: &str) {
        self.click("the menu", "return document.querySelector('[data-testid=menu-button]')", json!([])).await;
        let seat = format!("return document.querySelector('[data-testid=seat-{}]')", who.to_lowercase());
        self.click(&format!("{who}'s seat"), &seat, json!([])).await;
        let sat = "return document.querySelector('#menu-name').textContent === arguments[0]
            && !document.body.classList.contains('drawer-open')
            && document.querySelector('#messages article') !== null";
        self.awaits(&format!("{who} does not sit"), &sat.replace("arguments[0]", &json!(who).to_string()), json!([]))
            .await;
    }

    /// Takes a screenshot in the other theme, and switches back.
    pub async fn pictures_dark(&self, name: &str) {
        let theme = "return document.querySelector('[data-testid=theme]')";
        self.click("the colours", theme, json!([])).await;
        self.picture(name).await;
        self.click("the colours", theme, json!([])).await;
    }

    /// Waits until this text is somewhere under a selector, and returns the whole text of the last element that has it.
    pub async fn sees(&self, root: &str, words: &str) -> String {
        let found =
            self.awaits(&format!("nothing in {root} says \u{201c}{words}\u{201d}"), SAYS, json!([root, words])).await;
        found.as_str().unwrap_or_default().to_owned()
    }

    /// As [`PageUser::sees`], with its own timeout.
    pub async fn sees_within(&self, root: &str, words: &str, patience: Duration) -> String {
        match self.looks_for(SAYS, json!([root, words]), patience).await {
            Some(found) => found.as_str().unwrap_or_default().to_owned(),
            None => self.fails(&format!("nothing in {root} says \u{201c}{words}\u{201d}")).await,
        }
    }

    /// The texts of everything under a selector.
    pub async fn texts(&self, root: &str) -> Vec<String> {
        let script = "return [...document.querySelectorAll(arguments[0])].map((it) => it.innerText)";
        let all = self.run(script, json!([root])).await;
        all.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    }

    /// Whether everything fits the window's width.
    pub async fn fits(&self) -> bool {
        let script = "return document.documentElement.scrollWidth <= window.innerWidth
            && [...document.querySelectorAll('#messages, #tracker, #foot, footer')].every((it) => it.scrollWidth <= it.clientWidth + 1)";
        self.run(script, json!([])).await == json!(true)
    }

    /// Moves the focus with Tab until it's on a button with this text, then presses Enter.
    pub async fn tabs_to(&self, root: &str, label: &str) {
        self.awaits(&format!("\u{201c}{label}\u{201d} is not there"), BUTTON, json!([root, label])).await;
        const STEPS: usize = 80;
        for _ in 0..STEPS {
            let on = "const [root, label] = arguments;
                const it = document.activeElement;
                const words = it.textContent.replace(/\\s+/g, ' ').trim();
                return it.matches('button, a, [role=option]') && it.closest(root) !== null
                    && words.startsWith(label) && !/^ [\\p{L}\\p{N}]/u.test(words.slice(label.length))";
            if self.run(on, json!([root, label])).await == json!(true) {
                return self.keys(&ENTER.to_string()).await;
            }
            self.keys(&TAB.to_string()).await;
        }
        self.fails(&format!("Tab never reaches \u{201c}{label}\u{201d} in {root}")).await
    }

    /// Types a line, wherever the focus is (a slash finds its way into the composer), and sends it.
    pub async fn types(&self, line: &str) {
        self.keys(line).await;
        let typed = "return document.querySelector('#composer-input').value.trim() === arguments[0]";
        self.awaits(&format!("\u{201c}{line}\u{201d} does not stand in the line"), typed, json!([line])).await;
        self.keys(&ENTER.to_string()).await;
    }
}

const SAYS: &str = "
    const [root, words] = [arguments[0], arguments[1]];
    const all = [...document.querySelectorAll(root)].filter((it) => it.checkVisibility());
    return all.findLast((it) => it.innerText.replace(/\\s+/g, ' ').includes(words))?.innerText ?? null;";
