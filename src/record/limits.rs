//! Limits for one record, so that no input takes more memory than a run has. `docs/security.md` lists them for users.

/// Bytes of a token, a comment or a tag; the rest of a longer one is skipped (B002, B003).
pub const TOKEN: usize = 1 << 20;
/// Bytes of a game; the rest of a longer one is skipped (B007). A game whose tokens are as short as moves takes twelve
/// times as much while it is judged.
pub const GAME: usize = 3 << 20;
/// Bytes of a slice that was joined because a game in it was cut in the wrong place.
pub const JOINED: usize = 2 * GAME;
/// Nesting depth of variations (B001).
pub const DEPTH: usize = 1000;
/// Nesting depth of variations in brackets of prose or in objects of JSON, which are parsed once more at each level.
pub const NESTED: usize = 64;
/// Maximum number of tokens in a record whose buffers are kept for the next one.
pub const KEPT: usize = 1 << 16;
/// Listed findings of a game; the others are counted (B006).
pub const FINDINGS: usize = 1000;
