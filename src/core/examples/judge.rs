//! Judges the games of a text and writes them as coordinates: the smallest program with the features of a web page.
//! `.ci/wasm --size` measures its size as WebAssembly.

use std::hint::black_box;

use partie_core::{Session, Target};

fn main() {
    // `black_box` hides input and output from the compiler, so that nothing is optimized away.
    let text = black_box(b"1. e4 e5 2. Nf3 Nc6 *\n".as_slice());
    let session = Session::new();
    for game in session.games(text) {
        black_box((game.is_broken(), game.findings().map(|finding| finding.json()).collect::<Vec<_>>()));
    }
    if let Some(target) = Target::find(black_box("uci")) {
        drop(black_box(session.convert(text, target)));
    }
}
