"""Finds what people of one language would read as the name in the file: things without a label (W623).

A thing without a label is called by its name, `draw_phase` for instance. In a game in one language that is often good
enough; in one that speaks several it is a word that all but the author's own readers do not understand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from ...diagnostics.diagnostic import Report
from ...diagnostics.how_many import how_many
from ..syntax.nodes import Choose, Word
from ..text.languages import LANGUAGES
from .braces import BRACES
from .nodes import Deck, Kind, Phase, Spec, Texts
from .written import unusual

MOST_NAMED = 6
"""So many things without a label are named."""


WORDED = ("symbol", "attribute")
"""What has its texts under `words`."""


def check_unlabelled(spec: Spec, report: Report) -> None:
    """Tell, for each section of a game in several languages, what players see there that has no label."""
    if len([language for language in spec.title if language in LANGUAGES]) < 2:
        return
    off = {word.text for word in spec.table.without}
    tables: dict[str, Iterable[tuple[Word, Texts]]] = {
        "option": ((one.name, one.about.label) for one in spec.options.values()),
        "zone": ((one.name, one.about.label) for one in spec.zones.values() if one.name.text not in off),
        "variable": (
            (one.name, one.about.label)
            for one in spec.variables.values()
            if one.name.text not in off and one.shows != "none"
        ),
        "phase": ((one.name, one.about.label) for one in spec.phases.values() if is_told(one, spec)),
        "action": ((one.name, one.about.label) for one in spec.actions.values()),
        "reaction": ((one.name, one.about.label) for one in spec.reactions.values()),
        "card": ((kind.id, kind.about.label or deck.label) for deck in spec.decks.values() for kind in deck.kinds),
        "symbol": ((one, _words(one, spec)) for one in _symbols(spec)),
        "attribute": ((one, _words(one, spec)) for one in _attributes(spec)),
    }
    for thing, named in tables.items():
        bare = [name for name, label in named if not label]
        if bare:
            _tell(thing, bare, report)


def _words(name: Word, spec: Spec) -> Texts:
    found = spec.words.get(name.text)
    return found.texts if found else {}


def _symbols(spec: Spec) -> Iterator[Word]:
    """The symbols of types, and those that attributes of cards declare themselves."""
    for enumeration in spec.types.values():
        yield from enumeration.symbols
    for deck in spec.decks.values():
        for attribute in deck.attributes:
            yield from attribute.symbols


def _attributes(spec: Spec) -> Iterator[Word]:
    """The attributes that some card shows beside its label and text, since neither of them names them."""
    for deck in spec.decks.values():
        shown = {name for kind in deck.kinds for name in unusual(deck, kind) if name not in _named(deck, kind)}
        yield from (attribute.name for attribute in deck.attributes if attribute.name.text in shown)


def _named(deck: Deck, kind: Kind) -> set[str]:
    """The attributes that the label or the text of a card names in some language."""
    texts = [*(kind.about.label or deck.label).values(), *kind.about.text.values()]
    return {name for text in texts for name in BRACES.findall(text)}


def _tell(thing: str, bare: list[Word], report: Report) -> None:
    names, lacks = [word.text for word in bare], "text" if thing in WORDED else "label"
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    message = (
        f"the {thing} '{names[0]}' has no {lacks}"
        if len(names) == 1
        else f"{how_many(len(names), thing)} have no {lacks}: {', '.join(names[:MOST_NAMED])}{more}"
    )
    languages = ", ".join(f"{language}: …" for language in LANGUAGES)
    report.add(
        "W623",
        message,
        bare[0].span,
        label="shown by this name in every language",
        helps=(f"say it under `words`: `{names[0]}: {{{languages}}}`",)
        if thing in WORDED
        else (f"give it a label in each language of the title: `label: {{{languages}}}`",),
        path=f"{'words' if thing in WORDED else f'{thing}s'}.{names[0]}",
    )


def is_told(phase: Phase, spec: Spec) -> bool:
    """Whether players read the name of a phase: somebody decides in it, or it begins again and again."""
    again = [one for one in spec.phases.values() if one.repeat or one.times or one.until or one.repeat_until]
    stepped = {one.steps[0].text if len(one.steps) == 1 else one.name.text for one in again if one.turns is None}
    decides = phase.offer or next(choices((phase.do, phase.start, phase.finish)), None) is not None
    return bool(decides) or phase.name.text in stepped


def choices(node: Any) -> Iterator[Choose]:
    """The choices inside effects."""
    if isinstance(node, Choose):
        yield node
    if is_dataclass(node):
        for field in fields(node):
            if field.name not in ("span", "name"):
                yield from choices(getattr(node, field.name))
    elif isinstance(node, dict | tuple):
        for one in node.values() if isinstance(node, dict) else node:
            yield from choices(one)
