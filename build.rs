//! Migrations are embedded at compile time: a new file must cause a new build.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
