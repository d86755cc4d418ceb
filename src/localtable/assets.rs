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

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, path::Path};

    use super::ASSETS;

    /// Every file beside the page is embedded: one that is forgotten here would be missing only in the browser.
    #[test]
    fn every_file_of_the_page_is_embedded() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/localtable/page");
        let entries = std::fs::read_dir(folder).expect("the page's folder").map(|entry| entry.expect("an entry"));
        let names = entries
            .filter(|entry| entry.path().is_file())
            .map(|entry| entry.file_name().to_string_lossy().into_owned());
        let there: BTreeSet<String> = names.filter(|name| name != "README.md").collect();
        let name =
            |path: &str| path.rsplit('/').next().filter(|name| !name.is_empty()).unwrap_or("index.html").to_owned();
        let embedded: BTreeSet<String> = ASSETS.iter().map(|(path, ..)| name(path)).collect();
        assert_eq!(embedded, there, "ASSETS and the folder differ");
    }
}
