"""Errors of single texts in YAML: quotes, escapes, headers of blocks; and the lines around an error."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

from ...diagnostics.diagnostic import Diagnostic, Label
from ...diagnostics.record import dataclass
from ...diagnostics.span import Source, Span
from ...diagnostics.suggest import LONG_TEXT
from .events import MalformedYaml

_CLOSES = {"]": "[", "}": "{"}


def unclosed(scene: ErrorContext) -> Diagnostic:
    """A quote that is never closed."""
    quote = scene.text[scene.since : scene.since + 1]
    return scene.fault("E115", "quote not closed", scene.rest(scene.since), quote=quote)


_NEXT_KEY = re.compile(r",[ ]*[\w.-]+:[ ]*(?:[\[{][ ]*(?:[\w.-]+:[ ]*)?)*$")
"""The end of a text in quotes that has taken the next key in."""


def after_quote(scene: ErrorContext) -> Diagnostic | None:
    """A text in quotes that continues after the quote that ends it."""
    end = scene.before()
    last = scene.broken.last
    if last is None or last.style not in ("single", "double") or last.end - 1 != end:
        return None
    quote, ends = scene.text[end], Label(scene.span(end, end + 1), "it ends here")
    if scene.source.place(last.start)[0] != scene.source.place(end)[0]:
        line, start = scene.source.place(end)[0], scene.rest(last.start)
        return scene.fault("E115", "quote closed on another line", start, ends, quote=quote, line=line)
    if scene.source.place(scene.at)[0] != scene.source.place(end)[0]:
        return None
    swallowed = _NEXT_KEY.search(scene.text, last.start + 1, end) if end > last.start else None
    if swallowed is not None:
        body = _own(scene.text[last.start + 1 : swallowed.start()])
        at = last.start + 1 + len(body)
        follows, text = "the comma" if at == swallowed.start() else f"'{scene.text[at]}'", scene.span(last.start, at)
        return scene.fault("E115", "quote closed behind a key", text, ends, quote=quote, follows=follows)
    if scene.rest(scene.at).text in (",", ";"):
        return scene.fault("E115", "comma after a text", scene.here, sign=scene.sign)
    return scene.fault("E115", f"after a quote {quote}", ends.span)


def _own(text: str) -> str:
    """A text without the brackets at its end that it has not opened itself."""
    while text[-1:] in _CLOSES and text.count(text[-1]) > text.count(_CLOSES[text[-1]]):
        text = text[:-1]
    return text


def after_comment(scene: ErrorContext) -> Diagnostic | None:
    """A text of several lines that is ended by a comment."""
    last = scene.broken.last
    if last is None or last.style != "plain" or not last.text:
        return None
    match = re.match(r"[ \t]+(#[^\r\n]*)", scene.text[last.end : last.end + 2000])
    if match is None or scene.text[last.end : scene.at].strip() == "":
        return None
    comment = scene.span(last.end + match.start(1), last.end + match.end(1))
    after = Label(scene.rest(scene.at), "this line is no longer part of it")
    return scene.fault("E140", "comment in a text", comment, after)


def bad_start(scene: ErrorContext) -> Diagnostic:
    """A character that no text can start with."""
    sign = scene.sign
    if sign in "|>":
        return scene.fault("E141", "block between brackets", scene.here, sign=sign)
    return scene.fault("E118", "reserved sign", scene.here, sign=sign)


_GAP_BEFORE = re.compile(r"\{\w+\}[ ]*$")


def starts_with_a_gap(scene: ErrorContext) -> Diagnostic | None:
    """A text without quotes that says first what is chosen: `{p} has drawn`. YAML takes it for a mapping."""
    gap = _GAP_BEFORE.search(scene.text, scene.line(scene.at).start, scene.at)
    if gap is None or scene.text[scene.at] in "{}[]:,":
        return None
    return scene.fault("E118", "brace at the start", scene.span(gap.start(), gap.start() + 1))


def escape(scene: ErrorContext) -> Diagnostic | None:
    """A backslash within double quotes that does not start a known escape."""
    start = scene.text.rfind("\\", 0, scene.at + 1)
    if start < 0 or "directive" in scene.broken.context:
        return None
    match = re.compile(r"\\(?:[xuU][0-9A-Fa-f]*|.)?").match(scene.text, start)
    written = match[0] if match else "\\"
    helps = (f"leave the backslash out: `{written[1:]}`",) if re.fullmatch(r"\\[^\w\s]", written) else ()
    at = scene.span(start, start + len(written))
    return scene.fault("E121", "unknown escape", at, helps=helps, written=written)


def block_header(scene: ErrorContext) -> Diagnostic | None:
    """Something after `|` or `>` that does not belong there."""
    if "block scalar" not in scene.broken.context:
        return None
    sign = scene.text[scene.since : scene.since + 1]
    return scene.fault("E122", "after the head of a block", scene.rest(scene.at), sign=sign)


def mark(scene: ErrorContext) -> Diagnostic | None:
    """A tag, an anchor or an alias that is not even well-formed."""
    at = scene.since
    sign = scene.text[at : at + 1]
    if sign not in ("!", "&", "*"):
        at = scene.at
        sign = scene.text[at : at + 1]
    if sign not in ("!", "&", "*"):
        return None
    code, said = ("E132", "reserved sign !") if sign == "!" else ("E133", "reserved sign")
    return scene.fault(code, said, scene.span(at, at + 1), sign=sign)


def directive(scene: ErrorContext) -> Diagnostic | None:
    """A line that starts with a percent sign."""
    for offset in (scene.since, scene.at, max(scene.before(), 0)):
        line = scene.line(offset)
        if line.text.startswith("%"):
            return scene.fault("E136", "directive", scene.span(line.start, line.start + len(line.text)))
    return None


def after_document(scene: ErrorContext) -> Diagnostic | None:
    """Something that follows the only node of a text."""
    diagnostic = directive(scene) or after_quote(scene) or after_comment(scene) or closing(scene)
    if diagnostic is not None:
        return diagnostic
    line = scene.line(scene.at)
    above = scene.above(line)
    if above is not None and above.text.startswith("..."):
        return scene.fault("E135", "second document", scene.rest(scene.at))
    return scene.fault("E110", "after the end", scene.rest(scene.last_visible()))


def closing(scene: ErrorContext) -> Diagnostic | None:
    """A closing bracket without an opening one."""
    sign = scene.sign
    if sign not in _CLOSES:
        return None
    return scene.fault("E116", "closed and not opened", scene.here, sign=sign, partner=_CLOSES[sign])


# The location where reading broke off, and the lines around it, as an author sees them.

KEY = re.compile(r"""[ ]*(?:-[ ]+)*(?P<key>"[^"]*"|'[^']*'|[^\s"'#\[{][^#]*?)[ ]*(?P<colon>:)(?=\s|$)""")


