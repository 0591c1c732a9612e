"""Explains why a text of the effect language cannot be parsed: each mistake once, in words for its author.

An effect is examined line by line: first the blocks that its lines form, then each line alone, so that one mistake
neither hides nor causes others. At most one mistake is reported per line: the first rule of `RULES` that recognises
the point where parsing stopped explains it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Set
from dataclasses import replace

from ...diagnostics.record import dataclass
from ...diagnostics.span import Source, Span
from ...source.text.tree import Scalar
from . import ast_builder, token_errors
from .findings import (
    PAIRS,
    Entry,
    Finding,
    ParseFailure,
    SemanticMistake,
    SourceToken,
    check_depth,
    find_failure,
    is_head,
    parse_frame,
    tokens_of,
)
from .foreign_syntax import (
    explain_comparison,
    explain_foreign,
    foreign_operator,
    foreign_prefix,
    missing_parentheses,
)
from .table import parser

_KEY = re.compile(r"([\w.]+)[ ]*:\s*\Z")

MOST = 50
"""The largest number of mistakes that is reported for one effect."""

LISTED = "a list is written in brackets, `[… for … in …]`; of conditions `any(… for … in …)` or `all(…)`"
"""How to write what a stray `for` begins."""

RULES: tuple[Callable[[ParseFailure], Finding | None], ...] = (
    explain_foreign,
    foreign_operator,
    foreign_prefix,
    token_errors.explain_misplaced,
    token_errors.missing_bracket,
    explain_comparison,
    token_errors.missing_name,
    token_errors.missing_alternative,
    token_errors.missing_value,
    missing_parentheses,
    token_errors.explain_misspelt,
    token_errors.missing_word,
    token_errors.missing_comma,
    token_errors.missing_sign,
    token_errors.unbalanced_brackets,
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
    trouble = find_failure(scalar.text, entry)
    return (explain_syntax(trouble),) if trouble else ()


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
    stray = {i for i in findings if lines[i].first in ("elif", "else") and findings[i].code == "E307"}
    told = {i for i in stray if any(one < i and lines[one].indent == lines[i].indent for one in findings)}
    found = tuple(findings[i] for i in sorted({*findings} - told)[:MOST]) or _whole(scalar.text)
    return _without_bar(scalar, found, named)


def _without_bar(scalar: Scalar, found: tuple[Finding, ...], named: Set[str]) -> tuple[Finding, ...]:
    """The same mistakes, with the help that `|` is missing where YAML has joined lines into one.

    If each of the lines is right by itself, that is the only mistake.
    """
    source = scalar.span.source.text
    key = _KEY.search(source[: scalar.span.start])
    if scalar.style not in ("plain", "folded") or key is None:
        return found
    inside = range(1, len(scalar.text))
    joints = {i for i in inside if "\n" in source[scalar.offsets[i - 1] : scalar.offsets[i]]}
    if not joints:
        return found
    text = "".join("\n" if i + 1 in joints else sign for i, sign in enumerate(scalar.text))
    why = ", above the lines with effects" if scalar.style == "plain" else ": the `>` there joins the lines into one"
    helps = (f"write `|` after the colon of '{key[1]}'{why}",)
    if not explain_effect(replace(scalar, text=text, style="literal"), named):
        second = min(joints)
        end = min([i - 1 for i in joints if i > second], default=len(scalar.text))
        joined = ((second, end, "this line is joined to the one above it"),)
        at = Span(scalar.span.source, *key.span(1))
        said = f"the lines below '{key[1]}' are joined into one"
        return (Finding("E309", said, second, end, label="`|` is missing here", helps=helps, others=joined, at=at),)
    return tuple(replace(one, helps=helps) if any(one.start <= i <= one.end for i in joints) else one for one in found)


def _line(line: BlockLine, named: Set[str]) -> Finding | None:
    """What is wrong with a line of an effect, with offsets in the whole text."""
    entry: Entry = "head" if line.head else "line"
    trouble = find_failure(line.text, entry)
    finding = (
        (token_errors.without_parentheses(trouble, named) or explain_syntax(trouble))
        if trouble
        else _meaning(line.text, entry)
    )
    return _moved(finding, line.start) if finding else None


def _meaning(text: str, entry: Entry) -> Finding | None:
    """What is wrong with a line that follows the grammar."""
    before, after = parse_frame(text, entry)
    whole = before + text + after
    scalar = Scalar(whole, Span(Source("", whole), 0, len(whole)), "plain", range(len(whole) + 1))
    try:
        tree = parser().parse(whole, start="effect")
        check_depth(tree, whole)
        ast_builder.effect(scalar, tree)
    except SemanticMistake as mistake:
        return _moved(mistake.finding, -len(before))
    return None


def _whole(text: str) -> tuple[Finding, ...]:
    """The mistake in an effect whose lines are all correct by themselves."""
    trouble = find_failure(text, "line")
    return (explain_syntax(trouble),) if trouble else ()


def _moved(finding: Finding, by: int) -> Finding:
    others = tuple((start + by, end + by, text) for start, end, text in finding.others)
    return replace(finding, start=finding.start + by, end=finding.end + by, others=others)


def explain_syntax(t: ParseFailure) -> Finding:
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
        return Finding("E301", message, t.here.start, t.here.start, label=label, helps=token_errors.effect_form(t))
    listed = (LISTED,) if t.here.text == "for" else ()
    helps = token_errors.effect_form(t) or listed
    return Finding("E301", f"unexpected `{t.here.text}`", t.here.start, t.here.end, label=label, helps=helps)


# Checks the blocks that the lines of an effect form, without parsing the lines themselves.

CONTINUATION = "a value continues on the next line only within brackets"
INDENT = "indent the lines of a block by two more spaces than its head"
LONGEST = 100
"""The largest number of lines over which open brackets continue a line; beyond that, a bracket must be missing."""


@dataclass(frozen=True, slots=True)
class BlockLine:
    """A line, with those that continue it because of open brackets. `start` is the offset of its first word."""

    start: int
    indent: int
    text: str
    pieces: tuple[SourceToken, ...]
    head: bool

    @property
    def first(self) -> str:
        """Its first word or sign."""
        return self.pieces[0].text

    @property
    def starts_block(self) -> bool:
        """Whether it is meant as the head of a block: by its first word, or by a colon at its end."""
        return self.head or self.pieces[-2].text == ":"

    def finding(self, message: str, *helps: str, code: str = "E307") -> Finding:
        """A mistake at the first word of this line."""
        first = self.pieces[0]
        return Finding(code, message, self.start, self.start + len(first.text), helps=helps)


def lines_of(text: str) -> tuple[BlockLine, ...]:
    """The lines of an effect, without empty ones and comments."""
    lines: list[BlockLine] = []
    at = 0
    while at < len(text):
        end = _end_of_line(text, at)
        line = text[at:end]
        pieces = tokens_of(line)
        if len(pieces) > 1:
            first = pieces[0].start
            moved = tuple(SourceToken(p.kind, p.text, p.start - first) for p in pieces)
            start = at + first
            indent = start - (text.rfind("\n", 0, start) + 1)
            lines.append(BlockLine(start, indent, line[first:], moved, is_head(moved, line[first:])))
        at = end + 1
    return tuple(lines)


def _end_of_line(text: str, start: int) -> int:
    """The end of the line that starts there, including lines that continue it because of open brackets.

    If the brackets are never closed, the line ends at its line break: only then is the mistake found in this line.
    """
    end = longer = _line_break(text, start)
    depth = _depth(0, text[start:end])
    for _ in range(LONGEST):
        if depth == 0:
            return longer
        if longer >= len(text):
            return end
        start, longer = longer + 1, _line_break(text, longer + 1)
        depth = _depth(depth, text[start:longer])
    return end


def _line_break(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end


def _depth(depth: int, text: str) -> int:
    """The number of brackets that are open after a text, if `depth` are open before it."""
    for piece in tokens_of(text):
        if piece.text in PAIRS:
            depth += 1
        elif piece.text in PAIRS.values():
            depth = max(depth - 1, 0)
    return depth


def wrong_blocks(text: str, lines: tuple[BlockLine, ...]) -> Iterator[tuple[int, Finding]]:
    """The mistakes in the blocks of an effect, each with the index of its line."""
    tab = _tab(text, lines)
    if tab:
        yield tab
        return
    levels = [lines[0].indent]
    lost = -1  # the second line of a block of which the first is not indented
    last = 0  # the last line above that is in a valid column
    for i, line in enumerate(lines):
        above = lines[last]
        if i and above.starts_block and line.indent <= above.indent:
            yield last, _empty(above, "the next line is not indented further")
            lost = i + 1
        elif line.indent > above.indent:
            levels.append(line.indent)
            if not above.starts_block and i != lost:  # it stands where the block should that is told of
                yield i, _too_far_in(line, above)
        if line.indent not in levels:
            deeper = next((n for n, one in enumerate(reversed(lines[:i])) if one.indent <= line.indent), i)
            beside = next((n for n, one in enumerate(lines[i:]) if one.indent != line.indent), len(lines) - i)
            if not 0 < deeper < beside:
                advice = "start it in the same column as the line it belongs with"
                yield i, line.finding("this line starts in a column where no line above starts", advice)
                continue
            advice = "start it in the same column as the lines below, which belong to the same block"
            yield i - deeper, lines[i - deeper].finding("this line is indented further than its block", advice)
        levels = [level for level in levels if level < line.indent] + [line.indent]
        last = i
        if line.head and line.first in ("elif", "else"):
            yield from _without_if(lines, i)
    if lines[last].starts_block and last == len(lines) - 1:
        yield last, _empty(lines[last], "nothing follows")


def _tab(text: str, lines: tuple[BlockLine, ...]) -> tuple[int, Finding] | None:
    for i, line in enumerate(lines):
        at = text.find("\t", line.start - line.indent, line.start)
        if at >= 0:
            help_text = "indent with spaces only, two for each block"
            return i, Finding("E307", "there is a tab in the indentation", at, at + 1, helps=(help_text,))
    return None


def _empty(head: BlockLine, label: str) -> Finding:
    last = head.pieces[-2]
    start = head.start + last.start
    end = start + len(last.text)
    message = f"the block of this `{head.first}` is empty"
    return Finding("E307", message, start, end, label=label, helps=(INDENT,))


def _too_far_in(line: BlockLine, above: BlockLine) -> Finding:
    message = "this line is indented further than the line above, which does not start a block"
    first = line.pieces[0]
    if first.text in ("and", "or", "else", "if", "in", "for") or first.kind == "sign" and first.text not in PAIRS:
        return line.finding(message, CONTINUATION)
    return line.finding(message, f"start it in the same column as `{above.first}` above")


def _without_if(lines: tuple[BlockLine, ...], i: int) -> Iterator[tuple[int, Finding]]:
    """An `elif` or `else` that does not belong to anything above."""
    word = lines[i].first
    above = next((line for line in reversed(lines[:i]) if line.indent <= lines[i].indent), None)
    belongs = above is not None and above.indent == lines[i].indent and above.head
    if above and belongs and above.first in (("if", "elif", "choose") if word == "else" else ("if", "elif")):
        return
    if above and belongs and above.first == "else":
        advice = "`else` must be the last part of an `if`: write `elif` above it"
        yield i, lines[i].finding(f"`{word}` after `else`", advice if word == "elif" else "one `else` is enough")
        return
    may = "an `if`, an `elif` or a `choose`" if word == "else" else "an `if`"
    advice = f"write `if`, or start it in the same column as {may.replace('an ', 'the ', 1)} that it belongs to"
    if word == "else":
        advice = "start it in the same column as the `if` that it belongs to"
    yield i, lines[i].finding(f"`{word}` without {may} above it", advice)
