"""A few keys of a file, such as its title, without parsing all of it.

Lists of games need three keys of each file. Only the blocks of these keys are parsed; the lines of all others are
blanked first, so that lines and columns stay correct.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from pathlib import Path

from ...diagnostics.diagnostic import Report
from ...diagnostics.span import LINE_END, Source
from . import disk
from .known import MOST, compose_known
from .load import read_source
from .tree import Mapping, Node

_KEY = re.compile(
    r"""(?:(?P<plain>[^\s"'#\[\]{},&*!|>%@`-][^\n:#"]*)|"(?P<double>[^"\n]*)"|'(?P<single>[^'\n]*)') *:(?=\s|$)"""
)


def read_head(path: str | Path, keys: Collection[str]) -> dict[str, Node]:
    """The values of some top-level keys of a YAML file, as far as they can be read.

    Nothing is reported: to see what is wrong with a file, load all of it. A key that is missing or whose block is
    broken is missing from the result.
    """
    # If only other keys are changed, whoever has asked for these need not ask again.
    with disk.unnoted():
        source = read_source(path, Report())
    disk.note_head(path, " ".join(keys), "" if source is None else _only(source.text, tuple(keys)))
    return {} if source is None else head_of(source, keys)


def head_now(keys: str, path: str) -> bytes:
    """What `read_head` looks at in a file, for keys with spaces between them; empty if the file cannot be read."""
    source = read_source(path, Report())
    return b"" if source is None else _only(source.text, tuple(keys.split())).encode("utf-8", "surrogatepass")


def head_of(source: Source, keys: Collection[str]) -> dict[str, Node]:
    """The values of some top-level keys of a YAML text.

    >>> head_of(Source("a.yaml", "spec: 1\\ngame: race\\nzones:\\n  hand: 3"), ["game"])["game"].text
    'race'
    """
    relevant = Source(source.name, _only(source.text, tuple(keys)))
    tree = compose_known(relevant, Report()) if relevant.text.strip() else None
    if tree is None and len(keys) > 1:
        return {name: value for key in keys for name, value in head_of(source, [key]).items()}
    return {key: value for key, value in tree if key in keys} if isinstance(tree, Mapping) else {}


@lru_cache(maxsize=MOST)
def _only(text: str, keys: tuple[str, ...]) -> str:
    """Blank the lines of all other keys. A text that is one mapping in brackets is left as it is."""
    if text.lstrip("\ufeff \r\n\x85\u2028\u2029").startswith("{"):
        return text
    lines = []
    wanted = False
    for line in LINE_END.split(text):
        if line[:1].strip() and (match := _KEY.match(line)):
            name = match["plain"] or match["double"] or match["single"] or ""
            wanted = name.rstrip() in keys
        lines.append(line if wanted else "")
    return "\n".join(lines)
