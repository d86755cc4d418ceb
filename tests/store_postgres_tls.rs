//! A PostgreSQL that's reached over TLS: with a certificate of one's own authority it's let in, and whatever isn't as safe as the URL asks for is
//! named in one sentence. The test starts a server with certificates of its own; where Debian's programs for either aren't there, it says so.
#![cfg(all(feature = "bot", unix))]

use std::{
    fs,
    net::{Ipv4Addr, TcpListener},
    os::unix::fs::{MetadataExt as _, PermissionsExt as _},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use umpire::{
    store::{PostgresOptions, PostgresStore, Store as _},
    telemetry::Secret,
};

/// A folder with certificates, and with the cluster of a server, which ends with this.
struct TlsServer {
    folder: tempfile::TempDir,
    programs: PathBuf,
    port: u16,
}

/// Runs a program; whether it did what it should.
fn run(program: impl AsRef<std::ffi::OsStr>, arguments: &[&str], folder: &Path) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|it| it.success())
}

/// Where Debian's newest PostgreSQL is.
fn programs() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?.filter_map(Result::ok).map(|it| it.path().join("bin"));
    versions.filter(|it| it.join("initdb").exists()).max()
}

impl TlsServer {
    /// One that has started with this certificate, or without TLS; `None` if there are no programs for it, which is said on standard error.
    fn start(certificate: Option<&str>) -> Option<TlsServer> {
        let skipped = |why: &str| {
            eprintln!("skipped: {why}");
            None
        };
        let Some(programs) = programs() else { return skipped("Debian\u{2019}s PostgreSQL isn\u{2019}t installed") };
        // The programs refuse to run as root, and whoever they run as has to reach the folder.
        let folder = tempfile::Builder::new().prefix("umpire-tls").tempdir_in("/tmp").expect("a folder");
        let place = folder.path();
        fs::set_permissions(place, fs::Permissions::from_mode(0o755)).expect("ours");
        if !make_certificates(place) {
            return skipped("openssl can\u{2019}t make certificates here");
        }
        let is_root = fs::metadata(place).expect("ours").uid() == 0;
        if is_root && !run("chown", &["-R", "postgres", "."], place) {
            return skipped("there\u{2019}s no user postgres");
        }
        // Free when it was asked for.
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|it| it.local_addr()).expect("a port").port();
        let it = TlsServer { folder, programs, port };
        let made = ["--username=umpire", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"];
        assert!(it.has_run("initdb", &[&["--pgdata=cluster"], &made[..]].concat()), "a cluster");
        let place = it.folder.path().display();
        let tls = |it| format!("-c ssl=on -c ssl_cert_file={place}/{it}.crt -c ssl_key_file={place}/{it}.key");
        let tls = certificate.map(tls).unwrap_or_default();
        let options = format!(
            "-c listen_addresses=localhost -c port={port} -c unix_socket_directories={place} -c fsync=off {tls}"
        );
        let start = ["start", "--wait", "--silent", "--pgdata=cluster", "--log=log", "--options", &options];
        assert!(it.has_run("pg_ctl", &start), "a server");
        Some(it)
    }

    /// Runs one of PostgreSQL's programs as whoever owns the folder.
    fn has_run(&self, program: &str, arguments: &[&str]) -> bool {
        let (place, program) = (self.folder.path(), self.programs.join(program));
        let is_root = fs::metadata("/proc/self").is_ok_and(|it| it.uid() == 0);
        match is_root {
            true => {
                let program = program.to_str().expect("UTF-8");
                run("runuser", &[&["-u", "postgres", "--", program], arguments].concat(), place)
            }
            false => run(program, arguments, place),
        }
    }

