"""What fails the schema, as an author reads it: what is wrong, what was probably meant, an example of what is right."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...diagnostics.diagnostic import Label, Report
from ...diagnostics.span import Span
from ...diagnostics.suggest import did_you_mean, suggest
from ..text.tree import Mapping, Node, Scalar, Sequence
from .places import UNKNOWN, Place
from .schema import Kind, MappingShape, Shape, kind_of

_BOOLEANS = {
    "yes": "true",
    "on": "true",
    "True": "true",
    "TRUE": "true",
    "no": "false",
    "off": "false",
    "False": "false",
    "FALSE": "false",
}

_WANTED: dict[Kind, str] = {"text": "a single text", "mapping": "`key: value` lines", "list": "a list"}
_FOUND: dict[Kind, str] = {"text": "a text", "mapping": "`key: value` lines", "list": "a list"}


def explain(places: Iterable[Place], report: Report) -> None:
    """Report all that is wrong at some places (E160 to E168)."""
    for place in places:
        if UNKNOWN in place.failed:
            _unknown_key(place, report)
        elif "type" in place.failed:
            _wrong_value(place, report)
        elif isinstance(place.node, Mapping):
            _mapping(place, place.node, report)
        elif isinstance(place.node, Sequence):
            _number_of_items(place, place.node, report)
        else:
            _wrong_text(place, place.node, report)


# Mappings


def _mapping(place: Place, node: Mapping, report: Report) -> None:
    keys = place.shape.mapping
    assert keys is not None
    there = {entry.key.text for entry in node.entries} | _meant(node, keys)
    _missing(place, there, report)
    _together(place, node, there, report)
    _number_of_keys(place, node, report)


def _unknown_key(place: Place, report: Report) -> None:
    keys, node, owner = place.shape.mapping, place.parent, place.owner
    assert keys is not None and isinstance(node, Mapping) and owner is not None
    possible = [*keys.fixed, *([keys.keys] if keys.keys else [])]
    report.add(
        "E160",
        f"'{owner.text}' is not a key of {place.shape.title}",
        owner.span,
        label="unknown key",
        notes=(f"keys allowed here: {', '.join(possible)}",) if possible else (),
        helps=did_you_mean(owner.text, _free(node, keys)) or did_you_mean(owner.text, keys.fixed),
        path=place.path,
    )


def _free(node: Mapping, keys: MappingShape) -> list[str]:
    """The keys of the language that are not there yet."""
    return [key for key in keys.fixed if node.get(key) is None]


def _meant(node: Mapping, keys: MappingShape) -> set[str]:
    """The keys that were probably meant by unknown ones; that they are missing need not be said too."""
    unknown = [entry.key.text for entry in node.entries if keys.value(entry.key.text) is None]
    return {meant for key in unknown if (meant := suggest(key, _free(node, keys)))}


def _missing(place: Place, there: set[str], report: Report) -> None:
    """Report keys that are needed and not `there`."""
    missing = [key for key in _value(place, "required") or () if key not in there]
    span = _span(place)
    if missing:
        report.add(
            "E161",
            f"{place.shape.title} needs {_and(missing)}",
            span,
            label=f"{_and(missing)} {'is' if len(missing) == 1 else 'are'} missing",
            helps=_example(place.shape),
            path=place.path,
        )
    for keyword, wanted in (("oneOf", "one of"), ("anyOf", "at least one of")):
        group = _alternatives(place, keyword)
        if group and not there & set(group):
            report.add(
                "E161",
                f"{place.shape.title} needs {wanted} {_or(group)}",
                span,
                helps=_example(place.shape),
                path=place.path,
            )


def _together(place: Place, node: Mapping, there: set[str], report: Report) -> None:
    """Report keys that exclude each other, and keys without those that they depend on."""
    group = _alternatives(place, "oneOf")
    rivals = [entry for entry in node.entries if entry.key.text in group]
    for entry in rivals[1:]:
        report.add(
            "E168",
            f"{place.shape.title} can have only one of {_or(group)}",
            entry.key.span,
            label="the second",
            others=(Label(rivals[0].key.span, "the first"),),
            path=place.path,
        )
    for entry in node.entries:
        lacking = [
            key for key in (_value(place, "dependentRequired") or {}).get(entry.key.text, ()) if key not in there
        ]
        if not there & set(group) and set(lacking) <= set(group):
            continue  # that one of these is missing has been reported
        if lacking:
            report.add(
                "E168",
                f"'{entry.key.text}' can only be used together with {_and(lacking)}",
                entry.key.span,
                path=f"{place.path}.{entry.key.text}",
            )


def _number_of_keys(place: Place, node: Mapping, report: Report) -> None:
    least, most = _bounds(place, "minProperties", "maxProperties")
    if least is None and most is None:
        return
    wanted = "one key" if most == 1 else f"at least {least} key{'s' * (least != 1)}"
    _wrong_number(place, wanted, len(node.entries), report)


# Lists


def _number_of_items(place: Place, node: Sequence, report: Report) -> None:
    least, most = _bounds(place, "minItems", "maxItems")
    wanted = f"at least {least}" if most is None else str(most)
    _wrong_number(place, f"{wanted} {'item' if wanted.endswith(' 1') else 'items'}", len(node.items), report)


def _wrong_number(place: Place, wanted: str, found: int, report: Report) -> None:
    report.add(
        "E167",
        f"{_named(place)} needs {wanted}, but got {found}",
        _span(place),
        helps=_example(place.shape),
        path=place.path,
    )


def _bounds(place: Place, least: str, most: str) -> tuple[int | None, int | None]:
    """The two numbers that a schema gives for the length of a value, if the value fails one of them."""
    for keyword in (least, most):
        if keyword in place.failed:
            schema: Any = place.failed[keyword].schema
            return schema.get(least), schema.get(most)
    return None, None


# Texts


def _wrong_text(place: Place, node: Scalar, report: Report) -> None:
    """Report a text that is none of the possible words, or has another form than is needed."""
    if "enum" in place.failed:
        _wrong_word(place, node, [str(word) for word in _value(place, "enum")], report)
    else:
        assert "pattern" in place.failed
        report.add(
            "E166",
            f"'{_short(node)}' cannot be {place.shape.title}",
            node.span,
            helps=_example(place.shape),
            path=place.path,
        )


def _wrong_word(place: Place, node: Scalar, words: list[str], report: Report) -> None:
    possible = _or(words) + (" or a list" if place.shape.list else "")
    report.add(
        "E163",
        f"{_named(place)} cannot be '{_short(node)}'",
        node.span,
        label=f"must be {possible}",
        helps=did_you_mean(node.text, words),
        path=place.path,
    )


# Values that are missing or of another kind


def _wrong_value(place: Place, report: Report) -> None:
    """Report a value that is missing, or not of the type that is needed."""
    node, wanted = place.node, _value(place, "type")
    if isinstance(node, Scalar) and not node.text.strip():
        _no_value(place, report)
    elif isinstance(node, Scalar) and wanted == "integer":
        report.add(
            "E164",
            f"expected a whole number, but got '{_short(node)}'",
            node.span,
            helps=("write it with digits, such as `3`",),
            path=place.path,
        )
    elif isinstance(node, Scalar) and wanted == "boolean":
        meant = _BOOLEANS.get(node.text)
        report.add(
            "E163",
            f"expected `true` or `false`, but got '{_short(node)}'",
            node.span,
            helps=(f"write `{meant}`",) if meant else (),
            path=place.path,
        )
    else:
        _wrong_kind(place, report)


def _no_value(place: Place, report: Report) -> None:
    if place.owner is None:
        report.add(
            "E165",
            f"{place.shape.title} is missing here",
            place.node.span,
            path=place.path,
            helps=("write it, or delete the line",),
        )
    elif not _is_reported(place.owner, place.node, report):
        report.add(
            "E165",
            f"'{place.owner.text}' has no value",
            place.owner.span,
            label=f"expected {place.shape.title} after this key",
            helps=(*_example(place.shape), "or delete the line"),
            path=place.path,
        )


def _wrong_kind(place: Place, report: Report) -> None:
    if place.owner is not None and _is_reported(place.owner, place.node, report):
        return
    kinds = place.shape.kinds
    wanted = " or ".join(_WANTED[kind] for kind in kinds)
    brackets = place.node.span.text[:1] in "[{" and "text" in kinds
    helps = ("if the brackets belong to the text, put all of it in quotes",) if brackets else ()
    report.add(
        "E162",
        f"{_named(place)} needs {wanted}, but got {_FOUND[kind_of(place.node)]}",
        _span(place),
        label=f"expected {place.shape.title} here",
        helps=_example(place.shape) + helps,
        path=place.path,
    )


def _is_reported(owner: Scalar, node: Node, report: Report) -> bool:
    """Whether an error says already that the value of this key is not what it seems."""
    return any(
        found.severity == "error"
        and found.span is not None
        and found.span.source is owner.span.source
        and owner.span.end <= found.span.start <= node.span.end
        for found in report.diagnostics
    )


# Words


def _value(place: Place, keyword: str) -> Any:
    """What the schema says after a keyword that a place fails; None if it does not fail it."""
    error = place.failed.get(keyword)
    return error and error.validator_value


def _alternatives(place: Place, keyword: str) -> list[str]:
    """The keys of which one is needed, where a place fails that."""
    return [key for branch in _value(place, keyword) or () for key in branch["required"]]


def _span(place: Place) -> Span:
    """Where a value is shown: itself if it is on one line, else its key, else its first line."""
    span, owner = place.node.span, place.owner
    if "\n" not in span.text:
        return span if span.text or owner is None else owner.span
    if owner is not None:
        return owner.span
    return Span(span.source, span.start, span.start + len(span.text.split("\n", 1)[0].rstrip()))


def _named(place: Place) -> str:
    """What a value is called: by its key, or, in a list, by what it is."""
    return f"'{place.owner.text}'" if place.owner else place.shape.title


def _example(shape: Shape) -> tuple[str, ...]:
    return (f"for example: `{shape.example}`",) if shape.example else ()


def _short(node: Scalar) -> str:
    line = node.text.strip().split("\n", 1)[0]
    return line if len(line) <= 40 else line[:39] + "…"


def _and(names: list[str]) -> str:
    return _joined(names, "and")


def _or(names: list[str]) -> str:
    return _joined(names, "or")


def _joined(names: list[str], word: str) -> str:
    quoted = [f"'{name}'" for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} {word} {quoted[-1]}"
