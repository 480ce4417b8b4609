"""Exceptions. All are ``PartieError``; those that a builtin names are that builtin as well."""

__all__ = [
    "ConversionError",
    "MissingFileError",
    "NoRecordError",
    "OptionError",
    "PartieError",
    "ReadError",
]


class PartieError(Exception):
    """What this package raises. Of wrong types it is ``TypeError``."""


class ReadError(PartieError, OSError):
    """A file or stream cannot be read, or not to its end."""


class MissingFileError(ReadError, FileNotFoundError):
    """There is no such file."""


class NoRecordError(PartieError, ValueError):
    """A source holds no record of a game."""


class OptionError(PartieError, ValueError):
    """An option, a column, a code or an expression that means nothing."""


class ConversionError(PartieError, ValueError):
    """A game that the target cannot hold."""
