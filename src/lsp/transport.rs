//! Reads and writes protocol messages on standard input and output. Answers an unreadable message with an error, and
//! continues with the next message.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::thread::{self, JoinHandle};

use crossbeam_channel::{Receiver, Sender, unbounded};
use lsp_server::{Connection, ErrorCode, Message};
use serde_json::{Value, json};

/// Maximum bytes of a message. A longer message ends the session, because the next message cannot be found.
const MAX_MESSAGE_BYTES: u64 = 256 << 20;
/// Maximum bytes of all headers of a message.
const MAX_HEADER_BYTES: u64 = 16 << 10;

/// The reader and writer threads.
pub(crate) struct Transport {
    reader: JoinHandle<io::Result<()>>,
    writer: JoinHandle<io::Result<()>>,
}

impl Transport {
    /// Opens standard input and output.
    pub(crate) fn open() -> (Connection, Self) {
        let (sender, outgoing) = unbounded();
        let (incoming, receiver) = unbounded();
        let reader = thread::spawn(move || {
            // Does not lock standard input, so that the process can exit if the editor is gone.
            let mut input = BufReader::new(io::stdin());
            read_all(&mut input, &incoming, &mut io::stdout())
        });
        let writer = thread::spawn(move || write_all(&outgoing, &mut io::stdout()));
        (Connection { sender, receiver }, Self { reader, writer })
    }

    /// Waits until all answers are written.
    ///
    /// # Errors
    /// A message without a readable length, or an error of the system.
    pub(crate) fn join(self) -> io::Result<()> {
        // Neither thread panics, so the defaults are never used.
        let (written, read) = (self.writer.join(), self.reader.join());
        read.unwrap_or(Ok(())).and(written.unwrap_or(Ok(())))
    }
}

/// Writes messages until all senders are gone.
fn write_all(outgoing: &Receiver<Message>, out: &mut impl Write) -> io::Result<()> {
    for message in outgoing {
        let mut value = serde_json::to_value(&message)?;
        value["jsonrpc"] = "2.0".into();
        write(&value, out)?;
    }
    Ok(())
}

/// Writes a message in a single call, so that two threads can write.
fn write(message: &Value, out: &mut impl Write) -> io::Result<()> {
    let body = serde_json::to_string(message)?;
    out.write_all(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes())?;
    out.flush()
}

/// Reads messages until the end of input or the message `exit`.
fn read_all(input: &mut impl BufRead, incoming: &Sender<Message>, out: &mut impl Write) -> io::Result<()> {
    while let Some(body) = read_body(input)? {
        match parse(&body) {
            Ok(message) => {
                let is_exit = matches!(&message, Message::Notification(message) if message.method == "exit");
                if incoming.send(message).is_err() || is_exit {
                    break;
                }
            }
            Err(refusals) => refusals.iter().try_for_each(|refusal| write(refusal, out))?,
        }
    }
    Ok(())
}

