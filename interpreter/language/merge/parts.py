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

from ...diagnostics.diagnostic import Label, Report
from ...diagnostics.suggest import did_you_mean
from ..shape.schema import USING, shape_of
from ..text.tree import Mapping, Scalar, Sequence
from .apply import VariantApplier
from .combine import combined
from .order import Ordered, text_at
from .part_arguments import Argument, Use, settle, uses_of
from .part_files import PartFiles
from .part_reading import Brought, PartReader
from .part_tree import (
    Rename,
    as_it_is,
    check_apart,
    entries,
    everything_put,
    in_this_use,
    keys_of,
    put_in,
    put_into_use,
    words_in,
)
from .part_words import Thing, a
from .touches import Touches

_WHERE: dict[Thing, str] = {
    "deck": "cards",
    "zone": "zones",
    "variable": "variables",
    "option": "options",
    "function": "functions",
    "effect": "effects",
    "phase": "phases",
    "action": "actions",
}
"""The section in which a thing has its name."""


def uses_parts(tree: Mapping) -> bool:
    """Whether a spec brings in parts, or changes what they bring."""
    return any(entry.key.text in USING for entry in tree.entries)


def without_uses(tree: Mapping) -> Mapping:
    """What a spec writes itself."""
    return Mapping(tuple(entry for entry in tree.entries if entry.key.text not in USING), tree.span)


def bring_in(tree: Mapping, files: PartFiles, report: Report, known: list[Brought] | None = None) -> Mapping:
    """The tree of a game with all that its parts bring, and without `uses`; mistakes go to `report` (E420 to E432).

    The shape of `uses` must have been checked (`check_uses`), that of the result is not. What each use has brought is
    added to `known`.
    """
    own = without_uses(tree)
    bringer = _Bringer(files, report)
    base = Mapping((), tree.span)
    for use in uses_of(tree):
        brought = bringer.reader.read(use)
        put = bringer.put(brought, use, as_it_is) if brought is not None else None
        if brought is not None and put is not None:
            base = combined(base, put, report)
            if known is not None:
                known.append(brought)
    whole = _in_usual_order(combined(base, own, report))
    changes = Mapping(tuple(entry for entry in tree.entries if entry.key.text in USING[1:]), tree.span)
    if changes.entries and tree.get("uses") is None:
        first = changes.entries[0].key
        report.add(
            "E428",
            f"'{first.text}' changes what parts bring, but this game uses none",
            first.span,
            helps=("change the rule where it stands, or bring in a part with `uses`",),
            path=first.text,
        )
    if report.errors:
        return whole
    bringer.check_names(whole)
    game = Ordered(text_at(tree, "game"), changes, frozenset(), "game")
    return VariantApplier(whole, game, Touches(report), report).run()


def _in_usual_order(tree: Mapping) -> Mapping:
    """A spec with its sections in the order in which the language lists them."""
    keys = shape_of("spec").mapping
    order = [*keys.fixed] if keys is not None else []
    known = sorted(tree.entries, key=lambda one: order.index(one.key.text) if one.key.text in order else len(order))
    return Mapping(tuple(known), tree.span)


class _Bringer:
    """Puts the names of the game, and arguments, into what its parts bring."""

    def __init__(self, files: PartFiles, report: Report) -> None:
        self.reader, self.report = PartReader(files, report), report
        self.settled: list[tuple[Use, Argument]] = []

    def put(self, brought: Brought, use: Use, outer: Rename) -> Mapping | None:
        """What a use brings, as the game has it; None if that is too much. `outer` is what a part around it calls it.

        `use` has the arguments as the game has them; which case they choose is settled before.
        """

        def called(name: str) -> str:
            return outer(brought.chosen(name))

        room = self.reader.room
        arguments = settle(use, brought.parameters, Report())
        arguments = {name: in_this_use(one, brought.own, called, room) for name, one in arguments.items()}
        said = {
            *words_in(brought.tree),
            *(word for one in brought.uses for each in one.arguments for word in words_in(each.value)),
        }
        self.settled += [(use, one) for name, one in arguments.items() if one.given or name in said]
        put = everything_put(arguments, brought.own, called, room)
        result = put_in(brought.tree, put)
        if not self.reader.has_room(use):
            return None
        check_apart(result, use, self.report)
        for inner, written in zip(brought.inner, brought.uses, strict=True):
            below = self.put(inner, put_into_use(written, put), called)
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
                if name.text not in known[thing]:
                    self._no_such(use, argument, thing, name, sorted(known[thing]))

    def _no_such(self, use: Use, argument: Argument, thing: Thing, name: Scalar, known: list[str]) -> None:
        parameter = argument.parameter.name
        says = "is" if argument.given else "is, by default,"
        self.report.add(
            "E424",
            f"'{parameter.text}' of part '{use.part.text}' {says} '{name.text}', but no {thing} is called so",
            name.span if argument.given else use.part.span,
            label=f"must be the name of {a(thing)}",
            others=(Label(parameter.span, "the parameter"),),
            notes=(f"there are: {', '.join(known)}",) if known else (f"the game has no {thing}",),
            helps=did_you_mean(name.text, known) or (() if argument.given else (f"say which: `{parameter.text}: …`",)),
            path=f"uses.{use.name.text}.{parameter.text}",
        )


def _names_of(tree: Mapping, thing: Thing) -> Iterator[str]:
    """The names of all things of a sort in a game."""
    if thing in _WHERE:
        yield from keys_of(tree, _WHERE[thing])
    listed = list(entries(tree.get("types")))
    for deck in entries(tree.get("cards")):
        if isinstance(deck.value, Mapping):
            attributes = entries(deck.value.get("attributes"))
            owned = {"attribute": attributes, "variable": entries(deck.value.get("variables"))}.get(thing, ())
            yield from (entry.key.text for entry in owned)
            listed += attributes
    for entry in listed:
        if isinstance(entry.value, Sequence) and thing in ("type", "symbol"):
            symbols = (item.text for item in entry.value.items if isinstance(item, Scalar))
            yield from [entry.key.text] if thing == "type" else symbols
