"""Brings parts into a game: decks, dice, a way to take turns, written in the language, with parameters.

A part is a file with the sections of a spec. `uses` of a game, or of another part, names it and gives its arguments:

uses:
  deck: our-deck
  market: {part: market, stalls: 4}

Each use reads the file anew, makes the changes of the cases that its arguments choose, puts the arguments and the names
of this use into every rule, and lays the result under the game: what the game writes itself is added to it. Where both
give a value to one path that is an error, unless the game says `override`. Then the game is as if it had been written
in one file, and variants change it by name; only `uses` itself they change before.

Places stay what they are: in the file of the part. That of one use knows where it is used (`Source.used`), so every
message of every later stage about it shows both.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Sequence as AbcSequence
from collections.abc import Set as AbcSet
from dataclasses import replace

from ...diagnostics.diagnostic import Diagnostic, Label, Report
from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ...diagnostics.suggest import as_name, did_you_mean
from ..shape.schema import USING, shape_at, shape_of
from ..shape.validation import check_part
from ..text.tree import Entry, Mapping, Node, Scalar, Sequence, child, entries_of, items_of, text_of, texts_of
from . import part_expansion as expansion
from .conflicts import EditLog, same_value
from .merge import VariantApplier
from .part_arguments import (
    Argument,
    CharacterLimit,
    PartParameter,
    PartUse,
    Thing,
    bind_arguments,
    parameters_of,
    uses_of,
    with_article,
)
from .part_expansion import PartFiles, Rename, keys_of
from .patch_errors import brought_by
from .paths import KeyPath, without_parameters
from .variants import OrderedVariant


def uses_parts(tree: Mapping) -> bool:
    """Whether a spec brings in parts, or changes what they bring."""
    return any(entry.key.text in USING for entry in tree.entries)


def without_uses(tree: Mapping) -> Mapping:
    """What a spec writes itself."""
    return Mapping(tuple(entry for entry in tree.entries if entry.key.text not in USING), tree.span)


def expand_parts(tree: Mapping, files: PartFiles, report: Report, known: list[ExpandedUse] | None = None) -> Mapping:
    """The tree of a game with all that its parts bring, and without `uses`; mistakes go to `report` (E420 to E432).

    The shape of `uses` must have been checked (`check_uses`), that of the result is not. What each use has brought is
    added to `known`.
    """
    own = without_uses(tree)
    bringer = _PartExpander(files, report)
    base = Mapping((), tree.span)
    for use in uses_of(tree):
        brought = bringer.reader.read(use)
        put = bringer.put(brought, use, expansion.identity) if brought is not None else None
        if brought is not None and put is not None:
            base = combined(base, put, report)
            if known is not None:
                known.append(brought)
    whole = _in_usual_order(combined(base, own, report))
    changes = Mapping(tuple(entry for entry in tree.entries if entry.key.text in USING[1:]), tree.span)
    if changes.entries and tree.get("uses") is None:
        first = changes.entries[0].key
        message = f"'{first.text}' changes what parts bring, but this game uses none"
        helps = ("change the rule where it stands, or bring in a part with `uses`",)
        report.add("E428", message, first.span, helps=helps, path=first.text)
    if report.errors:
        return whole
    bringer.check_names(whole)
    game = OrderedVariant(text_of(tree.get("game")), changes, frozenset(), "game")
    return VariantApplier(whole, game, EditLog(report), report).run()


def _in_usual_order(tree: Mapping) -> Mapping:
    """A spec with its sections in the order in which the language lists them."""
    keys = shape_of("spec").mapping
    order = [*keys.fixed] if keys is not None else []
    known = sorted(tree.entries, key=lambda one: order.index(one.key.text) if one.key.text in order else len(order))
    return Mapping(tuple(known), tree.span)


class _PartExpander:
    """Puts the names of the game, and arguments, into what its parts bring."""

    def __init__(self, files: PartFiles, report: Report) -> None:
        self.reader, self.report = PartReader(files, report), report
        self.settled: list[tuple[PartUse, Argument]] = []

    def put(self, brought: ExpandedUse, use: PartUse, outer: Rename) -> Mapping | None:
        """What a use brings, as the game has it; None if that is too much. `outer` is what a part around it calls it.

        `use` has the arguments as the game has them; which case they choose is settled before.
        """

        def called(name: str) -> str:
            return outer(brought.chosen(name))

        room = self.reader.room
        arguments = bind_arguments(use, brought.parameters, Report())
        arguments = {name: expansion.renamed_default(one, brought.own, called, room) for name, one in arguments.items()}
        said = {
            *expansion.words_in(brought.tree),
            *(word for one in brought.uses for each in one.arguments for word in expansion.words_in(each.value)),
        }
        self.settled += [(use, one) for name, one in arguments.items() if one.given or name in said]
        put = expansion.full_substitution(arguments, brought.own, called, room)
        result = expansion.substitute(brought.tree, put)
        if not self.reader.has_room(use):
            return None
        expansion.check_apart(result, use, self.report)
        for inner, written in zip(brought.inner, brought.uses, strict=True):
            below = self.put(inner, expansion.substitute_in_use(written, put), called)
            if below is None:
                return None
            result = combined(below, result, self.report)
        return result

    def check_names(self, tree: Mapping) -> None:
        """Report arguments that must be the name of something which the game, with all its parts, does not have."""
        known: dict[Thing, frozenset[str]] = {}
        for use, argument in self.settled:
            for thing, name in argument.names():
                if thing not in known:
                    known[thing] = frozenset(_names_of(tree, thing))
                if name.text not in known[thing] and not _is_misspelt(tree, known[thing], name.text):
                    self._no_such(use, argument, thing, name, sorted(known[thing]))

    def _no_such(self, use: PartUse, argument: Argument, thing: Thing, name: Scalar, known: list[str]) -> None:
        parameter = argument.parameter.name
        says = "is" if argument.given else "is, by default,"
        section = next((one for one, what in expansion.THINGS.items() if what == thing), "")
        brought = () if argument.given else brought_by(section, name.text)
        self.report.add(
            "E424",
            f"'{parameter.text}' of part '{use.part.text}' {says} '{name.text}', but no {thing} is called so",
            name.span if argument.given else use.part.span,
            label=f"must be the name of {with_article(thing)}",
            others=(Label(parameter.span, "the parameter"),),
            notes=(f"there are: {', '.join(known)}",) if known else (f"the game has no {thing}",),
            helps=did_you_mean(name.text, known)
            or tuple(f"did you mean '{one}'?" for one in known if one.startswith(name.text))[:1]
            or (() if argument.given else (*brought, f"say which: `{parameter.text}: …`")),
            path=f"{use.path}.{parameter.text}",
        )


def _is_misspelt(tree: Mapping, known: AbcSet[str], name: str) -> bool:
    """Whether a name is declared, but with signs that no name has, or in a section that is called otherwise: that is
    told where it stands.
    """
    sections = shape_of("spec").mapping
    strange = [entry.key.text for entry in tree.entries if sections and entry.key.text not in sections.fixed]
    there = (*known, *strange, *(one for section in strange for one in keys_of(tree, section)))
    return any(as_name(one) == name for one in there)


def _names_of(tree: Mapping, thing: Thing) -> Iterator[str]:
    """The names of all things of a sort in a game."""
    for section, one in expansion.THINGS.items():
        if one == thing:
            yield from keys_of(tree, section)
    listed = list(entries_of(tree.get("types")))
    for deck in entries_of(tree.get("cards")):
        attributes = entries_of(child(deck.value, "attributes"))
        owned = {"attribute": attributes, "variable": entries_of(child(deck.value, "variables"))}.get(thing, ())
        yield from (entry.key.text for entry in owned)
        listed += attributes
    for entry in listed if thing in ("type", "symbol") else ():
        if isinstance(entry.value, Sequence):
            yield from [entry.key.text] if thing == "type" else (item.text for item in items_of(entry.value))


# Works out what each use of a part brings, before anything gets the name that it has in the game.
#
# A part may use others, and a use can give other names only to what is known to be brought. So the parts are gone
# through twice: here from the outside to the inside, where each use is read, its arguments settled and its case chosen;
# and above, where arguments and names are put into all of that. Either way each use is worked out once, and how
# many there are, and how long what they bring is, has a bound: parts that use parts could otherwise double it at each
# step.

MOST_USES = 100
"""A game brings in no more parts, counting those that parts use; one that is used twice counts twice."""

MOST_TEXT = 2_000_000
"""The characters of all parts of a game, written out: with the arguments and names of each use."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpandedUse:
    """What one use of a part brings: sections with the words of the part, and what the parts bring that it uses.

    `part` is its whole file. `own` are the names of all that, before this use calls them otherwise, which is what
    `chosen` does. `uses` are the uses of the part as they are written in it, and `inner` what each of them brings.
    """

    use: PartUse
    part: Mapping
    parameters: dict[str, PartParameter]
    arguments: dict[str, Argument]
    tree: Mapping
    uses: tuple[PartUse, ...]
    inner: tuple[ExpandedUse, ...]
    own: dict[str, Thing]
    chosen: Rename


