//! Where something stands in a text, for readers and for editors.

/// A place in a text. Lines and columns are those that the command shows; editors and browsers count by [`Place::utf8`] or
/// [`Place::utf16`].
///
/// ```
/// let games = "[Event \"Ünï\"]\n\n1. e4 {😀} e5 2. Ke3 *\n";
/// let session = partie_core::Session::new();
/// let game = session.games(games.as_bytes()).next().ok_or("no game")?;
/// let place = game.findings().find(|finding| finding.is_error()).ok_or("no error")?.place();
/// assert_eq!((place.line, place.column, place.utf8, place.utf16), (3, 17, 19, 17));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1, in characters.
    pub column: u64,
    /// Bytes before it in its line, in UTF-8.
    pub utf8: u64,
    /// Code units before it in its line, in UTF-16.
    pub utf16: u64,
    /// Bytes before it in the input; of one in UTF-16, in its UTF-8 form.
    pub offset: u64,
}
