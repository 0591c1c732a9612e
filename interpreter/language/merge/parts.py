"""Brings parts into a game: decks, tricks, hands of poker, written in the language, with parameters.

A part is a file with the sections of a spec. `uses` of a game, or of another part, names it and gives its arguments:

uses:
  deck: french-deck
  tricks: {part: trick-taking, trump: spades}

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
from ..shape.check import check_part
from ..shape.schema import USING, shape_of
from ..text.tree import Mapping, Scalar, Sequence
from .apply import VariantApplier
from .combine import combined
from .order import Ordered, text_at
from .part_arguments import Argument, Use, parameters_of, settle, uses_of
from .part_files import PartFiles
from .part_tree import (
    Rename,
    check_apart,
    check_own_names,
    entries,
    everything_put,
    for_the_case,
    in_this_use,
    keys_of,
    names_in_sections,
    put_in,
    put_into_use,
    renames_of,
)
from .part_words import Thing
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


def bring_in(tree: Mapping, files: PartFiles, report: Report) -> Mapping:
    """The tree of a game with all that its parts bring, and without `uses`; mistakes go to `report` (E420 to E429).

    The shape of `uses` must have been checked (`check_uses`), that of the result is not.
    """
    own = Mapping(tuple(entry for entry in tree.entries if entry.key.text not in USING), tree.span)
    bringer = _Bringer(files, report)
    base = Mapping((), tree.span)
    for use in uses_of(tree):
        brought = bringer.bring(use, _as_it_is, ())
        if brought is not None:
            base = combined(base, brought, report)
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
    """Brings in one part after the other, and those that they use."""

    def __init__(self, files: PartFiles, report: Report) -> None:
        self.files, self.report = files, report
        self.settled: list[tuple[Use, Argument]] = []

    def bring(self, use: Use, outer: Rename, within: tuple[str, ...], *, trial: bool = False) -> Mapping | None:
        """What one use brings; None if it cannot be told. `outer` is what a part around it calls its names.

        With `trial` only the names matter, and nothing is noted or reported.
        """
        report = Report() if trial else self.report
        part = self.files.read(use, report)
        if part is None or self._in_a_circle(use, part, within, report):
            return None
        before = report.errors
        check_part(part, report)
        if report.errors > before:
            return None
        parameters = parameters_of(part)
        arguments = settle(use, parameters, report)
        tree = for_the_case(part, arguments, report)
        check_own_names(parameters, tree, report)
        if report.errors > before:
            return None
        own = self._own_names(tree, part, arguments, within)
        chosen = renames_of(use, own, report)

        def called(name: str) -> str:
            return outer(chosen(name))

        arguments = {name: in_this_use(one, own, called) for name, one in arguments.items()}
        put = everything_put(arguments, own, called)
        if not trial:
            self.settled += [(use, one) for one in arguments.values()]
        result = put_in(tree, put)
        check_apart(result, use, report)
        for inner in uses_of(part):
            brought = self.bring(put_into_use(inner, put), called, (*within, part.span.source.file), trial=trial)
            if brought is not None:
                result = combined(brought, result, report)
        return result

    def _own_names(
        self, tree: Mapping, part: Mapping, arguments: dict[str, Argument], within: tuple[str, ...]
    ) -> dict[str, Thing]:
        """The names that a part brings, itself and by the parts that it uses, before this use calls them otherwise."""
        own = names_in_sections(tree)
        put = everything_put(arguments, {}, _as_it_is)
        for inner in uses_of(part):
            brought = self.bring(put_into_use(inner, put), _as_it_is, (*within, part.span.source.file), trial=True)
            own |= names_in_sections(brought) if brought is not None else {}
        return own

    def _in_a_circle(self, use: Use, part: Mapping, within: tuple[str, ...], report: Report) -> bool:
        """Report a part that uses itself, directly or through others (E427)."""
        if part.span.source.file not in within:
            return False
        report.add(
            "E427",
            f"part '{use.part.text}' uses itself" + (", through another part" if len(within) > 1 else ""),
            use.part.span,
            label="this would never end",
            helps=("take this use out, or move what both need to a part of its own",),
            path=f"uses.{use.name.text}",
        )
        return True

    def check_names(self, tree: Mapping) -> None:
        """Report arguments that must be the name of something which the game, with all its parts, does not have."""
        for use, argument in self.settled:
            for thing, name in argument.names():
                known = sorted(_names_of(tree, thing))
                if name.text not in known:
                    self._no_such(use, argument, thing, name, known)

    def _no_such(self, use: Use, argument: Argument, thing: Thing, name: Scalar, known: list[str]) -> None:
        parameter = argument.parameter.name
        article = "an" if thing[0] in "aeiou" else "a"
        says = "is" if argument.given else "is, by default,"
        self.report.add(
            "E424",
            f"'{parameter.text}' of part '{use.part.text}' {says} '{name.text}', but no {thing} is called so",
            name.span if argument.given else use.part.span,
            label=f"must be the name of {article} {thing}",
            others=(Label(parameter.span, "the parameter"),),
            notes=(f"there are: {', '.join(known)}",) if known else (f"the game has no {thing}",),
            helps=did_you_mean(name.text, known) or (() if argument.given else (f"say which: `{parameter.text}: …`",)),
            path=f"uses.{use.name.text}.{parameter.text}",
        )


def _as_it_is(name: str) -> str:
    return name


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
