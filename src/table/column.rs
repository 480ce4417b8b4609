//! Columns of tables: name, type and description, declared once for each row type.
//!
//! [`table!`] generates the struct, its columns and its cell visitors from one list of fields. The pages of
//! `docs/schema/` are generated from the same list. File writers are in the `analyze` crate.

use super::value::{Day, Digest, Instant, Label, List, Name, Pairs, ShortList, Text, Word, Words};
use partie_notation::Packed;

/// The type of a column. Integers are signed, because some database engines read unsigned ones as decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Text,
    /// A name from a fixed set.
    Name,
    /// An integer with this number of bits: 8, 16, 32 or 64.
    Int(u8),
    /// A 64-bit hash: INT64 in Parquet, sixteen hexadecimal digits elsewhere.
    Hash,
    /// A day: DATE in Parquet, `2024-02-29` elsewhere.
    Day,
    /// An instant in UTC: TIMESTAMP in milliseconds in Parquet, `2024-02-29T10:30:00Z` elsewhere.
    Instant,
    /// A list of integers with this number of bits; elements may be unknown.
    List(u8),
    /// A list of words without spaces.
    Words,
    /// A map from names to texts.
    Map,
}

/// A column of a table.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    pub name: &'static str,
    pub shape: Shape,
    /// True if a row may lack the value.
    pub nullable: bool,
    /// True if the column is written only if the user names it.
    pub on_request: bool,
    /// True if tags alone determine the cell, without a replay.
    pub is_of_tags: bool,
    /// The description: the field's doc comment.
    pub about: &'static str,
}

impl Shape {
    /// The name of the type in the schema pages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text | Self::Name => "TEXT",
            Self::Int(8) => "INT8",
            Self::Int(16) => "INT16",
            Self::Int(32) => "INT32",
            Self::Int(_) => "INT64",
            Self::Hash => "INT64 (hash)",
            Self::Day => "DATE",
            Self::Instant => "TIMESTAMP",
            Self::List(16) => "LIST of INT16",
            Self::List(_) => "LIST of INT32",
            Self::Words => "LIST of TEXT",
            Self::Map => "MAP of TEXT to TEXT",
        }
    }
}

