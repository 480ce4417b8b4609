//! Writes the reports of a run: one to standard output, others to files that get their final names when the run ends.
//! Not for formatting findings.

use std::path::Path;

use super::form_args::FormsArgs;
use super::output::Output;
use super::refused::Refused;
use super::standard::output_columns;
use crate::report::{OutputForm, Reporter, TerminalStyle};
use partie_archive::disk::{PackedFile, Unwritten};
use partie_record::finding::{Finding, Severity};
use partie_record::shown::visible;

/// Maximum columns of source in the form `full`.
const MAX_WIDTH: usize = 100;

/// A report in one form.
pub(super) struct Report {
    pub(super) form: &'static OutputForm,
    reporter: Box<dyn Reporter>,
    /// The file of the report; `None` for standard output.
    file: Option<PackedFile>,
    /// The lowest severity that the report shows.
    least: Severity,
}

pub(super) struct Reports {
    pub(super) out: Output,
    /// The report on standard output.
    pub(super) main: Report,
    pub(super) others: Vec<Report>,
    /// The buffer for a reporter's lines.
    text: String,
    /// The first file that could not be written.
    unwritten: Option<Unwritten>,
}

impl Report {
    fn new(form: &'static OutputForm, colour: bool, file: Option<PackedFile>) -> Self {
        let columns = file.is_none().then(output_columns).flatten();
        let width = columns.map_or(MAX_WIDTH, |columns| columns.min(MAX_WIDTH));
        let reporter = (form.start)(TerminalStyle { colour, width });
        Self { form, reporter, file, least: form.least }
    }

    /// True if the report shows a finding, unless a limit on the number of findings prevents it.
    pub(super) fn takes(&self, finding: &Finding) -> bool {
        finding.severity >= self.least && (finding.allowed.is_none() || self.form.shows_allowed)
    }
}

impl Reports {
    /// Opens the files of the reports.
    ///
    /// # Errors
    /// A file cannot be written.
    pub(super) fn open(args: &FormsArgs, colour: bool) -> Result<Self, Refused> {
        let main = Report::new(args.form(), colour, None);
        let open = |(form, path): (_, &Path)| {
            let file = PackedFile::create(path).map_err(|unwritten| Refused::new(unwritten.to_string()))?;
            Ok(Report::new(form, false, Some(file)))
        };
        let others = args.in_files().map(open).collect::<Result<_, Refused>>()?;
        Ok(Self { out: Output::new(), main, others, text: String::new(), unwritten: None })
    }

    /// Sets the lowest severity of all reports; `None` restores the default of each form.
    pub(super) fn show_from(&mut self, least: Option<Severity>) {
        for report in std::iter::once(&mut self.main).chain(&mut self.others) {
            report.least = least.unwrap_or(report.form.least);
        }
    }

    /// Adds to the report on standard output.
    pub(super) fn add_to_main(&mut self, add: impl FnOnce(&mut dyn Reporter, &mut String)) {
        self.text.clear();
        add(self.main.reporter.as_mut(), &mut self.text);
        match self.main.form {
            form if form.writes_commands => self.out.write_commands(&self.text),
            form if form.is_complete => self.out.write_styled(&self.text),
            _ => self.out.write_lines(&self.text),
        }
    }

    /// Adds to the reports in files for which `takes` returns true.
    pub(super) fn add_to_others(
        &mut self,
        takes: impl Fn(&Report) -> bool,
        mut add: impl FnMut(&OutputForm, &mut dyn Reporter, &mut String),
    ) {
        for report in self.others.iter_mut().filter(|report| takes(report)) {
            self.text.clear();
            add(report.form, report.reporter.as_mut(), &mut self.text);
            let Some(file) = &mut report.file else { continue };
            if let Err(unwritten) = file.write(visible(&self.text).as_bytes()) {
                self.unwritten.get_or_insert(unwritten);
            }
        }
    }

    pub(super) fn add(&mut self, mut add: impl FnMut(&mut dyn Reporter, &mut String)) {
        self.add_to_main(&mut add);
        self.add_to_others(|_| true, |_, reporter, text| add(reporter, text));
    }

    pub(super) fn forms(&self) -> impl Iterator<Item = &'static OutputForm> {
        std::iter::once(&self.main).chain(&self.others).map(|report| report.form)
    }

    /// True if standard output is closed, and no report goes to a file.
    pub(super) fn have_no_reader(&self) -> bool {
        self.out.is_broken() && self.others.is_empty()
    }

    /// Gives the files of the reports their final names.
    ///
    /// # Errors
    /// A file cannot be written.
    pub(super) fn finish(&mut self) -> Result<(), Refused> {
        for report in self.others.drain(..) {
            let Some(file) = report.file else { continue };
            if let Err(unwritten) = file.commit() {
                self.unwritten.get_or_insert(unwritten);
            }
        }
        self.unwritten.take().map_or(Ok(()), |unwritten| Err(Refused::new(unwritten.to_string())))
    }
}
