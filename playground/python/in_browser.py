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

    edition = 0
    """Grows when another page has changed something."""

    def __setitem__(self, name: str, text: str) -> None:
        (FOLDER / name).parent.mkdir(parents=True, exist_ok=True)
        (FOLDER / name).write_text(text, encoding="utf-8", newline="")
        super().__setitem__(name, text)

    def __delitem__(self, name: str) -> None:
        (FOLDER / name).unlink()
        super().__delitem__(name)

    def take_up(self, there: dict[str, str]) -> None:
        """Have the texts that other pages have left."""
        for name in self.keys() - there.keys():
            del self[name]
        self.update({name: text for name, text in there.items() if self.get(name) != text})
        self.edition += 1


def begin(texts: str) -> Callable[[str], str]:
    """Begin a session with files, texts by their names. What it returns answers requests.

    `there` in a request is what other pages have left of all files meanwhile.
    """
    # Python 3.14 loads for it all that opens connections, which takes longer than to load a game.
    Path.as_uri = lambda self: f"file://{quote_from_bytes(bytes(self))}"  # type: ignore[method-assign]
    FOLDER.mkdir(exist_ok=True)
    rarely_collect()
    files = Files(json.loads(texts))
    session = StudioSession(files, root=str(FOLDER), stamp=lambda: files.edition)

    def answered(asked: str) -> str:
        given = json.loads(asked)
        if "there" in given:
            files.take_up(given.pop("there"))
        answer = session.request(given)
        for one in answer.get("found", ()):
            one["message"] = without_commands(one["message"])
        return json.dumps(answer, default=str)

    return answered


def without_commands(message: str) -> str:
    """A message without the lines that name a command, which nobody can type into a page."""
    return "\n".join(line for line in message.split("\n") if "`cardwright " not in line)
