//! Limits for one record, so that no input exhausts the memory. `docs/security.md` lists them for users.

/// Maximum bytes of a token, a comment or a tag, of which the rest is skipped (B002, B003).
pub const TOKEN: usize = 1 << 20;
/// Maximum bytes of a game, of which the rest is skipped (B007). A game whose tokens are as short as moves takes twelve
/// times as much memory while it is judged.
pub const GAME: usize = 3 << 20;
/// Maximum bytes of a slice that was joined because a game in it was cut in the wrong place.
pub const JOINED: usize = 2 * GAME;
/// Maximum nesting depth of variations (B001).
pub const DEPTH: usize = 1000;
/// Maximum nesting depth of variations in brackets of prose or in JSON objects, which each level parses once more.
pub const NESTED: usize = 64;
/// Maximum number of tokens in a record whose buffers are kept for the next one.
pub const KEPT: usize = 1 << 16;
/// Maximum number of findings that are listed for a game; further findings are counted (B006).
pub const FINDINGS: usize = 1000;
