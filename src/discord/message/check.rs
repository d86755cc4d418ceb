//! Checks a message against Discord's limits before it's sent. It lists everything that's wrong and changes nothing.

use std::collections::BTreeSet;
use std::fmt;

use super::super::limits::*;
use super::{ActionRow, Button, Embed, Message, Press, Select};

/// Everything about a message that Discord would refuse, with its location.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OverLimit(pub Vec<String>);

impl fmt::Display for OverLimit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0.join("; "))
    }
}

impl std::error::Error for OverLimit {}

/// The problems so far. `text` and `count` record a problem and continue.
#[derive(Default)]
struct Findings(Vec<String>);

impl Findings {
    fn text(&mut self, place: impl fmt::Display, text: &str, least: usize, most: usize) {
        let long = if text.trim().is_empty() { 0 } else { length(text) };
        if long < least {
            self.0.push(format!("{place} is empty"));
        } else if length(text) > most {
            self.0.push(format!("{place} has {} characters of at most {most}", length(text)));
        }
    }

    fn count(&mut self, place: impl fmt::Display, count: usize, least: usize, most: usize) {
        if count < least || count > most {
            self.0.push(format!("{place}: {count}, where {least} to {most} may be"));
        }
    }
}

impl Message {
    /// Checks the message against every limit of Discord's that can be known here.
    ///
    /// # Errors
    /// All problems at once, each with its location.
    pub fn check(&self) -> Result<(), OverLimit> {
        let mut found = Findings::default();
        found.text("content", &self.content, 0, CONTENT_MAX);
        found.count("embeds", self.embeds.len(), 0, EMBEDS_MAX);
        found.count("rows", self.rows.len(), 0, ROWS_MAX);
        found.count("files", self.files.len(), 0, ATTACHMENTS_MAX);
        let has_files = !self.files.is_empty() || self.keeps_files;
        if self.content.trim().is_empty() && self.embeds.is_empty() && self.rows.is_empty() && !has_files {
            found.0.push("the message is empty".to_owned());
        }
        for (at, embed) in self.embeds.iter().enumerate() {
            check_embed(&mut found, at, embed);
        }
        found.count("characters over all embeds", self.embeds.iter().map(embed_length).sum(), 0, EMBEDS_TOTAL_MAX);
        self.check_rows(&mut found);
        self.check_files(&mut found);
        if found.0.is_empty() { Ok(()) } else { Err(OverLimit(found.0)) }
    }

    fn check_rows(&self, found: &mut Findings) {
        let mut ids = BTreeSet::new();
        for (at, row) in self.rows.iter().enumerate() {
            match row {
                ActionRow::Buttons(buttons) => {
                    found.count(format!("rows[{at}] buttons"), buttons.len(), 1, ROW_BUTTONS_MAX);
                    for (column, button) in buttons.iter().enumerate() {
                        check_button(found, &format!("rows[{at}][{column}]"), button, &mut ids);
                    }
                }
                ActionRow::Select(select) => check_select(found, &format!("rows[{at}]"), select, &mut ids),
            }
        }
    }

    fn check_files(&self, found: &mut Findings) {
        for (at, file) in self.files.iter().enumerate() {
            found.text(format!("files[{at}] description"), &file.description, 0, ATTACHMENT_DESCRIPTION_MAX);
            found.count(format!("files[{at}] bytes"), file.bytes.len(), 1, ATTACHMENT_BYTES_MAX);
            let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
            if file.name.is_empty() || !file.name.chars().all(plain) {
                found.0.push(format!("files[{at}] has the name {:?}; letters, digits, - _ . only", file.name));
            }
        }
        for (at, embed) in self.embeds.iter().enumerate() {
            let is_here = self.keeps_files || self.files.iter().any(|file| file.name == embed.image);
            if !embed.image.is_empty() && !is_here {
                found.0.push(format!("embeds[{at}] shows {:?}, which is not among the files", embed.image));
            }
        }
    }
}

/// What counts towards the 6000 characters of all embeds. Docs, "Embed Limits".
fn embed_length(embed: &Embed) -> usize {
    let texts = [&embed.title, &embed.description, &embed.footer, &embed.author];
    let fields = embed.fields.iter().map(|field| length(&field.name) + length(&field.value));
    texts.into_iter().map(|text| length(text)).chain(fields).sum()
}

fn check_embed(found: &mut Findings, at: usize, embed: &Embed) {
    found.text(format!("embeds[{at}] title"), &embed.title, 0, EMBED_TITLE_MAX);
    found.text(format!("embeds[{at}] description"), &embed.description, 0, EMBED_DESCRIPTION_MAX);
    found.text(format!("embeds[{at}] footer"), &embed.footer, 0, FOOTER_MAX);
    found.text(format!("embeds[{at}] author"), &embed.author, 0, AUTHOR_MAX);
    found.count(format!("embeds[{at}] fields"), embed.fields.len(), 0, EMBED_FIELDS_MAX);
    for (row, field) in embed.fields.iter().enumerate() {
        found.text(format!("embeds[{at}] fields[{row}] name"), &field.name, 1, FIELD_NAME_MAX);
        found.text(format!("embeds[{at}] fields[{row}] value"), &field.value, 1, FIELD_VALUE_MAX);
    }
    if embed.colour.is_some_and(|colour| colour > COLOUR_MAX) {
        found.0.push(format!("embeds[{at}] has a colour beyond 0xFFFFFF"));
    }
    if embed_length(embed) == 0 && embed.image.is_empty() {
        found.0.push(format!("embeds[{at}] is empty"));
    }
}

