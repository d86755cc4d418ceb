//! Reads a play script: lines become numbered statements. It knows the words of the format and nothing about any rule system, and reports
//! everything wrong with a file at once.
//!
//! Long because: every word of the format is read here, so that there is one place to look it up.

use super::{
    expect::{self, Expect},
    typed::{
        command, duration_ms, faces, fields, first_word, is_name, only_fields, split_outside_quotes, unquoted, words,
    },
};
use crate::{
    rules::{Handover, Newcomer, System, boards::DRAWN},
    table::{Command, autopilot},
};

/// The most lines in a script.
const MOST_LINES: usize = 10_000;

/// A script as it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// Its statements, in order.
    pub lines: Vec<ScriptLine>,
}

/// One line with a statement.
#[derive(Clone, Debug, PartialEq)]
pub struct ScriptLine {
    /// Its number, from 1.
    pub number: usize,
    /// The line without its comment.
    pub text: String,
    /// Its statement.
    pub says: Statement,
}

/// The meaning of a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// `encounter SYSTEM option=value …`
    Encounter {
        /// The rule system.
        system: System,
        /// The system's options.
        options: Vec<(String, String)>,
    },
    /// `option name=value …`
    Options(Vec<(String, String)>),
    /// `side NAME`
    Side(String),
    /// `add NAME side=… player=@user …`
    Add(Joining),
    /// `initiative SIDE`
    Initiative(String),
    /// `board …`
    Board(Vec<(String, String)>),
    /// `place NAME at PLACE`
    Place {
        /// The combatant's name.
        name: String,
        /// The place.
        at: String,
    },
    /// `@user /command …`
    Command {
        /// The user who types, without the `@`.
        user: String,
        /// The command.
        command: Command,
    },
    /// `@user press LABEL as:NAME`
    Press {
        /// The user who presses, without the `@`.
        user: String,
        /// The button's label.
        label: String,
        /// Whom the question was put to, if named.
        whom: Option<String>,
    },
    /// `dice d6=1 2d6=6,5`: (sides, face).
    Dice(Vec<(u16, u16)>),
    /// `dice seed N`
    Seed(u64),
    /// `wait 15s`, in milliseconds.
    Wait(i64),
    /// `restart`
    Restart,
    /// `undo`
    Undo,
    /// `expect …; …`
    Expect(Vec<Expect>),
}

/// A combatant to add. Users are still names: they get their seats when the script runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Joining {
    /// Everything but the owner.
    pub newcomer: Newcomer,
    /// The user who plays it, without the `@`.
    pub player: Option<String>,
}

/// A line that can't be parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its number, from 1.
    pub line: usize,
    /// What's wrong with it.
    pub why: String,
}

/// Parses a script.
///
/// # Errors
/// Every line that can't be parsed.
pub fn parse(text: &str) -> Result<Script, Vec<Fault>> {
    let mut lines = vec![];
    let mut faults = vec![];
    if text.lines().count() > MOST_LINES {
        return Err(vec![Fault { line: MOST_LINES, why: format!("a script has at most {MOST_LINES} lines") }]);
    }
    for (index, whole) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let number = index + 1;
        if let Some(row) = whole.trim().strip_prefix('>') {
            faults.extend(drawn(&mut lines, row.trim_end()).err().map(|why| Fault { line: number, why }));
            continue;
        }
        let text = without_comment(whole).trim();
        if text.is_empty() {
            continue;
        }
        match statement(text) {
            Ok(says) => lines.push(ScriptLine { number, text: text.to_owned(), says }),
            Err(why) => faults.push(Fault { line: number, why }),
        }
    }
    if faults.is_empty() { Ok(Script { lines }) } else { Err(faults) }
}

/// A row of a drawing, which belongs to the board before it. It has no comments: `#` is a solid square.
fn drawn(lines: &mut [ScriptLine], row: &str) -> Result<(), String> {
    let Some(ScriptLine { says: Statement::Board(fields), .. }) = lines.last_mut() else {
        return Err("a row of a drawing (> ..#..) stands below a line that begins with board".to_owned());
    };
    match fields.iter_mut().find(|it| it.0 == DRAWN) {
        Some((_, rows)) => {
            rows.push('\n');
            rows.push_str(row);
        }
        None => fields.push((DRAWN.to_owned(), row.to_owned())),
    }
    Ok(())
}

/// Removes the comment: `#` at the start or after a space, unless it's in quotes.
fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    let mut after_space = true;
    for (index, it) in line.char_indices() {
        match it {
            '"' => quoted = !quoted,
            '#' if after_space && !quoted => return &line[..index],
            _ => {}
        }
        after_space = it.is_whitespace();
    }
    line
}

