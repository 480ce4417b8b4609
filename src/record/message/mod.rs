//! Messages as data: the name of a [`Shape`] and its arguments. Only `english.tsv` contains the words of each
//! shape; another language is another table.
//!
//! [`say!`](crate::say) creates a message. It does not compile if the table lacks the shape, or if its words require
//! other arguments.

mod arg;
mod english;
mod lookup;
mod render;
mod shape;
mod types;

pub use arg::{list, moved, piece, ply, quoted, side, square, text};
pub use english::TABLE;
pub use lookup::{is_row, named, speaks_of};
pub use shape::{Named, Shape};
pub use types::{Arg, Message};

/// Creates a message of a shape, with all arguments that its words require: `say!("mates", side = side("White"))`.
#[macro_export]
macro_rules! say {
    ($shape:literal $(, $name:ident = $value:expr)* $(,)?) => {{
        const {
            assert!($crate::message::is_row($shape), "the table has no such shape");
            assert!(
                $crate::message::speaks_of($shape, &[$(stringify!($name)),*]),
                "the words of the shape speak of other arguments"
            );
        }
        const NAMED: &$crate::message::Named = &$crate::message::named($shape, &[$(stringify!($name)),*]);
        $crate::message::Message::new(NAMED, [$($crate::message::Arg::from($value)),*])
    }};
}
