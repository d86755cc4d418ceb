//! Any bytes are a file of characters, which is read or refused in words.
#![no_main]

#[path = "../../tests/common/character_files.rs"]
mod character_files;

libfuzzer_sys::fuzz_target!(|data: &[u8]| character_files::characters(data));