/// A visitor of the cells of a row, in the order of its columns.
pub trait Cells {
    fn text(&mut self, value: Option<&str>);
    /// A text that never needs quotes in CSV.
    #[inline]
    fn word(&mut self, value: Option<&str>) {
        self.text(value);
    }
    /// A name from a fixed set.
    fn name(&mut self, value: Option<&'static str>);
    /// A name that is present in most rows.
    #[inline(always)]
    fn label(&mut self, value: Option<Label>) {
        self.name(value.map(Label::text));
    }
    /// A short text that never needs quotes in CSV.
    #[inline(always)]
    fn packed(&mut self, value: Packed) {
        value.as_text(|text| self.word(Some(text)));
    }
    fn int(&mut self, value: Option<i64>);
    /// A 64-bit hash; a signed integer by default, digits in text formats.
    #[inline(always)]
    fn hash(&mut self, value: Option<u64>) {
        self.int(value.map(|value| value as i64));
    }
    /// A day; by default, days since 1970-01-01.
    #[inline(always)]
    fn day(&mut self, value: Option<Day>) {
        self.int(value.map(|day| i64::from(day.since_1970())));
    }
    /// An instant; by default, milliseconds since 1970-01-01.
    #[inline(always)]
    fn instant(&mut self, value: Option<Instant>) {
        self.int(value.map(Instant::since_1970));
    }
    fn list(&mut self, value: Option<List<'_>>);
    fn words(&mut self, value: Option<Words<'_>>);
    /// Names with their values.
    fn pairs(&mut self, value: Option<&Pairs<'_>>);
}

/// A row of a table.
pub trait Row: Sized {
    const TABLE: &'static str;
    /// The description of a row: the struct's doc comment.
    const ABOUT: &'static str;
    const COLUMNS: &'static [Column];
    /// Number of leading columns whose cells are equal in all rows of a game.
    const COMMON: usize;
    /// Visits the cell of the column at `index`.
    fn cell<C: Cells>(&self, index: usize, cells: &mut C);
    /// Visits the cells of one column in many rows. The compiler removes the code of the other columns.
    fn column_cells<C: Cells>(rows: impl Iterator<Item = Self>, index: usize, cells: &mut C);
    /// Visits the cells of the first `COMMON` columns.
    fn common_cells<C: Cells>(&self, cells: &mut C);
    /// Visits the cells of the default columns after the first `COMMON`.
    fn own_cells<C: Cells>(&self, cells: &mut C);
    /// Visits the cells of the default columns: those without [`Column::on_request`].
    #[inline(always)]
    fn cells<C: Cells>(&self, cells: &mut C) {
        self.common_cells(cells);
        self.own_cells(cells);
    }
}

/// The value of a cell.
pub trait Value {
    const SHAPE: Shape;
    /// True if the value may be unknown.
    const NULLABLE: bool;
    /// Visits the value.
    fn put<C: Cells>(&self, cells: &mut C);
}

macro_rules! value {
    ($($type:ty, $shape:expr, $method:ident, $of:expr;)*) => {$(
        impl Value for $type {
            const SHAPE: Shape = $shape;
            const NULLABLE: bool = false;
            #[inline(always)]
            fn put<C: Cells>(&self, cells: &mut C) {
                cells.$method(Some($of(*self)));
            }
        }

        impl Value for Option<$type> {
            const SHAPE: Shape = $shape;
            const NULLABLE: bool = true;
            #[inline(always)]
            fn put<C: Cells>(&self, cells: &mut C) {
                cells.$method(self.map($of));
            }
        }
    )*};
}

value! {
    i8, Shape::Int(8), int, i64::from;
    i16, Shape::Int(16), int, i64::from;
    i32, Shape::Int(32), int, i64::from;
    i64, Shape::Int(64), int, std::convert::identity;
    Digest, Shape::Hash, hash, |digest: Digest| digest.0;
    Day, Shape::Day, day, std::convert::identity;
    Instant, Shape::Instant, instant, std::convert::identity;
    &str, Shape::Text, text, std::convert::identity;
    Word<'_>, Shape::Text, word, Word::text;
    Name, Shape::Name, name, |name: Name| name.0;
    Label, Shape::Name, label, std::convert::identity;
}

impl Value for Packed {
    const SHAPE: Shape = Shape::Text;
    const NULLABLE: bool = false;
    #[inline(always)]
    fn put<C: Cells>(&self, cells: &mut C) {
        cells.packed(*self);
    }
}

impl Value for Text<'_> {
    const SHAPE: Shape = Shape::Text;
    const NULLABLE: bool = false;
    #[inline(always)]
    fn put<C: Cells>(&self, cells: &mut C) {
        cells.text(Some(self));
    }
}

impl Value for Option<Text<'_>> {
    const SHAPE: Shape = Shape::Text;
    const NULLABLE: bool = true;
    #[inline(always)]
    fn put<C: Cells>(&self, cells: &mut C) {
        cells.text(self.as_deref());
    }
}

impl Value for Option<List<'_>> {
    const SHAPE: Shape = Shape::List(32);
    const NULLABLE: bool = true;
    #[inline(always)]
    fn put<C: Cells>(&self, cells: &mut C) {
        cells.list(*self);
    }
}

impl Value for Option<ShortList<'_>> {
    const SHAPE: Shape = Shape::List(16);
    const NULLABLE: bool = true;
    #[inline(always)]
    fn put<C: Cells>(&self, cells: &mut C) {
        cells.list(self.map(|list| list.0));
    }
}

impl Value for Option<Words<'_>> {
    const SHAPE: Shape = Shape::Words;
    const NULLABLE: bool = true;
    #[inline(always)]
    fn put<C: Cells>(&self, cells: &mut C) {
        cells.words(*self);
    }
}

