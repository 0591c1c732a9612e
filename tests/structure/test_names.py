"""Names are the trade's: words that this house once coined name nothing."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.structure.python_files import PACKAGE, python_files, tree_of

COINED = {
    "told": "a log, a message, an announcement, a text",
    "kept": "cached, stored, retained",
    "lying": "a placement, a location",
    "retelling": "a replay",
    "retell": "replay",
    "dive": "a playout, a rollout",
    "dives": "playouts, rollouts",
    "foreseen": "an invariant, a static fact, a known value",
    "residue": "the result of partial evaluation",
    "luck": "a random stream",
    "vain": "without effect",
    "gone": "removed",
    "anew": "again",
    "begun": "started, an origin",
    "elsewhere": "outside",
    "otherwise": "an alternative",
    "unlike": "different",
}
"""Words that no file, class or function of the package has in its name, each with what the field says."""

PHRASES = {"at_once": "immediately, in one step", "turn_by_turn": "unrolled"}
"""The same of several words."""

SAVED = {("language/ir/nodes.py", "Told")}
"""Records that saves of earlier versions know by these names."""


def names() -> Iterator[tuple[str, str]]:
    """Each name of a file, a class or a function, with its file."""
    for path in python_files():
        file = path.relative_to(PACKAGE).as_posix()
        yield file, path.stem
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.ClassDef | ast.FunctionDef):
                yield file, node.name


def coined(name: str) -> set[str]:
    """The coined words in a name.

    >>> sorted(coined("_kept_parts") | coined("NowLying") | coined("foretold"))
    ['kept', 'lying']
    """
    words = re.findall(r"[a-z]+", re.sub(r"([A-Z])", r"_\1", name).lower())
    return {word for word in words if word in COINED} | {phrase for phrase in PHRASES if phrase in "_".join(words)}


def test_no_coined_word_names_anything() -> None:
    found = [f"{file}: {name}" for file, name in names() if coined(name) and (file, name) not in SAVED]
    assert found == []
