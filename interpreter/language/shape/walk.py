"""Is everything in a file what the language has a place for? Each key, each kind of value, each word."""

from __future__ import annotations

import re

from ...diagnostics.diagnostic import Label, Report
from ...diagnostics.span import Span
from ...diagnostics.suggest import did_you_mean, suggest
from ..text.tree import Entry, Mapping, Node, Scalar, Sequence
from .schema import LIST, MAPPING, TEXT, ListShape, MappingShape, Shape, TextShape

_INTEGER = re.compile(r"-?[0-9]{1,18}", re.ASCII)
_TRUTHS = {
    "yes": "true",
    "on": "true",
    "True": "true",
    "TRUE": "true",
    "no": "false",
    "off": "false",
    "False": "false",
    "FALSE": "false",
}

_KIND_WORDS = {TEXT: "a single text", MAPPING: "`key: value` lines", LIST: "a list"}


def kind_of(node: Node) -> str:
    """`text`, `mapping` or `list`."""
    return TEXT if isinstance(node, Scalar) else MAPPING if isinstance(node, Mapping) else LIST


class Walk:
    """One walk over a tree and a schema side by side."""

    def __init__(self, report: Report) -> None:
        self.report = report

    def node(self, node: Node, shape: Shape, path: str, owner: Scalar | None) -> None:
        """Check one value; `owner` is the key it stands below."""
        if shape.anything:
            return
        if _empty(node):
            self._nothing(node, shape, path, owner)
        elif isinstance(node, Scalar) and shape.text:
            self._text(node, shape, shape.text, path, owner)
        elif isinstance(node, Mapping) and shape.mapping:
            self._mapping(node, shape, shape.mapping, path, owner)
        elif isinstance(node, Sequence) and shape.list:
            self._list(node, shape, shape.list, path, owner)
        else:
            self._wrong_kind(node, shape, path, owner)

    # Mappings

    def _mapping(self, node: Mapping, shape: Shape, keys: MappingShape, path: str, owner: Scalar | None) -> None:
        meant: set[str] = set()
        for entry in node.entries:
            name = entry.key.text
            below = keys.value(name)
            if below is None:
                meant |= self._unknown_key(entry, node, shape, keys, path)
            else:
                self.node(entry.value, below, f"{path}.{name}" if path else name, entry.key)
        self._missing(node, shape, keys, path, owner, meant)
        if not keys.least <= len(node.entries) <= (len(node.entries) if keys.most is None else keys.most):
            wanted = "one key" if keys.most == 1 else f"at least {keys.least} key{'s' * (keys.least > 1)}"
            self.report.add(
                "E167",
                f"{_named(owner, shape)} needs {wanted}, not {len(node.entries)}",
                _place(node, owner),
                helps=_example(shape),
                path=path,
            )

    def _unknown_key(self, entry: Entry, node: Mapping, shape: Shape, keys: MappingShape, path: str) -> set[str]:
        """Report a key that may not stand here; the answer is the key that was meant, if there is one."""
        name = entry.key.text
        free = [key for key in keys.fixed if node.get(key) is None]
        meant = suggest(name, free)
        possible = [*keys.fixed, *([keys.keys] if keys.keys else [])]
        self.report.add(
            "E160",
            f"'{name}' is not a key of {shape.title}",
            entry.key.span,
            label="unknown key",
            notes=(f"keys that may stand here: {', '.join(possible)}",) if possible else (),
            helps=did_you_mean(name, free) or did_you_mean(name, keys.fixed),
            path=f"{path}.{name}" if path else name,
        )
        return {meant} if meant else set()

    def _missing(
        self,
        node: Mapping,
        shape: Shape,
        keys: MappingShape,
        path: str,
        owner: Scalar | None,
        meant: set[str],
    ) -> None:
        there = {entry.key.text for entry in node.entries} | meant
        missing = [key for key in keys.required if key not in there]
        place = _place(node, owner)
        if missing:
            self.report.add(
                "E161",
                f"{shape.title} needs {_and(missing)}",
                place,
                label=f"{_and(missing)} missing here",
                helps=_example(shape),
                path=path,
            )
        for group, wanted in ((keys.one_of, "one of"), (keys.some_of, "at least one of")):
            if group and not there & set(group):
                self.report.add(
                    "E161", f"{shape.title} needs {wanted} {_or(group)}", place, helps=_example(shape), path=path
                )
        self._together(node, shape, keys, path, there)

    def _together(self, node: Mapping, shape: Shape, keys: MappingShape, path: str, there: set[str]) -> None:
        rivals = [entry for entry in node.entries if entry.key.text in keys.one_of]
        for entry in rivals[1:]:
            self.report.add(
                "E168",
                f"{shape.title} has only one of {_or(keys.one_of)}",
                entry.key.span,
                label="the second",
                others=(Label(rivals[0].key.span, "the first"),),
                path=path,
            )
        for entry in node.entries:
            lacking = [key for key in keys.needs.get(entry.key.text, ()) if key not in there]
            if not there & set(keys.one_of) and set(lacking) <= set(keys.one_of):
                continue  # that one of these is missing was said already
            if lacking:
                self.report.add(
                    "E168",
                    f"'{entry.key.text}' stands only together with {_and(lacking)}",
                    entry.key.span,
                    path=f"{path}.{entry.key.text}",
                )

    # Lists and texts

    def _list(self, node: Sequence, shape: Shape, items: ListShape, path: str, owner: Scalar | None) -> None:
        for index, item in enumerate(node.items):
            self.node(item, items.item, f"{path}[{index}]", None)
        if not items.least <= len(node.items) <= (len(node.items) if items.most is None else items.most):
            wanted = f"at least {items.least}" if items.most is None else str(items.most)
            unit = "item" if wanted.endswith(" 1") else "items"
            self.report.add(
                "E167",
                f"{_named(owner, shape)} needs {wanted} {unit}, not {len(node.items)}",
                _place(node, owner),
                helps=_example(shape),
                path=path,
            )

    def _text(self, node: Scalar, shape: Shape, text: TextShape, path: str, owner: Scalar | None) -> None:
        if text.words and node.text not in text.words:
            self._wrong_word(node, shape, text.words, path, owner)
        elif text.number and not _INTEGER.fullmatch(node.text):
            self.report.add(
                "E164",
                f"a whole number is needed here, not '{_short(node)}'",
                node.span,
                helps=("write it with digits, such as `3`",),
                path=path,
            )
        elif text.truth and node.text not in ("true", "false"):
            meant = _TRUTHS.get(node.text)
            self.report.add(
                "E163",
                f"`true` or `false` is needed here, not '{_short(node)}'",
                node.span,
                helps=(f"write `{meant}`",) if meant else (),
                path=path,
            )
        elif text.pattern and not text.pattern.search(node.text):
            self.report.add(
                "E166", f"'{_short(node)}' cannot be {shape.title}", node.span, helps=_example(shape), path=path
            )

    def _wrong_word(self, node: Scalar, shape: Shape, words: tuple[str, ...], path: str, owner: Scalar | None) -> None:
        possible = _or(words) + (" or a list" if shape.list else "")
        self.report.add(
            "E163",
            f"{_named(owner, shape)} cannot be '{_short(node)}'",
            node.span,
            label=f"must be {possible}",
            helps=did_you_mean(node.text, words),
            path=path,
        )

    # What is missing or of another kind

    def _nothing(self, node: Node, shape: Shape, path: str, owner: Scalar | None) -> None:
        if owner is None:
            self.report.add(
                "E165", f"{shape.title} is missing here", node.span, path=path, helps=("write it, or delete the line",)
            )
            return
        if self._told(owner, node):
            return
        self.report.add(
            "E165",
            f"'{owner.text}' has no value",
            owner.span,
            label=f"{shape.title} must follow",
            helps=(*_example(shape), "or delete the line"),
            path=path,
        )

    def _told(self, owner: Scalar, node: Node) -> bool:
        """Whether the author was told already that the value of this key is not what it seems."""
        return any(
            d.severity == "error"
            and d.span is not None
            and d.span.source is owner.span.source
            and owner.span.end <= d.span.start <= node.span.end
            for d in self.report.diagnostics
        )

    def _wrong_kind(self, node: Node, shape: Shape, path: str, owner: Scalar | None) -> None:
        if owner is not None and self._told(owner, node):
            return
        kind = kind_of(node)
        wanted = " or ".join(_KIND_WORDS[k] for k in shape.kinds)
        found = {TEXT: "a text", MAPPING: "`key: value` lines", LIST: "a list"}[kind]
        brackets = node.span.text[:1] in "[{" and TEXT in shape.kinds
        helps = ("if the brackets belong to the text, put all of it in quotes",) if brackets else ()
        self.report.add(
            "E162",
            f"{_named(owner, shape)} needs {wanted}, not {found}",
            _place(node, owner),
            label=f"the place of {shape.title}",
            helps=_example(shape) + helps,
            path=path,
        )


def _empty(node: Node) -> bool:
    return isinstance(node, Scalar) and not node.text.strip()


def _place(node: Node, owner: Scalar | None) -> Span:
    """Where a value is shown: itself if it stands on one line, else its key, else its first line."""
    if "\n" not in node.span.text:
        return node.span if node.span.text or owner is None else owner.span
    if owner is not None:
        return owner.span
    span = node.span
    return Span(span.source, span.start, span.start + len(span.text.split("\n", 1)[0].rstrip()))


def _named(owner: Scalar | None, shape: Shape) -> str:
    """What a value is called: by its key, or, in a list, by what it is."""
    return f"'{owner.text}'" if owner else shape.title


def _example(shape: Shape) -> tuple[str, ...]:
    return (f"for example: `{shape.example}`",) if shape.example else ()


def _short(node: Scalar) -> str:
    line = node.text.strip().split("\n", 1)[0]
    return line if len(line) <= 40 else line[:39] + "…"


def _and(names: list[str]) -> str:
    return _joined(names, "and")


def _or(names: tuple[str, ...]) -> str:
    return _joined(list(names), "or")


def _joined(names: list[str], word: str) -> str:
    quoted = [f"'{name}'" for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} {word} {quoted[-1]}"
