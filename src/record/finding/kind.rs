//! Groups findings of one cause, by the code and by the message without the pieces, squares and moves that it mentions.
//! Groups are counted elsewhere.

/// Words masked in messages: pieces and sides.
const SUBJECTS: [&str; 8] = ["king", "queen", "rook", "bishop", "knight", "pawn", "White", "Black"];
/// Length of a kind at which the rest of a message is left out.
const MAX_COMPARED_BYTES: usize = 400;

/// Appends the message to `kind` with one `…` for each run of details: the record's token, numbers, squares, moves,
/// pieces, sides, quoted words and words that are not ASCII. Articles are dropped.
pub fn push_kind(kind: &mut String, message: &str, token: &[u8]) {
    let token = token.trim_ascii();
    let rest = if token.is_empty() { None } else { message.as_bytes().strip_prefix(token) };
    let rest = rest.and_then(|rest| message.get(message.len() - rest.len()..));
    let mut masked = rest.is_some();
    if masked {
        kind.push('…');
    }
    let mut quoted = false;
    for word in rest.unwrap_or(message).split_ascii_whitespace() {
        let quotes = word.bytes().filter(|byte| *byte == b'"').count();
        let within = quoted || quotes > 0;
        quoted ^= quotes % 2 == 1;
        let core = word.trim_matches(|c: char| c.is_ascii_punctuation());
        if within || core.is_empty() || is_subject(core) || word.as_bytes() == token {
            if !masked {
                kind.push('…');
            }
            masked = true;
        } else if !(matches!(core, "the" | "a" | "an") || masked && matches!(core, "and" | "or")) {
            kind.push(' ');
            kind.push_str(core);
            masked = false;
        }
        if kind.len() > MAX_COMPARED_BYTES {
            return;
        }
    }
}

fn is_subject(word: &str) -> bool {
    let odd = |byte: u8| byte.is_ascii_digit() || !byte.is_ascii();
    let word = word.strip_suffix("'s").unwrap_or(word);
    let word = word.strip_suffix('s').unwrap_or(word);
    word.bytes().any(odd) || SUBJECTS.iter().any(|subject| word.ends_with(subject)) || word.starts_with("O-O")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(message: &str, token: &str) -> String {
        let mut kind = String::new();
        push_kind(&mut kind, message, token.as_bytes());
        kind
    }

    #[test]
    fn messages_of_one_kind_differ_in_what_they_speak_of() {
        for (one, other) in [
            (
                "12. Nf3 is illegal: no knight goes to f3 (they are on a1, b2 and h8)",
                "3... Bc4 is illegal: no bishop goes to c4 (they are on a1)",
            ),
            (
                "5. Rd4 is illegal: the path of the rook from d1 to d4 is blocked by the pawn on d2",
                "9. O-O-O is illegal: the path of the queen from d1 to d4 is blocked by White's knight on d2",
            ),
            (
                "2手目 △５五歩 is illegal: the 歩 on ８三 does not go to ５五",
                "8手目 ▲１一王 is illegal: the 王 on ８八 does not go to ９五",
            ),
            ("the tag \"Elo\" is given twice", "the tag \"Name of the event\" is given twice"),
        ] {
            assert_eq!(kind(one, ""), kind(other, ""));
        }
        assert_eq!(kind("Good is no move", "Good"), kind("Very bad is no move", "Very bad"));
        assert_ne!(kind("e4 is illegal: it is White's move", ""), kind("e4 is illegal: nothing stands there", ""));
    }
}