class PartReader:
    """Reads the parts of one game."""

    def __init__(self, files: PartFiles, report: Report) -> None:
        self.files, self.report = files, report
        self.room, self.left = CharacterLimit(MOST_TEXT), MOST_USES

    def read(self, use: PartUse, within: tuple[str, ...] = ()) -> ExpandedUse | None:
        """What one use brings; None if that cannot be told, which is reported (E420 to E431).

        `within` are the files of the parts around it.
        """
        if self.left < 0 or self.room.full or not self._counted(use):
            return None
        part, before = self.files.read(use, self.report), self.report.errors
        if part is None or self._in_a_circle(use, part, within):
            return None
        part = check_part(part, self.report)
        if self.report.errors > before:
            return None
        parameters = parameters_of(part)
        arguments = bind_arguments(use, parameters, self.report)
        tree = expansion.apply_cases(part, arguments, self.report)
        expansion.check_own_names(parameters, tree, self.report)
        self.room.take(len(part.span.source.text))
        if self.report.errors > before or not self.has_room(use):
            return None
        uses = tuple(uses_of(part))
        put = expansion.full_substitution(arguments, {}, expansion.identity, self.room)
        found = [self.read(expansion.substitute_in_use(one, put), (*within, part.span.source.file)) for one in uses]
        inner = tuple(one for one in found if one is not None)
        if not self.has_room(use) or len(inner) < len(uses):
            return None
        own = expansion.names_in_sections(tree)
        for one in inner:
            own |= {one.chosen(name): thing for name, thing in one.own.items()}
        return ExpandedUse(
            use=use,
            part=part,
            parameters=parameters,
            arguments=arguments,
            tree=tree,
            uses=uses,
            inner=inner,
            own=own,
            chosen=expansion.renames_of(use, own, self.report),
        )

    def _counted(self, use: PartUse) -> bool:
        """Whether one more part may be brought in; the first one too many is reported (E430)."""
        self.left -= 1
        if self.left == -1:
            message = f"the parts of this game are used more than {MOST_USES} times, counting those that parts use"
            helps = ("what is always used together can be one part",)
            self.report.add("E430", message, use.part.span, label="one too many", helps=helps, path=use.path)
        return self.left >= 0

    def has_room(self, use: PartUse) -> bool:
        """Whether what was brought so far is not too long; what makes it so is reported once (E431)."""
        if self.room.left < 0 and not self.room.told:
            self.room.told = True
            message = f"the parts of this game, written out, have more than {MOST_TEXT} characters"
            label = "from here on it is too much"
            helps = ("what stands in many places can be an effect or a function, whose name is short",)
            self.report.add("E431", message, use.part.span, label=label, helps=helps, path=use.path)
        return not self.room.full

    def _in_a_circle(self, use: PartUse, part: Mapping, within: tuple[str, ...]) -> bool:
        """Report a part that uses itself, directly or through others (E427)."""
        if part.span.source.file not in within:
            return False
        message = f"part '{use.part.text}' uses itself" + (", through another part" if len(within) > 1 else "")
        helps = ("take this use out, or move what both need to a part of its own",)
        self.report.add("E427", message, use.part.span, label="this would never end", helps=helps, path=use.path)
        return True


