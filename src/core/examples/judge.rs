//! Judges the games of a text and writes them as coordinates: the smallest program that uses what a page needs. Its size as
//! WebAssembly is what `.ci/wasm --size` measures.

use std::hint::black_box;

use partie_core::{Target, convert, replay};

fn main() {
    // What it reads and what becomes of it stays unknown to the compiler, so that nothing is left out.
    let text = black_box(b"1. e4 e5 2. Nf3 Nc6 *\n".as_slice());
    black_box(replay(text));
    if let Some(target) = Target::find(black_box("uci")) {
        drop(black_box(convert(text, target)));
    }
}
