"""The location where reading broke off, and the lines around it, as an author sees them."""

from __future__ import annotations

import re

from ...diagnostics.diagnostic import Diagnostic, Label
from ...diagnostics.record import dataclass
from ...diagnostics.span import Source, Span
from .events import Broken

KEY = re.compile(r"""[ ]*(?:-[ ]+)*(?P<key>"[^"]*"|'[^']*'|[^\s"'#\[{][^#]*?)[ ]*(?P<colon>:)(?=\s|$)""")


@dataclass(frozen=True)
class Line:
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
class Scene:
    """A text, and where and why the YAML library stopped reading it."""

    source: Source
    broken: Broken

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

    def line(self, offset: int) -> Line:
        """The line that contains an offset."""
        number = self.source.place(offset)[0]
        return Line(number, self.source.line_starts[number - 1], self.source.line(number))

    def above(self, line: Line) -> Line | None:
        """The nearest line above that is neither empty nor a comment."""
        for number in range(line.number - 1, 0, -1):
            candidate = Line(number, self.source.line_starts[number - 1], self.source.line(number))
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
        self,
        code: str,
        message: str,
        span: Span,
        *helps: str,
        label: str = "",
        others: tuple[Label, ...] = (),
        notes: tuple[str, ...] = (),
    ) -> Diagnostic:
        """A diagnostic about a location in this text."""
        return Diagnostic(code, message, span, label=label, others=others, notes=notes, helps=helps)
