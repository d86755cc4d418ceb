//! What a button or menu carries: which fight it belongs to, which question or state it was drawn for, and what pressing it means. After a
//! restart this is all that's known about an old button, so it uses ids, never positions on a page.
//!
//! It's text from outside, trusted only as far as it parses: the user comes from the interaction, and the table knows whether the question
//! is still open. No input makes anything here panic.
//!
//! The form is `u1:<kind>:<fields>`: fields separated by `:`, numbers in base 36, free text percent-escaped, at most 100 characters.

use std::fmt;
use std::str::FromStr;

use super::combatant_tag::CombatantTag;
use super::limits::CUSTOM_ID_MAX;
use crate::engine::PromptId;

/// The version this build writes, and the only one it reads.
const VERSION: &str = "u1";

/// The steps taken so far in a turn's menu: `attack`, `attack/kabcd`, `attack/kabcd/kefgh`. Whatever draws the menu writes and reads them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Path(Vec<String>);

/// What a component means.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum CustomId {
    /// A button that answers a question.
    Answer {
        /// The fight.
        encounter: u64,
        /// The question.
        prompt: PromptId,
        /// The index of the choice, in the order in which they were drawn.
        choice: u16,
    },
    /// A menu that answers a question: the option's value is the choice's index.
    AnswerMenu {
        /// The fight.
        encounter: u64,
        /// The question.
        prompt: PromptId,
    },
    /// The default answer to a question of the GM's, along with those to the questions that follow from it.
    AnswerThen {
        /// The fight.
        encounter: u64,
        /// The first question.
        prompt: PromptId,
        /// A hash of those asked next, as it was drawn.
        mark: u32,
        /// Who of those asked next does what they're asked; `None` if nobody does.
        who: Option<CombatantTag>,
    },
    /// "Don't ask again this fight", beside a question.
    Quiet {
        /// The fight.
        encounter: u64,
        /// The question beside it.
        prompt: PromptId,
    },
    /// "Suggest", beside a question: what Umpire would answer.
    Suggest {
        /// The fight.
        encounter: u64,
        /// The question it stands beside.
        prompt: PromptId,
    },
    /// One answer for all of the GM's open questions of this state, such as "all take it".
    AnswerAll {
        /// The fight.
        encounter: u64,
        /// The state it was drawn for.
        seq: u64,
        /// Which of the choices that the questions share.
        choice: u16,
    },
    /// A step in the private menu of someone's turn.
    Act {
        /// The fight.
        encounter: u64,
        /// The state it was drawn for.
        seq: u64,
        /// Whose turn it is.
        combatant: CombatantTag,
        /// The steps so far, including this one. In a menu, the option's value is the next step.
        path: Path,
    },
    /// A button of the tracker.
    Tracker {
        /// The fight.
        encounter: u64,
        /// The state it was drawn for.
        seq: u64,
        /// Which button.
        button: TrackerButton,
    },
    /// "Details" below a result: the whole breakdown, shown only to the user.
    Details {
        /// The fight.
        encounter: u64,
        /// The log row it explains.
        seq: u64,
    },
    /// A page of standing orders.
    Orders {
        /// The fight.
        encounter: u64,
        /// Whose orders.
        combatant: CombatantTag,
        /// Which order is switched, or `None` for the whole menu, whose values say.
        order: Option<u16>,
    },
    /// Another page of a list that's too long for one message.
    Page {
        /// The fight.
        encounter: u64,
        /// Which list: a short word chosen by whatever draws it.
        list: String,
        /// The page to show, starting at 0.
        page: u32,
    },
    /// A submitted form, which comes with its fields.
    Form {
        /// The fight.
        encounter: u64,
        /// The state it was drawn for.
        seq: u64,
        /// Which form: a short word chosen by whatever draws it.
        form: String,
        /// The combatant it's about, if any.
        combatant: Option<CombatantTag>,
    },
}

/// The buttons below a tracker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TrackerButton {
    /// "Act as…"
    ActAs,
    /// "Pass"
    Pass,
    /// "Map"
    Map,
    /// "Rules"
    Rules,
    /// "Pause", for everyone.
    Pause,
    /// "Resume", for the GM.
    Resume,
    /// "Join"
    Join,
    /// "Begin"
    Begin,
    /// "Undo"
    Undo,
    /// "End the fight", once it looks decided.
    End,
}

impl TrackerButton {
    const ALL: [(Self, &'static str); 10] = [
        (Self::ActAs, "as"),
        (Self::Pass, "pass"),
        (Self::Map, "map"),
        (Self::Rules, "rules"),
        (Self::Pause, "pause"),
        (Self::Resume, "resume"),
        (Self::Join, "join"),
        (Self::Begin, "begin"),
        (Self::Undo, "undo"),
        (Self::End, "end"),
    ];

    fn word(self) -> &'static str {
        Self::ALL.iter().find(|(button, _)| *button == self).expect("every button has a word").1
    }
}

