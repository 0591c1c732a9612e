"""Why a text of the effect language cannot be read: each mistake, once, in words for its author.

An effect is looked at line by line: first the blocks that its lines form, then each line alone, so that
one mistake does not hide or make others. A line has one mistake at most. What is wrong in a line is
settled by the first rule of `RULES` that knows the place where reading stopped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ...diagnostics.span import Source, Span
from ..text.tree import Scalar
from . import effects
from .blocks import GO_ON, Line, lines_of, wrong_blocks
from .comparison import comparison
from .depth import check_depth
from .finding import Finding, Mistake
from .foreign import foreign
from .misplaced import misplaced
from .missing import brackets, comma, form, name, otherwise, sign, value, word
from .table import parser
from .trouble import Trouble, framed, trouble_in

MOST = 50
"""So many mistakes of one effect are told at most."""

RULES: tuple[Callable[[Trouble], Finding | None], ...] = (
    foreign,
    misplaced,
    brackets,
    comparison,
    name,
    otherwise,
    value,
    word,
    comma,
    sign,
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
    "PLUS": "a sign such as `+`",
    "AND": "`and`",
}


def explain_value(scalar: Scalar, entry: str) -> tuple[Finding, ...]:
    """The mistake of an expression, a modifier or a source; nothing if it can be read."""
    trouble = trouble_in(scalar.text, entry)
    return (explain(trouble),) if trouble else ()


def explain_effect(scalar: Scalar) -> tuple[Finding, ...]:
    """All mistakes of an effect, in the order of its lines."""
    lines = lines_of(scalar.text)
    if not lines:
        return (Finding("E307", "there is no effect here", 0, 0, helps=("leave the key out if nothing happens",)),)
    found: dict[int, Finding] = {}
    for i, finding in wrong_blocks(scalar.text, lines):
        found.setdefault(i, finding)
    goes_on = -1
    for i, line in enumerate(lines):
        if len(found) >= MOST:
            break
        if goes_on >= 0 and line.indent > lines[goes_on].indent:
            found.pop(i, None)
            continue
        goes_on = -1
        if i in found and found[i].start <= line.start:
            continue
        wrong = _line(line)
        if wrong:
            found[i] = wrong
            if wrong.start == wrong.end == line.start + line.pieces[-1].end and not line.starts_block:
                goes_on = i
                if i + 1 < len(lines) and lines[i + 1].indent > line.indent:
                    found[i] = replace(wrong, helps=(*wrong.helps, GO_ON))
    return tuple(found[i] for i in sorted(found)[:MOST]) or _whole(scalar.text)


def _line(line: Line) -> Finding | None:
    """What is wrong with a line of an effect, its places counted in the whole text."""
    entry = "head" if line.head else "line"
    trouble = trouble_in(line.text, entry)
    finding = explain(trouble) if trouble else _meaning(line.text, entry)
    return _moved(finding, line.start) if finding else None


def _meaning(text: str, entry: str) -> Finding | None:
    """What is wrong with a line that has the right shape."""
    before, behind = framed(text, entry)
    whole = before + text + behind
    scalar = Scalar(whole, Span(Source("", whole), 0, len(whole)), "plain", range(len(whole) + 1))
    try:
        tree = parser().parse(whole, start="effect")
        check_depth(tree, whole)
        effects.effect(scalar, tree)
    except Mistake as mistake:
        return _moved(mistake.finding, -len(before))
    return None


def _whole(text: str) -> tuple[Finding, ...]:
    """The mistake of an effect whose lines are right when each stands alone."""
    trouble = trouble_in(text, "line")
    return (explain(trouble),) if trouble else ()


def _moved(finding: Finding, by: int) -> Finding:
    others = tuple((start + by, end + by, text) for start, end, text in finding.others)
    return replace(finding, start=finding.start + by, end=finding.end + by, others=others)


def explain(t: Trouble) -> Finding:
    """The mistake at the place where reading stopped."""
    for rule in RULES:
        finding = rule(t)
        if finding:
            return finding
    expected = ["a value"] if t.wants_value else ["a name"] if t.wants_name else []
    expected += [text for kind, text in EXPECTED.items() if kind in t.accepts]
    label = f"{' or '.join(expected[:2])} could stand here" if expected else "the line should end here"
    if t.at_end:
        behind = f"something is missing behind `{t.before.text}`" if t.before else "there is nothing here"
        return Finding("E301", behind, t.here.start, t.here.start, label, helps=form(t))
    return Finding("E301", f"`{t.here.text}` does not fit here", t.here.start, t.here.end, label, helps=form(t))
