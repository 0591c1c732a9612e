"""The browser of the tests of tables, for the studio; and no text stays open in the editor."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cardwright.source.text.files import close_text, editor_texts
from tests.table.serving.conftest import opened as opened
from tests.table.serving.conftest import page as page


@pytest.fixture(autouse=True)
def nothing_open() -> Iterator[None]:
    """Close what a session has opened."""
    yield
    for path in editor_texts():
        close_text(path)
