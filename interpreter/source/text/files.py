"""Reading files: the whole text or only its head, what is open in an editor, and each text composed only once."""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from functools import lru_cache
from pathlib import Path
from typing import assert_never

from ...diagnostics.diagnostic import Diagnostic, Report
from ...diagnostics.span import LINE_END, Source, Span
from . import disk
from .disk import similar_path
from .tree import Mapping, Node

LARGEST = 2_000_000
"""The largest size of a file, in bytes."""

_TEXT_AFTER_ALL = 0.1
"""A file of which at most this share is not valid UTF-8 is taken for a text in another encoding."""


def load(path: str | Path, report: Report, *, named: Span | None = None) -> Mapping | None:
    """Read a YAML file that is a mapping at the top level.

    Mistakes go to `report` (E100 to E141, W100, W101); the result is None if the file cannot be read or is not YAML.
    Messages name the file by the path as given. `named` is the location in another file that refers to this one, if
    there is one; a missing file is then reported there.
    """
    source = read_source(path, report, named=named)
    return None if source is None else compose_cached(source, report)


def read_source(
    path: str | Path, report: Report, *, named: Span | None = None, largest: int = LARGEST
) -> Source | None:
    """Read the text of a file of at most so many bytes, or report why that is not possible (E100 to E103).

    A byte order mark at the start is left out. A file that is open in an editor counts as the text there.
    """
    name = os.fspath(path)
    span = named or Span.of_file(name)
    if (text := editor_text(name)) is not None:
        if len(text.encode("utf-8", "surrogatepass")) <= largest:
            return Source(name, text)
        _too_large(name, report, span, largest)
        return None
    data = file_content(name, report, span, largest)
    if data is None:
        return None
    try:
        return Source(name, data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        _not_utf8(name, data, report, span)
        return None


def file_content(name: str, report: Report, span: Span, largest: int) -> bytes | None:
    """The content of a file of at most so many bytes; None, which is reported, if there is none (E100 to E103)."""
    try:
        data = disk.content(name, largest)
    except (OSError, ValueError) as error:
        _unreadable(name, error, report, span)
        return None
    match data:
        case "folder":
            helps = ("name the file inside the folder",)
            report.add("E101", f"'{name}' is a folder, but a file is needed here", span, helps=helps)
        case "special":
            report.add("E100", f"'{name}' is not a regular file", span)
        case "large":
            _too_large(name, report, span, largest)
        case bytes():
            return data
        case _:
            assert_never(data)
    return None


def _too_large(name: str, report: Report, span: Span, largest: int) -> None:
    most = f"{largest // 1_000_000} MB" if largest >= 1_000_000 else f"{largest // 1000} kB"
    message = f"'{name}' is larger than {most}"
    report.add("E103", message, span, helps=("check that this is the right file",))


def _unreadable(name: str, error: OSError | ValueError, report: Report, span: Span) -> None:
    match error:
        case FileNotFoundError() | NotADirectoryError():
            report.add("E100", f"there is no file '{name}'", span, helps=similar_path(name))
        case PermissionError():
            helps = ("change the permissions of the file",)
            report.add("E100", f"'{name}' cannot be read: permission denied", span, helps=helps)
        case OSError():
            report.add("E100", f"'{name}' cannot be read: {error.strerror or 'unknown reason'}", span)
        case _:
            report.add("E100", f"{name!r} is not a valid path", span)


def _not_utf8(name: str, data: bytes, report: Report, span: Span) -> None:
    """Report, as exactly as possible, why bytes are not a text in UTF-8."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        helps = ("save the text again as UTF-8",)
        report.add("E102", f"'{name}' is written in UTF-16, but must be in UTF-8", span, helps=helps)
        return
    text = data.decode("utf-8-sig", errors="replace")
    wrong = text.count("\ufffd")
    if b"\0" in data or wrong > len(text) * _TEXT_AFTER_ALL:
        report.add("E102", f"'{name}' is not a text file", span, helps=("name a YAML file, saved as UTF-8",))
        return
    at = text.index("\ufffd")
    message = "the text is not written in UTF-8"
    label = "this is the first character that cannot be read"
    report.add(
        "E102", message, Span(Source(name, text), at, at + 1), label=label, helps=("save the text again as UTF-8",)
    )


# Files that are read again and again are composed once.
#
# A folder of games is full of such files: the game beside each scenario, the base of each variant, the heads of all
# games whenever a name is looked up. A text is remembered by its name, its place on the disk and all that is in it,
# together with its mistakes, so that nothing is ever reported less often, or elsewhere, than without this.

TEXT_CACHE_SIZE = 256
"""How many texts are remembered; the oldest is forgotten first."""

EDITOR_CACHE_SIZE = 24
"""How many texts of files that are open in an editor, where each keystroke makes another one."""

_TextCache = dict[tuple[str, str, str], tuple[Mapping | None, tuple[Diagnostic, ...]]]

_text_cache: _TextCache = {}
_editor_cache: _TextCache = {}


def compose_cached(source: Source, report: Report) -> Mapping | None:
    """What `compose` makes of a text that is a mapping; its spans may lie in an equal source that was read before."""
    key = (source.file, source.name, source.text)
    is_open = editor_text(source.name) is not None
    texts, most = (_editor_cache, EDITOR_CACHE_SIZE) if is_open else (_text_cache, TEXT_CACHE_SIZE)
    if key not in texts:
        from .composer import compose  # YAML is loaded when the first text is read

        own = Report()
        tree = compose(source, own, mapping=True)
        if len(texts) >= most:
            del texts[next(iter(texts))]
        texts[key] = (tree, tuple(own.diagnostics))
    tree, found = texts[key]
    report.diagnostics += [one for one in found if one not in report.diagnostics]
    return tree


# Texts that are open in an editor: they count instead of what is saved in their files.
#
# Every stage reads files by `load.read_source`, which asks here first. Outside of an editor nothing is open.

_open: dict[str, str] = {}


def open_text(path: str, text: str) -> None:
    """From now on a file counts as this text."""
    _open[os.path.realpath(path)] = text


def close_text(path: str) -> None:
    """From now on a file counts as what is saved in it."""
    _open.pop(os.path.realpath(path), None)


def editor_text(path: str) -> str | None:
    """The text of a file that is open, if it is."""
    if not _open or "\0" in path:
        return None
    return _open.get(os.path.realpath(path))


def editor_texts() -> dict[str, str]:
    """The texts that are open, by the full paths of their files."""
    return dict(_open)


# A few keys of a file, such as its title, without parsing all of it.
#
# Lists of games need three keys of each file. Only the blocks of these keys are parsed; the lines of all others are
# blanked first, so that lines and columns stay correct.

_KEY = re.compile(
    r"""(?:(?P<plain>[^\s"'#\[\]{},&*!|>%@`-][^\n:#"]*)|"(?P<double>[^"\n]*)"|'(?P<single>[^'\n]*)') *:(?=\s|$)"""
)


