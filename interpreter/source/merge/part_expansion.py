"""Finds the file of a part and expands it: with the arguments, the cases and the names of this use.

The sections of a part are those of a spec, so the schema of specs says of every value whether it is a rule, a text for
people, or one of a few words of the language, which nothing replaces.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from collections.abc import Sequence as Row
from dataclasses import replace
from pathlib import Path

from ...diagnostics.diagnostic import Label, Report
from ...diagnostics.record import dataclass
from ...diagnostics.span import Source, Span
from ...diagnostics.suggest import did_you_mean
from ..shape.schema import Shape, shape_of
from ..text import disk
from ..text.composer import compose
from ..text.files import compose_cached, read_head, read_source
from ..text.literals import parse_integer, unquoted_comprehension
from ..text.tree import Entry, Mapping, Node, Scalar, Sequence, child, entries_of, items_of, moved, scalars
from .catalogue import ENDINGS, OTHERS, display_path, may_be_read, shipped_folders
from .conflicts import EditLog
from .merge import VariantApplier
from .part_arguments import (
    NOT_ARGUMENTS,
    WORD,
    Argument,
    CharacterLimit,
    PartParameter,
    PartUse,
    Replacement,
    Thing,
    Words,
    in_rule,
    in_text,
    unknown_word,
    wanted,
    with_article,
)
from .paths import without_parameters
from .variants import OrderedVariant

HEAD = ("spec", "part", "title", "about", "parameters", "cases", "uses")
"""Keys of a part that it does not bring to a game."""

THINGS: dict[str, Thing] = {
    "options": "option",
    "types": "type",
    "quantities": "quantity",
    "permissions": "permission",
    "cards": "deck",
    "zones": "zone",
    "variables": "variable",
    "functions": "function",
    "effects": "effect",
    "phases": "phase",
    "actions": "action",
    "reactions": "reaction",
    "triggers": "reaction",
    "scoring": "sheet",
}
"""What the names in a section are names of."""

_WITH_TEXTS = ("words", "choose")
"""What has texts, and choices, as its keys."""

_EVENTS = ("after", "instead_of")
SHOWN = ("shown", "tracks", "groups")
"""What a part may bring to the table under names of its own."""

_BY_NAME = (*SHOWN, "faces")

_NEVER = ("and", "or", "not", "if", "else", "in", "is", "for", "none", "true", "false", "me", "it", "let")
"""Words of rules that cannot be parameters, or no rule could be written any more."""

_LOCAL = re.compile(r"\b(?:for|let|together|random)\s+(?P<name>[a-z_]\w*)\s*(?:=|in\b)")
_CHOICES = re.compile(r"^[ \t]*choose\b.*", re.MULTILINE)
_CHOICE = re.compile(r"(?:\bchoose|,)\s+(?:secretly\s+)?(?:[^\s,]+\s+)?(?P<name>[a-z_]\w*)\s+in\b")
_SAID = re.compile(r"\bsay\(\s*(?P<name>[a-z_]\w*)\s*\)")
_PARAMETER = re.compile(r"([a-z_]\w*)\s*[,)]")

Rename = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Substitution:
    """What is put into a part: other words, and lists where a single item stands for one."""

    words: Words
    lists: dict[str, Sequence]
    room: CharacterLimit

    @property
    def words_of_texts(self) -> Words:
        """Those words that stand for texts and what they are about."""
        return {name: instead for name, instead in self.words.items() if instead.thing == "text"}


def sections(part: Mapping) -> Mapping:
    """What a part brings to a game."""
    return Mapping(tuple(entry for entry in part.entries if entry.key.text not in HEAD), part.span)


def names_in_sections(tree: Mapping) -> dict[str, Thing]:
    """The names that a part brings; of two things with one name, the one that may be written after a dot."""
    found: dict[str, Thing] = {}
    for section, thing in reversed(THINGS.items()):
        for name in keys_of(tree, section):
            if found.get(name) not in ("zone", "variable", "action"):
                found[name] = thing
    named = set(_names_with_texts(tree))
    texts: dict[str, Thing] = {name: "text" for name in keys_of(tree, "words") if name in named}
    table = tree.get("table")
    shown = (name for section in SHOWN for name in (keys_of(table, section) if isinstance(table, Mapping) else ()))
    return texts | dict.fromkeys(shown, "text") | found


def _names_with_texts(node: Node) -> Iterator[str]:
    """What the effects of a part say, and what they let players choose; `words` may have a text for it."""
    for scalar in scalars(node):
        yield from (match["name"] for match in _SAID.finditer(scalar.text))
        yield from (match["name"] for line in _CHOICES.findall(scalar.text) for match in _CHOICE.finditer(line))


def keys_of(tree: Mapping, section: str) -> Iterator[str]:
    """The names in a section, without parameters."""
    yield from (without_parameters(entry.key.text) for entry in entries_of(tree.get(section)))


def apply_cases(part: Mapping, arguments: dict[str, Argument], report: Report) -> Mapping:
    """What a part brings with these arguments: those of its own changes are made that are for their case."""
    tree, cases = sections(part), part.get("cases")
    touches = EditLog(report)
    for entry in entries_of(cases):
        argument = arguments.get(entry.key.text)
        if argument is None or not isinstance(entry.value, Mapping):
            continue
        changes = entry.value.get(argument.text) or entry.value.get("else")
        if isinstance(changes, Mapping):
            name = f"{entry.key.text}: {argument.text}"
            case = OrderedVariant(name, changes, frozenset(one.variant for one in touches.applied), "case")
            tree = VariantApplier(tree, case, touches, report).run()
    return tree


def check_cases(parameters: dict[str, PartParameter], part: Mapping, report: Report) -> None:
    """Report cases of no parameter (E422), of words that cannot be its argument (E424), and of wrong paths (E402)."""
    for entry in entries_of(part.get("cases")):
        key, parameter = entry.key, parameters.get(entry.key.text)
        if parameter is None:
            helps = did_you_mean(key.text, parameters)
            report.add("E422", f"this part has no parameter '{key.text}'", key.span, path="cases", helps=helps)
            continue
        words = parameter.words or (("true", "false") if parameter.thing == "boolean" else ())
        for case in entries_of(entry.value):
            ends = parameter.ends if parse_integer(case.key.text) is not None else None
            past = ends is not None and not ends[0] <= int(case.key.text) <= ends[1]
            if past or words and case.key.text not in (*words, "else"):
                message = f"'{key.text}' is never '{case.key.text}', so this case never comes up"
                helps, note = did_you_mean(case.key.text, words), f"it is {wanted(parameter)}"
                report.add("E424", message, case.key.span, path=f"cases.{key.text}", notes=(note,), helps=helps)


def substitute(tree: Mapping, put: Substitution) -> Mapping:
    """The sections of a part with other words in them."""
    root = shape_of("spec").mapping
    assert root is not None
    new = []
    for entry in tree.entries:
        shape = root.value(entry.key.text)
        if entry.key.text == "table" and isinstance(entry.value, Mapping) and shape is not None:
            value: Node = _mapping(entry.value, shape, put, "table", for_people=False)
        else:
            value = _node(entry.value, shape, put, entry.key.text, for_people=False)
        new.append(Entry(entry.key, value, entry.was))
    return Mapping(tuple(new), tree.span)


def substitute_in_use(use: PartUse, put: Substitution) -> PartUse:
    """The use of a part within a part: its arguments may be what the outer one was told."""
    arguments = tuple(Entry(one.key, _node(one.value, None, put, "", for_people=False)) for one in use.arguments)
    return replace(use, arguments=arguments)


def _node(node: Node, shape: Shape | None, put: Substitution, key: str, *, for_people: bool) -> Node:
    for_people = for_people or (shape is not None and not shape.rules)
    match node:
        case Scalar():
            if for_people:
                return in_text(node, put.words, put.room)
            return node if shape is not None and node.text in shape.words else in_rule(node, put.words, put.room)
        case Sequence():
            whole = unquoted_comprehension(node)
            if whole is not None:
                return in_rule(whole, put.words, put.room)
            item = shape.list.item if shape and shape.list else None
            return Sequence(
                tuple(
                    new
                    for one in node.items
                    for new in _items(one, put, lambda it: _node(it, item, put, "", for_people=for_people))
                ),
                node.span,
            )
        case Mapping():
            return _mapping(node, shape, put, key, for_people=for_people)


def _items(item: Node, put: Substitution, single: Callable[[Node], Node]) -> tuple[Node, ...]:
    """An item of a list, or the items of the list that it stands for."""
    instead = put.lists.get(item.text.strip()) if isinstance(item, Scalar) else None
    if instead is None:
        return (single(item),)
    return instead.items if put.room.take(sum(len(item.text) for item in items_of(instead))) else ()


def _mapping(node: Mapping, shape: Shape | None, put: Substitution, key: str, *, for_people: bool) -> Mapping:
    named = (key in THINGS or key in _EVENTS or key in _BY_NAME) and not for_people
    words = put.words if named else put.words_of_texts if key in _WITH_TEXTS else {}
    new = []
    for entry in node.entries:
        below = shape.mapping.value(entry.key.text) if shape and shape.mapping else None
        value = _node(entry.value, below, put, "" if key in THINGS else entry.key.text, for_people=for_people)
        new.append(Entry(in_rule(entry.key, words, put.room), value, entry.was))
    return Mapping(tuple(new), node.span)


def identity(name: str) -> str:
    """The name that nobody has changed."""
    return name


def words_in(node: Node | None) -> Iterator[str]:
    """All words that are written in a part of a tree, in keys and in values."""
    return (word for scalar in scalars(node, keys=True) for word in WORD.findall(scalar.text))


def renames_of(use: PartUse, own: dict[str, Thing], report: Report) -> Rename:
    """What the names of a part are called in this use; names after `as` that it does not bring are E429."""
    match use.names:
        case None:
            return identity
        case Scalar(text=prefix):
            return lambda name: f"{prefix}_{name}"
        case Mapping() as names:
            others = {key: value.text for key, value in names if isinstance(value, Scalar)}
            for entry in names.entries:
                if entry.key.text not in own:
                    unknown_word("E429", use, entry.key, sorted(own), report, what="name")
            return lambda name: others.get(name, name)


def renamed_default(argument: Argument, own: dict[str, Thing], rename: Rename, room: CharacterLimit) -> Argument:
    """A default of the part, in which the names that the part brings are those of this use."""
    if argument.given:
        return argument
    put = full_substitution({}, own, rename, room)
    return replace(argument, node=_node(argument.node, None, put, "", for_people=False))


def full_substitution(
    arguments: dict[str, Argument], own: dict[str, Thing], rename: Rename, room: CharacterLimit
) -> Substitution:
    """The words and lists that are put into a part: its arguments, and its names as they are called in this use."""
    words = {name: Replacement(thing, rename(name)) for name, thing in own.items() if rename(name) != name}
    words |= {name: argument.instead for name, argument in arguments.items()}
    lists = {name: one.node for name, one in arguments.items() if isinstance(one.node, Sequence)}
    return Substitution(words, lists, room)


def check_own_names(parameters: dict[str, PartParameter], tree: Mapping, report: Report) -> None:
    """Report names of a part that are also its parameters, and parameters that no use could name (E426)."""
    for parameter in parameters.values():
        if parameter.name.text in (*NOT_ARGUMENTS, *_NEVER):
            message = f"a parameter cannot be called '{parameter.name.text}'"
            label = "this is a word of the language"
            helps = ("call it something else",)
            report.add(
                "E426", message, parameter.name.span, label=label, helps=helps, path=f"parameters.{parameter.name.text}"
            )
    for path, name in _own_words(tree):
        same = parameters.get(without_parameters(name.text))
        if same is not None:
            message = f"'{same.name.text}' is a parameter of the part and also {path} in it"
            others = (Label(same.name.span, "the parameter"),)
            report.add("E426", message, name.span, others=others, helps=("call one of them something else",))


def check_apart(tree: Mapping, use: PartUse, report: Report) -> None:
    """Report two things of a part that have got one name in this use (E429)."""
    for section in THINGS:
        for name in (name for name, times in Counter(keys_of(tree, section)).items() if times > 1):
            report.add(
                "E429",
                f"two things under '{section}' of part '{use.part.text}' would be called '{name}'",
                use.part.span if use.names is None else use.names.span,
                helps=("give them different names",),
                path=f"{use.path}.as",
            )


def _own_words(tree: Mapping) -> Iterator[tuple[str, Scalar]]:
    """Everything that a part gives a name to, with what it is: names of sections, symbols, kinds of cards, choices."""
    for section, thing in THINGS.items():
        yield from ((with_article(thing), entry.key) for entry in entries_of(tree.get(section)))
    types = [*entries_of(tree.get("types"))]
    for deck in entries_of(tree.get("cards")):
        types += entries_of(child(deck.value, "attributes"))
        yield from (("a kind of card", entry.key) for entry in entries_of(child(deck.value, "list")))
        yield from (("a variable of a card", entry.key) for entry in entries_of(child(deck.value, "variables")))
    yield from (("a symbol", item) for symbols in types for item in items_of(symbols.value))
    for section in ("actions", "reactions"):
        for action in entries_of(tree.get(section)):
            yield from (("a choice", entry.key) for entry in entries_of(child(action.value, "choose")))
    said = set(_names_with_texts(tree))
    yield from (("a text", entry.key) for entry in entries_of(tree.get("words")) if entry.key.text in said)
    yield from (("a name within a rule", name) for name in _locals(tree))


def _locals(node: Node) -> Iterator[Scalar]:
    """The names that rules give to what they choose, let and go through, and to the parameters of functions."""
    match node:
        case Scalar():
            chosen = [one for line in _CHOICES.finditer(node.text) for one in _CHOICE.finditer(node.text, *line.span())]
            for match in (*_LOCAL.finditer(node.text), *chosen):
                yield node.part(*match.span("name"))
        case Sequence():
            for item in node.items:
                yield from _locals(item)
        case Mapping():
            for entry in node.entries:
                if "(" in entry.key.text:
                    yield from (entry.key.part(*match.span(1)) for match in _PARAMETER.finditer(entry.key.text))
                yield from _locals(entry.value)


# Finds and reads the file of a part: beside the file that uses it, in `parts` there, on the path, in the package.

FOLDER = "parts"
"""The folder in which parts lie: beside a game, beside the folder of a game, or below a folder of the path."""


class PartFiles:
    """The files of parts. `paths` are folders with more games, variants and parts."""

    def __init__(self, paths: Row[str] = ()) -> None:
        self.paths = tuple(Path(path) for path in paths)

    def read(self, use: PartUse, report: Report) -> Mapping | None:
        """Read the part that is used, from a source of its own (E100 to E141, E420, E421)."""
        path = self._path(use.part)
        if path is None:
            self._unknown(use, report)
            return None
        if _is_path(use.part.text) and not may_be_read(path, "part", use.part.span, self.paths, report):
            return None
        source = read_source(path, report, named=use.part.span)
        if source is None:
            last, called = report.diagnostics[-1], Path(use.part.text).stem
            report.diagnostics[-1] = replace(last, helps=(f"a part is called by its name: `{called}`", *last.helps))
            return None
        tree = _composed(source, use.part.span, report)
        if tree is None:
            return None
        if tree.get("part") is None:
            message, helps = f"'{path}' is no part", ("the file of a part begins with `part: NAME`",)
            report.add("E421", message, use.part.span, helps=helps, path=use.path)
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
        yield from (display_path(folder / FOLDER) for folder in shipped_folders())

    def _unknown(self, use: PartUse, report: Report) -> None:
        files = (file for folder in self._folders(use.part.span) for file in disk.files_in(folder))
        names = sorted({file.stem for file in files if file.suffix in ENDINGS and "part" in read_head(file, ("part",))})
        message = f"unknown part '{use.part.text}'"
        label = "no part of this name"
        notes = (f"parts: {', '.join(names)}",)
        helps = did_you_mean(use.part.text, names) or ("for a part of your own, give the path of its file",)
        report.add("E420", message, use.part.span, label=label, notes=notes, helps=helps, path=use.path)


def _composed(source: Source, used: Span, report: Report) -> Mapping | None:
    """The tree of a part, with places in a source of this use; the text is parsed once for all uses."""
    own = Report()
    known = compose_cached(source, own)
    mine = Source(source.name, source.text, used)
    here = compose(mine, report, mapping=True) if known is None or own.diagnostics else moved(known, mine)
    return here if isinstance(here, Mapping) else None


def is_called_as_its_file(tree: Mapping, path: str | Path, report: Report) -> bool:
    """Whether a part has the name of its file, by which it is found; if not, that is reported (E421)."""
    name, stem = tree.get("part"), Path(path).stem
    if not isinstance(name, Scalar) or name.text == stem:
        return True
    helps = ("give the file and the part one name: parts are found by the names of their files",)
    report.add("E421", f"the file of part '{name.text}' is called '{stem}'", name.span, helps=helps, path="part")
    return False


def _holds_more(file: Path) -> bool:
    """Whether a file that has the name of a part is something else; one that holds nothing is to be told of."""
    keys = read_head(file, ("part", *OTHERS, "game", "variant"))
    return bool(keys) and "part" not in keys


def _is_path(text: str) -> bool:
    return text.endswith(ENDINGS) or "/" in text or "\\" in text
