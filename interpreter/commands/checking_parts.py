"""Checks the file of a part by itself. What its rules mean shows only in a game that uses it."""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics.diagnostic import Report
from ..language.layout.stops import stops
from ..language.merge.part_arguments import Parameter, check_defaults, parameters_of
from ..language.merge.part_files import is_called_as_its_file
from ..language.merge.part_tree import check_own_names, sections, words_in
from ..language.shape.check import check_part
from ..language.spec.check_languages import check_languages
from ..language.syntax.parse import parse_effect
from ..language.text.cut import FOR_PEOPLE
from ..language.text.load import load
from ..language.text.tree import Mapping, Scalar


def check_part_file(path: str, report: Report) -> None:
    """Check the keys of a part, its parameters, and whether its effects can be read (E42x, W420, E30x)."""
    own = Report()
    tree = load(path, own)
    if tree is not None:
        check_part(tree, own)
        if not own.errors:
            _check(path, tree, own)
    report.diagnostics += own.diagnostics


def _check(path: str, tree: Mapping, report: Report) -> None:
    parameters = parameters_of(tree)
    is_called_as_its_file(tree, path, report)
    check_defaults(parameters, report)
    check_own_names(parameters, tree, report)
    _unused(tree, parameters, report)
    check_languages(list(_texts(tree, "")), report)
    for stop in stops(tree, "part"):
        if stop.language == "effect" and stop.scalar is not None:
            parse_effect(stop.scalar, report)


def _texts(node: Mapping, path: str) -> Iterator[tuple[Mapping, str]]:
    """The texts for people that are given by language, with their paths; those of conditions too."""
    for entry in node.entries:
        key, value = entry.key.text, entry.value
        if not isinstance(value, Mapping):
            continue
        below = f"{path}.{key}" if path else key
        if key in FOR_PEOPLE or path == "words":
            if all(isinstance(one.value, Scalar) for one in value.entries):  # else that is told where it is used
                yield value, below
        elif value.get("that") is not None:
            said = tuple(one for one in value.entries if one.key.text != "that" and isinstance(one.value, Scalar))
            yield Mapping(said, value.span), below
        else:
            yield from _texts(value, below)


def _unused(tree: Mapping, parameters: dict[str, Parameter], report: Report) -> None:
    """Report parameters that nothing in the part mentions (W420)."""
    cases, uses = tree.get("cases"), tree.get("uses")
    mentioned = {word for node in (sections(tree), cases, uses) for word in words_in(node)}
    for name, parameter in parameters.items():
        if name not in mentioned:
            report.add(
                "W420",
                f"the parameter '{name}' is never used",
                parameter.name.span,
                label="an argument would do nothing",
                path=f"parameters.{name}",
            )
