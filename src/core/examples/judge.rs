//! Judges the games of a text and writes them as coordinates: the smallest program that uses what a page needs. Its size as
//! WebAssembly is what `.ci/wasm --size` measures.

use std::hint::black_box;

use partie_core::{Session, Target};

fn main() {
    // What it reads and what becomes of it stays unknown to the compiler, so that nothing is left out.
    let text = black_box(b"1. e4 e5 2. Nf3 Nc6 *\n".as_slice());
    let session = Session::new();
    for game in session.games(text) {
        black_box((game.is_broken(), game.findings().map(|finding| finding.json()).collect::<Vec<_>>()));
    }
    if let Some(target) = Target::find(black_box("uci")) {
        drop(black_box(session.convert(text, target)));
    }
}
