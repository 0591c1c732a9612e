"""Which parameters a function has while its arguments are written, and which of them is written now."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lsprotocol import types as lsp

from ..language.builtins.table import EFFECTS, FOLDS, spelled
from ..language.spec import nodes as spec
from .desk import Desk
from .explaining import type_of
from .names import Index

TRIGGERS = ["(", ","]

_CALL = re.compile(r"([a-z_][a-z0-9_]*)\s*$")


def signature(desk: Desk, params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
    """The ways in which the function around a position may be called."""
    uri = params.text_document.uri
    document, analysis = desk.documents.get(uri), desk.sound(uri)
    if document is None or analysis is None:
        return None
    found = _call(document.text[: desk.lines(uri).offset(params.position)])
    if found is None:
        return None
    name, argument = found
    index = desk.index(analysis)
    ways = list(_ways(name, index))
    for symbol in (index.find(name, "function", "effect"),):
        record = index.records.get(symbol) if symbol is not None else None
        if symbol is not None and isinstance(record, spec.Function | spec.Effect):
            text = type_of(analysis, symbol, record.signature.span, record).replace("`", "")
            names = [_text(one) for one in record.signature.parameters]
            ways.insert(0, _way(text, names, ""))
    return lsp.SignatureHelp(ways, 0, argument) if ways else None


def _text(parameter: object) -> str:
    type, name = getattr(parameter, "type", None), getattr(parameter, "name", None)
    return f"{type.span.text} {name.text}" if type is not None and name is not None else ""


def _call(before: str) -> tuple[str, int] | None:
    """The name of the call around the end of a text, and the number of the argument that is written."""
    depth = argument = 0
    for at in range(len(before) - 1, max(len(before) - 1000, -1), -1):
        char = before[at]
        if char in ")]":
            depth += 1
        elif char in "([" and depth:
            depth -= 1
        elif char == "(":
            match = _CALL.search(before[:at])
            return (match[1], argument) if match else None
        elif char == "," and not depth:
            argument += 1
        elif char == "[":
            argument = 0
    return None


def _ways(name: str, index: Index) -> Iterator[lsp.SignatureInformation]:
    for row in spelled("function", name):
        yield _way(row.signature, list(row.parameters), row.about)
    fold = FOLDS.get(name)
    if fold is not None:
        keys = " by KEYS" if fold.keys else ""
        yield _way(f"{name}({fold.body} for x in LIST{keys}) -> {fold.result}", [], fold.about)
    if name in EFFECTS and "(" in EFFECTS[name].form:
        yield _way(EFFECTS[name].form, [], EFFECTS[name].about)
    symbol = index.find(name, "action", "permission")
    record = index.records.get(symbol) if symbol is not None else None
    if isinstance(record, spec.Action | spec.Reaction):
        names = [pick.name.text for pick in record.choose]
        yield _way(f"{name}({', '.join(names)})", names, "")
    if isinstance(record, spec.Permission):
        names = [one.span.text for one in record.takes]
        yield _way(f"{name}({', '.join(names)})", names, "")


def _way(text: str, parameters: list[str], about: str) -> lsp.SignatureInformation:
    return lsp.SignatureInformation(text, about or None, [lsp.ParameterInformation(one) for one in parameters])
