"""Finds and reads the file of a part: beside the file that uses it, in `parts` there, on the path, in the package."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Sequence as Row
from pathlib import Path

from ...diagnostics.diagnostic import Report
from ...diagnostics.span import Source, Span
from ...diagnostics.suggest import did_you_mean
from ..text import disk
from ..text.compose import compose
from ..text.head import read_head
from ..text.known import compose_known
from ..text.load import read_source
from ..text.tree import Entry, Mapping, Node, Scalar, Sequence
from .catalogue import ENDINGS, may_be_read, shipped_folders, shown
from .other_kinds import OTHERS
from .part_arguments import Use

FOLDER = "parts"
"""The folder in which parts lie: beside a game, beside the folder of a game, or below a folder of the path."""


class PartFiles:
    """The files of parts. `paths` are folders with more games, variants and parts."""

    def __init__(self, paths: Row[str] = ()) -> None:
        self.paths = tuple(Path(path) for path in paths)

    def read(self, use: Use, report: Report) -> Mapping | None:
        """Read the part that is used, from a source of its own (E100 to E141, E420, E421)."""
        path = self._path(use.part)
        if path is None:
            self._unknown(use, report)
            return None
        if _is_path(use.part.text) and not may_be_read(path, "part", use.part.span, self.paths, report):
            return None
        source = read_source(path, report, named=use.part.span)
        if source is None:
            return None
        tree = _composed(source, use.part.span, report)
        if tree is None:
            return None
        if tree.get("part") is None:
            message, helps = f"'{path}' is no part", ("the file of a part begins with `part: NAME`",)
            report.add("E421", message, use.part.span, helps=helps, path=f"uses.{use.name.text}")
            return None
        return tree if is_called_as_its_file(tree, path, report) else None

    def _path(self, name: Scalar) -> Path | None:
        """The file that is meant: that of a path from where the name is written, or the nearest of this name."""
        here = Path(name.span.source.name).parent
        if _is_path(name.text):
            return here / name.text
        files = (folder / f"{name.text}{ending}" for folder in self._folders(name.span) for ending in ENDINGS)
        return next((file for file in files if disk.is_file(file) and not _holds_more(file)), None)

    def _folders(self, span: Span) -> Iterator[Path]:
        """Where parts are looked for, the nearest first."""
        here = Path(span.source.name).parent
        for folder in (here, here / "..", *self.paths):
            yield from (folder, folder / FOLDER)
        yield from (shown(folder / FOLDER) for folder in shipped_folders())

    def _unknown(self, use: Use, report: Report) -> None:
        files = (file for folder in self._folders(use.part.span) for file in disk.files_in(folder))
        names = sorted({file.stem for file in files if file.suffix in ENDINGS and "part" in read_head(file, ("part",))})
        report.add(
            "E420",
            f"unknown part '{use.part.text}'",
            use.part.span,
            label="no part of this name",
            notes=(f"parts: {', '.join(names)}",),
            helps=did_you_mean(use.part.text, names) or ("for a part of your own, give the path of its file",),
            path=f"uses.{use.name.text}",
        )


def _composed(source: Source, used: Span, report: Report) -> Mapping | None:
    """The tree of a part, with places in a source of this use; the text is parsed once for all uses."""
    own = Report()
    known = compose_known(source, own)
    mine = Source(source.name, source.text, used)
    if known is None or own.diagnostics:
        return compose(mine, report, mapping=True)
    return _placed_mapping(known, mine)


def _placed(node: Node, source: Source) -> Node:
    """The same node, with places in another source of the same text."""
    match node:
        case Scalar():
            return _placed_scalar(node, source)
        case Sequence():
            return Sequence(tuple(_placed(item, source) for item in node.items), _span(node.span, source))
        case Mapping():
            return _placed_mapping(node, source)


def _placed_mapping(node: Mapping, source: Source) -> Mapping:
    entries = (Entry(_placed_scalar(one.key, source), _placed(one.value, source)) for one in node.entries)
    return Mapping(tuple(entries), _span(node.span, source))


def _placed_scalar(node: Scalar, source: Source) -> Scalar:
    return Scalar(node.text, _span(node.span, source), node.style, node.offsets)


def _span(span: Span, source: Source) -> Span:
    return Span(source, span.start, span.end)


def is_called_as_its_file(tree: Mapping, path: str | Path, report: Report) -> bool:
    """Whether a part has the name of its file, by which it is found; if not, that is reported (E421)."""
    name, stem = tree.get("part"), Path(path).stem
    if not isinstance(name, Scalar) or name.text == stem:
        return True
    report.add(
        "E421",
        f"the file of part '{name.text}' is called '{stem}'",
        name.span,
        helps=("give the file and the part one name: parts are found by the names of their files",),
        path="part",
    )
    return False


def _holds_more(file: Path) -> bool:
    """Whether a file that has the name of a part is something else; one that holds nothing is to be told of."""
    keys = read_head(file, ("part", *OTHERS, "game", "variant"))
    return bool(keys) and "part" not in keys


def _is_path(text: str) -> bool:
    return text.endswith(ENDINGS) or "/" in text or "\\" in text
