"""The studio's session for a page that runs it in a worker: what is asked and answered are texts of JSON."""

from __future__ import annotations

import json
from collections import UserDict
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote_from_bytes

from cardwright.editor.workspace import rarely_collect
from cardwright.studio.session import StudioSession

FOLDER = Path("/files")
"""Where the files of the page lie in the worker. The page keeps them; here they last as long as the worker."""


class Files(UserDict[str, str]):
    """Texts by their names, which the interpreter finds in the folder as well."""

    def __setitem__(self, name: str, text: str) -> None:
        (FOLDER / name).parent.mkdir(parents=True, exist_ok=True)
        (FOLDER / name).write_text(text, encoding="utf-8", newline="")
        super().__setitem__(name, text)

    def __delitem__(self, name: str) -> None:
        (FOLDER / name).unlink()
        super().__delitem__(name)


def begin(texts: str) -> Callable[[str], str]:
    """Begin a session with files, texts by their names. What it returns answers requests."""
    # Python 3.14 loads for it all that opens connections, which takes longer than to load a game.
    Path.as_uri = lambda self: f"file://{quote_from_bytes(bytes(self))}"  # type: ignore[method-assign]
    FOLDER.mkdir(exist_ok=True)
    rarely_collect()
    session = StudioSession(Files(json.loads(texts)), root=str(FOLDER))
    return lambda asked: json.dumps(session.request(json.loads(asked)), default=str)
