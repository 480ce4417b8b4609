#!/usr/bin/env python3
"""Runs tools over the cases: see README.md. Python 3.10 or later, nothing else."""

import argparse
import json
import os
import sys
from collections import Counter

import suite
from score import OPEN, RIGHT, WRONG, ask, judge, said, wanted
from table import markdown

PAGE = suite.HERE.parent.parent / "docs" / "conformance.md"
ADAPTERS = suite.HERE / "adapters"
TOOLS = {
    "partie": [sys.executable, str(ADAPTERS / "partie.py")],
    "python-chess 1.11.2": [os.environ.get("CONFORMANCE_PYTHON", sys.executable), str(ADAPTERS / "python_chess.py")],
    "tsshogi 2.2.0": ["node", str(ADAPTERS / "tsshogi.mjs")],
}


def main():
    parser = argparse.ArgumentParser(description="Runs tools over the conformance cases.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--lint", action="store_true", help="check the cases themselves")
    what.add_argument("--export", action="store_true", help="print the cases with what is right, one JSON object a line")
    what.add_argument("--table", action="store_true", help="run all adapters and write docs/conformance.md")
    what.add_argument("--only", metavar="TOOL", choices=TOOLS, help="run one of the adapters: " + ", ".join(TOOLS))
    what.add_argument("command", nargs="*", default=[], help="a tool to run, behind --")
    parser.add_argument("--check", action="store_true", help="with --table: write nothing, fail where the page is another")
    options = parser.parse_args()
    cases = suite.read()
    if options.lint:
        return lint(cases)
    if options.export:
        return export(cases)
    if options.table:
        return table(cases, options.check)
    return one(cases, TOOLS[options.only] if options.only else options.command)


def lint(cases):
    complaints = suite.lint(cases)
    print("\n".join(complaints) or f"{len(cases)} cases, {len({case['format'] for case in cases})} formats")
    return bool(complaints)


def export(cases):
    for case in cases:
        print(json.dumps(case, ensure_ascii=False))
    return 0


def one(cases, command):
    """Drives one tool, and says what it has wrong."""
    answers = ask(command, cases)
    counts, wrong = Counter(), []
    for case in cases:
        answer = answers.get(case["id"])
        for aspect, verdict in judge(case, answer).items():
            counts[verdict] += 1
            if verdict == WRONG:
                wrong.append(f"{case['id']}: {aspect}: {said(answer, aspect)}, and right is {wanted(case, aspect)} ({case['why']})")
    print("\n".join([*wrong, f"{counts[RIGHT]} right, {counts[WRONG]} wrong, {counts[OPEN]} not answered"]))
    return bool(wrong)


def table(cases, check):
    tools = [(name, ask(command, cases)) for name, command in TOOLS.items()]
    page = markdown(cases, tools)
    if not check:
        PAGE.write_text(page, encoding="utf-8")
        return 0
    old = not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page
    if old:
        print("docs/conformance.md is not what comes today: tests/conformance/run.py --table writes it", file=sys.stderr)
    # What partie has wrong stands on the page, so that one more is another page.
    answers = tools[0][1]
    wrong = [case["id"] for case in cases if WRONG in judge(case, answers.get(case["id"])).values()]
    if wrong:
        print(f"partie is wrong in {', '.join(wrong)}", file=sys.stderr)
    return old


if __name__ == "__main__":
    sys.exit(main())
