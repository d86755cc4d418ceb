//! The page, embedded in the program: one table of paths, types and bytes.

/// A file of the page: the path under which it is served, its type, its bytes.
pub(super) type Asset = (&'static str, &'static str, &'static [u8]);

const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

/// Every file of the page. The first is the page itself.
pub(super) const ASSETS: &[Asset] = &[
    ("/", "text/html; charset=utf-8", include_bytes!("page/index.html")),
    ("/page/style.css", "text/css; charset=utf-8", include_bytes!("page/style.css")),
    ("/page/app.js", JAVASCRIPT, include_bytes!("page/app.js")),
];
