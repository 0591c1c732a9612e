"""Finds what is written correctly and hardly meant: stray quotation marks, decks without a card, missing labels.

Also texts whose brackets do not close, and things that people cannot tell apart because they are called the same.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence

from ...diagnostics.diagnostic import Label, Report
from ...diagnostics.text import how_many
from ...source.text.scalars import CURLY
from ...source.text.tree import Node
from ..ir.traversal import records
from ..syntax.nodes import Choose, Integer, Word
from .nodes import Action, DeckSpec, KindSpec, Phase, Reaction, Spec, Texts, VariableSpec, ZoneSpec
from .texts import BRACES, printed_attributes, texts_of, unusual


def check_quotes(told: Sequence[tuple[Node, str]], report: Report) -> None:
    """Warn of texts in curly quotation marks (W646): for YAML these do not end where the text ends, but belong to it.

    Between straight ones they are meant.
    """
    for node, path in told:
        for text in texts_of(node):
            if text.style == "plain" and len(text.text) > 1 and text.text[0] + text.text[-1] in (*CURLY, "«»"):
                inside = text.text[1:-1].strip()
                message = f"the quotation marks {text.text[0]} {text.text[-1]} are part of this text"
                helps = (f'write straight ones: `"{inside}"`', f'or, if people are to read them: `"{text.text}"`')
                report.add("W646", message, text.span, helps=helps, path=path)
            if (sign := re.search(r"\$(\{\w[^{}]*\})", text.text)) is not None:
                message, advice = "the `$` is part of this text", (f"write `{sign[1]}`",)
                report.add("W646", message, text.at(*sign.span()), helps=advice, path=path)


def check_empty_decks(spec: Spec, report: Report) -> None:
    """Warn of a deck of which there is never a card (W647).

    A single kind without copies is fine: a variant may take cards out like that, and an option bring them back.
    """
    for deck in spec.decks.values():
        if deck.kinds and all(_none(deck, kind.copies) for kind in deck.kinds):
            message = f"there is never a card in the deck '{deck.name.text}'"
            helps = ("`copies` says how many of each kind there are; left out, it is 1",)
            report.add("W647", message, deck.name.span, label="each kind has 0 copies", helps=helps, path=deck.path)


def _none(deck: DeckSpec, copies: object) -> bool:
    number = deck.copies if copies is None else copies
    return isinstance(number, Integer) and number.value == 0


SMILES = re.compile(r"[:;]-?[()\]\[]")
PAIRS = (("([", ")]"), ("«", "»"))
"""Brackets that belong together: one of either kind may close `[0, 5)`. Of braces E219 tells."""


def check_brackets(told: Sequence[tuple[Node, str]], report: Report) -> None:
    """Warn of a text with a bracket that nothing closes or opens (W649); `a)` and `1)` are fine."""
    for node, path in told:
        for text in texts_of(node):
            bare = SMILES.sub(_blank, BRACES.sub(_blank, text.text))
            for opening, closing in PAIRS:
                at = _alone(bare, opening, closing)
                if at is not None:
                    what = "closes" if bare[at] in opening else "opens"
                    message = f"nothing {what} the '{bare[at]}' in this text"
                    helps = (f"write the other bracket, or leave the '{bare[at]}' out",)
                    report.add("W649", message, text.at(at, at + 1), helps=helps, path=path)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _alone(text: str, opening: str, closing: str) -> int | None:
    """Where a bracket without another one stands, if there are not as many of both."""
    opened: list[int] = []
    stray: list[int] = []
    for at, sign in enumerate(text):
        if sign in opening:
            opened.append(at)
        elif sign in closing and opened:
            opened.pop()
        elif sign in closing and sign != ")":
            stray.append(at)
    return None if len(opened) == len(stray) else (opened or stray)[0]


def check_same_labels(spec: Spec, offers: Sequence[tuple[Word, ...]], report: Report) -> None:
    """Warn of two things that are called the same where people must tell them apart (W624).

    Zones, variables, options and symbols in one place; cards of a deck with the same values and text; of the actions
    that are offered together those of which one is always on offer. What a label names may differ in play, unless the
    same is chosen for both.
    """
    first: dict[Hashable, Word] = {}
    for thing, name, label, apart in (*_things(spec), *_cards(spec), *_offered(spec, offers)):
        for language, text in label.items():
            other = first.setdefault((thing, language, text, apart), name)
            if other.text != name.text and name.span.source.used is None:
                things = f"{thing[:-1]}ies" if thing.endswith("y") else f"{thing}s"
                message = f"the {things} '{other.text}' and '{name.text}' are both called '{text}'"
                others = (Label(other.span, "called the same"),)
                helps = ("give one of them another label",)
                report.add(
                    "W624", message, name.span, label="people cannot tell them apart", others=others, helps=helps
                )
                break


def check_bare_labels(spec: Spec, report: Report) -> None:
    """Warn of a label that says nothing of what is chosen, so that all moves of the action read alike (W624)."""
    ones: tuple[Action | Reaction, ...] = (*spec.actions.values(), *spec.reactions.values())
    for one in ones:
        text = next(iter(one.about.label.values()), "")
        if not text or not one.choose or one.braces or one.name.span.source.used is not None:
            continue
        name = next((pick.name.text for pick in one.choose if f"[{pick.name.text}]" in text), "")
        told = text.replace(f"[{name}]", f"{{{name}}}") if name else f"{text} {{{one.choose[0].name.text}}}"
        message = f"the moves of '{one.name.text}' are all called '{text}'"
        helps = (f'say in braces what is chosen: `label: "{told}"`',)
        report.add("W624", message, one.name.span, label="people cannot tell them apart", helps=helps, path=one.path)


_Labelled = tuple[str, Word, Texts, Hashable]
"""What sort of thing, its name and label, and what tells things of one label apart."""


def _things(spec: Spec) -> Iterator[_Labelled]:
    off = {word.text for word in spec.table.without}
    for option in spec.options.values():
        yield "option", option.name, option.about.label, ""
    held: tuple[ZoneSpec | VariableSpec, ...] = (*spec.zones.values(), *spec.variables.values())
    for one in (one for one in held if one.name.text not in off and one.shows != "none"):
        yield (
            "zone" if isinstance(one, ZoneSpec) else "variable",
            one.name,
            one.about.label,
            one.of.text if one.of else "",
        )
    for sheet in spec.scoring.values():
        for category in sheet.categories:
            yield "category", category.name, category.about.label, sheet.name.text
    for enumeration in spec.types.values():
        for symbol in (symbol for symbol in enumeration.symbols if symbol.text in spec.words):
            yield "symbol", symbol, spec.words[symbol.text].texts, enumeration.name.text


def _cards(spec: Spec) -> Iterator[_Labelled]:
    for deck in spec.decks.values():
        labelled = [(kind, label) for kind in deck.kinds if (label := kind.about.label or deck.label)]
        if len({str(label) for _, label in labelled}) < len(labelled) and deck.name.text not in spec.table.faces:
            for kind, label in labelled:
                if not any("{kind}" in text for text in label.values()):
                    yield "card", kind.id, label, (deck.name.text, _printed(deck, kind))


def _printed(deck: DeckSpec, kind: KindSpec) -> str:
    return f"{printed_attributes(deck, kind)} {kind.about.text} {kind.source}"


def _offered(spec: Spec, offers: Sequence[tuple[Word, ...]]) -> Iterator[_Labelled]:
    for number, words in enumerate(offers):
        together = [spec.actions[word.text] for word in words if word.text in spec.actions]
        free = {(_chosen(one), text) for one in together if not one.when for text in one.about.label.items()}
        for one in together:
            same = _chosen(one)
            told = {at: text for at, text in one.about.label.items() if (same, (at, text)) in free}
            yield "action", one.name, told, (number, same)


def _chosen(action: Action) -> str:
    """What its label may name, as it is written; nothing for a label that names nothing."""
    if not any("{" in text for text in action.about.label.values()):
        return ""
    return " ".join(f"{pick.name.text}: {pick.how} {pick.source.span.text}" for pick in action.choose)


# Finds what people of one language would read as the name in the file: things without a label (W623).
#
# A thing without a label is called by its name, `draw_phase` for instance. In a game in one language that is often good
# enough; in one that speaks several it is a word that all but the author's own readers do not understand.

MOST_NAMED = 6
"""So many things without a label are named."""


WORDED = ("symbol", "attribute")
"""What has its texts under `words`."""


def check_unlabelled(spec: Spec, report: Report) -> None:
    """Tell, for each section of a game in several languages, what players see there that has no label."""
    if len(spec.title) < 2:
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
        "phase": ((one.name, one.about.label) for one in spec.phases.values() if is_announced(one, spec)),
        "action": ((one.name, one.about.label) for one in spec.actions.values()),
        "reaction": ((one.name, one.about.label) for one in spec.reactions.values()),
        "card": ((kind.id, kind.about.label or deck.label) for deck in spec.decks.values() for kind in deck.kinds),
        "symbol": ((one, _words(one, spec)) for one in _symbols(spec)),
        "attribute": ((one, _words(one, spec)) for one in _attributes(spec)),
    }
    for thing, named in tables.items():
        bare = [name for name, label in named if not label]
        if bare:
            _tell(thing, bare, spec.title, report)


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


def _named(deck: DeckSpec, kind: KindSpec) -> set[str]:
    """The attributes that the label or the text of a card names in some language."""
    texts = [*(kind.about.label or deck.label).values(), *kind.about.text.values()]
    return {name for text in texts for name in BRACES.findall(text)}


def _tell(thing: str, bare: list[Word], title: Texts, report: Report) -> None:
    names, lacks = [word.text for word in bare], "text" if thing in WORDED else "label"
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    message = (
        f"the {thing} '{names[0]}' has no {lacks}"
        if len(names) == 1
        else f"{how_many(len(names), thing)} have no {lacks}: {', '.join(names[:MOST_NAMED])}{more}"
    )
    languages = ", ".join(f"{language}: …" for language in title)
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


def is_announced(phase: Phase, spec: Spec) -> bool:
    """Whether players read the name of a phase: somebody decides in it, or it begins again and again."""
    again = [one for one in spec.phases.values() if one.repeat or one.times or one.repeat_until]
    stepped = {one.steps[0].text if len(one.steps) == 1 else one.name.text for one in again if one.turns is None}
    decides = phase.offer or next(choices((phase.do, phase.start, phase.finish)), None) is not None
    return bool(decides) or phase.name.text in stepped


def choices(inside: object) -> Iterator[Choose]:
    """The choices inside effects."""
    return (node for node in records(inside) if isinstance(node, Choose))
