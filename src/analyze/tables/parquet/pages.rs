//! Builds the Parquet pages of a column with repeating values: a dictionary page, and a page of cell indexes.
//!
//! The library's column writers would copy each cell's text to look it up, but [`Dictionary`] already has the indexes.

use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::column::page::{CompressedPage, Page, PageWriter as _};
use parquet::column::writer::ColumnCloseResult;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::statistics::Statistics;
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use parquet::schema::types::ColumnDescriptor;
use zstd::bulk::Compressor;

use super::dictionary::{Dictionary, UNKNOWN};
use super::hybrid;

/// Builds the pages of one column after another, reusing its buffers.
pub(super) struct PageMaker {
    compressor: Compressor<'static>,
    level: ZstdLevel,
    /// The bytes of the current page.
    page: Vec<u8>,
    /// The definition level of each cell: 1 if it is known, otherwise 0.
    known: Vec<u32>,
    numbers: Vec<u32>,
}

impl PageMaker {
    pub(super) fn new(level: ZstdLevel) -> Result<Self, ParquetError> {
        let compressor = Compressor::new(level.compression_level())?;
        Ok(Self { compressor, level, page: Vec::new(), known: Vec::new(), numbers: Vec::new() })
    }

    /// Returns the bytes of a column, and its metadata with minimum and maximum if `is_ranged`.
    pub(super) fn column(
        &mut self,
        dictionary: &Dictionary,
        column: Arc<ColumnDescriptor>,
        is_ranged: bool,
    ) -> Result<(Bytes, ColumnCloseResult), ParquetError> {
        let mut out = TrackedWrite::new(Vec::new());
        let mut writer = SerializedPageWriter::new(&mut out);
        let rows = dictionary.cells.len();
        // Numbers stay uncompressed: their indexes are bit-packed, so compression would gain nothing.
        let holds_texts = dictionary.bytes_of_number == 0;
        let compression = if holds_texts { Compression::ZSTD(self.level) } else { Compression::UNCOMPRESSED };
        let mut sizes = [0; 2];
        let mut add = |page| -> Result<u64, ParquetError> {
            let spec = writer.write_page(page)?;
            sizes[0] += spec.uncompressed_size as i64;
            sizes[1] += spec.compressed_size as i64;
            Ok(spec.offset)
        };
        let mut of_dictionary = None;
        if dictionary.len() > 0 {
            self.page.clear();
            for text in dictionary.texts() {
                // Only texts have a length prefix: numbers have the length of their type.
                if holds_texts {
                    self.page.extend_from_slice(&(text.len() as u32).to_le_bytes());
                }
                self.page.extend_from_slice(text);
            }
            let (buf, num_values) = (self.content(holds_texts)?, dictionary.len() as u32);
            let page = Page::DictionaryPage { buf, num_values, encoding: Encoding::PLAIN, is_sorted: false };
            of_dictionary = Some(add(CompressedPage::new(page, self.page.len()))? as i64);
        }
        let encoding = if of_dictionary.is_some() { Encoding::RLE_DICTIONARY } else { Encoding::PLAIN };
        let is_nullable = column.max_def_level() > 0;
        self.cells(dictionary, is_nullable);
        let page = Page::DataPage {
            buf: self.content(holds_texts)?,
            num_values: rows as u32,
            encoding,
            def_level_encoding: Encoding::RLE,
            rep_level_encoding: Encoding::RLE,
            statistics: None,
        };
        let of_data = add(CompressedPage::new(page, self.page.len()))? as i64;
        let mut metadata = ColumnChunkMetaData::builder(column)
            .set_compression(compression)
            .set_encodings(vec![Encoding::PLAIN, Encoding::RLE, encoding])
            .set_num_values(rows as i64)
            .set_total_uncompressed_size(sizes[0])
            .set_total_compressed_size(sizes[1])
            .set_dictionary_page_offset(of_dictionary)
            .set_data_page_offset(of_data);
        if is_ranged {
            let unknown = dictionary.cells.iter().filter(|cell| **cell == UNKNOWN).count();
            metadata = metadata.set_statistics(range(dictionary, Some(unknown as u64)));
        }
        let result = ColumnCloseResult {
            bytes_written: sizes[1] as u64,
            rows_written: rows as u64,
            metadata: metadata.build()?,
            bloom_filter: None,
            column_index: None,
            offset_index: None,
        };
        Ok((out.into_inner()?.into(), result))
    }

    /// Writes the cells to the page: definition levels if nullable, then the indexes of the known cells.
    fn cells(&mut self, dictionary: &Dictionary, is_nullable: bool) {
        self.page.clear();
        let mut numbers = dictionary.cells.as_slice();
        if is_nullable {
            self.known.clear();
            self.known.extend(numbers.iter().map(|cell| u32::from(*cell != UNKNOWN)));
            self.numbers.clear();
            self.numbers.extend(numbers.iter().filter(|cell| **cell != UNKNOWN));
            numbers = &self.numbers;
            // Reserves four bytes for the length of the levels.
            self.page.extend_from_slice(&[0; size_of::<u32>()]);
            hybrid::encode(&self.known, 1, &mut self.page);
            let length = (self.page.len() - size_of::<u32>()) as u32;
            self.page[..size_of::<u32>()].copy_from_slice(&length.to_le_bytes());
        }
        if dictionary.len() > 0 {
            let width = hybrid::width(dictionary.len());
            self.page.push(width);
            hybrid::encode(numbers, width, &mut self.page);
        }
    }

    fn content(&mut self, is_compressed: bool) -> Result<Bytes, ParquetError> {
        Ok(if is_compressed { self.compressor.compress(&self.page)?.into() } else { self.page.clone().into() })
    }
}

/// The minimum and maximum of the values in a dictionary.
fn range(dictionary: &Dictionary, unknown: Option<u64>) -> Statistics {
    match dictionary.bytes_of_number {
        0 => {
            let text = |text: Option<&[u8]>| text.map(|text| ByteArray::from(text.to_vec()));
            let [least, greatest] = [dictionary.texts().min(), dictionary.texts().max()].map(text);
            Statistics::byte_array(least, greatest, None, unknown, false)
        }
        4 => {
            let numbers = || dictionary.texts().filter_map(|bytes| bytes.try_into().ok()).map(i32::from_le_bytes);
            Statistics::int32(numbers().min(), numbers().max(), None, unknown, false)
        }
        _ => {
            let numbers = || dictionary.texts().filter_map(|bytes| bytes.try_into().ok()).map(i64::from_le_bytes);
            Statistics::int64(numbers().min(), numbers().max(), None, unknown, false)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_ordered_as_numbers() {
        let of = |bytes| {
            let mut dictionary = Dictionary::new(bytes);
            [300, -2, 7].map(Some).into_iter().for_each(|number| dictionary.push_number(number));
            range(&dictionary, Some(1))
        };
        assert_eq!(of(4), Statistics::int32(Some(-2), Some(300), None, Some(1), false));
        assert_eq!(of(8), Statistics::int64(Some(-2), Some(300), None, Some(1), false));
    }
}
