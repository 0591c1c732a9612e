"""One editor for all tests of a file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.editor.editor_client import Editor, write_game


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    """An editor in a folder with the small game."""
    one = Editor(write_game(tmp_path_factory.mktemp("games")))
    yield one
    one.stop()
    assert one.logs == []
