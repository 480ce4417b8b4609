"""The cases: how they are read from cases/*.txt, and what must be true of them."""

import json
import re
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
VOCABULARY = json.loads((HERE / "vocabulary.json").read_text(encoding="utf-8"))
KEYS = ("title", "why", "rules", "expect", "variations", "result", "claims", "dialect", "final")
NEEDED = ("title", "why", "expect")
DEFAULT_RULES = {
    "fide": ("pgn", "pgn-variations", "chess960", "long", "uci", "iccf", "descriptive", "kober", "score"),
    "jsa": ("kif", "ki2", "csa", "usi", "usen", "jkf", "psn"),
    "glinski": ("hex-long", "hex-short"),
}
EXPECT = re.compile(r"(legal|(illegal|unreadable) at ply (\d+)(: .+)?|unreadable)")
LEAST = 150


class Broken(Exception):
    """A case file that does not keep to its form."""


def default_rules(form):
    return next(book for book, forms in DEFAULT_RULES.items() if form in forms)


def read(folder=HERE / "cases"):
    """All cases, in the order of the files and of the cases in them."""
    return [case for path in sorted(folder.glob("*.txt")) for case in read_file(path)]


def read_file(path):
    text = path.read_text(encoding="utf-8")
    head, *parts = re.split(r"^=== ", text, flags=re.MULTILINE)
    if head.strip():
        raise Broken(f"{path.name}: text before the first case")
    form = path.name.partition(".")[0]
    return [read_case(form, part) for part in parts]


def read_case(form, part):
    if "\n---\n" not in part:
        raise Broken(f"{form}: {part.splitlines()[0]}: no line --- before the record")
    head, record = part.split("\n---\n", 1)
    name, *lines = head.splitlines()
    case = {"id": name.strip(), "format": form, "rules": default_rules(form), "text": record.strip("\n") + "\n"}
    for line in lines:
        key, colon, value = line.partition(":")
        if not colon or key not in KEYS:
            raise Broken(f"{name}: no key of a case: {line}")
        case[key] = value.strip()
    missing = [key for key in NEEDED if not case.get(key)]
    if missing:
        raise Broken(f"{name}: without {', '.join(missing)}")
    case.update(read_expectation(name, case["expect"]))
    if "claims" in case:
        case["claims"] = names(case["claims"])
    if "dialect" in case:
        case["notes"] = names(case.pop("dialect"))
    return case


def read_expectation(name, text):
    """`legal`, or `illegal at ply 8: pinned | blocked`: the verdict, the ply, and the reasons of which any will do."""
    match = EXPECT.fullmatch(text)
    if not match:
        raise Broken(f"{name}: not an expectation: {text}")
    _, verdict, ply, reasons = match.groups()
    wanted = {"verdict": verdict or text}
    if ply:
        wanted["ply"] = int(ply)
    if reasons:
        wanted["reasons"] = [reason.strip() for reason in reasons[1:].split("|")]
    return wanted


def names(text):
    return [] if text == "none" else sorted(word.strip() for word in text.split(","))


def request(case):
    """The line that a tool is given."""
    return {key: case[key] for key in ("id", "format", "rules", "text")}


def lint(cases):
    """What is wrong with the suite, in sentences."""
    return [*lint_each(cases), *lint_whole(cases)]


def lint_each(cases):
    for case in cases:
        name = case["id"]
        if not name.startswith(case["format"] + "-"):
            yield f"{name}: the id does not begin with its format"
        for key, words in (
            ("formats", [case["format"]]),
            ("rules", [case["rules"]]),
            ("reasons", case.get("reasons", [])),
            ("results", [case["result"]] if "result" in case else []),
            ("claims", [claim.partition("@")[0] for claim in case.get("claims", [])]),
            ("notes", case.get("notes", [])),
        ):
            for word in words:
                if word not in VOCABULARY[key]:
                    yield f"{name}: {word} is not in the vocabulary of {key}"
        for claim in case.get("claims", []):
            if not re.fullmatch(r"[a-z-]+@\d+", claim):
                yield f"{name}: a claim without its ply: {claim}"
        if case["verdict"] != "legal" and case.get("notes"):
            yield f"{name}: a dialect is a matter of legal records"
        if case.get("variations", "legal") not in ("legal", "illegal"):
            yield f"{name}: variations are legal or illegal"


def lint_whole(cases):
    for name, count in Counter(case["id"] for case in cases).items():
        if count > 1:
            yield f"{name}: {count} cases have this id"
    for form in VOCABULARY["formats"]:
        verdicts = {case["verdict"] for case in cases if case["format"] == form}
        if "legal" not in verdicts:
            yield f"{form}: no legal case"
        if "illegal" not in verdicts:
            yield f"{form}: no illegal case"
    used = {reason for case in cases for reason in case.get("reasons", [])}
    for reason in VOCABULARY["reasons"]:
        if reason not in used:
            yield f"reason {reason}: no case has it"
    noted = {note for case in cases for note in case.get("notes", [])}
    for note in VOCABULARY["notes"]:
        if note not in noted:
            yield f"note {note}: no case has it"
    for reason, entry in VOCABULARY["reasons"].items():
        if entry.get("under", reason) not in VOCABULARY["reasons"]:
            yield f"reason {reason}: stands under one that does not exist"
    if len(cases) < LEAST:
        yield f"{len(cases)} cases, fewer than {LEAST}"
