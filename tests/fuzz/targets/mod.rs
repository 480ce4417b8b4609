//! What is fuzzed: a function a target, and what must hold whatever bytes it is given. A panic is a finding.
//!
//! Not for making the bytes: that is done by the driver beside this folder, or by libFuzzer (`tests/fuzz/libfuzzer`).

mod archives;
mod chains;
mod moves;
mod positions;
mod records;
mod shogi_moves;
mod tasks;

use partie_notation::letters::Letters;
use partie_notation::moves::{Algebraic, Descriptive};
use partie_record::Format;

/// A target.
pub(crate) struct Target {
    /// Its name, which is that of its folder in the corpus.
    pub(crate) name: &'static str,
    /// Tries some bytes.
    pub(crate) run: fn(&[u8]),
    /// Extensions of fixtures, and languages of blocks in the pages of the findings, that are seeds.
    pub(crate) seeds: &'static [&'static str],
    /// The list in `tests/fuzz/words` whose words are put into inputs.
    pub(crate) words: &'static str,
}

/// All of them.
pub(crate) const TARGETS: &[Target] = &[
    row("pgn", |bytes| records::check(bytes, Format::Pgn), &["pgn"], "pgn"),
    row("score", |bytes| records::check(bytes, Format::Score), &["score", "txt"], "score"),
    row("kif", |bytes| records::check(bytes, Format::Kif), &["kif", "kifu"], "kif"),
    row("ki2", |bytes| records::check(bytes, Format::Ki2), &["ki2", "ki2u"], "kif"),
    row("csa", |bytes| records::check(bytes, Format::Csa), &["csa"], "csa"),
    row("usi", |bytes| records::check(bytes, Format::Usi), &["usi"], "usi"),
    row("usen", |bytes| records::check(bytes, Format::Usen), &["usen"], "usi"),
    row("jkf", |bytes| records::check(bytes, Format::Jkf), &["jkf"], "json"),
    row("psn", |bytes| records::check(bytes, Format::Psn), &["psn"], "psn"),
    row("pychess", |bytes| records::check(bytes, Format::Pychess), &[], "psn"),
    row("json", |bytes| records::check(bytes, Format::Json), &["json"], "json"),
    row("found", records::check_found, &["pgn", "txt", "kifu", "csa", "usi", "jkf", "psn", "json"], "found"),
    row("chains", chains::check, &["pgn", "txt", "uci", "kifu", "ki2u", "csa", "usi", "jkf", "psn", "json"], "found"),
    row("san-moves", moves::check_san, &[], "san"),
    row("hex-moves", moves::check_hex, &[], "hex"),
    row("descriptive-moves", |bytes| moves::check(&Descriptive::default(), bytes), &[], "descriptive"),
    row("kober-moves", |bytes| moves::check(&Algebraic::kober(Letters::CZECH), bytes), &[], "kober"),
    row("iccf-moves", |bytes| moves::check(&Algebraic::iccf(), bytes), &[], "san"),
    row("kif-moves", |bytes| shogi_moves::check(bytes, Format::Kif), &[], "japanese"),
    row("ki2-moves", |bytes| shogi_moves::check(bytes, Format::Ki2), &[], "japanese"),
    row("csa-moves", |bytes| shogi_moves::check(bytes, Format::Csa), &[], "csa"),
    row("usi-moves", |bytes| shogi_moves::check(bytes, Format::Usi), &[], "usi"),
    row("psn-moves", |bytes| shogi_moves::check(bytes, Format::Psn), &[], "psn"),
    row("fen", positions::check_fen, &[], "fen"),
    row("sfen", positions::check_sfen, &[], "sfen"),
    row("hex-fen", positions::check_hex_fen, &[], "fen"),
    row("compressed", archives::check_compressed, &["zst"], "zip"),
    row("slices", archives::check_slices, &["pgn", "txt", "kifu", "ki2u", "csa", "usi", "psn"], "found"),
    row("zip", archives::check_zip, &[], "zip"),
    row("plan", tasks::check_plan, &[], "plan"),
    row("journal", tasks::check_journal, &[], "plan"),
];

const fn row(name: &'static str, run: fn(&[u8]), seeds: &'static [&'static str], words: &'static str) -> Target {
    Target { name, run, seeds, words }
}

/// A number that is the same for the same bytes, by which one of several checks is chosen.
fn digest(bytes: &[u8]) -> usize {
    let hash = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    (hash ^ hash >> 32) as usize
}

/// Whether a text may be shown on one line as it stands: no controls, nothing that hides or turns what stands beside it.
fn is_shown(text: &str) -> bool {
    !text.chars().any(|character| {
        character.is_control()
            || matches!(character, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}')
            || matches!(character, '\u{feff}' | '\u{61c}')
    })
}
