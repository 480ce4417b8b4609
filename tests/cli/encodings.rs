//! Encodings that a file does not declare: found by its words, named by `--from-encoding`, or left as they are.

use std::fs;

use crate::common::{feed, run_in};
use partie_record::Encoding;

/// Names and a comment in an encoding.
const TEXTS: [(&str, [&str; 3]); 19] = [
    ("windows-1251", ["Рябинин, Захар", "Берёзкин, Фёдор", "белые жертвуют качество, и атака неотразима"]),
    ("koi8-r", ["Рябинин, Захар", "Берёзкин, Фёдор", "чёрные сдались, так как мат неизбежен"]),
    ("koi8-u", ["Горобець, Євген", "Їжаківський, Юрій", "білі виграли якість і пішака"]),
    ("ibm866", ["Рябинин, Захар", "Берёзкин, Фёдор", "ничья по соглашению сторон"]),
    ("iso-8859-5", ["Рябинин, Захар", "Берёзкин, Фёдор", "ладья вторгается на седьмую горизонталь"]),
    ("windows-1253", ["Κέδρος, Άγγελος", "Πλατάνου, Ελένη", "ο μαύρος εγκατέλειψε μετά από λίγες κινήσεις"]),
    ("iso-8859-7", ["Κέδρος, Άγγελος", "Πλατάνου, Ελένη", "ισοπαλία με συμφωνία των παικτών"]),
    ("windows-1254", ["Ağaoğlu, Işıl", "Yıldırım, Güneş", "beyaz kaleyi açık hatta geçiriyor, şah güvende değil"]),
    ("windows-1257", ["Beržinskas, Ąžuolas", "Ozoliņš, Jānis", "juodieji pasidavė, nes matas neišvengiamas"]),
    ("iso-8859-13", ["Liepiņa, Žanete", "Kļaviņš, Ģirts", "baltie uzvarēja bandinieku"]),
    ("iso-8859-2", ["Růžek, Matěj", "Świerczyński, Łukasz", "černý vzdal, věž je ztracena"]),
    ("windows-1250", ["Růžek, Matěj", "Hegedűs, Őrs", "bílý hrozí šachem a ztrátou pěšce"]),
    ("iso-8859-15", ["Jägerström, Åke", "Lefèvre, Zoë", "weiß übersieht den drohenden Läuferzug"]),
    ("windows-1252", ["Jägerström, Åke", "Lefèvre, Zoë", "le fou blanc est enfermé après cet échange"]),
    ("macintosh", ["Bjørnstad, Pål", "Lefèvre, Zoë", "la tour noire pénètre à la deuxième rangée"]),
    ("cp437", ["Grünwald, Jürgen", "Peñalosa, José", "später schlägt der Läufer, und weiß gibt auf"]),
    ("cp850", ["Bjørnstad, Pål", "Grünwald, Jürgen", "später schlägt der Läufer, und weiß gibt auf"]),
    ("cp852", ["Růžek, Matěj", "Świerczyński, Łukasz", "černý vzdal, věž je ztracena"]),
    ("utf-8", ["Růžek, Matěj", "Ağaoğlu, Işıl", "ο μαύρος εγκατέλειψε"]),
];

fn encoded(text: &str, encoding: &str) -> Vec<u8> {
    let (encoding, mut bytes) = (Encoding::find(encoding).unwrap(), Vec::new());
    assert!(text.chars().all(|character| encoding.encode(character, &mut bytes)), "{text}");
    bytes
}

/// The letters beyond ASCII, as convert numbers the moves in its own way.
fn letters(text: &str) -> String {
    text.chars().filter(|character| !character.is_ascii()).collect()
}

fn odd_bytes(text: &[u8]) -> Vec<u8> {
    text.iter().copied().filter(|byte| !byte.is_ascii()).collect()
}

fn game(names: [&str; 2], comment: &str) -> String {
    let comment = if comment.is_empty() { String::new() } else { format!(" {{{comment}}}") };
    let [white, black] = names;
    format!("[Event \"?\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"*\"]\n\n1. e4{comment} e5 *\n\n")
}

/// Whether a file, a pipe or a table: no letter comes out that was not written.
#[test]
fn an_encoding_is_found_by_the_words() {
    let folder = tempfile::tempdir().unwrap();
    let mut unknown = Vec::new();
    for (name, [white, black, comment]) in TEXTS {
        for (names, comment) in [([white, black], comment), ([white, black], ""), (["A", "B"], comment)] {
            let text = game(names, comment);
            let bytes = encoded(&text, name);
            fs::write(folder.path().join("a.pgn"), &bytes).unwrap();
            let found = feed(&["convert", "-q", "--line-length", "0", "--to", "pgn", "-"], &bytes).stdout;
            let of_file = folder.path().join("a.pgn").to_string_lossy().into_owned();
            let same = feed(&["convert", "-q", "--line-length", "0", "--to", "pgn", "-j", "2", &of_file], b"").stdout;
            assert_eq!(found, same, "{name}");
            match String::from_utf8(found) {
                Ok(found) => assert_eq!(letters(&found), letters(&text), "{name}"),
                Err(found) => {
                    assert_eq!(odd_bytes(found.as_bytes()), odd_bytes(&bytes), "{name}: not even its bytes");
                    unknown.push(name);
                }
            }
            let named = ["convert", "-q", "--line-length", "0", "--to", "pgn", "--from-encoding", name, "a.pgn"];
            let (code, named, stderr) = run_in(&named, folder.path());
            let is_right = code == Some(0) && letters(&named) == letters(&text) && named.contains(names[0]);
            assert!(is_right && !stderr.contains("S008"), "{name}: {stderr}");
        }
    }
    assert!(unknown.len() <= 5, "{unknown:?}");
}

