//! The viewer of games: `npm run bundle` builds it from `src/web/page/src/viewer/`, and `.ci/page` compares both.

/// The script that defines `<partie-game>`.
pub(crate) const VIEWER: &str = include_str!("viewer.js");

#[cfg(test)]
mod tests {
    use super::*;
    use partie_record::shown::visible;

    #[test]
    fn the_viewer_ends_no_script_and_asks_for_nothing() {
        for word in ["</script", "<!--", "import(", "import ", "http:", "https:"] {
            // The SVG namespace is not a network address.
            assert!(!VIEWER.replace("http://www.w3.org/2000/svg", "").contains(word), "{word}");
        }
        // The policy contains the hash of exactly this text.
        assert_eq!(visible(VIEWER), VIEWER);
        assert!(VIEWER.len() < 60_000 && VIEWER.contains("partie-game"));
    }
}