fn check_custom_id<'a>(found: &mut Findings, place: &str, id: &'a str, ids: &mut BTreeSet<&'a str>) {
    found.text(format!("{place} custom_id"), id, 1, CUSTOM_ID_MAX);
    if !ids.insert(id) {
        found.0.push(format!("{place} repeats the custom_id {id:?}"));
    }
}

fn check_button<'a>(found: &mut Findings, place: &str, button: &'a Button, ids: &mut BTreeSet<&'a str>) {
    found.text(format!("{place} label"), &button.label, 1, BUTTON_LABEL_MAX);
    match &button.does {
        Press::Asks(id) => check_custom_id(found, place, id, ids),
        Press::Opens(url) => found.text(format!("{place} url"), url, 1, BUTTON_URL_MAX),
    }
}

fn check_select<'a>(found: &mut Findings, place: &str, select: &'a Select, ids: &mut BTreeSet<&'a str>) {
    check_custom_id(found, place, &select.custom_id, ids);
    found.text(format!("{place} placeholder"), &select.placeholder, 0, SELECT_PLACEHOLDER_MAX);
    found.count(format!("{place} options"), select.options.len(), 1, SELECT_OPTIONS_MAX);
    let (least, most) = (usize::from(select.takes.0), usize::from(select.takes.1));
    if most == 0 || least > most || most > select.options.len() {
        found.0.push(format!("{place} takes {least} to {most} of {} options", select.options.len()));
    }
    let mut values = BTreeSet::new();
    for (at, option) in select.options.iter().enumerate() {
        found.text(format!("{place} options[{at}] label"), &option.label, 1, OPTION_LABEL_MAX);
        found.text(format!("{place} options[{at}] value"), &option.value, 1, OPTION_VALUE_MAX);
        found.text(format!("{place} options[{at}] description"), &option.description, 0, OPTION_DESCRIPTION_MAX);
        if !values.insert(&option.value) {
            found.0.push(format!("{place} options[{at}] repeats the value {:?}", option.value));
        }
    }
    if select.options.iter().filter(|option| option.chosen).count() > most {
        found.0.push(format!("{place} opens with more than {most} chosen"));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::{Field, File, SelectOption};
    use super::*;

    fn breaches(message: &Message) -> Vec<String> {
        message.check().map_or_else(|over| over.0, |()| Vec::new())
    }

    /// A text at the limit passes; one character more doesn't.
    #[test]
    fn each_text_may_be_as_long_as_discord_says() {
        type Part = fn(&mut Embed, String);
        let embed = |change: Part, long: usize| {
            let mut embed = Embed { title: "t".into(), ..Embed::default() };
            change(&mut embed, "x".repeat(long));
            Message { embeds: vec![embed], ..Message::default() }
        };
        let cases: [(Part, usize); 6] = [
            (|e, text| e.title = text, 256),
            (|e, text| e.description = text, 4096),
            (|e, text| e.footer = text, 2048),
            (|e, text| e.author = text, 256),
            (|e, text| e.fields.push(Field { name: text, value: "v".into(), inline: false }), 256),
            (|e, text| e.fields.push(Field { name: "n".into(), value: text, inline: false }), 1024),
        ];
        for (change, most) in cases {
            assert_eq!(breaches(&embed(change, most)), Vec::<String>::new());
            assert_eq!(breaches(&embed(change, most + 1)).len(), 1);
        }
        assert_eq!(breaches(&Message::text("x".repeat(2000))), Vec::<String>::new());
        assert_eq!(breaches(&Message::text("\u{1F5E1}".repeat(1001))), ["content has 2002 characters of at most 2000"]);
    }

    /// Discord limits all embeds of a message to 6000 in total; serenity checks each alone.
    #[test]
    fn the_embeds_share_their_six_thousand() {
        let embed = Embed { description: "x".repeat(3001), ..Embed::default() };
        let message = Message { embeds: vec![embed.clone(), embed], ..Message::default() };
        assert_eq!(breaches(&message), ["characters over all embeds: 6002, where 0 to 6000 may be"]);
    }

    /// What neither the specification nor serenity catches: empty parts, duplicates, a menu that can't be answered, a missing picture.
    #[test]
    fn all_breaches_are_named_at_once() {
        assert_eq!(breaches(&Message::default()), ["the message is empty"]);
        assert_eq!(breaches(&Message::text(" \n")), ["the message is empty"]);
        let twice = Button::asking("Pass", "same");
        let menu = Select {
            takes: (2, 3),
            ..Select::one("same", "", vec![SelectOption::new("a", "0"), SelectOption::new("b", "0")])
        };
        let message = Message {
            embeds: vec![Embed { title: "t".into(), image: "map.png".into(), ..Embed::default() }],
            rows: vec![
                ActionRow::Buttons(vec![twice.clone(), twice]),
                ActionRow::Buttons(vec![]),
                ActionRow::Select(menu),
            ],
            files: vec![File { name: "a b.png".into(), description: String::new(), bytes: Arc::from(*b"x") }],
            ..Message::default()
        };
        assert_eq!(breaches(&message).len(), 7, "{:?}", breaches(&message));
        let many = Select::one("m", "", (0..26).map(|n| SelectOption::new("x", n.to_string())).collect());
        assert_eq!(breaches(&Message { rows: vec![ActionRow::Select(many)], ..Message::text("x") }).len(), 1);
    }
}
