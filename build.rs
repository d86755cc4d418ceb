//! Embeds what the source doesn't name itself at compile time: the migrations of both databases, and the ready fights, one for each system
//! whose folder has one.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

fn main() {
    println!("cargo:rerun-if-changed=migrations");
    println!("cargo:rerun-if-changed=config/rulesets");
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the package is"));
    embed("migrations.rs", entries(&here.join("migrations")).iter().filter_map(|it| migration(it)));
    let postgres = entries(&here.join("migrations/postgres"));
    embed("postgres_migrations.rs", postgres.iter().filter_map(|it| migration(it)));
    embed("ready_fights.rs", entries(&here.join("config/rulesets")).iter().filter_map(|it| ready_fight(it)));
}

/// A number, a title and the text, from `0001_first_tables.sql`.
fn migration(file: &Path) -> Option<String> {
    let (number, title) = file.file_name()?.to_str()?.strip_suffix(".sql")?.split_once('_')?;
    let number: i64 = number.parse().expect("a migration's name starts with its number");
    Some(format!("({number}, {:?}, include_str!({file:?}))", title.replace('_', " ")))
}

/// A system's name and the text.
fn ready_fight(folder: &Path) -> Option<String> {
    let file = folder.join("ready.play");
    let system = folder.file_name()?.to_str()?;
    file.is_file().then(|| format!("({system:?}, include_str!({file:?}))"))
}

/// A folder's entries, in the order of their names.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<_> = fs::read_dir(folder).expect("the folder is there").flatten().map(|it| it.path()).collect();
    found.sort();
    found
}

fn embed(name: &str, rows: impl Iterator<Item = String>) {
    let rows: String = rows.map(|it| format!("    {it},\n")).collect();
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where to write"));
    fs::write(out.join(name), format!("&[\n{rows}]\n")).expect("written");
}
