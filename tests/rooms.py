#!/usr/bin/env python3
"""Where the time of a ply goes: instructions, mispredicted branches, misses of the first cache and estimated cycles by room.

    CARGO_PROFILE_DIST_STRIP=none CARGO_PROFILE_DIST_DEBUG=line-tables-only cargo build --profile dist
    tests/rooms.py target/dist/partie GAMES.pgn     (some megabytes; valgrind runs fifty times as long)

Counted by callgrind with its models of a cache and of branches, which foresee fewer than a processor does. Cycles are estimated
as KCachegrind does: instructions + 10 for each mispredicted branch and each miss of the first cache + 100 for each of the last.
What is drawn in from a library counts for the room that drew it in.
"""

import collections
import re
import subprocess
import sys
import tempfile

ROOMS = [
    ("src/notation/pgn/", "reading PGN: tags, numbers, tokens"),
    ("src/notation/", "reading moves"),
    ("src/rules/chess/dead", "dead positions"),
    ("src/rules/", "finding and playing moves"),
    ("src/replay/repetition", "repetition"),
    ("src/replay/lines", "the loop over items"),
    ("src/replay/", "judging: numbers, marks, tags, results"),
    ("src/record/", "what tags and clocks say"),
    ("src/", "files, slices, command"),
]
ELSE = "libraries: memory, searching bytes"


FOLDERS = "analyze archive cli config convert core input lsp mend notation query record replay report rows rules"
OURS = re.compile(r"(?:^|/)(src/(?:%s)/.*)" % FOLDERS.replace(" ", "|"))


def room(path):
    # The core library has folders of the same names.
    ours = "/library/" not in path and OURS.search(path)
    return ours and next(name for start, name in ROOMS if ours[1].startswith(start))


def counted(partie, games):
    """For each room the counts of events."""
    with tempfile.NamedTemporaryFile() as out:
        call = ["valgrind", "--tool=callgrind", "--branch-sim=yes", "--cache-sim=yes", "--callgrind-out-file=" + out.name]
        run = subprocess.run(call + [partie, "validate", "-q", "-j", "1", games], capture_output=True, text=True)
        if run.returncode not in (0, 1):
            sys.exit(run.stderr)
        return by_room(open(out.name))


def by_room(lines):
    names, sums = {}, collections.defaultdict(collections.Counter)
    events, of_function, current, skip = [], None, None, False

    def path(text):
        number, _, name = text.partition(" ")
        return names.setdefault(number, name)

    for line in lines:
        key, _, value = line.rstrip("\n").partition("=")
        if line.startswith("events: "):
            events = line.split()[1:]
        elif key in ("fl", "fi", "fe"):
            current = room(path(value))
            of_function = current if key == "fl" else of_function
        elif key in ("cfi", "cfl"):
            path(value)
        elif key == "calls":
            skip = True
        elif re.match(r"[+*\d-]", line):
            if not skip:
                counts = [int(count) for count in line.split()[1:]]
                sums[current or of_function or ELSE].update(dict(zip(events, counts)))
            skip = False
    return sums


def main():
    partie, games = sys.argv[1:]
    told = subprocess.run([partie, "analyze", games], capture_output=True, text=True).stdout
    plies = int(re.search(r"^plies +([\d,]+)", told, re.M)[1].replace(",", ""))
    sums = counted(partie, games)
    sums["all"] = sum(sums.values(), collections.Counter())
    print("| room | instructions | mispredicted branches | misses of the first cache | of these, of instructions | cycles, estimated |")
    print("|---|---|---|---|---|---|")
    for name, of in sorted(sums.items(), key=lambda pair: pair[1]["Ir"]):
        branches = of["Bcm"] + of["Bim"]
        misses = of["I1mr"] + of["D1mr"] + of["D1mw"]
        last = of["ILmr"] + of["DLmr"] + of["DLmw"]
        cycles = of["Ir"] + 10 * (branches + misses) + 100 * last
        print(f"| {name} | {of['Ir'] / plies:.0f} | {branches / plies:.2f} | {misses / plies:.2f} | {of['I1mr'] / plies:.2f} | {cycles / plies:.0f} |")
    print(f"\n{plies:,} plies", file=sys.stderr)


if __name__ == "__main__":
    main()