@dataclass(frozen=True)
class SourceLine:
    """A line of a text: its number from 1, the offset of its first character, its characters."""

    number: int
    start: int
    text: str

    @property
    def indent(self) -> int:
        """The number of spaces and tabs it starts with."""
        return len(self.text) - len(self.text.lstrip(" \t"))

    @property
    def first(self) -> int:
        """The offset of its first character that is not a space or tab."""
        return self.start + self.indent

    @property
    def content(self) -> str:
        """What is written on it, without the space around it and without a comment."""
        text = self.text.strip()
        return "" if text.startswith("#") else re.split(r"\s#", text)[0].rstrip()

    @property
    def end(self) -> int:
        """The offset after its content."""
        return self.first + len(self.content)

    @property
    def key(self) -> re.Match[str] | None:
        """The key that it starts with: groups `key` and `colon`."""
        return KEY.match(self.text)

    @property
    def value(self) -> str:
        """What follows its key; empty if it has no key or nothing follows."""
        key = self.key
        return self.content[key.end("colon") - self.indent :].strip() if key else ""


@dataclass(frozen=True)
class ErrorContext:
    """A text, and where and why the YAML library stopped reading it."""

    source: Source
    broken: MalformedYaml

    @property
    def text(self) -> str:
        """The whole text."""
        return self.source.text

    @property
    def at(self) -> int:
        """The offset where reading stopped, never past the last character."""
        return min(self.broken.at, len(self.text))

    @property
    def since(self) -> int:
        """The offset where the broken construct began."""
        return self.at if self.broken.since is None else self.broken.since

    @property
    def sign(self) -> str:
        """The character where reading stopped; empty at the end."""
        return self.text[self.at : self.at + 1]

    @property
    def here(self) -> Span:
        """The place of that character."""
        return self.span(self.at, self.at + 1)

    def line(self, offset: int) -> SourceLine:
        """The line that contains an offset."""
        number = self.source.place(offset)[0]
        return SourceLine(number, self.source.line_starts[number - 1], self.source.line(number))

    def above(self, line: SourceLine) -> SourceLine | None:
        """The nearest line above that is neither empty nor a comment."""
        for number in range(line.number - 1, 0, -1):
            candidate = SourceLine(number, self.source.line_starts[number - 1], self.source.line(number))
            if candidate.content:
                return candidate
        return None

    def below(self, line: SourceLine) -> SourceLine | None:
        """The nearest line below that is neither empty nor a comment."""
        for number in range(line.number + 1, len(self.source.line_starts) + 1):
            candidate = SourceLine(number, self.source.line_starts[number - 1], self.source.line(number))
            if candidate.content:
                return candidate
        return None

    def before(self) -> int:
        """The offset of the last character before the stop that is not white space, or -1."""
        at = self.at - 1
        while at >= 0 and self.text[at].isspace():
            at -= 1
        return at

    def last_visible(self) -> int:
        """The offset to point at: the stop itself, or the last character if only white space follows."""
        return self.at if self.text[self.at :].strip() else max(self.before(), 0)

    def span(self, start: int, end: int) -> Span:
        """A range of the text, at least one character wide where there is one."""
        return Span(self.source, start, min(max(end, start + 1), max(len(self.text), start)))

    def rest(self, start: int) -> Span:
        """The range from an offset to the end of the content of its line."""
        return self.span(start, self.line(start).end)

    def fault(
        self, code: str, said: str, span: Span, *others: Label, helps: tuple[str, ...] = (), **words: object
    ) -> Diagnostic:
        """A diagnostic about a location in this text, in the words of a row of `yaml_errors.json`.

        `words` stand for `$word` in it; `helps` come before those of the row.
        """
        row = _sentences()[said]
        message, label, *more = (
            Template(text).substitute(words) for text in (row["message"], row.get("label", ""), *row.get("helps", ()))
        )
        return Diagnostic(code, message, span, label=label, others=others, helps=(*helps, *more))


