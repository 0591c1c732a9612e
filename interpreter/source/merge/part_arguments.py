"""What a game says when it uses a part: its arguments, held against the parameters of the part."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from collections.abc import Mapping as AbcMapping
from typing import Literal, cast, get_args

from ...diagnostics.diagnostic import Label, Report
from ...diagnostics.record import dataclass
from ...diagnostics.span import Expansion, Span
from ...diagnostics.suggest import did_you_mean, instead
from ..text.literals import COMMENT, RANGE, parse_integer
from ..text.tree import Entry, Mapping, Node, Scalar, Sequence, entries_of, items_of, text_of, texts_of

NOT_ARGUMENTS = ("part", "as")
"""Keys of a use that are no arguments."""

_A_NAME = re.compile(r"[a-z_]\w*")
_LISTS: dict[Thing, Thing] = {"symbols": "symbol", "phases": "phase", "actions": "action"}
_LITERAL: tuple[Thing, ...] = ("number", "boolean", "expression", "word")


@dataclass(frozen=True, slots=True, kw_only=True)
class PartUse:
    """A part that is used: `name` is what the game calls this use, `part` the name or the path of the part.

    `names` is what the game says after `as`: a text to stand before each name, or other names for some of them.
    """

    name: Scalar
    part: Scalar
    arguments: tuple[Entry, ...] = ()
    names: Scalar | Mapping | None = None

    @property
    def path(self) -> str:
        """Where it stands in the game, by name."""
        return f"uses.{self.name.text}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PartParameter:
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

    parameter: PartParameter
    node: Node
    given: bool

    @property
    def text(self) -> str:
        """The argument as it is written in a rule."""
        if isinstance(self.node, Sequence):
            return f"[{', '.join(item.text for item in items_of(self.node))}]"
        return " ".join(COMMENT.sub("", text_of(self.node)).split())

    @property
    def instead(self) -> Replacement:
        """How it is put into the rules of the part."""
        return Replacement(self.parameter.thing, self.text, self.node.span if self.given else None)

    def names(self) -> Iterator[tuple[Thing, Scalar]]:
        """The names in it, each with what it must be the name of."""
        thing = self.parameter.thing
        if thing not in _LITERAL:
            yield from ((_LISTS.get(thing, thing), item) for item in texts_of(self.node))


def uses_of(tree: Mapping) -> Iterator[PartUse]:
    """The parts that a spec, or a part, uses, in their order."""
    for entry in entries_of(tree.get("uses")):
        if isinstance(entry.value, Scalar):
            yield PartUse(name=entry.key, part=entry.value)
        elif isinstance(entry.value, Mapping):
            part, names = entry.value.get("part"), entry.value.get("as")
            arguments = tuple(one for one in entry.value.entries if one.key.text not in NOT_ARGUMENTS)
            if isinstance(part, Scalar):
                shown = None if isinstance(names, Sequence) else names
                yield PartUse(name=entry.key, part=part, arguments=arguments, names=shown)


def parameters_of(part: Mapping) -> dict[str, PartParameter]:
    """The parameters of a part, whose shape was checked before."""
    found: dict[str, PartParameter] = {}
    for entry in entries_of(part.get("parameters")):
        if isinstance(entry.value, Mapping):
            kind = entry.value.get("is")
            found[entry.key.text] = PartParameter(
                name=entry.key,
                thing=cast(Thing, text_of(kind)) if text_of(kind) in get_args(Thing) else "word",
                words=tuple(item.text for item in items_of(kind)),
                ends=_ends(entry.value.get("range")),
                default=entry.value.get("default"),
                text=entry.value.get("text"),
            )
    return found


def check_defaults(parameters: dict[str, PartParameter], report: Report) -> None:
    """Report defaults that the parameters of a part could not be given as arguments (E424)."""
    for parameter in parameters.values():
        wrong = None if parameter.default is None else _wrong(parameter, parameter.default)
        if wrong is not None and parameter.default is not None:
            message = f"the default of '{parameter.name.text}' must be {wanted(parameter)}, but is {wrong}"
            report.add("E424", message, parameter.default.span, path=f"parameters.{parameter.name.text}")


def _ends(node: Node | None) -> tuple[int, int] | None:
    match = RANGE.fullmatch(text_of(node))
    return (int(match[1]), int(match[2])) if match else None


def bind_arguments(use: PartUse, parameters: dict[str, PartParameter], report: Report) -> dict[str, Argument]:
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
    unknown = said - parameters.keys()
    for name, parameter in parameters.items():
        if name in said:
            continue
        if parameter.default is None and unknown:
            continue  # one of the words that the part does not know was meant for it
        if parameter.default is None:
            _missing(use, parameter, report)
        elif (wrong := _wrong(parameter, parameter.default)) is not None:
            _of_another_kind(use, parameter, parameter.default, wrong, report)
        else:
            settled[name] = Argument(parameter, parameter.default, given=False)
    return settled


def wanted(parameter: PartParameter) -> str:
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
            return f"the name of {with_article(thing)}"


def _wrong(parameter: PartParameter, node: Node) -> str | None:
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
            number, ends = parse_integer(text), parameter.ends
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


def unknown_word(code: str, use: PartUse, word: Scalar, known: Collection[str], report: Report, *, what: str) -> None:
    """Report a word that a use says of a part which has no such thing: a parameter (E422), or a name (E429)."""
    report.add(
        code,
        f"part '{use.part.text}' has no {what} '{word.text}'",
        word.span,
        label=f"no such {what}",
        notes=(f"its {what}s: {', '.join(known)}",) if known else (f"it has no {what}s",),
        helps=did_you_mean(word.text, known),
        path=use.path + (".as" if what == "name" else ""),
    )


def _missing(use: PartUse, parameter: PartParameter, report: Report) -> None:
    name = parameter.name.text
    message = f"part '{use.part.text}' must be told '{name}'"
    label = f"it says nothing about '{name}'"
    others = (Label(parameter.name.span, "this parameter has no default"),)
    helps = (f"add `{name}: …`, {wanted(parameter)}",)
    report.add("E423", message, use.part.span, label=label, others=others, helps=helps, path=use.path)


def _of_another_kind(use: PartUse, parameter: PartParameter, node: Node, wrong: str, report: Report) -> None:
    message = f"'{parameter.name.text}' of part '{use.part.text}' must be {wanted(parameter)}, but got {wrong}"
    others = (Label(parameter.name.span, "the parameter"),)
    text = text_of(node) or ""
    helps = did_you_mean(text, parameter.words) if text else ()
    if parameter.thing == "number":
        helps = instead("name", text)
    elif parameter.thing in ("effect", "function") and " " in text:
        helps = (f"write it under `{parameter.thing}s`, as `NAME(…): …`, and that name here",)
    elif parameter.thing != "expression" and re.fullmatch(r"\w+(?:\.\w+)+", text):
        helps = (f"write `{text.rpartition('.')[2]}`: the part says whose",)
    if parameter.thing in _LISTS and isinstance(node, Scalar):
        helps = (f"write a list: `[{text_of(node)}]`",)
    report.add("E424", message, node.span, others=others, helps=helps, path=f"{use.path}.{parameter.name.text}")


# Puts other words into the rules of a part: the arguments for its parameters, the names that a game gives it.
#
# Words are replaced where they stand for something: in rules everywhere but in comments, in texts for people only
# within braces. Each character of the new text keeps a place in the file of the part, so that messages can point at it,
# and the source of the part remembers which places stand for which argument.

Thing = Literal[
    "number",
    "boolean",
    "expression",
    "deck",
    "zone",
    "variable",
    "type",
    "attribute",
    "symbol",
    "option",
    "function",
    "effect",
    "phase",
    "action",
    "symbols",
    "phases",
    "actions",
    "quantity",
    "permission",
    "reaction",
    "sheet",
    "text",
    "word",
]
"""What a replaced word stands for: a kind of argument, or of what a part brings; a word is one of a few.

