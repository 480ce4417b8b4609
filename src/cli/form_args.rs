//! `--format`, which may be repeated: one form for standard output, and others for files. Not for writing reports.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, Args, Command, ValueEnum};

use super::common_args::{FormArg, usual_form};
use super::refused::Refused;
use crate::report::FORMS;
use partie_archive::disk::is_input;
use partie_record::shown::shown_path;

/// An output form and its file; `None` for standard output.
#[derive(Clone, Debug)]
struct PlacedForm {
    form: FormArg,
    file: Option<PathBuf>,
}

/// Reads `FORM` or `FORM=FILE`.
#[derive(Clone, Debug)]
struct PlacedFormParser;

impl TypedValueParser for PlacedFormParser {
    type Value = PlacedForm;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<PlacedForm, clap::Error> {
        let text = StringValueParser::new().parse_ref(command, arg, value)?;
        let (name, file) = text.split_once('=').map_or((text.as_str(), None), |(name, file)| (name, Some(file)));
        let names = PossibleValuesParser::new(FORMS.iter().filter_map(ValueEnum::to_possible_value));
        let name = names.parse_ref(command, arg, OsStr::new(name))?;
        let form = FORMS.iter().copied().find(|form| form.name == name).unwrap_or(FORMS[0]);
        Ok(PlacedForm { form, file: file.filter(|file| *file != "-").map(PathBuf::from) })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(FORMS.iter().filter_map(ValueEnum::to_possible_value)))
    }
}

/// The forms of findings.
#[derive(Clone, Debug, Args)]
pub(super) struct FormsArgs {
    /// Output form [default: PARTIE_FORMAT, else full]; =FILE writes it to a file, in addition to the one on standard
    /// output
    #[arg(long, value_parser = PlacedFormParser, value_name = "FORM[=FILE]")]
    format: Vec<PlacedForm>,
}

impl FormsArgs {
    /// The output form on standard output.
    pub(super) fn form(&self) -> FormArg {
        let named = self.format.iter().find(|placed| placed.file.is_none());
        named.map(|placed| placed.form).or_else(usual_form).unwrap_or(FORMS[0])
    }

    /// The output forms that are written to files.
    pub(super) fn in_files(&self) -> impl Iterator<Item = (FormArg, &Path)> {
        self.format.iter().filter_map(|placed| Some((placed.form, placed.file.as_deref()?)))
    }

    /// All output forms of the run.
    pub(super) fn all(&self) -> impl Iterator<Item = FormArg> {
        std::iter::once(self.form()).chain(self.in_files().map(|(form, _)| form))
    }

    /// # Errors
    /// Two forms have the same destination, or a file is unusable.
    pub(super) fn check(&self, inputs: &[PathBuf]) -> Result<(), Refused> {
        if self.format.iter().filter(|placed| placed.file.is_none()).count() > 1 {
            return Err(Refused::new(
                "two forms cannot share standard output; write one to a file, as in --format sarif=FILE",
            ));
        }
        let files: Vec<PathBuf> = self.in_files().map(|(_, file)| file.to_owned()).collect();
        for (index, file) in files.iter().enumerate() {
            if file.as_os_str().is_empty() {
                return Err(Refused::new("--format FORM= needs the name of a file"));
            }
            let shown = shown_path(file);
            let earlier = &files[..index];
            if earlier.contains(file) || is_input(file, earlier) {
                return Err(Refused::new(format!("two forms cannot share the file {shown}")));
            }
            let named: Vec<PathBuf> = inputs.iter().filter(|input| !input.is_dir()).cloned().collect();
            if is_input(file, &named) {
                return Err(Refused::new(format!("the output {shown} is an input")));
            }
        }
        Ok(())
    }
}
