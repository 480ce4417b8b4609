"""The command ``partie`` that the wheel installs."""

import os
import signal
import sys

from ._partie import command


def main() -> int:
    """Runs the command with the arguments of the process, and returns its exit status."""
    # As a program of its own finds them: Ctrl-C ends it, and a pipe that nobody reads is an error of writing.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    return command([os.fsencode(argument) for argument in sys.argv])
