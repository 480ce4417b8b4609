//! Game records in editors: a language server over `partie-core` (Language Server Protocol 3.17). `docs/editors.md` is its page.
//!
//! It reads what the editor opened and configurations, and writes nothing: what changes is an edit that the reader takes. Not for
//! what is wrong with a record.

mod actions;
mod allow_edit;
mod board;
mod completion;
mod diagnostics;
mod document;
mod folding;
mod formatting;
mod hover;
mod judged;
mod position;
mod server;
mod sessions;
mod symbols;

use lsp_server::{Connection, ProtocolError};

use partie_config::Finder;

/// Serves an editor on standard input and output, until it says that it is done.
///
/// # Errors
/// What the editor said that is no message of the protocol, or what the system says.
pub fn serve(finder: Finder) -> Result<(), String> {
    let (connection, threads) = Connection::stdio();
    let done = server::run(&connection, finder).map_err(|error: ProtocolError| error.to_string());
    // The writer ends when nobody can send any more.
    drop(connection);
    threads.join().map_err(|error| error.to_string())?;
    done
}
