//! The page, embedded in the program: a table of paths, types and bytes.

/// A file of the page: the path it's served under, its type, its bytes.
pub(super) type Asset = (&'static str, &'static str, &'static [u8]);

const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

/// Every file of the page. The first is the page itself.
pub(super) const ASSETS: &[Asset] = &[
    ("/", "text/html; charset=utf-8", include_bytes!("page/index.html")),
    ("/page/style.css", "text/css; charset=utf-8", include_bytes!("page/style.css")),
    ("/page/icon.svg", "image/svg+xml", include_bytes!("page/icon.svg")),
    ("/page/actions.js", JAVASCRIPT, include_bytes!("page/actions.js")),
    ("/page/app.js", JAVASCRIPT, include_bytes!("page/app.js")),
    ("/page/command-form.js", JAVASCRIPT, include_bytes!("page/command-form.js")),
    ("/page/command-line.js", JAVASCRIPT, include_bytes!("page/command-line.js")),
    ("/page/components.js", JAVASCRIPT, include_bytes!("page/components.js")),
    ("/page/composer.js", JAVASCRIPT, include_bytes!("page/composer.js")),
    ("/page/dom.js", JAVASCRIPT, include_bytes!("page/dom.js")),
    ("/page/embeds.js", JAVASCRIPT, include_bytes!("page/embeds.js")),
    ("/page/large-picture.js", JAVASCRIPT, include_bytes!("page/large-picture.js")),
    ("/page/listbox.js", JAVASCRIPT, include_bytes!("page/listbox.js")),
    ("/page/markdown.js", JAVASCRIPT, include_bytes!("page/markdown.js")),
    ("/page/select-menu.js", JAVASCRIPT, include_bytes!("page/select-menu.js")),
    ("/page/message.js", JAVASCRIPT, include_bytes!("page/message.js")),
    ("/page/messages.js", JAVASCRIPT, include_bytes!("page/messages.js")),
    ("/page/modal.js", JAVASCRIPT, include_bytes!("page/modal.js")),
    ("/page/options.js", JAVASCRIPT, include_bytes!("page/options.js")),
    ("/page/markdown-elements.js", JAVASCRIPT, include_bytes!("page/markdown-elements.js")),
    ("/page/resting-place.js", JAVASCRIPT, include_bytes!("page/resting-place.js")),
    ("/page/seats.js", JAVASCRIPT, include_bytes!("page/seats.js")),
    ("/page/socket.js", JAVASCRIPT, include_bytes!("page/socket.js")),
    ("/page/store.js", JAVASCRIPT, include_bytes!("page/store.js")),
    ("/page/tabs.js", JAVASCRIPT, include_bytes!("page/tabs.js")),
    ("/page/theme.js", JAVASCRIPT, include_bytes!("page/theme.js")),
    ("/page/time.js", JAVASCRIPT, include_bytes!("page/time.js")),
    ("/page/tracker.js", JAVASCRIPT, include_bytes!("page/tracker.js")),
    ("/page/turn.js", JAVASCRIPT, include_bytes!("page/turn.js")),
];

#[cfg(test)]
mod tests {
    use super::ASSETS;

    /// If a module is in the folder but not in the table, only the browser would notice; no compiler would.
    #[test]
    fn every_file_of_the_page_is_served() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/localtable/page");
        for entry in std::fs::read_dir(folder).expect("the page's folder") {
            let entry = entry.expect("an entry");
            let name = entry.file_name().into_string().expect("a name");
            if entry.path().is_dir() {
                continue;
            }
            let path = if name == "index.html" { "/".to_owned() } else { format!("/page/{name}") };
            assert!(ASSETS.iter().any(|(served, ..)| *served == path), "{name} is not served");
        }
    }
}
