//! The rules of TD2e, each with one test that fails when its function is emptied and one for what it forbids.
