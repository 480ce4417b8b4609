//! A language server for game records, based on `partie-core` (Language Server Protocol 3.17). See `docs/editors.md`.
//!
//! It reads open texts and configurations, and writes no files: the user accepts each change as an edit in the editor.

mod actions;
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
mod transport;

use std::io;

use partie_config::Finder;
use transport::Transport;

/// Serves an editor on standard input and output until it exits.
///
/// # Errors
/// A message without a readable length, or an error of the system.
pub fn serve(finder: Finder) -> io::Result<()> {
    let (connection, transport) = Transport::open();
    server::run(&connection, finder);
    // Drops the last sender, so that the writer ends.
    drop(connection);
    transport.join()
}

#[cfg(test)]
mod tests {
    use lsp_server::{Connection, Message, Notification, Request};
    use serde_json::{Value, json};

    use super::*;

    const GAME: &str = "[Event \"?\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb6 *\n\n";

    fn request(id: i32, method: &str, params: &Value) -> Message {
        Request::new(id.into(), method.to_owned(), params).into()
    }

    fn notification(method: &str, params: &Value) -> Message {
        Notification::new(method.to_owned(), params).into()
    }

    fn opened(text: &str) -> Vec<Message> {
        let document = json!({ "uri": "untitled:a", "languageId": "pgn", "version": 1, "text": text });
        vec![
            request(1, "initialize", &json!({ "capabilities": {} })),
            notification("initialized", &json!({})),
            notification("textDocument/didOpen", &json!({ "textDocument": document })),
        ]
    }

    /// All messages of the server until it ends. It receives `more` immediately, or if `waits`, after the first
    /// diagnostics.
    fn served(messages: Vec<Message>, waits: bool, more: Vec<Message>) -> Vec<Message> {
        let (server, client) = Connection::memory();
        let serving = std::thread::spawn(move || server::run(&server, Finder::default()));
        let send = |messages: Vec<Message>| messages.into_iter().try_for_each(|message| client.sender.send(message));
        send(messages).expect("a server");
        let mut came = Vec::new();
        let is_published = |message: &Message| matches!(message, Message::Notification(of) if of.method.ends_with("publishDiagnostics"));
        while waits && !came.last().is_some_and(is_published) {
            came.push(client.receiver.recv().expect("diagnostics"));
        }
        send(more).expect("a server");
        came.extend(client.receiver.iter());
        serving.join().expect("no panic");
        came
    }

    fn answered(came: &[Message]) -> Vec<String> {
        let id = |message: &Message| match message {
            Message::Response(response) => Some(response.id.to_string()),
            _ => None,
        };
        came.iter().filter_map(id).collect()
    }

    #[test]
    fn each_request_is_answered_before_the_end() {
        let text = json!({ "uri": "untitled:a" });
        let place = json!({ "textDocument": text, "position": { "line": 3, "character": 28 } });
        let range = json!({ "start": { "line": 3, "character": 0 }, "end": { "line": 3, "character": 30 } });
        let asked = vec![
            request(2, "textDocument/hover", &place),
            request(3, "textDocument/documentSymbol", &json!({ "textDocument": text })),
            request(
                4,
                "textDocument/codeAction",
                &json!({ "textDocument": text, "range": range, "context": { "diagnostics": [] } }),
            ),
            request(5, "no/such", &json!({})),
            request(6, "textDocument/hover", &json!({})),
            request(7, "shutdown", &Value::Null),
            request(8, "textDocument/hover", &place),
            notification("exit", &Value::Null),
        ];
        for waits in [false, true] {
            let mut ids = answered(&served(opened(&GAME.repeat(20)), waits, asked.clone()));
            ids.sort();
            assert_eq!(ids, ["1", "2", "3", "4", "5", "6", "7", "8"], "{waits}");
        }
        // Requests are also answered if the editor exits without `shutdown`.
        let mut ids =
            answered(&served(opened(GAME), false, vec![asked[0].clone(), notification("exit", &Value::Null)]));
        ids.sort();
        assert_eq!(ids, ["1", "2"]);
    }

    #[test]
    fn what_comes_before_the_beginning_is_refused() {
        let early = vec![request(9, "textDocument/hover", &json!({})), notification("initialized", &json!({}))];
        let messages = early.into_iter().chain(opened(GAME)).collect();
        let came = served(messages, true, vec![notification("exit", &Value::Null)]);
        assert_eq!(answered(&came)[0], "9");
    }

    #[test]
    fn diagnostics_of_a_message_are_bounded() {
        for (text, number) in
            [(GAME.repeat(12_000), 10_000), ("1. e4 e5 *\n\n".repeat(12_000), 10_000), (GAME.repeat(20), 40)]
        {
            let came = served(opened(&text), true, vec![notification("exit", &Value::Null)]);
            let published = came.iter().find_map(|message| match message {
                Message::Notification(of) => of.params["diagnostics"].as_array(),
                _ => None,
            });
            let published = published.expect("diagnostics");
            let bytes = serde_json::to_string(published).map_or(usize::MAX, |json| json.len());
            assert!(published.len() <= number && bytes < 4_000_000, "{} in {bytes} bytes", published.len());
            let last = published.last().expect("one").to_string();
            assert_eq!(last.contains("not shown here"), number == 10_000, "{last}");
        }
    }
}