pub(super) fn statement(text: &str) -> Result<Statement, String> {
    if let Some(rest) = text.strip_prefix('@') {
        return by_user(rest);
    }
    let (word, rest) = first_word(text);
    match word {
        "encounter" => encounter(rest),
        "option" => {
            let fields = match rest.contains('=') {
                true => only_fields(rest)?,
                false => {
                    let (name, value) = first_word(rest);
                    vec![(name.to_owned(), value.to_owned())]
                }
            };
            match fields.iter().all(|it| !it.0.is_empty() && !it.1.is_empty()) && !fields.is_empty() {
                true => Ok(Statement::Options(fields)),
                false => Err("an option is written as: option name=value".to_owned()),
            }
        }
        "side" => Ok(Statement::Side(named(rest, "side NAME")?)),
        "add" => add(rest),
        "initiative" => Ok(Statement::Initiative(named(rest, "initiative SIDE")?)),
        "board" => Ok(Statement::Board(board(rest)?)),
        "place" => place(rest),
        "dice" => dice(rest),
        "wait" => Ok(Statement::Wait(duration_ms(rest)?)),
        "restart" => alone(word, rest).map(|()| Statement::Restart),
        "undo" => alone(word, rest).map(|()| Statement::Undo),
        "expect" => Ok(Statement::Expect(expect::parse(rest)?)),
        _ => {
            let close = crate::rules::names::find(word, WORDS.iter().map(|it| ((*it).to_owned(), ())));
            Err(close.or_say("word of play scripts", word).err().unwrap_or_else(|| {
                format!(
                    "\u{201c}{word}\u{201d} is not written out: a line begins with @user or one of {}",
                    WORDS.join(", ")
                )
            }))
        }
    }
}

/// The words a line can start with, besides `@user`.
const WORDS: &[&str] = &[
    "encounter",
    "option",
    "side",
    "add",
    "initiative",
    "board",
    "place",
    "dice",
    "wait",
    "restart",
    "undo",
    "expect",
];

fn alone(word: &str, rest: &str) -> Result<(), String> {
    if rest.is_empty() { Ok(()) } else { Err(format!("nothing follows \u{201c}{word}\u{201d}, but there is: {rest}")) }
}

fn named(text: &str, form: &str) -> Result<String, String> {
    let name = unquoted(text);
    if name.is_empty() { Err(format!("a name is missing: {form}")) } else { Ok(name.to_owned()) }
}

fn encounter(rest: &str) -> Result<Statement, String> {
    let (system, options) = first_word(rest);
    let system = System::named(system).map_err(|it| it.text)?;
    let options = if options.is_empty() { vec![] } else { only_fields(options)? };
    Ok(Statement::Encounter { system, options })
}

fn add(rest: &str) -> Result<Statement, String> {
    let marked = |word: &str| word.strip_prefix("template").is_some_and(|it| it.starts_with([':', '=']));
    let (name, mut fields) = fields(rest, '=', &marked)?;
    let mut take = |name: &str| {
        let index = fields.iter().position(|it| it.0.eq_ignore_ascii_case(name))?;
        Some(fields.remove(index).1)
    };
    let template = take("template");
    let name = match (unquoted(&name), &template) {
        ("", Some(template)) => template.clone(),
        ("", None) => return Err("who is to be added? add NAME side=…".to_owned()),
        (name, _) => name.to_owned(),
    };
    let player = take("player").map(|it| it.trim_start_matches('@').to_lowercase());
    let count = match take("count") {
        None => 1,
        Some(text) => text.parse().ok().filter(|it| (1..=20).contains(it)).ok_or("count is a number from 1 to 20")?,
    };
    let side = take("side");
    let hidden = take("hidden").is_some_and(|it| matches!(it.to_lowercase().as_str(), "yes" | "on" | "true" | "1"));
    let autopilot = match take("autopilot") {
        None => Handover::Off,
        Some(_) if player.is_some() => return Err("Umpire only plays combatants that no player plays".to_owned()),
        Some(typed) => autopilot::handover(&typed).map_err(|it| it.text)?,
    };
    let newcomer =
        Newcomer { name, side, owner: None, template, fields, at: None, hidden, count, saved: None, autopilot };
    Ok(Statement::Add(Joining { newcomer, player }))
}

/// `place Bandit 1 at Gate/Yard`; "at" can be missing or be a synonym.
fn place(rest: &str) -> Result<Statement, String> {
    const FORM: &str = "place NAME at PLACE";
    let joined = [" at ", " in ", " on ", " at=", " at:", " to:", " zone=", " zone:", ": "];
    let parted = joined.iter().find_map(|sign| rest.split_once(*sign)).or_else(|| match rest.strip_suffix('"') {
        Some(quoted) => quoted.rsplit_once(" \""),
        None => rest.rsplit_once(char::is_whitespace),
    });
    let (name, at) = parted.ok_or_else(|| format!("a place is given as: {FORM}"))?;
    Ok(Statement::Place { name: named(name, FORM)?, at: named(at, FORM)? })
}

