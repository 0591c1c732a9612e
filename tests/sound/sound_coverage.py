"""What the language has, derived from its own tables, and which pairs of it a spec shows.

Keys are those of the schema, with the words of a closed set and the forms (text, mapping, list) that a value may have.
Constructs are the alternatives of the grammar, with signs, and the builtins by their spelling. Operations are the rows
of the table of builtins, which the types of operands tell apart. Types are those that a variable may have.

Pairs that can stand together, of which a campaign must show nearly all:

    beside   two keys in one spec
    placed   a key whose value is a rule, and a construct anywhere in such a rule
    nested   a construct with operands or lines of its own, and a construct anywhere inside it

Statements stand in statements with a block and in effects only. What is settled before the game may not read the game
(E333), so those places are not crossed with constructs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

from lark import Token
from lark import Tree as Parsed

from cardwright.language.builtins.definitions import FOLDS, SPELLED
from cardwright.language.builtins.table import ROWS
from cardwright.language.syntax.parse import _tree_of
from cardwright.language.typing.names.world import SIMPLE

GRAMMAR = Path(__file__).parents[2] / "grammar"

SETTLED = {
    "attributes.default", "attributes.values", "deck.copies", "kind.copies", "option.requires", "requires.that",
    "option.range", "refill.when", "uses", "variable.room",
    "variable.range", "zone.capacity", "limits.decisions", "limits.steps", "quantity.at_least", "quantity.at_most",
    "track.length", "across.number",
}  # fmt: skip
"""Places of what is computed before the game, and of the values of kinds; and the arguments of parts."""

Pair = tuple[str, str, str]


@cache
def schema(name: str = "spec") -> dict[str, Any]:
    """A schema of the language."""
    found: dict[str, Any] = json.loads((GRAMMAR / f"{name}.schema.json").read_text(encoding="utf-8"))
    return found


def form_of(data: Any) -> str:
    """The form of a value in YAML."""
    return "mapping" if isinstance(data, Mapping) else "list" if isinstance(data, list) else "text"


FORMS = {"object": "mapping", "array": "list"}


class Keys:
    """The keys of a schema: all of them, or those that a tree shows, with the rules that it has."""

    def __init__(self, root: str = "spec") -> None:
        self.root = schema(root)
        self.found: set[str] = set()
        self.rules: list[tuple[str, str, str]] = []
        self.places: dict[str, str] = {}
        self.entered: set[str] = set()

    def all(self) -> Keys:
        """Look at everything that the schema allows."""
        self._object(self.root, None, "")
        return self

    def of(self, tree: Any) -> Keys:
        """Look at what a tree shows."""
        self._object(self.root, tree, "")
        return self

    def _node(self, node: Mapping[str, Any], data: Any, here: str, owner: str, every: bool) -> None:
        """One value: `data` is it, or None where all that may be is wanted."""
        if "$ref" in node:
            name = node["$ref"].rsplit("/", 1)[1]
            own = schema()["$defs"].get(name, {}) if "$defs" in node["$ref"] else {}
            if own.get("type") == "object" and "properties" in own:
                owner = name
                if every and name in self.entered:
                    return
                self.entered |= {name} if every else set()
            self._node({**own, **{k: v for k, v in node.items() if k != "$ref"}}, data, here, owner, every)
            return
        if node.get("x-language"):
            self.places[here] = node["x-language"]
            for text in _texts(data):
                self.rules.append((here, node["x-language"], text))
        if "enum" in node:
            self.found |= {f"{here}={one}" for one in (node["enum"] if every else [data])}
        branches = [one for one in node.get("anyOf", ()) if {"type", "$ref"} & set(one)]
        if len(branches) > 1:
            for branch in branches:
                forms = _forms(branch)
                if every or form_of(data) in forms:
                    for form in sorted(forms):
                        if every or form == form_of(data):
                            self.found.add(f"{here}:{form}")
                    self._node(branch, data, here, owner, every)
        elif branches:
            self._node(branches[0], data, here, owner, every)
        if node.get("type") == "object" or "properties" in node:
            named = owner if "properties" not in node or owner != "" else here.rpartition(".")[2]
            title = here.rpartition(".")[2] if node.get("properties") and owner == self._owner_of(here) else named
            self._object(node, None if every else data, title if node.get("properties") else named, here)
        if node.get("type") == "array" and isinstance(node.get("items"), dict):
            for item in [None] if every else data if isinstance(data, list) else []:
                self._node({k: v for k, v in node["items"].items() if k != "x-language"}, item, here, owner, every)

    def _owner_of(self, here: str) -> str:
        return here.partition(".")[0]

    def _object(self, node: Mapping[str, Any], data: Any, owner: str, here: str = "") -> None:
        every = data is None
        for key, value in node.get("properties", {}).items():
            if every or (isinstance(data, Mapping) and key in data):
                below = f"{owner}.{key}" if owner else key
                self.found.add(below)
                self._node(value, None if every else data[key], below, owner, every)
        more = node.get("additionalProperties")
        if isinstance(more, dict):
            rest = (
                [None]
                if every
                else [v for k, v in data.items() if k not in node.get("properties", {})]
                if isinstance(data, Mapping)
                else []
            )
            for one in rest:
                self._node(more, one, here or owner, owner, every)
        for pattern, value in node.get("patternProperties", {}).items():
            rest = (
                [None]
                if every
                else [v for k, v in data.items() if re.search(pattern, str(k))]
                if isinstance(data, Mapping)
                else []
            )
            for one in rest:
                self._node(value, one, here, owner, every)


def _forms(branch: Mapping[str, Any]) -> set[str]:
    if "$ref" in branch:
        return _forms(schema()["$defs"][branch["$ref"].rsplit("/", 1)[1]])
    kinds = branch.get("type", "string")
    return {FORMS.get(one, "text") for one in ([kinds] if isinstance(kinds, str) else kinds)}


def _texts(data: Any) -> Iterator[str]:
    if isinstance(data, bool):
        yield str(data).lower()
    elif isinstance(data, str | int):
        yield str(data)
    elif isinstance(data, list):
        for one in data:
            yield from _texts(one)


# The grammar ------------------------------------------------------------------------------

HIDDEN = {
    "change",
    "effect",
    "expression",
    "modifier",
    "source",
    "suite",
    "place",
    "pick",
    "picks",
    "cards",
    "_args",
    "by",
    "start",
}
"""Rules of the grammar that are only parts of others."""


@cache
def alternatives() -> frozenset[str]:
    """The constructs of the grammar: aliases, and rules that stand for themselves."""
    text = (GRAMMAR / "effect.lark").read_text(encoding="utf-8")
    found = set(re.findall(r"->\s*(\w+)", text)) | set(re.findall(r"^([a-z]\w*):", text, re.MULTILINE))
    signs = {"compare==", "compare!=", "compare<=", "compare>=", "compare<", "compare>"}
    signs |= {"sum+", "sum-", "prod*", "proddiv", "prodmod", "or", "and", "assign=", "assign+=", "assign-="}
    return frozenset(
        found - HIDDEN - {"compare", "assign", "howmany", "comp", "comprehension", "elif_", "else_", "for_all", "when"}
        | signs
    )


@cache
def spelled() -> frozenset[str]:
    """Builtins as they are written: `count()`, `.top`, `best(for)`."""
    found = {f"{row.spelling}()" for row in ROWS.values() if row.form == "function"}
    found |= {f".{row.spelling}" for row in ROWS.values() if row.form == "property"}
    found |= {f"{fold}(for)" for fold in SPELLED}
    return frozenset(found)


@cache
def statements() -> frozenset[str]:
    """The constructs that stand on lines of their own."""
    text = (GRAMMAR / "effect.lark").read_text(encoding="utf-8")
    body = text[text.index("?stmt:") : text.index("place:")]
    return frozenset(
        set(re.findall(r"->\s*(\w+)", body)) - {"assign"} | {one for one in alternatives() if one.startswith("assign")}
    ) - {"alike"}


def with_blocks() -> frozenset[str]:
    """Statements with lines of their own."""
    return frozenset(one for one in statements() if one.endswith("_"))


LEAVES = frozenset({"name", "integer", "none", "true", "false", "end", "gather"})
MODIFYING = frozenset({"add", "subtract", "set", "forbid", "allow"})
IN_EFFECTS = frozenset({"alike", "top_of", "bottom_of", "position_of"})


def expressions() -> frozenset[str]:
    """The constructs that have a value."""
    return alternatives() - statements() - MODIFYING - IN_EFFECTS | spelled()


def types() -> frozenset[str]:
    """All forms of types that a variable may have."""
    kinds = (*SIMPLE, "enumeration", "deck")
    return frozenset(form.format(one) for one in kinds for form in ("{}", "{} or none", "list of {}"))


@cache
def singles() -> frozenset[str]:
    """Everything that a campaign must make at least once."""
    ops = {f"op {op}" for op, row in ROWS.items()} | {f"fold {op}" for op in FOLDS}
    return frozenset(
        {f"key {one}" for one in Keys().all().found - impossible()}
        | {f"rule {one}" for one in alternatives() | spelled()}
        | ops
        | {f"type {one}" for one in types()}
    )


def pairs() -> Iterator[Pair]:
    """All pairs that can stand together."""
    keys = Keys().all()
    possible = sorted(one for one in keys.found if one not in impossible())
    for one, other in combinations(possible, 2):
        yield "beside", one, other
    for place, language in keys.places.items():
        if place in SETTLED:
            continue
        for one in expressions() | (statements() | IN_EFFECTS if language == "effect" else frozenset()):
            yield "placed", place, one
    inner = expressions()
    for outer in statements() | inner | IN_EFFECTS - {"top_of", "bottom_of"}:
        if outer in LEAVES:
            continue
        for one in inner | (statements() | IN_EFFECTS if outer in with_blocks() else frozenset()):
            yield "nested", outer, one


LISTS = {
    "phase.together", "turns.order", "reaction.asks", "result.winners", "rows.is", "shown_value.is", "variable.start",
    "functions", "attributes.default", "attributes.values", "uses",
}  # fmt: skip
"""Places of expressions that may be lists: elsewhere the schema lets a list through, and the types do not (E310)."""


@cache
def impossible() -> frozenset[str]:
    """Keys that the schema allows and the language does not."""
    keys = Keys().all()
    return frozenset(f"{place}:list" for place in keys.places if place not in LISTS) & frozenset(keys.found)


def shown(tree: Mapping[str, Any], operations: set[str]) -> tuple[set[str], set[Pair]]:
    """What a spec shows: the single things, and the pairs."""
    keys = Keys().of(tree)
    one = {f"key {key}" for key in keys.found} | operations
    two: set[Pair] = {("beside", *pair) for pair in combinations(sorted(keys.found), 2)}
    for place, language, text in keys.rules:
        parsed = _parsed(place, language, text)
        inside: set[str] = set()
        for part in parsed:
            inside |= _nested(part, two)
        one |= {f"rule {name}" for name in inside}
        two |= {("placed", place, name) for name in inside}
    enumerations = set(tree.get("types", {}))
    for variable in tree.get("variables", {}).values():
        one.add(f"type {_type(str(variable['type']), enumerations, tree)}")
    return one, two


def _type(written: str, enumerations: set[str], tree: Mapping[str, Any]) -> str:
    word = written.removeprefix("list of ").removesuffix(" or none")
    form = "deck" if word in tree["cards"] else word if word in SIMPLE else "enumeration"
    return written.replace(word, form)


def _parsed(place: str, language: str, text: str) -> list[Parsed[Token]]:
    """The trees of a rule."""
    if place == "functions":
        lines = [line.partition("=")[2] for line in text.splitlines() if line.startswith("let ")]
        rest = " ".join(line for line in text.splitlines() if not line.startswith("let "))
        return [_tree_of(one, "expression") for one in (*lines, rest)]
    if place == "variable.start" and text.endswith("random"):
        return []
    entry = "source" if place.endswith(".choose") else "modifier" if place == "kind.always" else language
    return [_tree_of(text, entry)]


def _nested(node: Parsed[Token], two: set[Pair]) -> set[str]:
    """The constructs in a tree; every pair of one in another is added."""
    inside: set[str] = set()
    for child in node.children:
        if isinstance(child, Parsed):
            inside |= _nested(child, two)
    names = _names(node)
    two |= {("nested", outer, one) for outer in names for one in inside}
    return inside | names


def _names(node: Parsed[Token]) -> set[str]:
    """What a node of the grammar is called here."""
    data = str(node.data)
    tokens = [str(child) for child in node.children if isinstance(child, Token)]
    match data:
        case "compare" | "assign":
            return {f"{data}{one}" for one in tokens[:1]}
        case "sum_":
            return {f"sum{one}" for one in tokens if one in "+-"}
        case "prod":
            return {f"prod{one}" for one in tokens}
        case "or_" | "and_":
            return {data.removesuffix("_")}
        case "call":
            made = [one for one in node.children if isinstance(one, Parsed) and one.data == "comprehension"]
            keys = any(isinstance(one, Parsed) and one.data == "by" for each in made for one in each.children)
            by = " by" if keys and f"{tokens[0]} by" in SPELLED else ""
            return {data, f"{tokens[0]}{by}({'for' if made else ''})"} & (alternatives() | spelled())
        case "list":
            folded = any(isinstance(child, Parsed) and child.data == "comprehension" for child in node.children)
            return {data} | ({"list(for)"} if folded else set())
        case "attribute":
            return {data} | {f".{tokens[-1]}"} & spelled()
    return {data} & (alternatives() | spelled())