def read_head(path: str | Path, keys: Collection[str]) -> dict[str, Node]:
    """The values of some top-level keys of a YAML file, as far as they can be read.

    Nothing is reported: to see what is wrong with a file, load all of it. A key that is missing or whose block is
    broken is missing from the result.
    """
    # If only other keys are changed, whoever has asked for these need not ask again.
    with disk.paused_recording():
        source = read_source(path, Report())
    disk.record_head(path, " ".join(keys), "" if source is None else _only(source.text, tuple(keys)))
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
    tree = compose_cached(relevant, Report()) if relevant.text.strip() else None
    if tree is None and len(keys) > 1:
        return {name: value for key in keys for name, value in head_of(source, [key]).items()}
    return {key: value for key, value in tree if key in keys} if isinstance(tree, Mapping) else {}


@lru_cache(maxsize=TEXT_CACHE_SIZE)
def _only(text: str, keys: tuple[str, ...]) -> str:
    """Blank the lines of all other keys. A text that is one mapping in brackets is left as it is."""
    if text.lstrip("\ufeff \r\n\x85\u2028\u2029").startswith("{"):
        return text
    lines = []
    wanted = False
    for line in LINE_END.split(text):
        if line[:1].strip() and (match := _KEY.match(line)):
            wanted = (match["plain"] or match["double"] or match["single"] or "").rstrip() in keys
        lines.append(line if wanted else "")
    return "\n".join(lines)