/// A board in fields, `zones="Gate, Yard" borders="Gate-Yard"`, or as people draw one: `Gate, Yard, Hall` or `Gate - Yard - Hall`.
fn board(rest: &str) -> Result<Vec<(String, String)>, String> {
    let (drawn, mut all) = fields(rest, '=', &|_| false)?;
    let mut drawn = drawn.trim().trim_end_matches(['.', ';']);
    let (first, after) = first_word(drawn);
    if is_size(first) {
        all.push(("size".to_owned(), first.to_owned()));
        drawn = after;
    }
    let drawn = ["zones:", "zones", "zone"].iter().find_map(|it| drawn.strip_prefix(it)).unwrap_or(drawn);
    if drawn.trim().is_empty() {
        return Ok(all);
    }
    let spaced = drawn.replace(" - ", "-").replace(" \u{2013} ", "-").replace(" / ", "/").replace('|', ",");
    let items: Vec<&str> = match spaced.contains(',') {
        true => split_outside_quotes(&spaced, ','),
        false => words(&spaced)?,
    };
    let (mut zones, mut borders): (Vec<&str>, Vec<String>) = (vec![], vec![]);
    for item in items.into_iter().map(unquoted).filter(|it| !it.is_empty()) {
        let chain: Vec<&str> = item.split(['-', '/']).map(str::trim).collect();
        zones.extend(&chain);
        borders.extend(chain.windows(2).map(|it| format!("{}-{}", it[0], it[1])));
    }
    let mut named: Vec<&str> = vec![];
    for zone in zones {
        if !named.iter().any(|it| it.eq_ignore_ascii_case(zone)) {
            named.push(zone);
        }
    }
    all.push(("zones".to_owned(), named.join(", ")));
    if !borders.is_empty() {
        all.push(("borders".to_owned(), borders.join(", ")));
    }
    Ok(all)
}

/// `10x8`: a board's width and height in squares.
fn is_size(word: &str) -> bool {
    let number = |it: &str| !it.is_empty() && it.chars().all(|it| it.is_ascii_digit());
    word.split_once(['x', 'X', '\u{d7}']).is_some_and(|(wide, high)| number(wide) && number(high))
}

/// `ana /attack target:Bandit 1` or `ana press Dodge as:Bandit 1`.
fn by_user(text: &str) -> Result<Statement, String> {
    let (user, rest) = first_word(text);
    if !is_name(user) {
        return Err(format!("@{user} is no name of a user: letters, digits, - and _"));
    }
    let user = user.to_lowercase();
    if let Some(typed) = rest.strip_prefix('/') {
        return Ok(Statement::Command { user, command: command(typed)? });
    }
    let (word, label) = first_word(rest);
    if word != "press" || label.is_empty() {
        return Err("a user types /command option:value …, or presses: @user press LABEL as:NAME".to_owned());
    }
    let (label, whom) = match label.rfind(" as:") {
        Some(at) => (&label[..at], Some(named(&label[at + " as:".len()..], "press LABEL as:NAME")?)),
        None => (label, None),
    };
    Ok(Statement::Press { user, label: unquoted(label).to_owned(), whom })
}

