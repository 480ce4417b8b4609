//! The numbers of correspondence chess, as a notation of moves.

use super::own_form::OwnForm;
use crate::iccf;
use crate::letters::Letters;
use crate::san::SanToken;
use partie_rules::chess::{Move, Position};

/// Moves in the numbers of the International Correspondence Chess Federation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Iccf;

impl OwnForm for Iccf {
    const LETTERS: &'static Letters = Letters::ENGLISH;

    fn read(token: &[u8]) -> Option<SanToken> {
        iccf::read(token).ok().map(|(_, token)| token)
    }

    fn write(out: &mut Vec<u8>, _: &Position, mv: Move) {
        iccf::write(out, mv, false);
    }
}
