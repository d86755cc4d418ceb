//! `umpire store copy`: moves a database, and says what was copied and that it's whole.

use crate::store::{self, DatabasePlace};
use std::{
    io::{self, Write},
    path::Path,
};

/// Copies all of a database into an empty one. Returns whether it was done, and if not, says why.
///
/// # Errors
/// If it can't be written, or no runtime can be had.
pub fn command(from: &Path, to: &Path, out: &mut dyn Write) -> io::Result<bool> {
    let places = DatabasePlace::parse(from).and_then(|from| Ok((from, DatabasePlace::parse(to)?)));
    let (from, to) = places.map_err(|why| io::Error::other(why.to_string()))?;
    writeln!(
        out,
        "Copying {from} to {to}. The bot must stay stopped meanwhile: what it writes now isn\u{2019}t copied."
    )?;
    out.flush()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    match runtime.block_on(store::copy(&from, &to)) {
        Ok(copied) => {
            for it in &copied.0 {
                writeln!(out, "{:<14} {:>9} rows  SHA-256 {}", it.name, it.rows, &it.digest[..16])?;
            }
            writeln!(out, "{copied}")?;
            Ok(true)
        }
        Err(why) => {
            writeln!(out, "{why}")?;
            Ok(false)
        }
    }
}
