//! What the log says and what it never says: the subscriber, reference codes for external failures, and secrets that print as nothing.
//! Decides nothing about a fight and writes only to standard error.

use std::fmt;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, mpsc};
use std::time::Duration;

use tracing::{Metadata, level_filters::LevelFilter};
use tracing_appender::non_blocking::{ErrorCounter, NonBlocking, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::filter::{FilterExt as _, filter_fn};
use tracing_subscriber::layer::{Filter, SubscriberExt as _};
use tracing_subscriber::{EnvFilter, Layer, Registry, fmt::MakeWriter};

/// A code that's both in the log and in the sentence a player reads, so that one leads to the other: `U-3F7A2C`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Reference(u32);

impl Reference {
    /// A new code: never used before in this process, and probably not in the previous one.
    #[must_use]
    pub fn new() -> Self {
        static START: OnceLock<u32> = OnceLock::new();
        static GIVEN: AtomicU32 = AtomicU32::new(0);
        let start = *START.get_or_init(rand::random);
        let given = GIVEN.fetch_add(1, Ordering::Relaxed);
        // With an odd factor, each of the 2^24 numbers comes exactly once, and consecutive ones don't look alike.
        Self(start.wrapping_add(given).wrapping_mul(0x9E_37_79) & 0xFF_FF_FF)
    }

    /// The sentence for the player affected by the failure.
    #[must_use]
    pub fn apology(&self) -> String {
        format!(
            "Something outside the game went wrong, and nothing was changed. Please try again. If it keeps happening, tell Umpire\u{2019}s host the number {self}."
        )
    }
}

impl Default for Reference {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "U-{:06X}", self.0)
    }
}

/// A value that must not be printed: the bot's token, a fight's seed. It always shows as `[secret]`; only [`Secret::expose`] reveals it,
/// and you can search the code for that word.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret<T = String>(T);

impl<T> Secret<T> {
    /// Wraps a secret.
    pub fn new(hidden: T) -> Self {
        Self(hidden)
    }

    /// The value itself, for the one place that needs it.
    pub fn expose(&self) -> &T {
        &self.0
    }
}

impl<T> fmt::Debug for Secret<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("[secret]")
    }
}

impl<T> fmt::Display for Secret<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("[secret]")
    }
}

/// The default log filter: our own messages, and from libraries only problems.
pub const DEFAULT_FILTER: &str = "umpire=info,serenity=warn,poise=warn,sqlx=warn,warn";

/// A filter that can't be parsed.
#[derive(Debug, thiserror::Error)]
#[error("the log filter {filter:?} isn't valid ({why}); write it like {DEFAULT_FILTER:?}")]
pub struct BadFilter {
    filter: String,
    why: String,
}

/// What libraries may say at most, whatever the filter says. serenity logs IDENTIFY, events it doesn't know and the URLs of interaction tokens at
/// TRACE and DEBUG; hyper and rustls log the traffic.
const LIBRARIES: [(&str, LevelFilter); 8] = [
    ("serenity", LevelFilter::INFO),
    // It logs whole events; the line of the event's shard that follows says why it couldn't be read.
    ("serenity::gateway::ws", LevelFilter::OFF),
    ("hyper", LevelFilter::INFO),
    ("hyper_util", LevelFilter::INFO),
    ("reqwest", LevelFilter::INFO),
    ("rustls", LevelFilter::INFO),
    ("tungstenite", LevelFilter::INFO),
    ("h2", LevelFilter::INFO),
];

/// Parses a filter. Whatever it says, libraries that would log the token or whole requests at their most verbose stay at `info`, and their
/// spans are never shown: serenity's have whole events in them, which a warning inside one would print.
///
/// # Errors
/// If it can't be parsed.
pub fn filter(text: &str) -> Result<impl Filter<Registry> + use<>, BadFilter> {
    let parsed = EnvFilter::builder()
        .parse(text)
        .map_err(|error| BadFilter { filter: text.to_owned(), why: error.to_string() })?;
    // Without the hint, even what the filter leaves out would be looked at.
    Ok(parsed.and(filter_fn(may_be_said).with_max_level_hint(LevelFilter::TRACE)))
}

fn may_be_said(what: &Metadata<'_>) -> bool {
    let is_of =
        |module: &str| what.target().strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"));
    LIBRARIES.iter().filter(|(module, _)| is_of(module)).all(|(_, most)| what.is_event() && what.level() <= most)
}

