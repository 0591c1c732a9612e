"""`cardwright placeholders`: the values of a game that are invented, because nobody here has seen the printed ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from ...diagnostics.text import localized
from ...language.spec.nodes import DeckSpec, KindSpec, Spec
from ...language.spec.texts import printed_attributes
from ...language.syntax.nodes import Modifier, Stmt
from ...play.game.phrases import phrase
from ...source.text.literals import parse_integer
from ..flags import GameFlags, game_flags, language_flag, refuse_settings
from ..match_setup import open_rules
from ..outcome import Outcome

INVENTED = "placeholder"


@click.command("placeholders", epilog="Example: cardwright placeholders on-the-trail")
@language_flag
@game_flags
@click.pass_obj
def command(outcome: Outcome, flags: GameFlags) -> int:
    """List the values of cards that are placeholders, and where to replace them.

    Whoever owns the box fills in the printed values at the places named, and
    says so under `source`: `rulebook` instead of `placeholder`.
    """
    refuse_settings(flags)
    spec = open_rules(flags, outcome).spec
    rows = [(deck, kind) for deck in spec.decks.values() for kind in deck.kinds if _values(deck, kind)]
    result = {"game": spec.name, "placeholders": [_json(deck, kind) for deck, kind in rows]}
    outcome.answer(result, lambda: _text(spec, rows, flags.lang))
    return 0


def _values(deck: DeckSpec, kind: KindSpec) -> dict[str, str]:
    """The invented values and rules of a card as written; those of generated kinds come from the tables of the deck."""
    copies = kind.copies or deck.copies
    counted = {"copies": copies.span.text} if copies is not None and parse_integer(copies.span.text) is not None else {}
    found = printed_attributes(deck, kind) | counted | _rules(kind)
    return {part: text for part, text in found.items() if kind.source_of(part) == INVENTED}


def _rules(kind: KindSpec) -> dict[str, str]:
    """The rules of the card as written, since a number in one may be invented."""
    rules: dict[str, Sequence[Modifier | Stmt]] = {"always": [rule.modifier for rule in kind.always]}
    rules |= {"do": kind.do, **{event.text: body for event, body in (*kind.after, *kind.instead_of)}}
    texts = {name: [" ".join(one.span.text.split()) for one in written] for name, written in rules.items()}
    return {name: "; ".join(parts) for name, parts in texts.items() if parts}


def _json(deck: DeckSpec, kind: KindSpec) -> dict[str, Any]:
    values = {"activate" if name == "do" else name: text for name, text in _values(deck, kind).items()}  # keys stay
    card = {"deck": deck.name.text, "card": kind.id.text, "values": values}
    return {**card, "file": kind.id.span.source.name, "line": kind.id.span.line}


def _text(spec: Spec, rows: list[tuple[DeckSpec, KindSpec]], lang: str) -> str:
    if not rows:
        return phrase(lang, "no_placeholders", game=spec.name)
    lines: list[str] = []
    deck_name = ""
    for deck, kind in rows:
        if deck.name.text != deck_name:
            deck_name = deck.name.text
            lines += ["", f"{deck_name}  {kind.id.span.source.name}:{kind.id.span.line}"]
        values = ", ".join(f"{name} {value}" for name, value in _values(deck, kind).items())
        label = localized(kind.about.label or deck.label, lang, kind.id.text)
        shown = kind.id.text if "{" in label else f"{kind.id.text} ({label})"
        lines.append(f"  {shown}: {values}" if values else f"  {shown}")
    lines += ["", phrase(lang, "placeholders", n=len(rows), all=sum(len(deck.kinds) for deck in spec.decks.values()))]
    return "\n".join(lines).lstrip("\n")
