"""Lowers what texts for people name in braces: `Play for {worth(t) + c.worth} of {target} points`.

A name that is chosen is told by the move itself, `{c}`; everything else is a value like any other, computed when the
text is told. It is typed where the text belongs: with `me`, what is chosen, and what is reacted to.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from ...ir import nodes as ir
from ...ir.types import card, list_of
from ...spec import nodes as spec
from ...syntax import nodes as syn
from ..names.scope import Scope
from .matching import fit


def told(braces: tuple[spec.Brace, ...], scope: Scope, chosen: Collection[str] = ()) -> tuple[ir.Told, ...]:
    """The values that a text names, each once, in the order of their letters: that of the languages means nothing.

    Every language is typed, so that each mistake is found (E201, E3xx).
    """
    found: dict[str, ir.Told] = {}
    for brace in braces:
        if not (isinstance(brace.value, syn.Name) and brace.value.id in chosen):
            there = replace(scope, path=brace.path)
            value = there.typed(brace.value)
            _check_deck(brace, value, there)
            if value.type.base == "zone":
                value = fit(value, list_of(card(value.type.name)), there, brace.value.span)
            found.setdefault(brace.written, ir.Told(brace.written, value, brace.value.span))
    return tuple(found[written] for written in sorted(found))


def _check_deck(brace: spec.Brace, value: ir.Expr, scope: Scope) -> None:
    """Warn of a text that names a deck: all kinds of its cards are told (W662)."""
    if isinstance(brace.value, syn.Name) and brace.value.id in scope.world.spec.decks and isinstance(value, ir.ListOf):
        scope.world.report.add(
            "W662",
            f"'{brace.value.id}' is a deck: this text names all kinds of its cards",
            brace.value.span,
            label="all of them are told",
            helps=("name what is chosen, `{c}`, or a card that lies somewhere, `{pile.top}`",),
            path=brace.path,
        )
