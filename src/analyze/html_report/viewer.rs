//! The viewer of games: one module, made of `src/web/page/src/viewer/` by `npm run bundle`, which `.ci/page` compares.

/// The script that defines `<partie-game>`.
pub(crate) const VIEWER: &str = include_str!("viewer.js");

#[cfg(test)]
mod tests {
    use super::*;
    use partie_record::shown::visible;

    #[test]
    fn the_viewer_ends_no_script_and_asks_for_nothing() {
        for word in ["</script", "<!--", "import(", "import ", "http:", "https:"] {
            // The names of SVG are no address.
            assert!(!VIEWER.replace("http://www.w3.org/2000/svg", "").contains(word), "{word}");
        }
        // What is printed is what the policy names.
        assert_eq!(visible(VIEWER), VIEWER);
        assert!(VIEWER.len() < 60_000 && VIEWER.contains("partie-game"));
    }
}
