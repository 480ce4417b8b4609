//! The notation of Kober's book of 1888, as a notation of moves.

use super::own_form::OwnForm;
use crate::kober;
use crate::letters::Letters;
use crate::san::{CheckMark, Form, SanToken};
use partie_rules::chess::{Move, Position};

/// Long algebraic notation of the 1880s.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kober;

impl OwnForm for Kober {
    const LETTERS: &'static Letters = Letters::CZECH;

    /// A `+` is an evaluation unless the move checks.
    fn read(token: &[u8]) -> Option<SanToken> {
        let kober::KoberToken { mut written, plus, .. } = kober::read(token)?;
        written.form = Form::Own;
        (written.zeros, written.bare_promotion) = (false, false);
        if plus {
            written.check = CheckMark::Open;
        }
        Some(written)
    }

    fn write(out: &mut Vec<u8>, position: &Position, mv: Move) {
        kober::write(out, position, mv);
    }
}
