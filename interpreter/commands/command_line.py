"""The command line as a source text, so that a mistake in it is shown like any other."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ..diagnostics.span import Source, Span

NAME = "<command line>"
"""The name under which the command line is shown as a source."""


@dataclass(frozen=True)
class CommandLine:
    """The words after `cardwright`.

    >>> CommandLine(("run", "chess")).find("chess").text
    'chess'
    """

    words: tuple[str, ...]

    @classmethod
    def of(cls, words: Sequence[str]) -> CommandLine:
        """Make a command line of a list of words."""
        return cls(tuple(words))

    @cached_property
    def source(self) -> Source:
        """The line as one would type it again."""
        return Source(NAME, " ".join(["cardwright", *map(shlex.quote, self.words)]))

    @cached_property
    def whole(self) -> Span:
        """The span of the whole line."""
        return Span(self.source, 0, len(self.source.text))

    def find(self, text: str, *flags: str) -> Span | None:
        """Find a word; failing that, the last one that ends with the text, starts with it or contains it; else None.

        Of some `flags`, their values are looked through first.
        """
        if not text:
            return self._word(self.words.index("")) if "" in self.words else None
        value = self.after(flags) if flags else None
        at = re.search(rf"(?<![\w:]){re.escape(text)}(?![\w:])", value.text) if value else None
        if value and at:
            return Span(self.source, value.start + at.start(), value.start + at.end())
        tests = (str.__eq__, str.endswith, str.startswith, str.__contains__)
        for test in tests:
            for number in reversed(range(len(self.words))):
                if test(self.words[number], text):
                    return self._within(number, text)
        return None

    def after(self, flags: Sequence[str]) -> Span | None:
        """Find the value of a flag, the last one if the flag is repeated; None without the flag."""
        for number in reversed(range(len(self.words))):
            flag, equals, value = self.words[number].partition("=")
            if flag in flags and equals:
                return self._within(number, value) if value else self._word(number)
            if flag in flags and number + 1 < len(self.words):
                return self._word(number + 1)
        return None

    def typed(self, span: Span | None) -> Span | None:
        """A place in what was typed, where an earlier stage knew only a part of it; any other place as it is."""
        if span is None or span.source.name != NAME or span.source.text == self.source.text:
            return span
        return self.find(span.text) or self.whole

    def _word(self, number: int) -> Span:
        before = ["cardwright", *map(shlex.quote, self.words[:number])]
        start = len(" ".join(before)) + 1
        return Span(self.source, start, start + len(shlex.quote(self.words[number])))

    def _within(self, number: int, text: str) -> Span:
        word = self._word(number)
        at = word.text.rfind(text)
        return Span(self.source, word.start + at, word.start + at + len(text)) if at >= 0 else word