A text is what effects say, or what `words` say of something that effects choose."""

OWNED: frozenset[Thing] = frozenset(("zone", "variable", "attribute", "quantity", "permission", "action", "word"))
"""What is written after a dot: `me.hand`, `may me.play`."""

NOT_IN_TEXTS: frozenset[Thing] = frozenset(("type", "phase"))
"""What the braces of a text cannot mean: there `{rank}` is an attribute, even where an enumeration is called so."""

WORD = re.compile(r"[^\W\d]\w*")
"""A word of a rule: a name, or a word of the language."""

_KEYWORD = re.compile(
    r"^[ \t]*(?P<first>move|draw|gather|shuffle|swap|show|random|offer|end|next|let|choose|together|repeat|while)"
    r"(?=[ \t]+[\w(\[])(?![ \t]+(?:if|else|and|or|in|not|is|div|mod|by|for)\b)"
    r"|\b(?P<place>top|bottom)(?=\s+of\b)|\bto\s+(?P<position>position)(?=\s+[\w(-])|\bat\s+(?P<most>most)\b",
    re.MULTILINE,
)
"""A word of the language where it says what an effect does, though something may be called so: `draw 1 from stock`."""

_BRACES = re.compile(r"\{[^{}]*\}")
_SIMPLE = re.compile(r"-?\d+|[^\W\d]\w*")


@dataclass(frozen=True, slots=True)
class Replacement:
    """What is written instead of a word: a text, and, for an argument of the game, where that is written."""

    thing: Thing
    text: str
    given: Span | None = None


Words = AbcMapping[str, Replacement]


@dataclass(slots=True)
class CharacterLimit:
    """How many characters may still be put in; once there is none left, nothing is. `told` if that was reported."""

    left: int
    told: bool = False

    @property
    def full(self) -> bool:
        """Whether there was too much."""
        return self.left < 0

    def take(self, characters: int) -> bool:
        """Use some of it; false if it was not enough, now or before."""
        self.left -= 0 if self.full else characters
        return not self.full


def with_article(thing: Thing) -> str:
    """A sort of thing with its article.

    >>> with_article("zone"), with_article("option")
    ('a zone', 'an option')
    """
    return f"{'an' if thing[0] in 'aeiou' else 'a'} {thing}"


def in_rule(scalar: Scalar, words: Words, room: CharacterLimit) -> Scalar:
    """A rule, or the name of something, with other words."""
    comments = [match.span() for match in COMMENT.finditer(scalar.text)]
    return _changed(scalar, [one for one in _found(scalar.text, words) if not _within(one[0], comments)], room)


def in_text(scalar: Scalar, words: Words, room: CharacterLimit) -> Scalar:
    """A text for people with other words in its braces."""
    braces = [match.span() for match in _BRACES.finditer(scalar.text)]
    found = [one for one in _found(scalar.text, words) if _within(one[0], braces)]
    return _changed(scalar, [one for one in found if one[2].thing not in NOT_IN_TEXTS], room)


def _within(at: int, places: list[tuple[int, int]]) -> bool:
    return any(start <= at < end for start, end in places)


def _found(text: str, words: Words) -> Iterator[tuple[int, int, Replacement]]:
    """The words of a text that stand for something else, from left to right."""
    said = {match.start(match.lastgroup or 0) for match in _KEYWORD.finditer(text)}
    for match in WORD.finditer(text):
        instead = words.get(match[0])
        if instead is None or match.start() in said:
            continue
        before = text[: match.start()]
        after_dot = before.endswith(".") and not before.endswith("..")
        if instead.thing in OWNED if after_dot else instead.thing != "attribute":
            yield match.start(), match.end(), instead


def _changed(scalar: Scalar, found: list[tuple[int, int, Replacement]], room: CharacterLimit) -> Scalar:
    """A scalar with some of its characters replaced."""
    if not found or not room.take(sum(len(instead.text) for _, _, instead in found)):
        return scalar
    texts: list[str] = []
    offsets: list[int] = []
    at = 0
    for start, end, other in found:
        alone = not scalar.text[:start].strip() and not scalar.text[end:].strip()
        text = other.text if alone or _SIMPLE.fullmatch(other.text) else f"({other.text})"
        first, last = scalar.offsets[start], scalar.offsets[end - 1]
        texts += [scalar.text[at:start], text]
        offsets += [*scalar.offsets[at:start], first, *(last for _ in text[1:])]
        at = end
        scalar.span.source.put[first, last + 1] = Expansion(text, other.given)
    texts.append(scalar.text[at:])
    return Scalar("".join(texts), scalar.span, scalar.style, (*offsets, *scalar.offsets[at:]))