fn invalid(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// The body of the next message; `None` at the end of input.
///
/// # Errors
/// The headers have no length, or a length above [`MAX_MESSAGE_BYTES`]: the start of the next message is unknown.
fn read_body(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut headers = input.by_ref().take(MAX_HEADER_BYTES);
    let mut length = None;
    let mut line = Vec::new();
    loop {
        line.clear();
        if headers.read_until(b'\n', &mut line)? == 0 || !line.ends_with(b"\n") {
            return match headers.limit() {
                0 => Err(invalid(format!("the headers of a message have more than {MAX_HEADER_BYTES} bytes"))),
                _ => Ok(None),
            };
        }
        let header = String::from_utf8_lossy(line.trim_ascii()).into_owned();
        if header.is_empty() {
            break;
        }
        let (name, value) = header.split_once(':').unwrap_or((&header, ""));
        if name.trim().eq_ignore_ascii_case("Content-Length") {
            let value = value.trim();
            let known = value.parse().ok().filter(|bytes| *bytes <= MAX_MESSAGE_BYTES);
            let refused = || invalid(format!("Content-Length must be at most {MAX_MESSAGE_BYTES}, and is {value:.40}"));
            length = Some(known.ok_or_else(refused)?);
        }
    }
    let length = length.ok_or_else(|| invalid("a message has no Content-Length".to_owned()))?;
    // Does not reserve `length` bytes, because the length may be wrong.
    let mut body = Vec::new();
    let read = input.take(length).read_to_end(&mut body)?;
    Ok((read as u64 == length).then_some(body))
}

/// Parses the body of a message.
///
/// # Errors
/// Returns the refusals: one for each request of a batch, because the protocol has no batches; otherwise one.
fn parse(body: &[u8]) -> Result<Message, Vec<Value>> {
    let refusal = |id: Value, code: ErrorCode, message: String| json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code as i32, "message": message } });
    let value: Value = match serde_json::from_slice(body) {
        Ok(value) => value,
        Err(error) => return Err(vec![refusal(Value::Null, ErrorCode::ParseError, format!("no JSON: {error}"))]),
    };
    let id_of = |message: &Value| message.get("id").filter(|id| id.is_number() || id.is_string()).cloned();
    let refuse = |id: Value, message: &str| refusal(id, ErrorCode::InvalidRequest, message.to_owned());
    if let Value::Array(messages) = &value {
        let why = "the Language Server Protocol has no batches; send each message by itself";
        let ids: Vec<Value> = messages.iter().filter_map(id_of).collect();
        let refusals: Vec<Value> = ids.into_iter().map(|id| refuse(id, why)).collect();
        return Err(if refusals.is_empty() { vec![refuse(Value::Null, why)] } else { refusals });
    }
    let id = id_of(&value);
    // `Message` would parse a request with an invalid id as a notification, and the editor would wait for an answer.
    let is_request = value.get("id").is_some() && value.get("method").is_some();
    match serde_json::from_value(value) {
        Ok(message) if !is_request || matches!(message, Message::Request(_)) => Ok(message),
        _ => Err(vec![refuse(id.unwrap_or_default(), "this is no message of JSON-RPC 2.0")]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framed(body: &[u8]) -> Vec<u8> {
        [format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes(), body].concat()
    }

    /// The ids of the requests that are passed on, and the refusals.
    fn read(input: &[u8]) -> (Vec<String>, Vec<Value>, io::Result<()>) {
        let (sender, receiver) = unbounded();
        let mut out = Vec::new();
        let done = read_all(&mut &*input, &sender, &mut out);
        drop(sender);
        let ids = receiver.iter().filter_map(|message| match message {
            Message::Request(request) => Some(request.id.to_string()),
            _ => None,
        });
        let mut answers = Vec::new();
        let mut left = out.as_slice();
        while let Some(body) = read_body(&mut left).unwrap() {
            answers.push(serde_json::from_slice(&body).unwrap());
        }
        (ids.collect(), answers, done)
    }

    #[test]
    fn what_is_no_message_is_answered_and_the_next_one_is_read() {
        let next = framed(br#"{"jsonrpc":"2.0","id":8,"method":"x"}"#);
        for (body, answers) in [
            (&br#"{"jsonrpc":"2.0","id":7,"method":"x","params":{"#[..], vec![(json!(null), -32700)]),
            (b"hello", vec![(json!(null), -32700)]),
            (b"", vec![(json!(null), -32700)]),
            (b"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"\xff\"}", vec![(json!(null), -32700)]),
            (br#"{"jsonrpc":"2.0","id":7,"method":"x","params":{"x":"\ud800"}}"#, vec![(json!(null), -32700)]),
            (
                br#"[{"id":1,"method":"shutdown"},{"id":"b","method":"x"}]"#,
                vec![(json!(1), -32600), (json!("b"), -32600)],
            ),
            (b"[]", vec![(json!(null), -32600)]),
            (b"7", vec![(json!(null), -32600)]),
            (br#"{"id":5000000000,"method":"x"}"#, vec![(json!(5_000_000_000_u64), -32600)]),
            (br#"{"id":null,"method":"x"}"#, vec![(json!(null), -32600)]),
        ] {
            let (ids, came, done) = read(&[framed(body), next.clone()].concat());
            let came: Vec<_> =
                came.iter().map(|answer| (answer["id"].clone(), answer["error"]["code"].as_i64().unwrap())).collect();
            assert_eq!((ids, came), (vec!["8".to_owned()], answers), "{}", String::from_utf8_lossy(body));
            assert!(done.is_ok());
        }
    }

    #[test]
    fn a_length_that_cannot_be_is_refused() {
        for length in ["100000000000000", "9223372036854775808", "-5", "many", "", "1e3"] {
            let (ids, _, done) = read(format!("Content-Length: {length}\r\n\r\n{{}}").as_bytes());
            assert!(ids.is_empty() && done.is_err(), "{length}");
        }
        assert!(read(b"X: y\r\n\r\n").2.is_err() && read(&vec![b'x'; 20_000]).2.is_err());
        // Input that ends inside of a message is not an error.
        assert!(read(b"Content-Length: 50\r\n\r\n{}").2.is_ok() && read(b"Content-").2.is_ok());
    }
}
