//! The program as a newcomer starts it: the real binary in a folder of its own, with a settings file that only shortens prompts.

use std::{
    io::{BufRead, BufReader, Read},
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, Stdio},
};

/// How long prompts wait, in seconds: long enough for a test that presses at once, short enough to wait for.
pub const PROMPT_SECONDS: u32 = 20;

/// A running Umpire with its local table, which can be killed and restarted on the same files.
pub struct Program {
    folder: tempfile::TempDir,
    port: u16,
    /// Its output is kept open so that later output doesn't fail.
    process: Option<(Child, BufReader<ChildStdout>)>,
    address: String,
}

impl Program {
    /// Starts one in which Umpire plays nobody by itself.
    pub fn start() -> Program {
        Program::started(false)
    }

    /// Starts one as a newcomer has it: Umpire plays the foes, and whoever isn't there.
    pub fn with_umpire() -> Program {
        Program::started(true)
    }

    fn started(umpire_plays: bool) -> Program {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("config")).expect("a folder");
        let settings = format!(
            "[pace]\nprompt_seconds = {PROMPT_SECONDS}\ncall_turns = false\n[local_table]\numpire_plays = {umpire_plays}\n"
        );
        std::fs::write(folder.path().join("config/umpire.toml"), settings).expect("settings");
        let mut program = Program { folder, port: 0, process: None, address: String::new() };
        program.run();
        program
    }

    fn run(&mut self) {
        let log = std::fs::File::options().create(true).append(true).open(self.log()).expect("a log");
        let mut process = Command::new(env!("CARGO_BIN_EXE_umpire"))
            .arg(format!("--local-table-port={}", self.port))
            .current_dir(self.folder.path())
            .env_remove("DISCORD_TOKEN")
            .env_remove("DISCORD_TOKEN_FILE")
            .env_remove("UMPIRE_DATABASE")
            .env_remove("UMPIRE_DISCORD_API")
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .expect("umpire starts");
        let mut out = BufReader::new(process.stdout.take().expect("a pipe"));
        let said = "The local table is open: ";
        let mut lines = out.by_ref().lines().map_while(Result::ok);
        let address = lines.find_map(|line| line.strip_prefix(said).map(str::to_owned));
        self.process = Some((process, out));
        self.address = address.unwrap_or_else(|| panic!("umpire did not open the table:\n{}", self.told()));
        self.port = self.address.rsplit_once(':').and_then(|it| it.1.parse().ok()).expect("a port");
    }

    /// The address it printed.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Kills it immediately, with no chance to tidy up (SIGKILL on Unix).
    pub fn kill(&mut self) {
        let (mut process, _) = self.process.take().expect("it runs");
        process.kill().expect("killed");
        process.wait().expect("gone");
    }

    /// Restarts it on the same files and the same port.
    pub fn start_again(&mut self) {
        self.run();
    }

    /// Runs `umpire verify` on a file: whether everything is good, and its output.
    pub fn verify(file: &Path) -> (bool, String) {
        let done =
            Command::new(env!("CARGO_BIN_EXE_umpire")).arg("verify").arg(file).output().expect("umpire verify runs");
        (done.status.success(), String::from_utf8_lossy(&done.stdout).into_owned())
    }

    /// A file in its folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn log(&self) -> PathBuf {
        self.file("log.txt")
    }

    /// What it has logged.
    pub fn told(&self) -> String {
        std::fs::read_to_string(self.log()).unwrap_or_default()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if let Some((mut process, _)) = self.process.take() {
            let _ = process.kill();
            let _ = process.wait();
        }
        if std::thread::panicking() {
            eprintln!("umpire's log:\n{}", self.told());
        }
    }
}
