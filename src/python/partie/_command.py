"""The command ``partie``, as a wheel installs it."""

import os
import signal
import sys

from ._partie import command


def main() -> int:
    """Runs it with the arguments of the process; its exit status."""
    # As a program of its own finds them: Ctrl-C ends it, and a pipe that nobody reads is an error of writing.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    return command([os.fsencode(argument) for argument in sys.argv])