#[test]
fn letters_that_fit_two_encodings_are_kept_as_bytes() {
    // A Turkish or a Latvian name.
    let bytes = encoded(&game(["Şahin", "B"], ""), "windows-1254");
    let found = feed(&["validate", "-q", "--format", "jsonl", "-"], &bytes).stdout;
    let found = String::from_utf8(found).unwrap();
    assert!(
        found.contains("S008") && found.contains("encoding not known") && found.contains("--from-encoding"),
        "{found}"
    );
    let written = feed(&["convert", "-q", "--to", "pgn", "-"], &bytes);
    assert_eq!(odd_bytes(&written.stdout), b"\xde");
    assert!(String::from_utf8_lossy(&written.stderr).contains("--from-encoding"));
    // JSON keeps bytes, too, and gives them back.
    let json = feed(&["convert", "-q", "--to", "json", "-"], &bytes).stdout;
    assert!(String::from_utf8_lossy(&json).contains("\\udcdeahin"), "{}", String::from_utf8_lossy(&json));
    assert_eq!(odd_bytes(&feed(&["convert", "-q", "--to", "pgn", "-"], &json).stdout), b"\xde");
    // Another encoding has no such bytes.
    let other = feed(&["convert", "-q", "--to", "pgn", "--to-encoding", "windows-1250", "-"], &bytes);
    assert!(String::from_utf8_lossy(&other.stdout).contains("\"?ahin\""));
    let message = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(message.contains("they are replaced") && !message.contains("written unchanged"), "{message}");
}

#[test]
fn utf_16_is_refused_as_an_output_encoding() {
    for name in ["utf-16", "UTF-16LE", "utf16be"] {
        let output = feed(&["convert", "-q", "--to", "pgn", "--to-encoding", name, "-"], b"1. e4 e5 *\n");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && output.stdout.is_empty(), "{name}: {message}");
        assert!(message.contains("not an output encoding"), "{name}: {message}");
    }
}

#[test]
fn a_record_declares_its_true_encoding_or_none() {
    let kif = "先手：水野\n手合割：平手\n   1 ７六歩(77)\n   2 投了\n";
    for (name, wanted) in [
        ("utf-8", "#KIF version=2.0 encoding=UTF-8\n"),
        ("euc-jp", "#KIF version=2.0 encoding=EUC-JP\n"),
        ("shift_jis", "#KIF version=2.0 encoding=Shift_JIS\n"),
        ("iso-2022-jp", "#KIF version=2.0\n"),
        ("gb18030", "#KIF version=2.0\n"),
    ] {
        let written = feed(&["convert", "-q", "--to", "kif", "--to-encoding", name, "-"], kif.as_bytes()).stdout;
        assert!(written.starts_with(wanted.as_bytes()), "{name}: {}", String::from_utf8_lossy(&written));
    }
    let arguments = ["convert", "-q", "--to", "csa", "--csa-version", "3.0", "--to-encoding", "iso-2022-jp", "-"];
    let written = feed(&arguments, kif.as_bytes()).stdout;
    assert!(written.starts_with(b"V3.0\n"), "{}", String::from_utf8_lossy(&written));
}

#[test]
fn what_is_written_can_be_in_any_encoding() {
    for (name, [white, black, comment]) in TEXTS {
        let text = game([white, black], comment);
        let arguments = ["convert", "-q", "--line-length", "0", "--to", "pgn", "--to-encoding", name, "-"];
        let written = feed(&arguments, text.as_bytes()).stdout;
        assert_eq!(odd_bytes(&written), odd_bytes(&encoded(&text, name)), "{name}");
    }
}

#[test]
fn a_code_page_of_another_script_is_not_taken_for_a_known_one() {
    for (name, text) in [("gbk", "陈文杰 冠军赛"), ("windows-1255", "כהן יעקב"), ("windows-874", "สมชาย ใจดี")]
    {
        let bytes = encoded(&game([text, "B"], ""), name);
        let written = feed(&["convert", "-q", "--to", "pgn", "-"], &bytes).stdout;
        assert_eq!(odd_bytes(&written), odd_bytes(&bytes), "{name}");
    }
}