    /// What comes of opening it like this: its database, or the sentence.
    async fn opened(&self, sslmode: &str, root: Option<&str>) -> Result<(), String> {
        let root = root.map(|it| format!("&sslrootcert={}", self.folder.path().join(it).display()));
        let url =
            format!("postgres://umpire@localhost:{}/postgres?sslmode={sslmode}{}", self.port, root.unwrap_or_default());
        let options = PostgresOptions::from_url(&Secret::new(url)).expect("a URL");
        let store = PostgresStore::open(options).await.map_err(|it| it.to_string())?;
        store.check_writable().await.expect("writable");
        store.close().await;
        Ok(())
    }
}

impl Drop for TlsServer {
    fn drop(&mut self) {
        self.has_run("pg_ctl", &["stop", "--mode=immediate", "--silent", "--pgdata=cluster"]);
    }
}

/// An authority, `server` from it, `selfmade` as openssl makes one by default, and `other`, an authority that nobody has asked.
fn make_certificates(place: &Path) -> bool {
    let new = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
    let selfsigned = |name: &str, subject: &str| {
        let (key, crt, subject) = (format!("{name}.key"), format!("{name}.crt"), format!("/CN={subject}"));
        let names = "subjectAltName=DNS:localhost";
        let rest = ["-days", "2", "-subj", &subject, "-addext", names, "-keyout", &key, "-out", &crt];
        run("openssl", &[&["req", "-x509"], &new[..], &rest].concat(), place)
    };
    let request = ["-subj", "/CN=localhost", "-keyout", "server.key", "-out", "server.csr"];
    let signed = [
        ["x509", "-req", "-in", "server.csr", "-CA", "authority.crt", "-CAkey", "authority.key"],
        ["-CAcreateserial", "-days", "2", "-extfile", "names", "-out", "server.crt", "-sha256"],
    ];
    let all = selfsigned("authority", "authority")
        && selfsigned("other", "other")
        && selfsigned("selfmade", "localhost")
        && fs::write(place.join("names"), "subjectAltName=DNS:localhost\nbasicConstraints=CA:FALSE\n").is_ok()
        && run("openssl", &[&["req"], &new[..], &request].concat(), place)
        && run("openssl", &signed.concat(), place);
    all && ["server", "selfmade"].iter().all(|it| {
        // PostgreSQL refuses a key that others can read.
        fs::set_permissions(place.join(format!("{it}.key")), fs::Permissions::from_mode(0o600)).is_ok()
    })
}

fn says(done: Result<(), String>, what: &str) {
    let said = done.expect_err("it isn\u{2019}t trusted");
    assert!(said.contains(what), "{said}");
}

#[tokio::test]
async fn a_server_is_reached_over_tls_and_one_that_is_not_trusted_is_named() {
    let Some(server) = TlsServer::start(Some("server")) else { return };
    for (sslmode, root) in
        [("require", None), ("verify-ca", Some("authority.crt")), ("verify-full", Some("authority.crt"))]
    {
        assert_eq!(server.opened(sslmode, root).await, Ok(()), "{sslmode}");
    }
    says(
        server.opened("verify-full", None).await,
        "sslmode=verify-full, which the URL asks for: its certificate isn’t from a public authority",
    );
    says(server.opened("verify-ca", Some("other.crt")).await, "isn’t from an authority in ");
    says(server.opened("verify-full", Some("nothing.crt")).await, "nothing.crt as sslrootcert, which can’t be read");
}

#[tokio::test]
async fn a_certificate_as_openssl_makes_it_by_default_is_explained() {
    let Some(server) = TlsServer::start(Some("selfmade")) else { return };
    says(server.opened("verify-full", Some("selfmade.crt")).await, "with basicConstraints=CA:FALSE.");
    assert_eq!(server.opened("require", None).await, Ok(()), "nothing is checked then");
}

#[tokio::test]
async fn a_server_without_tls_is_named() {
    let Some(server) = TlsServer::start(None) else { return };
    says(
        server.opened("verify-full", Some("authority.crt")).await,
        "sslmode=verify-full, which the URL asks for: it offers no TLS. Set ssl = on",
    );
    assert_eq!(server.opened("prefer", None).await, Ok(()));
}
