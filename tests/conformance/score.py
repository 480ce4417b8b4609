"""What a tool answered, held against what is right."""

import json
import subprocess

from suite import VOCABULARY, request

ASPECTS = ("verdict", "ply", "reason", "variations", "result", "claims", "notes", "final")
RIGHT, WRONG, OPEN, REFUSED = "right", "wrong", "not answered", "refused"
TIMEOUT = 900


class Silent(Exception):
    """A tool that does not keep to the protocol."""


def ask(command, cases, environment=None):
    """Gives a tool all records, and returns its answers by id."""
    lines = "".join(json.dumps(request(case), ensure_ascii=False) + "\n" for case in cases)
    done = subprocess.run(
        command, input=lines.encode(), stdout=subprocess.PIPE, timeout=TIMEOUT, env=environment, check=False
    )
    if done.returncode:
        raise Silent(f"{command[0]}: exit status {done.returncode}")
    answers = {}
    for line in done.stdout.decode().splitlines():
        answer = json.loads(line)
        if answer["id"] in answers:
            raise Silent(f"{answer['id']} is answered twice")
        answers[answer["id"]] = answer
    return answers


def asked(case):
    """The aspects on which the case says what is right."""
    stated = {"verdict": True, "reason": "reasons" in case}
    return [aspect for aspect in ASPECTS if stated.get(aspect, aspect in case)]


def judge(case, answer):
    """Each aspect of a case with how the tool did."""
    if answer is None or answer.get("verdict", "unsupported") == "unsupported":
        return {aspect: OPEN for aspect in asked(case)}
    sound = answer["verdict"] == "legal"
    if case.get("notes") and not sound:
        return {aspect: REFUSED if aspect == "verdict" else OPEN for aspect in asked(case)}
    marks = {}
    for aspect in asked(case):
        if aspect == "verdict":
            marks[aspect] = mark(sound == (case["verdict"] == "legal"))
        elif aspect in ("ply", "reason") and sound:
            marks[aspect] = OPEN
        elif aspect not in answer:
            marks[aspect] = OPEN
        else:
            marks[aspect] = COMPARE.get(aspect, same)(case, answer, aspect)
    return marks


def mark(right):
    return RIGHT if right else WRONG


def same(case, answer, aspect):
    return mark(case[aspect] == answer[aspect])


def same_reason(case, answer, _):
    """A wider reason is right, and so is a narrower one."""
    given = answer["reason"]
    if given not in VOCABULARY["reasons"]:
        return WRONG
    return mark(any(wanted in (given, above(given)) or above(wanted) == given for wanted in case["reasons"]))


def above(reason):
    return VOCABULARY["reasons"][reason].get("under")


def same_claims(case, answer, _):
    return mark(case["claims"] == sorted(answer["claims"]))


def same_notes(case, answer, _):
    """A tool need not remark on anything; what it remarks on must be there."""
    if not set(answer["notes"]) <= set(case["notes"]):
        return WRONG
    return RIGHT if sorted(answer["notes"]) == case["notes"] else OPEN


def same_final(case, answer, _):
    return mark(case["final"].split()[:2] == answer["final"].split()[:2])


COMPARE = {"reason": same_reason, "claims": same_claims, "notes": same_notes, "final": same_final}


def said(answer, aspect):
    """What the tool said of an aspect, in words."""
    value = answer.get(aspect)
    return (", ".join(value) or "none") if isinstance(value, list) else str(value)


def wanted(case, aspect):
    """What is right of an aspect, in words."""
    if aspect == "reason":
        return " or ".join(case["reasons"])
    value = case[aspect]
    return (", ".join(value) or "none") if isinstance(value, list) else str(value)