/// Why this build can't use a custom_id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CustomIdProblem {
    /// It isn't one of this bot's.
    #[error("this button isn't one of Umpire's")]
    Foreign,
    /// An older or newer build wrote it in another form.
    #[error("this button comes from another version of Umpire; the newest tracker has one that works")]
    OtherVersion {
        /// Its version.
        version: String,
    },
    /// It begins like ours, but no build ever wrote it.
    #[error("this button is malformed")]
    Malformed,
}

/// Why a custom_id can't be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a custom_id of {length} characters, where at most {CUSTOM_ID_MAX} fit: {text}")]
pub struct CustomIdTooLong {
    /// Its length.
    pub length: usize,
    /// The maximum.
    pub text: String,
}

impl Path {
    /// A path of these steps.
    #[must_use]
    pub fn new<S: Into<String>>(steps: impl IntoIterator<Item = S>) -> Self {
        Self(steps.into_iter().map(Into::into).collect())
    }

    /// The steps, in order.
    #[must_use]
    pub fn steps(&self) -> &[String] {
        &self.0
    }

    /// The path with one more step.
    #[must_use]
    pub fn then(&self, step: impl Into<String>) -> Self {
        let mut steps = self.0.clone();
        steps.push(step.into());
        Self(steps)
    }
}

impl CustomId {
    /// The fight it belongs to.
    #[must_use]
    pub fn encounter(&self) -> u64 {
        match self {
            Self::Answer { encounter, .. }
            | Self::AnswerMenu { encounter, .. }
            | Self::AnswerThen { encounter, .. }
            | Self::Quiet { encounter, .. }
            | Self::Suggest { encounter, .. }
            | Self::AnswerAll { encounter, .. }
            | Self::Act { encounter, .. }
            | Self::Tracker { encounter, .. }
            | Self::Details { encounter, .. }
            | Self::Orders { encounter, .. }
            | Self::Page { encounter, .. }
            | Self::Form { encounter, .. } => *encounter,
        }
    }

    /// The text for a component.
    ///
    /// # Errors
    /// If a path or word is so long that the whole doesn't fit.
    pub fn encode(&self) -> Result<String, CustomIdTooLong> {
        let text = self.to_string();
        if text.len() > CUSTOM_ID_MAX { Err(CustomIdTooLong { length: text.len(), text }) } else { Ok(text) }
    }
}

/// Writes numbers in base 36 and escaped words, each after a colon.
struct Fields<'a, 'b>(&'a mut fmt::Formatter<'b>);

impl Fields<'_, '_> {
    fn number(&mut self, number: impl Into<u64>) -> Result<&mut Self, fmt::Error> {
        let mut digits = Vec::new();
        let mut rest: u64 = number.into();
        loop {
            digits.push(char::from_digit((rest % 36) as u32, 36).expect("a remainder of 36 is a digit of base 36"));
            rest /= 36;
            if rest == 0 {
                break;
            }
        }
        write!(self.0, ":{}", digits.into_iter().rev().collect::<String>())?;
        Ok(self)
    }

    fn word(&mut self, word: &str) -> Result<&mut Self, fmt::Error> {
        write!(self.0, ":")?;
        for byte in word.bytes() {
            if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.') {
                write!(self.0, "{}", char::from(byte))?;
            } else {
                write!(self.0, "%{byte:02x}")?;
            }
        }
        Ok(self)
    }

    fn prompt(&mut self, prompt: PromptId) -> Result<&mut Self, fmt::Error> {
        self.number(prompt.seq)?.number(prompt.ordinal)
    }
}

impl fmt::Display for CustomId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(VERSION)?;
        let mut fields = Fields(out);
        match self {
            Self::Answer { encounter, prompt, choice } => {
                fields.word("a")?.number(*encounter)?.prompt(*prompt)?.number(*choice)?;
            }
            Self::AnswerMenu { encounter, prompt } => {
                fields.word("m")?.number(*encounter)?.prompt(*prompt)?;
            }
            Self::AnswerThen { encounter, prompt, mark, who } => {
                let fields = fields.word("n")?.number(*encounter)?.prompt(*prompt)?.number(*mark)?;
                if let Some(who) = who {
                    fields.number(who.0)?;
                }
            }
            Self::Quiet { encounter, prompt } => {
                fields.word("q")?.number(*encounter)?.prompt(*prompt)?;
            }
            Self::Suggest { encounter, prompt } => {
                fields.word("s")?.number(*encounter)?.prompt(*prompt)?;
            }
            Self::AnswerAll { encounter, seq, choice } => {
                fields.word("g")?.number(*encounter)?.number(*seq)?.number(*choice)?;
            }
            Self::Act { encounter, seq, combatant, path } => {
                let fields = fields.word("c")?.number(*encounter)?.number(*seq)?.number(combatant.0)?;
                for step in path.steps() {
                    fields.word(step)?;
                }
            }
            Self::Tracker { encounter, seq, button } => {
                fields.word("t")?.number(*encounter)?.number(*seq)?.word(button.word())?;
            }
            Self::Details { encounter, seq } => {
                fields.word("d")?.number(*encounter)?.number(*seq)?;
            }
            Self::Orders { encounter, combatant, order } => {
                let fields = fields.word("o")?.number(*encounter)?.number(combatant.0)?;
                if let Some(order) = order {
                    fields.number(*order)?;
                }
            }
            Self::Page { encounter, list, page } => {
                fields.word("p")?.number(*encounter)?.word(list)?.number(*page)?;
            }
            Self::Form { encounter, seq, form, combatant } => {
                let fields = fields.word("f")?.number(*encounter)?.number(*seq)?.word(form)?;
                if let Some(combatant) = combatant {
                    fields.number(combatant.0)?;
                }
            }
        }
        Ok(())
    }
}

