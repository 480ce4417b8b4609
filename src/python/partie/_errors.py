"""Exceptions. All are ``PartieError``, and also the corresponding builtin exception, if there is one."""

__all__ = [
    "ConversionError",
    "MissingFileError",
    "NoRecordError",
    "OptionError",
    "PartieError",
    "ReadError",
]


class PartieError(Exception):
    """The base class of this package's exceptions. Wrong types raise ``TypeError``."""


class ReadError(PartieError, OSError):
    """A file or stream cannot be read, or not to its end."""


class MissingFileError(ReadError, FileNotFoundError):
    """There is no such file."""


class NoRecordError(PartieError, ValueError):
    """A source has no game record."""


class OptionError(PartieError, ValueError):
    """An invalid option, column, code or expression."""


class ConversionError(PartieError, ValueError):
    """A game that the target cannot represent."""