fn dice(rest: &str) -> Result<Statement, String> {
    match rest.strip_prefix("seed") {
        Some(seed) => match seed.trim().parse() {
            Ok(seed) => Ok(Statement::Seed(seed)),
            Err(_) => Err("a seed is a whole number: dice seed 7".to_owned()),
        },
        None => faces(rest).map(Statement::Dice),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(line: &str) -> Statement {
        match statement(without_comment(line).trim()) {
            Ok(says) => says,
            Err(why) => panic!("{line}: {why}"),
        }
    }

    fn pairs(all: &[(&str, &str)]) -> Vec<(String, String)> {
        all.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect()
    }

    /// Names with spaces need no quotes up to the next option; quotes and comments are removed.
    #[test]
    fn values_run_up_to_the_next_option() {
        let Statement::Command { user, command } = one("@Ana  /attack target:Bandit 1 with:great axe  # swings") else {
            panic!("a command")
        };
        assert_eq!((user.as_str(), command.path.as_str()), ("ana", "attack"));
        assert_eq!(command.options, pairs(&[("target", "Bandit 1"), ("with", "great axe")]));
        let said = super::command("say text:Look out: a troll, at:the door").expect("reads");
        assert_eq!(said.options, pairs(&[("text", "Look out: a troll,"), ("at", "the door")]));
        let said = super::command("say text:\"Meet at: noon\" as:Ana").expect("reads");
        assert_eq!(said.options, pairs(&[("text", "Meet at: noon"), ("as", "Ana")]));
        let said = super::command("attack text:with a roar: die weapon:great axe").expect("reads");
        assert_eq!(said.options, pairs(&[("text", "with a roar: die"), ("weapon", "great axe")]));
        let said = super::command("say text:These are my words: run from:here").expect("reads");
        assert_eq!(said.options, pairs(&[("text", "These are my words: run"), ("from", "here")]));
        assert_eq!(super::command("say Help ME, \"Old Man\"").expect("reads").path, "say Help ME, Old Man");
        let gm = super::command("gm set name:Bandit 1 field:health value:3").expect("reads");
        assert_eq!(gm.path, "gm set");
        assert_eq!(gm.options, pairs(&[("name", "Bandit 1"), ("field", "health"), ("value", "3")]));
        assert_eq!(super::command("end").expect("reads").options, vec![]);
    }

    /// `add` takes sheet fields, a template, a player and a count.
    #[test]
    fn add_takes_fields_templates_and_players() {
        let Statement::Add(it) = one(
            "add Old Theobald side=Town Guard player=@Bob wit=9 weapons=\"martial hand, bow: missile great\" count=2",
        ) else {
            panic!("an addition")
        };
        assert_eq!((it.newcomer.name.as_str(), it.player.as_deref()), ("Old Theobald", Some("bob")));
        assert_eq!((it.newcomer.side.as_deref(), it.newcomer.count), (Some("Town Guard"), 2));
        assert_eq!(it.newcomer.fields, pairs(&[("wit", "9"), ("weapons", "martial hand, bow: missile great")]));
        let Statement::Add(it) = one("add Grum template:Bandit Chief side=Bandits hidden=yes") else { panic!("one") };
        assert_eq!((it.newcomer.template.as_deref(), it.newcomer.hidden), (Some("Bandit Chief"), true));
        let Statement::Add(it) = one("add template=troll side=Bandits") else { panic!("one") };
        assert_eq!(it.newcomer.name, "troll");
    }

    /// Faces come with their dice, in order; a card is a die.
    #[test]
    fn dice_are_queued_with_their_kind() {
        assert_eq!(one("dice d6=1 d6=2 d20=19"), Statement::Dice(vec![(6, 1), (6, 2), (20, 19)]));
        assert_eq!(one("dice 2d6=6,5 card=3"), Statement::Dice(vec![(6, 6), (6, 5), (10, 3)]));
        assert_eq!(one("dice seed 42"), Statement::Seed(42));
        for wrong in ["dice d6=7", "dice d6=0", "dice 2d6=3", "dice d6", "dice", "dice x=1", "dice seed"] {
            assert!(statement(wrong).is_err(), "{wrong}");
        }
    }

    /// A button's label can have spaces, and the name it's pressed for comes last.
    #[test]
    fn buttons_are_pressed_for_somebody() {
        let press = |user: &str, label: &str, whom: Option<&str>| Statement::Press {
            user: user.into(),
            label: label.into(),
            whom: whom.map(str::to_owned),
        };
        assert_eq!(one("@gm  press Dodge as:Bandit 1"), press("gm", "Dodge", Some("Bandit 1")));
        assert_eq!(one("@ana press Take it"), press("ana", "Take it", None));
    }

    /// Every line that can't be parsed is named, with what was probably meant.
    #[test]
    fn all_faults_of_a_file_are_named() {
        let faults = parse("encounter murdam\n\nexpct turn Ana\n# fine\nside\nwait long").unwrap_err();
        assert_eq!(faults.iter().map(|it| it.line).collect::<Vec<_>>(), [1, 3, 5, 6]);
        assert!(faults[0].why.contains("murdham"), "{faults:?}");
        assert!(faults[1].why.contains("expect"), "{faults:?}");
    }

    /// A file cut off anywhere is parsed or rejected; nothing panics.
    #[test]
    fn a_file_cut_off_anywhere_is_read_or_found_wrong() {
        let whole =
            include_str!("../../tests/scripts/murdham/fast-actions.play").to_owned() + "\nwait 1\u{e9}s\nadd \u{e9}=\"";
        for (end, _) in whole.char_indices() {
            let _ = parse(&whole[..end]); // either is fine
            let _ = parse(&whole[end..]);
        }
    }

    #[test]
    fn a_hash_in_quotes_is_no_comment() {
        assert_eq!(one("side \"The #1\""), Statement::Side("The #1".to_owned()));
        assert_eq!(one("side No#1 # but this"), Statement::Side("No#1".to_owned()));
    }
}
