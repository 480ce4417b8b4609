//! The command `partie`. What other programs call is `partie-core`, whose face is here as well:
//!
//! ```
//! let session = partie::Session::new();
//! assert!(session.games(b"1. e4 e5 2. Ke3 *").any(|game| game.is_broken()));
//! ```

#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod report;

pub use partie_core::*;

/// Compiles the code examples of `docs/library.md`.
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
struct Page;