/// A log that loses what can't be written (a broken or unread pipe, a full disk) without affecting anyone else. Once it can write again, it
/// says how many lines are missing.
#[derive(Debug)]
struct LossyLog<F> {
    open: F,
    lost: Arc<AtomicU64>,
    /// Counts the lines dropped because too many were waiting, and how many of them have already been counted as lost.
    too_many: Arc<OnceLock<ErrorCounter>>,
    counted: Arc<AtomicU64>,
}

impl<F: Clone> Clone for LossyLog<F> {
    fn clone(&self) -> Self {
        Self {
            open: self.open.clone(),
            lost: self.lost.clone(),
            too_many: self.too_many.clone(),
            counted: self.counted.clone(),
        }
    }
}

impl<F, W: Write> LossyLog<F>
where
    F: Fn() -> W,
{
    /// A log that calls `open` to get a writer for each line.
    fn onto(open: F) -> Self {
        Self { open, lost: Arc::default(), too_many: Arc::default(), counted: Arc::default() }
    }

    /// How many lost lines haven't been reported yet.
    fn take_lost(&self) -> u64 {
        let too_many = self.too_many.get().map_or(0, |it| it.dropped_lines() as u64);
        self.lost.swap(0, Ordering::Relaxed) + too_many.saturating_sub(self.counted.swap(too_many, Ordering::Relaxed))
    }
}

impl<F: Fn() -> W, W: Write> Write for LossyLog<F> {
    /// Writes one whole line.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let mut paper = (self.open)();
        let lost = self.take_lost();
        let noted = match lost {
            0 => Ok(()),
            _ => writeln!(paper, "{lost} log lines couldn't be written and are lost"),
        };
        if noted.and_then(|()| paper.write_all(line)).is_err() {
            self.lost.fetch_add(lost + 1, Ordering::Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// How many lines can wait for the log to be read; more are lost.
const WAITING_LINES: usize = 8_192;
/// How long the program waits at exit for the log to be written.
const LAST_LINES: Duration = Duration::from_secs(2);

/// Keeps the log running until it's dropped; then writes what's waiting, as far as someone reads it.
#[must_use]
#[derive(Debug)]
pub struct KeptLog(Option<WorkerGuard>);

impl Drop for KeptLog {
    fn drop(&mut self) {
        let guard = self.0.take();
        // On a separate thread, because the guard writes to standard output if it can't write the log.
        within(LAST_LINES, move || drop(guard));
    }
}

/// Runs something that a slow reader could block for ever, and continues without it after this time.
pub fn within(patience: Duration, what: impl FnOnce() + Send + 'static) {
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || {
        what();
        let _ = tell.send(()); // nobody is waiting any more
    });
    let _ = told.recv_timeout(patience); // whatever isn't done by now is abandoned
}

/// How a line of the log is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LogFormat {
    /// As text, for people.
    #[default]
    Text,
    /// As one JSON object a line, with the interaction that it's about, for programs.
    Json,
}

/// The panics since the start that nobody expected.
static PANICS: AtomicU64 = AtomicU64::new(0);

/// How many bugs have made a task panic since the start, as far as the log has been told of them.
#[must_use]
pub fn panics() -> u64 {
    PANICS.load(Ordering::Relaxed)
}

/// Starts logging to standard error, once for the process, including panics. A second call changes nothing. Writes on a separate thread, so
/// a full pipe blocks nobody else.
///
/// # Errors
/// If the filter can't be parsed.
pub fn start(filter_text: &str, format: LogFormat) -> Result<KeptLog, BadFilter> {
    use std::io::IsTerminal as _;
    let filter = filter(filter_text)?;
    let (paper, guard) = beside(LossyLog::onto(std::io::stderr), WAITING_LINES);
    let shown = lines(paper, format, std::io::stderr().is_terminal()).with_filter(filter);
    let subscriber = Registry::default().with(shown);
    // Only a second start fails here, and then logging is already running.
    if tracing::subscriber::set_global_default(subscriber).is_ok() {
        std::panic::set_hook(Box::new(|panic| {
            if crate::engine::panics::are_expected() {
                return;
            }
            PANICS.fetch_add(1, Ordering::Relaxed);
            let backtrace = std::backtrace::Backtrace::capture(); // empty unless RUST_BACKTRACE asks for it
            tracing::error!(%backtrace, "{panic}: this is a bug in Umpire");
        }));
    }
    Ok(KeptLog(Some(guard)))
}

/// Lines of the log in this format. Those that an interaction causes carry its span.
fn lines<W>(paper: W, format: LogFormat, in_colour: bool) -> Box<dyn Layer<Registry> + Send + Sync>
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    // It would report a line that can't be written to standard error, and panic if standard error can't be written.
    let layer = tracing_subscriber::fmt::layer().with_ansi(in_colour).log_internal_errors(false).with_writer(paper);
    match format {
        LogFormat::Text => layer.boxed(),
        LogFormat::Json => layer.json().with_ansi(false).flatten_event(true).with_span_list(false).boxed(),
    }
}