@cache
def _sentences() -> dict[str, Any]:
    # Read only where a text is broken.
    found: dict[str, Any] = json.loads(Path(__file__).with_name("yaml_errors.json").read_text(encoding="utf-8"))
    return found


# `a ? b : c` of other languages, turned round: in a text it breaks YAML before anybody can read the rule.

_CHOICE = re.compile(r"(?P<test>[^?:{}]+?)\s*\?\s*(?P<yes>[^?:{}]+?)\s*:\s*(?P<no>[^?:,{}]+)")


_INNER_CHOICE = re.compile(
    r"\((?P<test>(?:[^()?:]|\([^()]*\))+)\?(?P<yes>(?:[^()?:]|\([^()]*\))+):(?P<no>(?:[^()?:]|\([^()]*\))+)\)"
)
"""The same in parentheses, within a longer text."""


def conditional_hint(text: str) -> tuple[str, ...]:
    """How a value by a condition is written here, as helps; none where the text has no such value.

    >>> conditional_hint("large ? 4 : 0}")
    ('write `4 if large else 0`: the value first, then its condition',)
    """
    inner = _INNER_CHOICE.search(text) if len(text) <= LONG_TEXT else None
    if inner is not None:
        value = f"({inner['yes'].strip()} if {inner['test'].strip()} else {inner['no'].strip()})"
        whole = text.strip().replace(inner[0], value)
        return (f"write `{whole}`: the value first, then its condition",)
    found = _CHOICE.match(text.strip())
    if found is None:
        return ()
    value = f"{found['yes']} if {found['test']} else {found['no'].strip()}"
    return (f"write `{value}`: the value first, then its condition",)
