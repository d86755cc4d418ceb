//! Embeds what the source doesn't name itself at compile time: migrations, where a new file must cause a rebuild, and the ready fights, one
//! for each system whose folder has one.

use std::{env, fmt::Write, fs, path::Path};

fn main() {
    println!("cargo:rerun-if-changed=migrations");
    println!("cargo:rerun-if-changed=config/rulesets");
    let here = env::var("CARGO_MANIFEST_DIR").expect("cargo says where the package is");
    let rulesets = Path::new(&here).join("config/rulesets");
    let mut found: Vec<(String, String)> = vec![];
    for entry in fs::read_dir(&rulesets).expect("the rulesets' data is there").flatten() {
        let file = entry.path().join("ready.play");
        if let (Some(system), true) = (entry.file_name().to_str(), file.is_file()) {
            found.push((system.to_owned(), file.display().to_string()));
        }
    }
    found.sort();
    let mut list = String::from("&[\n");
    for (system, file) in found {
        writeln!(list, "    ({system:?}, include_str!({file:?})),").expect("a string takes it");
    }
    list.push_str("]\n");
    let out = env::var("OUT_DIR").expect("cargo says where to write");
    fs::write(Path::new(&out).join("ready_fights.rs"), list).expect("written");
}