impl Value for Option<Pairs<'_>> {
    const SHAPE: Shape = Shape::Map;
    const NULLABLE: bool = true;
    #[inline(always)]
    fn put<C: Cells>(&self, cells: &mut C) {
        cells.pairs(self.as_ref());
    }
}

/// Makes the column of a field.
pub const fn column<V: Value>(field: &'static str, about: &'static str) -> Column {
    Column { name: plain(field), shape: V::SHAPE, nullable: V::NULLABLE, on_request: false, is_of_tags: false, about }
}

/// Strips the `r#` of a raw identifier.
pub const fn plain(name: &'static str) -> &'static str {
    match name.as_bytes() {
        [b'r', b'#', ..] => name.split_at(2).1,
        _ => name,
    }
}

/// Declares a row type: the struct, its columns with descriptions, and its cell visitors. In the columns before the
/// first semicolon, all rows of a game have equal cells. Columns after the second semicolon are written only if the
/// user names them. `asked as` names a struct with one flag per column, true if the column is requested.
///
/// With `made of (game: G, tags: T)`, each column has an expression: `= value` uses the game; `=> value` uses only
/// tags, and is computed only if requested (`game.asked`).
#[macro_export]
macro_rules! table {
    (
        #[doc = $about:literal]
        pub struct $name:ident<$life:lifetime> in $table:literal $(asked as $asked:ident)? $(made of $made:tt)? {
            $( $(#[doc = $doc:literal])+ $field:ident: $type:ty $(= $value:expr)? $(=> $tag:expr)?, )*
        }
    ) => {
        $crate::column::table! {
            #[doc = $about]
            pub struct $name<$life> in $table $(asked as $asked)? $(made of $made)? {
                ;
                $( $(#[doc = $doc])+ $field: $type $(= $value)? $(=> $tag)?, )*
                ;
            }
        }
    };
    (
        #[doc = $about:literal]
        pub struct $name:ident<$life:lifetime> in $table:literal $(asked as $asked:ident)? $(made of $made:tt)? {
            $( $(#[doc = $common_doc:literal])+ $common:ident: $common_type:ty, )*;
            $( $(#[doc = $doc:literal])+ $field:ident: $type:ty $(= $value:expr)? $(=> $tag:expr)?, )*;
            $( $(#[doc = $more_doc:literal])+ $more:ident: $more_type:ty $(= $more_value:expr)?, )*
        }
    ) => {
        #[doc = $about]
        #[derive(Clone, Debug, Default)]
        pub struct $name<$life> {
            $( $(#[doc = $common_doc])+ pub $common: $common_type, )*
            $( $(#[doc = $doc])+ pub $field: $type, )*
            $( $(#[doc = $more_doc])+ pub $more: $more_type, )*
        }

        impl<$life> $crate::column::Row for $name<$life> {
            const TABLE: &'static str = $table;
            const ABOUT: &'static str = $about;
            const COLUMNS: &'static [$crate::column::Column] = &[
                $( $crate::column::column::<$common_type>(stringify!($common), concat!($($common_doc),+)), )*
                $( $crate::column::Column {
                    is_of_tags: !stringify!($($tag)?).is_empty(),
                    ..$crate::column::column::<$type>(stringify!($field), concat!($($doc),+))
                }, )*
                $( $crate::column::Column {
                    on_request: true,
                    ..$crate::column::column::<$more_type>(stringify!($more), concat!($($more_doc),+))
                }, )*
            ];

            const COMMON: usize = { const COMMON: &[&str] = &[$( stringify!($common) ),*]; COMMON.len() };

            // The compiler turns the comparisons into one jump.
            #[allow(unused_assignments, reason = "the last column has none after it")]
            fn cell<C: $crate::column::Cells>(&self, index: usize, cells: &mut C) {
                let mut at = 0;
                $(
                    if index == at {
                        return $crate::column::Value::put(&self.$common, cells);
                    }
                    at += 1;
                )*
                $(
                    if index == at {
                        return $crate::column::Value::put(&self.$field, cells);
                    }
                    at += 1;
                )*
                $(
                    if index == at {
                        return $crate::column::Value::put(&self.$more, cells);
                    }
                    at += 1;
                )*
            }

            #[allow(unused_assignments, reason = "the last column has none after it")]
            fn column_cells<C: $crate::column::Cells>(rows: impl Iterator<Item = Self>, index: usize, cells: &mut C) {
                let mut at = 0;
                $(
                    if index == at {
                        return rows.for_each(|row| $crate::column::Value::put(&row.$common, cells));
                    }
                    at += 1;
                )*
                $(
                    if index == at {
                        return rows.for_each(|row| $crate::column::Value::put(&row.$field, cells));
                    }
                    at += 1;
                )*
                $(
                    if index == at {
                        return rows.for_each(|row| $crate::column::Value::put(&row.$more, cells));
                    }
                    at += 1;
                )*
            }

            #[inline(always)]
            fn common_cells<C: $crate::column::Cells>(&self, _cells: &mut C) {
                $( $crate::column::Value::put(&self.$common, _cells); )*
            }

            #[inline(always)]
            fn own_cells<C: $crate::column::Cells>(&self, cells: &mut C) {
                $( $crate::column::Value::put(&self.$field, cells); )*
            }
        }

        $crate::column::table! { @asked [$($asked)?] [$($common)* $($field)*] [$($more)*] }
        $crate::column::table! {
            @made [$($made)?] $name<$life>
            $( $field: $type [$($value)?] [$($tag)?], )*
            $( $more: $more_type [$($more_value)?] [], )*
        }
    };
    (@made [] $($field:tt)*) => {};
    (
        @made [($game:ident: $game_type:ty, $tags:ident: $tags_type:ty)] $name:ident<$life:lifetime>
        $( $field:ident: $type:ty [$($value:expr)?] [$($tag:expr)?], )*
    ) => {
        impl<$life> $name<$life> {
            /// Makes the row of a game.
            pub fn of($game: &$game_type, $tags: &$tags_type) -> Self {
                Self { $( $field: $crate::column::table! { @value $game.asked.$field, [$($value)?] [$($tag)?] }, )* }
            }

            /// Visits the cell of the column at `index`; returns false if tags do not decide it.
            pub fn tag_cell<C: $crate::column::Cells>(index: usize, $tags: &$tags_type, cells: &mut C) -> bool {
                const NAMES: &[&str] = &[$( stringify!($field) ),*];
                $( $(
                    if NAMES.get(index) == Some(&stringify!($field)) {
                        let value: $type = $tag;
                        $crate::column::Value::put(&value, cells);
                        return true;
                    }
                )? )*
                false
            }
        }
    };
    (@value $asked:expr, [$value:expr] $tag:tt) => { $value };
    (@value $asked:expr, [] [$tag:expr]) => { if $asked { $tag } else { Default::default() } };
    (@asked [] $($field:tt)*) => {};
    (@asked [$asked:ident] [$($field:ident)*] [$($more:ident)*]) => {
        /// The requested columns. Values that only other columns need are not computed; they are wrong or missing.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $asked {
            $( #[doc = "Whether it is asked for."] pub $field: bool, )*
            $( #[doc = "Whether it is asked for."] pub $more: bool, )*
        }

        impl $asked {
            /// No columns.
            pub const NONE: Self = Self { $( $field: false, )* $( $more: false, )* };

            /// The columns whose names satisfy `is_asked`.
            pub fn of(is_asked: impl Fn(&str) -> bool) -> Self {
                Self {
                    $( $field: is_asked($crate::column::plain(stringify!($field))), )*
                    $( $more: is_asked($crate::column::plain(stringify!($more))), )*
                }
            }
        }

        impl Default for $asked {
            /// All default columns.
            fn default() -> Self {
                Self { $( $field: true, )* $( $more: false, )* }
            }
        }
    };
}
pub use table;
