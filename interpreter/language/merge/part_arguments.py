"""What a game says when it uses a part: its arguments, held against the parameters of the part."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import cast, get_args

from ...diagnostics.diagnostic import Label, Report
from ...diagnostics.record import dataclass
from ...diagnostics.suggest import did_you_mean
from ..text.plain_rule import COMMENT
from ..text.tree import Entry, Mapping, Node, Scalar, Sequence
from ..text.whole import whole
from .part_words import Instead, Thing, a

NOT_ARGUMENTS = ("part", "as")
"""Keys of a use that are no arguments."""

_A_NAME = re.compile(r"[a-z_]\w*")
_LISTS: dict[Thing, Thing] = {"symbols": "symbol", "phases": "phase", "actions": "action"}
_LITERAL: tuple[Thing, ...] = ("number", "boolean", "expression", "word")


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """A part that is used: `name` is what the game calls this use, `part` the name or the path of the part.

    `names` is what the game says after `as`: a text to stand before each name, or other names for some of them.
    """

    name: Scalar
    part: Scalar
    arguments: tuple[Entry, ...] = ()
    names: Scalar | Mapping | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A parameter of a part, and what it means. `words` are the possible arguments, where they are only a few."""

    name: Scalar
    thing: Thing
    words: tuple[str, ...] = ()
    ends: tuple[int, int] | None = None
    default: Node | None = None
    text: Node | None = None


@dataclass(frozen=True, slots=True)
class Argument:
    """What stands for a parameter; `given` unless the part itself says so, by default."""

    parameter: Parameter
    node: Node
    given: bool

    @property
    def text(self) -> str:
        """The argument as it is written in a rule."""
        if isinstance(self.node, Sequence):
            return f"[{', '.join(item.text for item in self.node.items if isinstance(item, Scalar))}]"
        return " ".join(COMMENT.sub("", self.node.text).split()) if isinstance(self.node, Scalar) else ""

    @property
    def instead(self) -> Instead:
        """How it is put into the rules of the part."""
        return Instead(self.parameter.thing, self.text, self.node.span if self.given else None)

    def names(self) -> Iterator[tuple[Thing, Scalar]]:
        """The names in it, each with what it must be the name of."""
        thing = self.parameter.thing
        if thing not in _LITERAL:
            items = self.node.items if isinstance(self.node, Sequence) else (self.node,)
            yield from ((_LISTS.get(thing, thing), item) for item in items if isinstance(item, Scalar))


def uses_of(tree: Mapping) -> Iterator[Use]:
    """The parts that a spec, or a part, uses, in their order."""
    uses = tree.get("uses")
    for entry in uses.entries if isinstance(uses, Mapping) else ():
        if isinstance(entry.value, Scalar):
            yield Use(name=entry.key, part=entry.value)
        elif isinstance(entry.value, Mapping):
            part, names = entry.value.get("part"), entry.value.get("as")
            arguments = tuple(one for one in entry.value.entries if one.key.text not in NOT_ARGUMENTS)
            if isinstance(part, Scalar):
                shown = None if isinstance(names, Sequence) else names
                yield Use(name=entry.key, part=part, arguments=arguments, names=shown)


def parameters_of(part: Mapping) -> dict[str, Parameter]:
    """The parameters of a part, whose shape was checked before."""
    found: dict[str, Parameter] = {}
    declared = part.get("parameters")
    for entry in declared.entries if isinstance(declared, Mapping) else ():
        if isinstance(entry.value, Mapping):
            kind, ends = entry.value.get("is"), entry.value.get("range")
            items = kind.items if isinstance(kind, Sequence) else ()
            known = isinstance(kind, Scalar) and kind.text in get_args(Thing)
            found[entry.key.text] = Parameter(
                name=entry.key,
                thing=cast(Thing, kind.text) if known and isinstance(kind, Scalar) else "word",
                words=tuple(item.text for item in items if isinstance(item, Scalar)),
                ends=_ends(ends),
                default=entry.value.get("default"),
                text=entry.value.get("text"),
            )
    return found


def check_defaults(parameters: dict[str, Parameter], report: Report) -> None:
    """Report defaults that the parameters of a part could not be given as arguments (E424)."""
    for parameter in parameters.values():
        wrong = None if parameter.default is None else _wrong(parameter, parameter.default)
        if wrong is not None and parameter.default is not None:
            report.add(
                "E424",
                f"the default of '{parameter.name.text}' must be {wanted(parameter)}, but is {wrong}",
                parameter.default.span,
                path=f"parameters.{parameter.name.text}",
            )


