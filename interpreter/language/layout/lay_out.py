"""Gives a file the layout in which the specs of the package are written, and changes nothing that it says.

A file is cut into its pieces: texts, signs and comments (`pieces.py`). All of them stay, in their order; only the
blanks and line breaks between them are chosen anew:

- each block is indented by two blanks, the items of a list too;
- what is written in brackets stays so, and keeps its lines; `{a: 1, b: [2, 3]}` is how it looks;
- at most one empty line stays where there were some, none at the start of a block;
- where neighbouring lines make a table, its columns stay;
- a comment on a line of its own starts in the column of what it is about; before one after a text are two blanks at
  least, so that comments may be aligned;
- texts in single quotes get double quotes where nothing in them needs the single ones;
- rules get one blank between words, and two more for each block (`rule_text.py`).

The laws: what is laid out twice is laid out once, and the file says the same as before, word for word and comment for
comment. Before anything is returned the second law is checked.
"""

from __future__ import annotations

from ...diagnostics.diagnostic import Report
from ...diagnostics.span import Source
from ..text.compose import compose
from ..text.plain_rule import plain_rule
from ..text.tree import Mapping, Node, Scalar, Sequence
from .pieces import Piece, pieces
from .stops import FileKind, stops
from .writing import write


def lay_out(source: Source, kind: FileKind, report: Report) -> str | None:
    r"""The text of a file in the usual layout.

    None if the file has mistakes that make it unclear what it says (E1xx), or if it could only be laid out by changing
    what it says, as with line breaks of other scripts in a text (E107).

    >>> lay_out(Source("a.yaml", "a:\n    b:   [1,2]\n"), "", Report())
    'a:\n  b: [1, 2]\n'
    """
    own = Report()
    tree = compose(source, own)
    report.diagnostics += [found for found in own.diagnostics if found.severity == "error"]
    if tree is None or own.errors:
        return None
    text = _settled(source, tree, kind)
    if text is not None:
        return text
    report.add(
        "E107",
        f"'{source.name}' cannot be laid out without a change of what it says",
        None,
        helps=("look for line breaks or quotes that were pasted from elsewhere",),
    )
    return None


def _settled(source: Source, tree: Node, kind: FileKind) -> str | None:
    """The text laid out until nothing changes any more: blanks of one line may decide whether others are a table.

    None if it would not say the same.
    """
    before = pieces(source.text, tree, kind)
    said, comments = _says(tree, kind), _comments(before)
    text = source.text
    while (new := write(before)) != text:
        again = compose(Source(source.name, new), Report())
        if again is None or _says(again, kind) != said:
            return None
        before = pieces(new, again, kind)
        if _comments(before) != comments:
            return None
        text = new
    return text


def _comments(found: list[Piece]) -> list[str]:
    return [one.text for one in found if one.kind == "comment"]


def _says(tree: Node, kind: FileKind) -> object:
    """What a file says, without its layout: its structure, and each text as it is, rules in their plainest form."""
    scalars = [stop for stop in stops(tree, kind) if stop.scalar]
    texts = [plain_rule(one.scalar.text) if one.language else _text(one.scalar) for one in scalars if one.scalar]
    return _structure(tree), texts


def _text(scalar: Scalar) -> str:
    """A text; that of a block at the very end of a file may lack its line break."""
    return scalar.text.rstrip("\n") if scalar.style in ("literal", "folded") else scalar.text


def _structure(node: Node) -> object:
    match node:
        case Scalar():
            return bool(node.text)
        case Sequence():
            return [_structure(item) for item in node.items]
        case Mapping():
            return [(entry.key.text, _structure(entry.value)) for entry in node.entries]
