"""Explains why a text of the effect language cannot be parsed: each mistake once, in words for its author.

An effect is examined line by line: first the blocks that its lines form, then each line alone, so that one mistake
neither hides nor causes others. At most one mistake is reported per line: the first rule of `RULES` that recognises
the point where parsing stopped explains it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Set
from dataclasses import replace

from ...diagnostics.span import Source, Span
from ..text.tree import Scalar
from . import effects
from .blocks import CONTINUATION, Line, lines_of, wrong_blocks
from .comparison import comparison
from .depth import check_depth
from .finding import Finding, Mistake
from .foreign import foreign
from .misplaced import misplaced, without_parentheses
from .missing import brackets, comma, form, name, otherwise, sign, unbalanced, value, word
from .misspelt import misspelt
from .table import parser
from .trouble import Entry, Trouble, framed, trouble_in
from .uncalled import call

_KEY = re.compile(r"([\w.]+)[ ]*:\s*\Z")

MOST = 50
"""The largest number of mistakes that is reported for one effect."""

LISTED = "a list is written in brackets, `[… for … in …]`; of conditions `any(… for … in …)` or `all(…)`"
"""How to write what a stray `for` begins."""

RULES: tuple[Callable[[Trouble], Finding | None], ...] = (
    foreign,
    misplaced,
    brackets,
    comparison,
    name,
    otherwise,
    value,
    call,
    misspelt,
    word,
    comma,
    sign,
    unbalanced,
)

EXPECTED = {
    "TO": "`to`",
    "FROM": "`from`",
    "IN": "`in`",
    "OF": "`of`",
    "BY": "`by`",
    "COLON": "`:`",
    "COMMA": "`,`",
    "RPAR": "`)`",
    "RSQB": "`]`",
    "ELSE": "`else`",
    "EQUALS": "`=`",
    "PLUS": "an operator such as `+`",
    "AND": "`and`",
}


def explain_value(scalar: Scalar, entry: Entry) -> tuple[Finding, ...]:
    """The mistake in an expression, a modifier or a source; empty if it can be parsed."""
    trouble = trouble_in(scalar.text, entry)
    return (explain(trouble),) if trouble else ()


def explain_effect(scalar: Scalar, named: Set[str] = frozenset()) -> tuple[Finding, ...]:
    """All mistakes in an effect, in the order of its lines; `named` are the named effects of the spec."""
    lines = lines_of(scalar.text)
    if not lines:
        return (Finding("E307", "there is no effect here", 0, 0, helps=("leave the key out if nothing happens",)),)
    findings: dict[int, Finding] = {}
    for i, finding in wrong_blocks(scalar.text, lines):
        findings.setdefault(i, finding)
    unfinished = -1  # the line above whose mistake is that something is missing at its end
    for i, line in enumerate(lines):
        if len(findings) >= MOST:
            break
        if unfinished >= 0 and line.indent > lines[unfinished].indent:
            findings.pop(i, None)  # the rest of that line, which was reported there
            continue
        unfinished = -1
        if i in findings and findings[i].start <= line.start:
            continue
        wrong = _line(line, named)
        if wrong:
            findings[i] = wrong
            if wrong.start == wrong.end == line.start + line.pieces[-1].end and not line.starts_block:
                unfinished = i
                if i + 1 < len(lines) and lines[i + 1].indent > line.indent:
                    findings[i] = replace(wrong, helps=(*wrong.helps, CONTINUATION))
    found = tuple(findings[i] for i in sorted(findings)[:MOST]) or _whole(scalar.text)
    return _without_bar(scalar, found, named)


def _without_bar(scalar: Scalar, found: tuple[Finding, ...], named: Set[str]) -> tuple[Finding, ...]:
    """The same mistakes, with the help that `|` is missing where YAML has joined lines into one.

    If each of the lines is right by itself, that is the only mistake.
    """
    source = scalar.span.source.text
    key = _KEY.search(source[: scalar.span.start])
    if scalar.style != "plain" or key is None:
        return found
    inside = range(1, len(scalar.text))
    joints = {i for i in inside if "\n" in source[scalar.offsets[i - 1] : scalar.offsets[i]]}
    if not joints:
        return found
    text = "".join("\n" if i + 1 in joints else sign for i, sign in enumerate(scalar.text))
    helps = (f"write `|` after the colon of '{key[1]}', above the lines with effects",)
    if not explain_effect(replace(scalar, text=text, style="literal"), named):
        second = min(joints)
        end = min([i - 1 for i in joints if i > second], default=len(scalar.text))
        return (Finding("E309", "this line is joined to the one above it", second, end, helps=helps),)
    return tuple(replace(one, helps=helps) if any(one.start <= i <= one.end for i in joints) else one for one in found)


def _line(line: Line, named: Set[str]) -> Finding | None:
    """What is wrong with a line of an effect, with offsets in the whole text."""
    entry: Entry = "head" if line.head else "line"
    trouble = trouble_in(line.text, entry)
    finding = (without_parentheses(trouble, named) or explain(trouble)) if trouble else _meaning(line.text, entry)
    return _moved(finding, line.start) if finding else None


def _meaning(text: str, entry: Entry) -> Finding | None:
    """What is wrong with a line that follows the grammar."""
    before, after = framed(text, entry)
    whole = before + text + after
    scalar = Scalar(whole, Span(Source("", whole), 0, len(whole)), "plain", range(len(whole) + 1))
    try:
        tree = parser().parse(whole, start="effect")
        check_depth(tree, whole)
        effects.effect(scalar, tree)
    except Mistake as mistake:
        return _moved(mistake.finding, -len(before))
    return None


def _whole(text: str) -> tuple[Finding, ...]:
    """The mistake in an effect whose lines are all correct by themselves."""
    trouble = trouble_in(text, "line")
    return (explain(trouble),) if trouble else ()


def _moved(finding: Finding, by: int) -> Finding:
    others = tuple((start + by, end + by, text) for start, end, text in finding.others)
    return replace(finding, start=finding.start + by, end=finding.end + by, others=others)


def explain(t: Trouble) -> Finding:
    """The mistake at the point where parsing stopped."""
    for rule in RULES:
        finding = rule(t)
        if finding:
            return finding
    expected = ["a value"] if t.wants_value else ["a name"] if t.wants_name else []
    expected += [text for kind, text in EXPECTED.items() if kind in t.accepts]
    label = f"expected {' or '.join(expected[:2])}" if expected else "the line should end here"
    if t.at_end:
        message = f"something is missing after `{t.before.text}`" if t.before else "there is nothing here"
        return Finding("E301", message, t.here.start, t.here.start, label=label, helps=form(t))
    listed = (LISTED,) if t.here.text == "for" else ()
    helps = form(t) or listed
    return Finding("E301", f"unexpected `{t.here.text}`", t.here.start, t.here.end, label=label, helps=helps)
