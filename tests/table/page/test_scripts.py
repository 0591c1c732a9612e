"""The modules of a page are put together into one script: what each of them names at the top is its own."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from cardwright.table.page.page import DRAWING, LIVE, text_of

PAGES = {
    "a film": (*DRAWING, "end.js", "film.js", "document.js", "main.js"),
    "two films": (*DRAWING, "two.js"),
    "a table": (*DRAWING, *LIVE, "socket.js", "play.js"),
    "the host": ("element.js", "lobby.js"),
}
TOP = re.compile(r"^(?:export )?(?:async )?(?:const|let|class|function\*?) (\w+|[\[{][^=]*[\]}])", re.MULTILINE)


@pytest.mark.parametrize("page", PAGES)
def test_no_name_stands_twice(page: str) -> None:
    found = Counter(name for file in PAGES[page] for name in TOP.findall(text_of(file)))
    assert len(found) > 5
    assert [name for name, times in found.items() if times > 1] == []