# Lays what a game writes itself beside what its parts bring: each name comes from one of them, none is replaced.

JOINED: tuple[KeyPath, ...] = (("table", "without"), ("table", "centre"))
"""Lists of names to which each part and the game add theirs."""


def combined(first: Mapping, second: Mapping, report: Report, path: KeyPath = ()) -> Mapping:
    """Two trees as one, in which what the first says comes first. What both say, and not the same, is E425."""
    entries = list(first.entries)
    places = {without_parameters(entry.key.text): number for number, entry in enumerate(entries)}
    for entry in second.entries:
        name = without_parameters(entry.key.text)
        if name in places:
            old = entries[places[name]]
            entries[places[name]] = Entry(old.key, _both(old, entry, report, (*path, name)), old.was)
        else:
            entries.append(entry)
    return Mapping(tuple(entries), second.span)


def _both(old: Entry, new: Entry, report: Report, path: KeyPath) -> Node:
    """The value of a key in both trees. Sections hold names side by side; what bears a name is one whole.

    Of the look of a symbol, which two decks may share, each may say another part.
    """
    one, other = old.value, new.value
    holds_names = len(path) == 1 or (len(path) == 2 and path[0] == "table") or path[:-1] == ("table", "looks")
    if holds_names and isinstance(one, Mapping) and isinstance(other, Mapping):
        return combined(one, other, report, path)
    if path in JOINED:
        known = {item.text for item in texts_of(one)}
        return Sequence((*_items(one), *(item for item in _items(other) if text_of(item) not in known)), other.span)
    if not same_value(one, other, shape_at(path)) or old.key.text != new.key.text:
        _clash(old, new, report, ".".join(path))
    return one


