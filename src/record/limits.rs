//! What is kept of one record at most, so that no input takes more memory than a run has for it. `docs/security.md` lists
//! them for users.

/// Bytes of a token, a comment or a tag; the rest of a longer one is passed over (B002, B003).
pub const TOKEN: usize = 1 << 20;
/// Bytes of a game; the rest of a longer one is passed over (B007). One whose tokens are as short as moves takes twelve
/// times as much while it is judged.
pub const GAME: usize = 3 << 20;
/// Bytes of a slice that was put together because a game in it was cut in the wrong place.
pub const JOINED: usize = 2 * GAME;
/// Variations inside of each other (B001).
pub const DEPTH: usize = 1000;
/// The same where they stand in brackets of prose, or in objects of JSON, which are read once more at each level.
pub const NESTED: usize = 64;
/// Tokens of a record whose buffers are not kept for the next one.
pub const KEPT: usize = 1 << 16;
/// Findings of a game that are listed; the others are counted (B006).
pub const FINDINGS: usize = 1000;
