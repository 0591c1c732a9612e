"""What holds of each page that a study writes: all is closed, and nothing comes from elsewhere."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser


class Reader(HTMLParser):
    """Checks that every element is closed, and notes what would be fetched from elsewhere."""

    EMPTY = {"meta", "br"}

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: Counter[str] = Counter()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen[tag] += 1
        assert not {"src", "href"} & {name for name, _ in attrs}, tag
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen[tag] += 1

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
