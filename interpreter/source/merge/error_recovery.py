"""What is left of a game without its mistakes, so that later stages can look at it at once.

A stage that finds mistakes makes nothing that the next could use. But most of a file is sound: each smallest entry
with a mistake is taken out, or the one around it if the file would lose its shape, and the rest goes on. What is found
in the rest counts only if it cannot follow from what was taken out: if neither the entry where it is nor what that
mentions has lost anything. A misspelt key is not taken out but put right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from ...diagnostics.diagnostic import Diagnostic, Report
from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ...diagnostics.suggest import as_name
from ..shape.schema import shape_at
from ..shape.validation import check_spec, check_variant
from ..text.tree import Entry, Mapping, Node, Scalar, Sequence, child, scalars, text_of
from .merge import merge
from .parts import uses_parts, without_uses
from .paths import without_parameters

Path = tuple[str | int, ...]
"""Keys and numbers of items, from the top level down."""

Check = Callable[[Mapping, Report], Mapping | None]
"""What checks the shape of a tree."""

FLOW = ("phases", "actions", "reactions", "triggers")
"""Sections whose parts have no value: what is missing in one changes nothing elsewhere."""

PATCHES = ("override", "add", "remove", "insert")
"""The keys of a variant under which there are paths of the game."""

ROUNDS = 8
"""How often what is left is looked at again; each time larger entries are taken out."""

MOST = 100
"""Where there are more mistakes, nothing is looked at further: there is enough to mend."""

_STAND_INS = {"spec": "1", "game": "a", "title": "?", "players": "2"}
"""What takes the place of a top-level key that is missing or wrong."""

_NAME = re.compile(r"[a-z_][a-z0-9_]*")
_OWNER = re.compile(r"(?<![\w.)\]])([a-z_]\w*(?:\.[a-z_]\w*)*)\.$")


@dataclass(frozen=True, slots=True)
class RecoveredTree:
    """The tree of what is left, the names that have lost something, and the paths of all that was taken out.

    `lost` are all words of what was taken out. `below` are mistakes of shape that show once a key is put right. In a
    `blind` rest it is not known which names there are. `guessed` are the keys that were put right; with `hides` a name
    that is not known may be that of something which is there twice, or stands where it is not read.
    """

    tree: Mapping
    gone: frozenset[str] = frozenset()
    out: frozenset[Path] = frozenset()
    lost: frozenset[str] = frozenset()
    below: tuple[Diagnostic, ...] = ()
    blind: bool = False
    guessed: tuple[Span, ...] = ()
    hides: bool = False

    def without(self, mistakes: Iterable[Diagnostic], check: Check = check_spec) -> RecoveredTree | None:
        """What is left when mistakes are taken out as well; None if that is no game any more."""
        rest, found = self, [one for one in mistakes if one.severity == "error"]
        for _ in range(ROUNDS if len(found) <= MOST else 0):
            # keys first: what stands below one that is put right need not be taken out
            right, found, keys = correct_keys(rest.tree, found)
            twice = frozenset(one.span.text for one in found if one.span is not None and one.code == TWICE)
            there = [one for one in found if one.code != TWICE and not (one.code == MISSING and not one.path)]
            paths = {_innermost(right, one.span) for one in there if one.span is not None}
            hides = any(one.code == MISPLACED for one in found) or any(_names_something(right, name) for name in twice)
            rest = replace(rest, hides=rest.hides or hides)
            gone = rest.gone | twice | frozenset(name for path in paths if path for name in _names(right, path))
            lost = rest.lost | frozenset(word for path in paths if path for word in _mentioned(_at(right, path).value))
            tree = _pruned(right, (), {path for path in paths if path})
            if not isinstance(tree, Mapping):
                return None
            tree = _with_stand_ins(tree) if check is check_spec else tree
            report = Report()
            tree = check(tree, report) or tree
            below = tuple(one for one in report.diagnostics if _is_below(one, tree, keys))
            told = (*rest.below, *below)
            guessed = (*rest.guessed, *keys)
            after = replace(rest, tree=tree, gone=gone, out=rest.out | paths, lost=lost, below=told, guessed=guessed)
            if not report.errors:
                return replace(after, gone=_spread(tree, gone))
            if tree == rest.tree:
                return None  # another round would find the same mistakes, and take out nothing either
            rest, found = after, report.diagnostics
        return None

    def sound(self, found: Iterable[Diagnostic]) -> list[Diagnostic]:
        """Those of some mistakes in the rest that do not follow from what was taken out."""
        return [one for one in list(found)[:MOST] if one.span is not None and not self._follows(one)]

    def _follows(self, found: Diagnostic) -> bool:
        """Whether a mistake may follow from what is missing; one of the grammar only if it stood beside the text."""
        path = _innermost(self.tree, found.span)
        if path and _at(self.tree, path).key.span in self.guessed:
            return True
        if not path or found.code.startswith("E30"):
            return not path or len(path) > 3 and any(one[:-1] == path[:-1] for one in self.out)
        if self.blind or found.span is None:
            return True
        if found.code == "E320" and any(
            "turns" in one or one[:1] == ("phases",) and {"steps", "by", "together"} & {*one} for one in self.out
        ):
            return True
        if found.code == "E201" and any(one[:3] == (*path[:2], "choose") for one in self.out):
            return True  # it may be what is chosen
        if found.code in TOLD_NAMES and any({"do", "start", "finish", "effects"} & {*one} for one in self.out):
            return True
        if found.code in UNKNOWN_NAMES:
            if self.hides and not any("did you mean" in help for help in found.helps):
                return True  # what is there twice, or has no name, may have been meant to have this one
            quoted = re.search(r"'(\w+)'", found.message) if found.span.source.used is not None else None
            names = {without_parameters(found.span.text), *(quoted.groups() if quoted else ())}
            return not names.isdisjoint(self.gone | (self.lost if found.code in TOLD_NAMES else frozenset()))
        before = self._before_the_dot(found.span) if found.code == "E202" else ()
        if before:
            return not self.gone.isdisjoint((*before, without_parameters(found.span.text)))
        own = {without_parameters(str(path[-1]))} | (
            {without_parameters(str(path[1]))} if len(path) > 1 and path[0] not in FLOW else set()
        )
        return bool((own | set(_mentioned(_at(self.tree, path).value))) & self.gone)

    def _before_the_dot(self, span: Span) -> tuple[str, ...]:
        """The names before that of a property, `me` before `hand`; none if it is not known what the first is."""
        match = _OWNER.search(span.source.text[: span.start])
        names = tuple(match[1].split(".")) if match else ()
        declared = (
            without_parameters(entry.key.text)
            for _, part in self.tree
            if isinstance(part, Mapping)
            for entry in part.entries
        )
        return names if names and (names[0] in PERSONS or names[0] in declared) else ()


UNKNOWN_NAMES = ("E201", "E203", "E205", "E206", "E207", "E208", "E209", "E213", "E214", "E217", "E218")
"""Codes about a name that is not known: such a mistake follows only from one that has taken just this name away."""

TWICE = "E130"
"""The code of a key that is there twice: what stands below either is still there, so nothing need be taken out."""

MISSING = "E161"
"""The code of a key that is missing: if of the whole file, it is told at what would follow, which can stay."""

MISPLACED = "E114"
"""The code of what stands in a wrong column, so that it is not known what it is called."""

TOLD_NAMES = ("E218",)
"""Codes about a name that effects may give, anywhere in their lines."""

PERSONS = ("me", "it", "turn", "round")
"""Names that are there in every game."""

NOT_THERE = ("E402", "E403", "E404")
"""Codes about what a single path of a variant does not meet: they follow from no other mistake of a variant."""


IN_PARTS = ("E42", "E43", "E100")
"""The beginnings of the codes of parts that could not be brought in: it is not known what is missing then."""


def recovered_trees(
    game: Mapping, merged: Mapping | None, variants: list[Mapping], report: Report
) -> list[RecoveredTree]:
    """What is left of a game with mistakes, as it was written or as far as it could be merged."""
    whole = game if merged is None else merged
    blind = uses_parts(whole) or _lacks_parts(report)
    if merged is None or uses_parts(whole):
        found = rest_of_files(without_uses(game), variants, report)
    else:
        check_whole(whole, report)
        found = rest_of_merged(whole, variants, report)
    return [replace(one, blind=blind) for one in found]


def check_whole(tree: Mapping, report: Report) -> None:
    """Check the shape of a game with its parts; what is missing may be in one that could not be brought in."""
    own = Report()
    check_spec(tree, own)
    lacking = _lacks_parts(report)
    known = report.diagnostics
    report.diagnostics += [o for o in own.diagnostics if o not in known and not (lacking and o.code == MISSING)]


def _lacks_parts(report: Report) -> bool:
    """Whether a part could not be brought in: it was not found, is used wrongly, or has a mistake of its own."""
    return any(
        one.code.startswith(IN_PARTS)
        or "did you mean 'uses'?" in one.helps
        or (one.span is not None and one.span.source.used is not None)
        for one in report.diagnostics
        if one.severity == "error"
    )


def rest_of_files(game: Mapping, variants: list[Mapping], report: Report) -> list[RecoveredTree]:
    """What is left of a game where it or its variants have the mistakes of a report; it is empty if it is too little.

    Paths of the variants that lead nowhere are added to the report. Variants are left out of a game with mistakes of
    its own, which are told when that is checked.
    """
    mistakes = list(report.diagnostics)
    rest = RecoveredTree(game).without(mistakes)
    patches = [left for one in variants if (left := RecoveredTree(one).without(mistakes, check_variant))]
    if rest is not None and not rest.out and len(patches) == len(variants):
        gone = frozenset[str]().union(*(one.gone for one in patches))
        merged = merge(rest.tree, [one.tree for one in patches], own := Report())
        report.diagnostics += [one for one in own.diagnostics if one.code in NOT_THERE]
        rest = replace(rest, tree=merged, gone=gone).without(own.diagnostics)
    return [rest] if rest is not None else []


def rest_of_merged(merged: Mapping, variants: list[Mapping], report: Report) -> list[RecoveredTree]:
    """What is left of a merged game, which lacks those patches of its variants that cannot be applied."""
    spans = [at for one in report.diagnostics[:MOST] for at in (one.span, *(label.span for label in one.others))]
    found = [(tree, _innermost(tree, at)) for tree in variants for at in spans]
    gone = frozenset(name for tree, path in found if path for name in _names(tree, path))
    out = frozenset(tuple(_written_names(path)) for _, path in found if path)
    rest = RecoveredTree(merged, gone, out).without(report.diagnostics)
    return [rest] if rest is not None else []


def _entries(node: Node, path: Path = ()) -> Iterator[tuple[Path, Entry]]:
    """All entries of a tree, each with its path; those inside of others come after them."""
    match node:
        case Mapping():
            for entry in node.entries:
                yield (*path, entry.key.text), entry
                yield from _entries(entry.value, (*path, entry.key.text))
        case Sequence():
            for i, item in enumerate(node.items):
                yield from _entries(item, (*path, i))
        case Scalar():
            return


def _innermost(tree: Mapping, span: Span | None) -> Path:
    """The path of the smallest entry that a span lies in; empty if it is in none."""
    found: Path = ()
    for path, entry in _entries(tree) if span is not None else ():
        if len(path) > len(found) and span is not None and _covers(entry, span):
            found = path
    return found


def _covers(entry: Entry, span: Span) -> bool:
    key, value = entry.key.span, entry.value.span
    spans = [key, value] if key.source is not value.source else [Span(key.source, key.start, value.end)]
    return any(one.source.file == span.source.file and one.start <= span.start and span.end <= one.end for one in spans)


def _at(tree: Mapping, path: Path) -> Entry:
    return next(entry for at, entry in _entries(tree) if at == path)


def _names_something(tree: Mapping, name: str) -> bool:
    """Whether something in a section of a game has this name."""
    return any(isinstance(part, Mapping) and part.get(name) is not None for _, part in tree)


def _names(tree: Mapping, path: Path) -> Iterator[str]:
    """The names that lose something if an entry is taken out: its own, those in it, and that of what has a value.

    A variant writes several names in one key: `options.target.default`. Keys of the language, such as `default`, are no
    names of the game: another option that has one has lost nothing.
    """
    if path[0] in ("remove", "insert"):
        yield from _mentioned(_at(tree, path).value)
    names = _written_names(path)
    inside = ((*names, *map(str, inner)) for inner, _ in _entries(_at(tree, path).value))
    for one in (tuple(names), *inside):
        if not _is_key(one):
            yield without_parameters(one[-1])
            yield from _meant_names(one[-1])
    if names[0] == "types" or names[-1] == "choose" and not isinstance(_at(tree, path).value, Mapping):
        yield from _mentioned(_at(tree, path).value)
    if names[0] == "teams":
        yield from ("team", "members", "teams")
    if len(names) > 1 and names[0] not in FLOW:
        yield without_parameters(names[1])
        yield from _listed(_at(tree, path).value)


def _meant_names(key: str) -> Iterator[str]:
    """The names by which others may call what has a name that is none: `my hand`, `is-cargo`, `2nd_hand`."""
    if not _NAME.fullmatch(without_parameters(key)):
        yield as_name(without_parameters(key))
        yield from re.findall(r"[a-z]{2,}", key.lower())


def _written_names(path: Path) -> list[str]:
    """The names of a path in a file, without what a variant does there: `override` or `add`."""
    names = [*map(str, path[:-1]), *str(path[-1]).split(".")]
    return (names[1:] or names) if names[0] in PATCHES else names


def _is_key(path: tuple[str, ...]) -> bool:
    """Whether the last of some names is a key of the language."""
    above = shape_at(path[:-1])
    return len(path) > 1 and above is not None and above.mapping is not None and path[-1] in above.mapping.fixed


def _listed(node: Node) -> Iterator[str]:
    """The words in the lists of a node, such as the symbols of a type."""
    match node:
        case Sequence():
            yield from _mentioned(node)
        case Mapping():
            for entry in node.entries:
                yield from _listed(entry.value)
        case Scalar():
            return


def _pruned(node: Node, path: Path, paths: set[Path]) -> Node:
    """A tree without the entries at some paths; what lies beside them stays the same node."""
    if not any(one[: len(path)] == path for one in paths):
        return node
    match node:
        case Mapping():
            kept = [entry for entry in node.entries if (*path, entry.key.text) not in paths]
            below = [Entry(e.key, _pruned(e.value, (*path, e.key.text), paths), e.was) for e in kept]
            return Mapping(tuple(below), node.span)
        case Sequence():
            return Sequence(tuple(_pruned(one, (*path, i), paths) for i, one in enumerate(node.items)), node.span)
        case Scalar():
            return node


def _with_stand_ins(tree: Mapping) -> Mapping:
    """A game with something in place of what every game needs."""
    nowhere = Span(tree.span.source, tree.span.start, tree.span.start)
    phases = tree.get("phases")
    first = {"begin": phases.entries[0].key.text} if isinstance(phases, Mapping) and phases.entries else {}
    missing = {key: text for key, text in (_STAND_INS | first).items() if tree.get(key) is None}
    words = [(_word(key, nowhere), _word(text, nowhere)) for key, text in missing.items()]
    return Mapping((*tree.entries, *(Entry(key, value) for key, value in words)), tree.span)


def _word(text: str, span: Span) -> Scalar:
    return Scalar(text, span, "plain", (span.start,) * (len(text) + 1))


def _mentioned(node: Node) -> Iterator[str]:
    """All words of the texts in a node."""
    return (word for text in scalars(node) for word in _NAME.findall(text.text))


def _spread(tree: Mapping, gone: frozenset[str]) -> frozenset[str]:
    """The names that have lost something, with all whose definitions mention one of them."""
    defined = {
        without_parameters(entry.key.text): frozenset(_mentioned(_without_its_deck(entry.value, tree)))
        for section, parts in tree
        if section not in FLOW and isinstance(parts, Mapping)
        for entry in parts.entries
    }
    while True:
        more = {name for name, words in defined.items() if name not in gone and words & gone}
        if not more:
            return gone
        gone |= more


def _without_its_deck(node: Node, tree: Mapping) -> Node:
    """A zone without what it holds: it stays what it is if its deck lacks only a part. Anything else is left as is."""
    holds = text_of(child(node, "holds"))
    if not isinstance(node, Mapping) or child(tree.get("cards"), holds) is None:
        return node
    return Mapping(tuple(entry for entry in node.entries if entry.key.text != "holds"), node.span)


def _is_below(found: Diagnostic, tree: Mapping, keys: list[Span]) -> bool:
    """Whether a mistake of shape is in what stands below a key that was put right."""
    span = found.span
    return span is not None and any(
        _covers(entry, span) and entry.key.span in keys and span != entry.key.span for _, entry in _entries(tree)
    )


# Misspelt keys are put right, so that later stages can look at what stands below them.
#
# Where the message about an unknown key says which one was meant, the rest of the file is read as if that stood there:
# what is below it is checked too, and nothing that mentions it seems to be missing. Places stay those of what is
# written.

Meant = dict[tuple[str, int], str]
"""The keys that were meant, by the file and the place of what is written instead."""

_MEANT = re.compile(r"did you mean '([^']+)'\?")


def correct_keys(tree: Mapping, found: Iterable[Diagnostic]) -> tuple[Mapping, list[Diagnostic], list[Span]]:
    """The tree with the keys that were meant, the mistakes that are left, and where keys were put right.

    A key is only put right where its mapping has none of this name yet, or one from elsewhere that it can be joined to.
    """
    found = list(found)
    meant = {(one.span.source.file, one.span.start): _meant(one) for one in found if one.span and one.code == "E160"}
    done: list[Span] = []
    whole = _with(tree, {at: key for at, key in meant.items() if key}, done)
    assert isinstance(whole, Mapping)
    places = {(span.source.file, span.start) for span in done}
    left = [o for o in found if o.code != "E160" or not o.span or (o.span.source.file, o.span.start) not in places]
    return whole, left, done


def _meant(found: Diagnostic) -> str:
    match = _MEANT.fullmatch(found.helps[0]) if found.helps else None
    return match[1] if match else ""


def _with(node: Node, meant: Meant, done: list[Span]) -> Node:
    match node:
        case Mapping() if meant:
            return _one_of_each(Mapping(tuple(_entry(one, node, meant, done) for one in node.entries), node.span))
        case Sequence() if meant:
            return Sequence(tuple(_with(one, meant, done) for one in node.items), node.span)
        case _:
            return node


def _entry(entry: Entry, within: Mapping, meant: Meant, done: list[Span]) -> Entry:
    key, value = entry.key, _with(entry.value, meant, done)
    right = meant.get((key.span.source.file, key.span.start), "")
    there = within.get(right)
    if right and (there is None or _apart(there, value)):
        done.append(key.span)
        key = Scalar(right, key.span, "plain", (key.span.start,) * (len(right) + 1))
    return Entry(key, value, entry.was)


def _apart(one: Node, other: Node) -> bool:
    """Whether two sections, one of them from a part, have no name in common, so that they can be one."""
    if not isinstance(one, Mapping) or not isinstance(other, Mapping):
        return False
    return not {key for key, _ in one} & {key for key, _ in other}


def _one_of_each(tree: Mapping) -> Mapping:
    """A mapping in which each key is there once: with all that stands below it anywhere."""
    found: dict[str, Entry] = {}
    for entry in tree.entries:
        first = found.setdefault(entry.key.text, entry)
        if first is not entry and isinstance(first.value, Mapping) and isinstance(entry.value, Mapping):
            value = Mapping((*first.value.entries, *entry.value.entries), first.value.span)
            found[entry.key.text] = Entry(first.key, value, first.was)
    return Mapping(tuple(found.values()), tree.span)