/// Reads fields one by one. Missing, oversized or oddly spelled ones are malformed.
struct Parts<'a>(std::str::Split<'a, char>);

impl<'a> Parts<'a> {
    fn next(&mut self) -> Option<&'a str> {
        self.0.next()
    }

    fn number<N: TryFrom<u64>>(&mut self) -> Result<N, CustomIdProblem> {
        self.optional()?.ok_or(CustomIdProblem::Malformed)
    }

    fn optional<N: TryFrom<u64>>(&mut self) -> Result<Option<N>, CustomIdProblem> {
        let Some(text) = self.next() else { return Ok(None) };
        // Signs, capitals and leading zeros get through here; the final comparison with our own spelling catches them.
        let number = u64::from_str_radix(text, 36).ok();
        number.and_then(|number| N::try_from(number).ok()).map(Some).ok_or(CustomIdProblem::Malformed)
    }

    fn word(&mut self) -> Result<String, CustomIdProblem> {
        self.next().and_then(unescape).ok_or(CustomIdProblem::Malformed)
    }

    fn prompt(&mut self) -> Result<PromptId, CustomIdProblem> {
        Ok(PromptId { seq: self.number()?, ordinal: self.number()? })
    }
}

fn unescape(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        if byte == b'%' {
            let digits = std::str::from_utf8(after.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &after[2..];
        } else {
            bytes.push(byte);
            rest = after;
        }
    }
    String::from_utf8(bytes).ok()
}

impl FromStr for CustomId {
    type Err = CustomIdProblem;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.len() > CUSTOM_ID_MAX {
            return Err(CustomIdProblem::Foreign);
        }
        let mut parts = Parts(text.split(':'));
        match parts.next().unwrap_or_default() {
            VERSION => {}
            other => {
                let number = other.strip_prefix('u').unwrap_or_default();
                let is_version = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
                let is_ours = is_version && text.len() > other.len();
                return Err(if is_ours {
                    CustomIdProblem::OtherVersion { version: other.to_owned() }
                } else {
                    CustomIdProblem::Foreign
                });
            }
        }
        let kind = parts.next().unwrap_or_default();
        let id = match kind {
            "a" => Self::Answer { encounter: parts.number()?, prompt: parts.prompt()?, choice: parts.number()? },
            "n" => Self::AnswerThen {
                encounter: parts.number()?,
                prompt: parts.prompt()?,
                mark: parts.number()?,
                who: parts.optional()?.map(CombatantTag),
            },
            "m" => Self::AnswerMenu { encounter: parts.number()?, prompt: parts.prompt()? },
            "q" => Self::Quiet { encounter: parts.number()?, prompt: parts.prompt()? },
            "s" => Self::Suggest { encounter: parts.number()?, prompt: parts.prompt()? },
            "g" => Self::AnswerAll { encounter: parts.number()?, seq: parts.number()?, choice: parts.number()? },
            "c" => {
                let (encounter, seq, combatant) = (parts.number()?, parts.number()?, CombatantTag(parts.number()?));
                let mut path = Path::default();
                while let Some(step) = parts.next() {
                    path.0.push(unescape(step).ok_or(CustomIdProblem::Malformed)?);
                }
                Self::Act { encounter, seq, combatant, path }
            }
            "t" => {
                let (encounter, seq, word) = (parts.number()?, parts.number()?, parts.word()?);
                let known = TrackerButton::ALL.iter().find(|(_, spelled)| *spelled == word);
                Self::Tracker { encounter, seq, button: known.ok_or(CustomIdProblem::Malformed)?.0 }
            }
            "d" => Self::Details { encounter: parts.number()?, seq: parts.number()? },
            "o" => Self::Orders {
                encounter: parts.number()?,
                combatant: CombatantTag(parts.number()?),
                order: parts.optional()?,
            },
            "p" => Self::Page { encounter: parts.number()?, list: parts.word()?, page: parts.number()? },
            "f" => Self::Form {
                encounter: parts.number()?,
                seq: parts.number()?,
                form: parts.word()?,
                combatant: parts.optional()?.map(CombatantTag),
            },
            _ => return Err(CustomIdProblem::Malformed),
        };
        // Each meaning has exactly one text: anything left over or spelled differently isn't ours.
        if parts.next().is_some() || id.to_string() != text { Err(CustomIdProblem::Malformed) } else { Ok(id) }
    }
}

#[cfg(test)]
mod tests;
