//! Columns of tables: names, types and what they mean, said once for each row type.
//!
//! [`table!`] makes of one list of fields the struct, its columns, and the way through its
//! cells; the pages of `docs/schema/` are written from the same list. Not for writing files.

use super::value::{Day, Digest, Instant, Label, List, Name, Pairs, ShortList, Text, Word, Words};
use partie_notation::Packed;

/// The type of a column. Only signed integers: other engines read unsigned ones as decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// UTF-8.
    Text,
    /// One of a few names, as UTF-8.
    Name,
    /// An integer of that many bits: 8, 16, 32 or 64.
    Int(u8),
    /// 64 bits of a hash: INT64 in Parquet, sixteen hexadecimal digits elsewhere.
    Hash,
    /// A day: DATE in Parquet, `2024-02-29` elsewhere.
    Day,
    /// A moment in UTC: TIMESTAMP in milliseconds in Parquet, `2024-02-29T10:30:00Z` elsewhere.
    Instant,
    /// A list of integers of that many bits, some of which may be unknown.
    List(u8),
    /// A list of words.
    Words,
    /// Names and what they stand for.
    Map,
}

/// A column of a table.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub shape: Shape,
    /// Whether a row may lack it.
    pub nullable: bool,
    /// Whether it is written only where it is named.
    pub on_request: bool,
    /// What it holds.
    pub about: &'static str,
}

impl Shape {
    /// The name of the type, as the pages of the schema and of SQL have it.
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

/// Takes the cells of a row, in the order of its columns.
pub trait Cells {
    /// A text.
    fn text(&mut self, value: Option<&str>);
    /// A text that holds nothing for which CSV has quotes.
    #[inline]
    fn word(&mut self, value: Option<&str>) {
        self.text(value);
    }
    /// A name that the program itself gives.
    fn name(&mut self, value: Option<&'static str>);
    /// A name that stands in most rows.
    #[inline(always)]
    fn label(&mut self, value: Option<Label>) {
        self.name(value.map(Label::text));
    }
    /// A short text that holds nothing for which CSV has quotes.
    #[inline(always)]
    fn packed(&mut self, value: Packed) {
        value.as_text(|text| self.word(Some(text)));
    }
    /// An integer.
    fn int(&mut self, value: Option<i64>);
    /// 64 bits of a hash; where texts have another form, as an integer with a sign.
    #[inline(always)]
    fn hash(&mut self, value: Option<u64>) {
        self.int(value.map(|value| value as i64));
    }
    /// A day; likewise, since 1970.
    #[inline(always)]
    fn day(&mut self, value: Option<Day>) {
        self.int(value.map(|day| i64::from(day.since_1970())));
    }
    /// A moment; likewise, in milliseconds since 1970.
    #[inline(always)]
    fn instant(&mut self, value: Option<Instant>) {
        self.int(value.map(Instant::since_1970));
    }
    /// A list.
    fn list(&mut self, value: Option<List<'_>>);
    /// A list of words.
    fn words(&mut self, value: Option<Words<'_>>);
    /// Names and what they stand for.
    fn pairs(&mut self, value: Option<&Pairs<'_>>);
}

/// A row of a table.
pub trait Row: Sized {
    /// The table's name.
    const TABLE: &'static str;
    /// What a row is.
    const ABOUT: &'static str;
    /// The columns.
    const COLUMNS: &'static [Column];
    /// How many of the first columns all rows of a game agree in.
    const COMMON: usize;
    /// Gives the cell of one column, by its place among them.
    fn cell<C: Cells>(&self, index: usize, cells: &mut C);
    /// Gives the cells of one column of many rows. Of a row only what that column needs is computed, as it is never
    /// put together.
    fn column_cells<C: Cells>(rows: impl Iterator<Item = Self>, index: usize, cells: &mut C);
    /// Gives the cells of the first columns, those that all rows of a game agree in.
    fn common_cells<C: Cells>(&self, cells: &mut C);
    /// Gives the cells of the other columns.
    fn own_cells<C: Cells>(&self, cells: &mut C);
    /// Gives the cells, one for each column that is written without being named.
    #[inline(always)]
    fn cells<C: Cells>(&self, cells: &mut C) {
        self.common_cells(cells);
        self.own_cells(cells);
    }
}

/// What can stand in a cell.
pub trait Value {
    /// The type of its column.
    const SHAPE: Shape;
    /// Whether it may be unknown.
    const NULLABLE: bool;
    /// Gives itself to a cell.
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

/// The column of a field.
pub const fn column<V: Value>(field: &'static str, about: &'static str) -> Column {
    Column { name: plain(field), shape: V::SHAPE, nullable: V::NULLABLE, on_request: false, about }
}

/// The name of a field without the mark of a raw identifier.
pub const fn plain(name: &'static str) -> &'static str {
    match name.as_bytes() {
        [b'r', b'#', ..] => name.split_at(2).1,
        _ => name,
    }
}

/// Makes a row type: the struct, its columns with their meaning, and the way through its cells. All rows of a game agree
/// in the columns before the first semicolon; those behind the second are written only where they are named. A name after
/// the table is that of a struct which says of each column whether it is asked for.
#[macro_export]
macro_rules! table {
    (
        #[doc = $about:literal]
        pub struct $name:ident<$life:lifetime> in $table:literal $(asked as $asked:ident)? {
            $( $(#[doc = $doc:literal])+ $field:ident: $type:ty, )*
        }
    ) => {
        $crate::column::table! {
            #[doc = $about]
            pub struct $name<$life> in $table $(asked as $asked)? {
                ;
                $( $(#[doc = $doc])+ $field: $type, )*
                ;
            }
        }
    };
    (
        #[doc = $about:literal]
        pub struct $name:ident<$life:lifetime> in $table:literal $(asked as $asked:ident)? {
            $( $(#[doc = $common_doc:literal])+ $common:ident: $common_type:ty, )*;
            $( $(#[doc = $doc:literal])+ $field:ident: $type:ty, )*;
            $( $(#[doc = $more_doc:literal])+ $more:ident: $more_type:ty, )*
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
                $( $crate::column::column::<$type>(stringify!($field), concat!($($doc),+)), )*
                $( $crate::column::Column {
                    on_request: true,
                    ..$crate::column::column::<$more_type>(stringify!($more), concat!($($more_doc),+))
                }, )*
            ];

            const COMMON: usize = { const COMMON: &[&str] = &[$( stringify!($common) ),*]; COMMON.len() };

            // The comparisons become one jump.
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
    };
    (@asked [] $($field:tt)*) => {};
    (@asked [$asked:ident] [$($field:ident)*] [$($more:ident)*]) => {
        /// The columns that are asked for: what only others need is not computed, and is wrong or missing in a row.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $asked {
            $( #[doc = "Whether it is asked for."] pub $field: bool, )*
            $( #[doc = "Whether it is asked for."] pub $more: bool, )*
        }

        impl $asked {
            /// None of them.
            pub const NONE: Self = Self { $( $field: false, )* $( $more: false, )* };

            /// Those of which that holds, by their names.
            pub fn of(is_asked: impl Fn(&str) -> bool) -> Self {
                Self {
                    $( $field: is_asked($crate::column::plain(stringify!($field))), )*
                    $( $more: is_asked($crate::column::plain(stringify!($more))), )*
                }
            }
        }

        impl Default for $asked {
            /// All that are written without being named.
            fn default() -> Self {
                Self { $( $field: true, )* $( $more: false, )* }
            }
        }
    };
}
pub use table;
