//! What the grammars share: small parsers and combinators over bytes. Not for what one grammar alone has.

mod recover;

pub(super) use recover::{Recovered, recover};
