//! What several tests need. Each test takes what it wants, so not everything is used everywhere.
#![allow(dead_code)]

pub mod spec;