def _ends(node: Node | None) -> tuple[int, int] | None:
    numbers = (
        [whole(item.text) for item in node.items if isinstance(item, Scalar)] if isinstance(node, Sequence) else []
    )
    known = [number for number in numbers if number is not None]
    return (known[0], known[1]) if len(known) == 2 else None


def settle(use: Use, parameters: dict[str, Parameter], report: Report) -> dict[str, Argument]:
    """The argument of each parameter, given or by default; what is wrong with them is reported (E422 to E424)."""
    settled: dict[str, Argument] = {}
    said = {entry.key.text for entry in use.arguments}
    for entry in use.arguments:
        parameter = parameters.get(entry.key.text)
        if parameter is None:
            unknown_word("E422", use, entry.key, parameters, report, what="parameter")
        elif (wrong := _wrong(parameter, entry.value)) is not None:
            _of_another_kind(use, parameter, entry.value, wrong, report)
        else:
            settled[parameter.name.text] = Argument(parameter, entry.value, given=True)
    for name, parameter in parameters.items():
        if name in said:
            continue
        if parameter.default is None:
            _missing(use, parameter, report)
        elif (wrong := _wrong(parameter, parameter.default)) is not None:
            _of_another_kind(use, parameter, parameter.default, wrong, report)
        else:
            settled[name] = Argument(parameter, parameter.default, given=False)
    return settled


def wanted(parameter: Parameter) -> str:
    """What an argument must be, in words: `the name of a zone`, `a number from 0 to 4`."""
    match parameter.thing:
        case "number" if parameter.ends is not None:
            return f"a whole number from {parameter.ends[0]} to {parameter.ends[1]}"
        case "number":
            return "a whole number"
        case "boolean":
            return "`true` or `false`"
        case "expression":
            return "an expression"
        case "word":
            *most, last = parameter.words
            return f"{', '.join(most)} or {last}"
        case "symbols" | "phases" | "actions":
            return f"a list of {parameter.thing}"
        case thing:
            return f"the name of {a(thing)}"


def _wrong(parameter: Parameter, node: Node) -> str | None:
    """What is written as an argument, if it cannot be one."""
    thing = parameter.thing
    if isinstance(node, Mapping):
        return "`key: value` lines"
    if isinstance(node, Sequence):
        fine = thing in _LISTS and all(isinstance(i, Scalar) and _A_NAME.fullmatch(i.text) for i in node.items)
        return None if fine else "a list"
    text = node.text.strip()
    match thing:
        case "number":
            number, ends = whole(text), parameter.ends
            fine = number is not None and (ends is None or ends[0] <= number <= ends[1])
        case "boolean":
            fine = text in ("true", "false")
        case "expression":
            fine = bool(text)
        case "word":
            fine = text in parameter.words
        case "symbols" | "phases" | "actions":
            return "a single text"
        case _:
            fine = _A_NAME.fullmatch(text) is not None
    return None if fine else f"'{text}'"


def unknown_word(code: str, use: Use, word: Scalar, known: Collection[str], report: Report, *, what: str) -> None:
    """Report a word that a use says of a part which has no such thing: a parameter (E422), or a name (E429)."""
    report.add(
        code,
        f"part '{use.part.text}' has no {what} '{word.text}'",
        word.span,
        label=f"no such {what}",
        notes=(f"its {what}s: {', '.join(known)}",) if known else (f"it has no {what}s",),
        helps=did_you_mean(word.text, known),
        path=f"uses.{use.name.text}" + (".as" if what == "name" else ""),
    )


def _missing(use: Use, parameter: Parameter, report: Report) -> None:
    name = parameter.name.text
    report.add(
        "E423",
        f"part '{use.part.text}' must be told '{name}'",
        use.part.span,
        label=f"it says nothing about '{name}'",
        others=(Label(parameter.name.span, "this parameter has no default"),),
        helps=(f"add `{name}: …`, {wanted(parameter)}",),
        path=f"uses.{use.name.text}",
    )


def _of_another_kind(use: Use, parameter: Parameter, node: Node, wrong: str, report: Report) -> None:
    text = node.text if isinstance(node, Scalar) else ""
    report.add(
        "E424",
        f"'{parameter.name.text}' of part '{use.part.text}' must be {wanted(parameter)}, but got {wrong}",
        node.span,
        others=(Label(parameter.name.span, "the parameter"),),
        helps=did_you_mean(text, parameter.words) if text else (),
        path=f"uses.{use.name.text}.{parameter.name.text}",
    )
