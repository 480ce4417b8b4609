//! Serializes messages as JSON: shape and arguments. `docs/schema/` specifies the form of each argument.

use partie_record::message::{Arg, Message};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// A message as `{"shape":...,"args":{...}}`.
pub struct MessageObject<'a>(pub &'a Message);

/// The arguments of a message, by name.
pub struct Args<'a>(pub &'a Message);

struct One<'a>(&'a Arg);

impl Serialize for MessageObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("shape", self.0.shape())?;
        map.serialize_entry("args", &Args(self.0))?;
        map.end()
    }
}

impl Serialize for Args<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let given = self.0.args().filter(|(_, arg)| **arg != Arg::Nothing);
        serializer.collect_map(given.map(|(name, arg)| (name, One(arg))))
    }
}

impl Serialize for One<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Arg::Nothing => serializer.serialize_unit(),
            Arg::Text(text) => serializer.serialize_str(text),
            Arg::Number(number) => serializer.serialize_i64(*number),
            Arg::Move(text) => serializer.collect_map([("move", &**text)]),
            Arg::Square(name) => serializer.collect_map([("square", &**name)]),
            Arg::Piece(name) => serializer.collect_map([("piece", name)]),
            Arg::Side(name) => serializer.collect_map([("side", name)]),
            Arg::Ply(ply) => serializer.collect_map([("ply", ply)]),
            Arg::List(list) => serializer.collect_seq(list.iter().map(One)),
            Arg::Message(message) => MessageObject(message).serialize(serializer),
        }
    }
}