/// The log, written on a separate thread with room for this many waiting lines.
fn beside<F, W>(log: LossyLog<F>, waiting: usize) -> (NonBlocking, WorkerGuard)
where
    F: Fn() -> W + Send + 'static,
    W: Write,
{
    let too_many = log.too_many.clone();
    let (paper, guard) = NonBlockingBuilder::default().lossy(true).buffered_lines_limit(waiting).finish(log);
    let _ = too_many.set(paper.error_counter()); // it is new
    (paper, guard)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::{Arc, Mutex};

    use super::*;

    /// A reference is short enough to read aloud and never used twice.
    #[test]
    fn references_differ() {
        let given: BTreeSet<String> = (0..10_000).map(|_| Reference::new().to_string()).collect();
        assert_eq!(given.len(), 10_000);
        assert!(given.iter().all(|text| text.len() == 8 && text.starts_with("U-")));
        let reference = Reference(0x3F_7A_2C);
        assert!(reference.apology().contains("U-3F7A2C"));
    }

    #[derive(Clone, Default)]
    struct Paper(Arc<Mutex<Vec<u8>>>);

    impl std::io::Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("no writer panics").extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    /// The token and the seed never appear in the log, however they're logged and whatever wraps them.
    #[test]
    fn secrets_stay_out_of_the_log() {
        #[derive(Debug)]
        #[allow(dead_code)]
        struct Wrapper {
            token: Secret,
            seed: Option<Secret<[u8; 4]>>,
        }
        let paper = Paper::default();
        let writer = paper.clone();
        let shown = lines(move || writer.clone(), LogFormat::Text, false).with_filter(filter("trace").expect("parses"));
        let subscriber = Registry::default().with(shown);
        let wrapper =
            Wrapper { token: Secret::new("MTIzNDU2.abc".into()), seed: Some(Secret::new([201, 202, 203, 204])) };
        tracing::subscriber::with_default(subscriber, || {
            tracing::trace!(token = %wrapper.token, ?wrapper, "starts {:#?}", wrapper.seed);
        });
        let written = String::from_utf8(paper.0.lock().expect("no writer panics").clone()).expect("text");
        assert!(written.contains("[secret]"), "it was logged: {written}");
        assert!(!written.contains("MTIz") && !written.contains("202, "), "{written}");
    }

    /// serenity's spans have whole events in them, with people's ids and the tokens of interactions. None of it is in the log at any filter, in
    /// either format; what serenity says there is.
    #[test]
    fn what_a_library_says_of_an_event_comes_without_the_event() {
        for text in [DEFAULT_FILTER, "info", "serenity=info", "serenity::gateway::shard=trace", "trace"] {
            for format in [LogFormat::Text, LogFormat::Json] {
                let paper = Paper::default();
                let writer = paper.clone();
                let shown = lines(move || writer.clone(), format, false).with_filter(filter(text).expect("parses"));
                tracing::subscriber::with_default(Registry::default().with(shown), || {
                    let event = "InteractionCreate { token: \"SECRETTOKEN\", user: 77 }";
                    // As `#[instrument]` makes it.
                    tracing::info_span!(target: "serenity::gateway::shard", "handle_event", event).in_scope(|| {
                        tracing::warn!(target: "serenity::gateway::shard", "Sequence off");
                        tracing::debug!(target: "serenity::gateway::shard", "said of {event}");
                    });
                });
                let written = String::from_utf8(paper.0.lock().expect("no writer panics").clone()).expect("text");
                assert!(written.contains("Sequence off"), "{text}: {written}");
                assert!(!written.contains("SECRETTOKEN"), "{text}: {written}");
            }
        }
    }

    /// In JSON, each line is an object that says what, how bad and in which interaction.
    #[test]
    fn a_line_of_json_names_its_interaction() {
        let paper = Paper::default();
        let writer = paper.clone();
        let layer = lines(move || writer.clone(), LogFormat::Json, true);
        tracing::subscriber::with_default(Registry::default().with(layer), || {
            let span = tracing::info_span!("interaction", id = 77, kind = "press");
            span.in_scope(|| tracing::warn!(route = "send", "it did not get through"));
        });
        let written = String::from_utf8(paper.0.lock().expect("no writer panics").clone()).expect("text");
        let line: serde_json::Value = serde_json::from_str(written.trim()).expect("one line of JSON");
        assert_eq!((&line["level"], &line["message"]), (&"WARN".into(), &"it did not get through".into()));
        assert_eq!((&line["route"], &line["span"]["name"]), (&"send".into(), &"interaction".into()));
        assert_eq!((&line["span"]["id"], &line["span"]["kind"]), (&77.into(), &"press".into()));
    }

    /// A writer that accepts nothing while the disk is full.
    #[derive(Clone, Default)]
    struct FullPaper {
        paper: Paper,
        is_full: Arc<std::sync::atomic::AtomicBool>,
    }

    impl std::io::Write for FullPaper {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            match self.is_full.load(Ordering::Relaxed) {
                true => Err(std::io::ErrorKind::StorageFull.into()),
                false => self.paper.write(bytes),
            }
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    /// What can't be written is lost, nobody gets an error, and the log says afterwards how much is missing.
    #[test]
    fn a_log_that_cannot_be_written_troubles_nobody() {
        let full = FullPaper::default();
        let paper = full.clone();
        let log = LossyLog::onto(move || paper.clone());
        let subscriber = tracing_subscriber::fmt()
            .without_time()
            .log_internal_errors(false)
            .with_writer(move || log.clone())
            .finish();
        tracing::subscriber::with_default(subscriber, || {
            tracing::info!("one");
            full.is_full.store(true, Ordering::Relaxed);
            tracing::info!("two");
            tracing::info!("three");
            full.is_full.store(false, Ordering::Relaxed);
            tracing::info!("four");
            tracing::info!("five");
        });
        let written = String::from_utf8(full.paper.0.lock().expect("no writer panics").clone()).expect("text");
        let last_words: Vec<&str> = written.lines().filter_map(|line| line.split(' ').next_back()).collect();
        assert_eq!(last_words, ["one", "lost", "four", "five"], "{written}");
        assert!(written.contains("2 log lines"), "{written}");
    }

    /// A writer that's blocked while its lock is held; it signals when someone wants to write.
    #[derive(Clone)]
    struct HeldPaper {
        paper: Paper,
        held: Arc<Mutex<()>>,
        comes: std::sync::mpsc::Sender<()>,
    }

    impl std::io::Write for HeldPaper {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.comes.send(()).expect("the test waits");
            let _held = self.held.lock().expect("no writer panics");
            self.paper.write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    /// While nobody reads the log, nobody who writes to it waits; the excess is lost and counted.
    #[test]
    fn a_log_that_nobody_reads_holds_up_nobody() {
        let (comes, wants_to_write) = std::sync::mpsc::channel();
        let paper = HeldPaper { paper: Paper::default(), held: Arc::default(), comes };
        let seen = paper.clone();
        let (log, guard) = beside(LossyLog::onto(move || paper.clone()), 4);
        let subscriber = tracing_subscriber::fmt().without_time().with_writer(log).finish();
        let held = seen.held.lock().expect("free");
        tracing::subscriber::with_default(subscriber, || {
            tracing::info!("first");
            wants_to_write.recv().expect("the log's thread");
            for n in 0..10 {
                tracing::info!("line {n}");
            }
            drop(held);
        });
        drop(guard);
        let written = String::from_utf8(seen.paper.0.lock().expect("no writer panics").clone()).expect("text");
        assert!(written.contains("6 log lines couldn't be written"), "{written}");
        assert_eq!(written.lines().filter(|it| it.contains("line ")).count(), 4, "{written}");
    }

    /// A filter that can't be parsed is named, along with a valid one.
    #[test]
    fn a_bad_filter_is_named() {
        let error = filter("umpire=loud").err().expect("a bad filter").to_string();
        assert!(error.contains("umpire=loud") && error.contains(DEFAULT_FILTER), "{error}");
        assert!(filter(DEFAULT_FILTER).is_ok());
    }
}
