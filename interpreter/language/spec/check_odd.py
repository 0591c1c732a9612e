"""Finds what is written correctly and hardly meant: quotation marks that belong to a text, a deck without a card.

Also texts whose brackets do not close, and things that people cannot tell apart because they are called the same.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence

from ...diagnostics.diagnostic import Label, Report
from ..syntax.nodes import Integer, Word
from ..text.tree import Node
from .braces import BRACES, texts_of
from .nodes import Action, Deck, Kind, Reaction, Spec, Texts, Variable, Zone
from .written import written

CURLY = ("“”", "„“", "„”", "‘’", "‚‘")
"""Pairs of quotation marks that keyboards and other programs put in place of straight ones."""


def check_quotes(told: Sequence[tuple[Node, str]], report: Report) -> None:
    """Warn of texts in curly quotation marks (W646): for YAML these do not end where the text ends, but belong to it.

    Between straight ones they are meant.
    """
    for node, path in told:
        for text in texts_of(node):
            if text.style == "plain" and len(text.text) > 1 and text.text[0] + text.text[-1] in CURLY:
                inside = text.text[1:-1]
                report.add(
                    "W646",
                    f"the quotation marks {text.text[0]} {text.text[-1]} are part of this text",
                    text.span,
                    helps=(f'write straight ones: `"{inside}"`', f'or, if people are to read them: `"{text.text}"`'),
                    path=path,
                )


def check_empty_decks(spec: Spec, report: Report) -> None:
    """Warn of a deck of which there is never a card (W647).

    A single kind without copies is fine: a variant may take cards out like that, and an option bring them back.
    """
    for deck in spec.decks.values():
        if deck.kinds and all(_none(deck, kind.copies) for kind in deck.kinds):
            report.add(
                "W647",
                f"there is never a card in the deck '{deck.name.text}'",
                deck.name.span,
                label="each kind has 0 copies",
                helps=("`copies` says how many of each kind there are; left out, it is 1",),
                path=deck.path,
            )


def _none(deck: Deck, copies: object) -> bool:
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
                    report.add(
                        "W649",
                        f"nothing {what} the '{bare[at]}' in this text",
                        text.at(at, at + 1),
                        helps=(f"write the other bracket, or leave the '{bare[at]}' out",),
                        path=path,
                    )


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
                report.add(
                    "W624",
                    f"the {thing}s '{other.text}' and '{name.text}' are both called '{text}'",
                    name.span,
                    label="people cannot tell them apart",
                    others=(Label(other.span, "called the same"),),
                    helps=("give one of them another label",),
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
        report.add(
            "W624",
            f"the moves of '{one.name.text}' are all called '{text}'",
            one.name.span,
            label="people cannot tell them apart",
            helps=(f'say in braces what is chosen: `label: "{told}"`',),
            path=one.path,
        )


_Named = tuple[str, Word, Texts, Hashable]
"""What sort of thing, its name and label, and what tells things of one label apart."""


def _things(spec: Spec) -> Iterator[_Named]:
    off = {word.text for word in spec.table.without}
    for option in spec.options.values():
        yield "option", option.name, option.about.label, ""
    held: tuple[Zone | Variable, ...] = (*spec.zones.values(), *spec.variables.values())
    for one in (one for one in held if one.name.text not in off and one.shows != "none"):
        yield type(one).__name__.lower(), one.name, one.about.label, one.of.text if one.of else ""
    for enumeration in spec.types.values():
        for symbol in (symbol for symbol in enumeration.symbols if symbol.text in spec.words):
            yield "symbol", symbol, spec.words[symbol.text].texts, enumeration.name.text


def _cards(spec: Spec) -> Iterator[_Named]:
    for deck in spec.decks.values():
        labelled = [(kind, label) for kind in deck.kinds if (label := kind.about.label or deck.label)]
        if len({str(label) for _, label in labelled}) < len(labelled) and deck.name.text not in spec.table.faces:
            for kind, label in labelled:
                if not any("{kind}" in text for text in label.values()):
                    yield "card", kind.id, label, (deck.name.text, _printed(deck, kind))


def _printed(deck: Deck, kind: Kind) -> str:
    return f"{written(deck, kind)} {kind.about.text} {kind.source}"


def _offered(spec: Spec, offers: Sequence[tuple[Word, ...]]) -> Iterator[_Named]:
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
