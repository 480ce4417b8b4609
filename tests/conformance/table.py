"""docs/conformance.md: what each tool answers, format by format, and where it is wrong."""

from collections import Counter

from score import ASPECTS, OPEN, REFUSED, RIGHT, WRONG, asked, judge, said, wanted
from suite import VOCABULARY

HEAD = """\
# Results of three tools in the conformance suite

Written by `tests/conformance/run.py --table`; do not edit. [The suite](../tests/conformance/README.md) has records of all formats
with the right answers about each: whether its moves are legal, else at which ply they stop and why, whether its result fits the
board, its draws, and its deviations from the standard. The right answers follow from the rules that
each case names.

"""
SCORES = """\
`12/14` is twelve right answers of fourteen. The others are wrong or, with a `…`, possibly unanswered. A dash: the tool does
not read the format.

"""


def markdown(cases, tools):
    """The page; `tools` is a list of names and answers."""
    marks = {name: {case["id"]: judge(case, answers.get(case["id"])) for case in cases} for name, answers in tools}
    parts = [HEAD, by_format(cases, marks), by_aspect(cases, marks), by_dialect(cases, marks)]
    parts += [wrong_answers(cases, name, marks[name], answers) for name, answers in tools]
    return "".join(parts).rstrip("\n") + "\n"


def grid(first, names, rows):
    lines = [f"| {' | '.join([first, *names])} |", f"|{'---|' * (len(names) + 1)}"]
    return "\n".join(lines + [f"| {' | '.join(row)} |" for row in rows]) + "\n\n"


def cell(counts):
    answered = counts[RIGHT] + counts[WRONG]
    if not answered:
        return "—"
    more = " …" if counts[OPEN] + counts[REFUSED] else ""
    return f"{counts[RIGHT]}/{sum(counts.values())}{more}"


def by_format(cases, marks):
    rows = []
    for form, meaning in VOCABULARY["formats"].items():
        ids = [case["id"] for case in cases if case["format"] == form]
        row = [f"`{form}`: {meaning}", str(len(ids))]
        row += [cell(Counter(mark for name in ids for mark in tool[name].values())) for tool in marks.values()]
        rows.append(row)
    return "## Formats\n\n" + SCORES + grid("format", ["cases", *marks], rows)


def by_aspect(cases, marks):
    rows = []
    for aspect in ASPECTS:
        ids = [case["id"] for case in cases if aspect in asked(case)]
        row = [aspect, str(len(ids))]
        row += [cell(Counter(tool[name][aspect] for name in ids)) for tool in marks.values()]
        rows.append(row)
    return "## Aspects\n\n" + grid("aspect", ["cases", *marks], rows)


def by_dialect(cases, marks):
    rows = []
    for note, meaning in VOCABULARY["notes"].items():
        ids = [case["id"] for case in cases if note in case.get("notes", [])]
        row = [f"`{note}`: {meaning}"]
        row += [tolerance([tool[name] for name in ids]) for tool in marks.values()]
        rows.append(row)
    intro = "Whether a tool reads a deviation from the standard or refuses it: both are right. Reading another move is wrong.\n\n"
    return "## Dialects\n\n" + intro + grid("dialect", list(marks), rows)


def tolerance(cases):
    words = {how(marks) for marks in cases} - {"—"}
    return " / ".join(sorted(words)) or "—"


def how(marks):
    if marks["verdict"] == REFUSED:
        return "refuses"
    if marks["verdict"] == OPEN:
        return "—"
    return "reads another move" if marks.get("final") == WRONG else "reads"


def wrong_answers(cases, name, marks, answers):
    rows = []
    for case in cases:
        for aspect, verdict in marks[case["id"]].items():
            if verdict == WRONG:
                given = answers[case["id"]]
                rows.append([f"`{case['id']}`", case["title"], aspect, said(given, aspect), wanted(case, aspect), case["why"]])
    head = f"## Wrong answers of {name}\n\n"
    if not rows:
        return head + "None.\n\n"
    return head + grid("case", ["", "aspect", "answered", "right", "by"], [[escape(word) for word in row] for row in rows])


def escape(text):
    return text.replace("|", "\\|")
