//! The JSON schema of a configuration, as editors use it.

use serde_json::{Map, Value, json};

use super::keys::{FILES, KEYS, Key, Kind, SEVERITY};

/// Returns the schema: draft 7, with the description of each key.
pub fn schema() -> Value {
    let mut properties = Map::new();
    let mut of_files = Map::new();
    for key in KEYS {
        match key.name.split_once('.') {
            None => drop(properties.insert(key.name.to_owned(), of(key))),
            Some((table, name)) => {
                let empty = || json!({ "type": "object", "additionalProperties": false, "properties": {} });
                let table = properties.entry(table).or_insert_with(empty);
                table["properties"][name] = of(key);
            }
        }
        if key.of_files {
            of_files.insert(key.name.to_owned(), of(key));
        }
    }
    let severities = json!({
        "type": "object",
        "description": "The severity of findings by code, beginning of a code or name",
        "additionalProperties": { "enum": Kind::Severity.names() },
    });
    properties.insert(SEVERITY.to_owned(), severities.clone());
    of_files.insert(SEVERITY.to_owned(), severities);
    properties.insert(
        FILES.to_owned(),
        json!({
            "type": "object",
            "description": "Keys for some files, by a pattern of their names or paths",
            "additionalProperties": { "type": "object", "additionalProperties": false, "properties": of_files },
        }),
    );
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "partie.toml",
        "description": "Settings of partie for a folder of game records",
        "type": "object",
        "additionalProperties": false,
        "properties": properties,
    })
}

fn of(key: &Key) -> Value {
    let names = key.kind.names();
    let text = if names.is_empty() { json!({ "type": "string" }) } else { json!({ "type": "string", "enum": names }) };
    let mut schema = match key.kind {
        Kind::Flag => json!({ "type": "boolean" }),
        kind if kind.is_list() => json!({ "anyOf": [text, { "type": "array", "items": text }] }),
        _ => text,
    };
    schema["description"] = key.what.into();
    schema
}