def _items(node: Node) -> tuple[Node, ...]:
    return node.items if isinstance(node, Sequence) else (node,)


def _clash(old: Entry, new: Entry, report: Report, path: str) -> None:
    if new.key.span.source.used is None:
        helps = (f"to change it, write `override: {{{path}: …}}`, to add to it, `add: {{{path}.…: …}}`",)
    elif path.startswith(("words.", "table.looks.")):
        helps = ("symbols and attributes keep their names in every use, so both uses must say the same of them",)
    else:
        helps = ("keep the names of the two parts apart: `as: NAME` puts NAME_ before all names of one",)
    place, old_place = _place(new), _place(old)
    if new.key.span.source.used is not None and not path.startswith(("words.", "table.looks.")):
        place = new.key.span.source.used  # the use, and once for all that it brings
        if any(one.code == "E425" and one.span == place for one in report.diagnostics):
            return
    others = [] if str(place) == str(old_place) else [Label(old_place, "the part says this")]
    if old_place.source.used is not None:
        others.append(Label(old_place.source.used, "this use brings it" if others else "used here first"))
    report.add("E425", f"a part brings '{path}' already", place, others=tuple(others), helps=helps, path=path)


def _place(entry: Entry) -> Span:
    """Where an entry is shown: its value if that is on one line, otherwise its key."""
    value = entry.value
    return value.span if isinstance(value, Scalar) and "\n" not in value.span.text else entry.key.span


# Helps where the name of a use stands in the place of what the part brings: `steps: [bids]` for `[sealed_bids]`.

SECTIONS = {"E208": ("phase", "phases"), "E203": ("effect", "effects"), "E213": ("action", "actions")}
"""By the code of an unknown name: what was looked for, and where the parts that are used may have it."""


def explain_use_names(report: Report, uses: AbcSequence[ExpandedUse]) -> None:
    """Add what a part brings to each message about an unknown name that is that of its use."""
    by_name = {one.use.name.text: one for one in uses}
    report.diagnostics[:] = [_explained(one, by_name) for one in report.diagnostics]


def _explained(found: Diagnostic, uses: dict[str, ExpandedUse]) -> Diagnostic:
    use = uses.get(found.span.text) if found.span is not None and found.code in SECTIONS else None
    if use is None:
        return found
    what, section = SECTIONS[found.code]
    names = [f"'{name}'" for name in keys_of(use.tree, section)]
    brings = f"the {what}{'s' if len(names) > 1 else ''} {', '.join(names)}" if names else f"no {what}"
    told = f"'{use.use.name.text}' is the use of the part '{use.use.part.text}', which brings {brings}"
    return replace(found, helps=(told,))
