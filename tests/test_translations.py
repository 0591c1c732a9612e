"""Games, variants and parts say all in each of their languages: each thing that a player can see has a label in it, and
each text that they can read.

A thing without a label is called by its id, which is an English word; `seen` lists all that a player may see by name.
Whether the French or German is good, somebody has to read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.render import render
from cardwright.diagnostics.text import localized
from cardwright.language.spec.lint import choices, is_announced
from cardwright.language.spec.nodes import (
    Action,
    ConditionSpec,
    DeckSpec,
    Reaction,
    ShownValue,
    Spec,
    Texts,
    Track,
    ZoneGroup,
)
from cardwright.language.spec.read import read_spec
from cardwright.language.spec.texts import BRACES, unusual
from cardwright.source.merge.assembly import assemble
from cardwright.source.merge.catalogue import find_games, shipped_folders

Seen = tuple[str, Texts]
"""Something that a player sees: its path, and what it is called; nothing if it has no label."""

GAMES = find_games()
PARTS = sorted(path for folder in shipped_folders() for path in (folder / "parts").glob("*.yaml"))


def spec_of(path: str, variants: tuple[str, ...] = ()) -> Spec:
    """A shipped game as its records."""
    report = Report()
    game = assemble(path, variants, (), report)
    assert game is not None, render(report)
    spec = read_spec(game.tree, report)
    assert spec is not None, render(report)
    return spec


def seen(spec: Spec) -> Iterator[Seen]:
    """All that a player may see by name."""
    yield "title", spec.title
    yield "about", spec.about
    yield from ((one.path, one.about.label) for one in spec.options.values())
    yield from ((one.path, one.title) for one in spec.presets.values())
    yield from in_words(spec)
    for deck in spec.decks.values():
        yield from of_cards(deck, spec)
    off = {word.text for word in spec.table.without}
    for zone in spec.zones.values():
        if zone.name.text not in off:
            yield zone.path, zone.about.label
    for variable in spec.variables.values():
        if variable.name.text not in off and variable.shows != "none":
            yield variable.path, variable.about.label
    yield from ((one.path, one.about.label) for one in spec.phases.values() if is_announced(one, spec))
    acts: tuple[Action | Reaction, ...] = (*spec.actions.values(), *spec.reactions.values())
    for action in acts:
        yield action.path, action.about.label
        yield from reasons(action.when)
    yield from ((f"{one.path}.decline", one.decline) for one in spec.reactions.values() if one.decline)
    for sheet in spec.scoring.values():
        yield from ((one.path, one.about.label) for one in sheet.categories)
    yield from on_the_table(spec)


def in_words(spec: Spec) -> Iterator[Seen]:
    """The symbols, and what is chosen inside an effect: `words` say what they are called."""
    symbols = [symbol.text for type in spec.types.values() for symbol in type.symbols]
    symbols += [symbol.text for one in spec.options.values() for symbol in one.symbols]
    symbols += [symbol.text for deck in spec.decks.values() for one in deck.attributes for symbol in one.symbols]
    picks = [pick.name.text for choose in choices(spec) for pick in choose.picks]
    for name in dict.fromkeys([*symbols, *picks]):
        yield f"words.{name}", spec.words[name].texts if name in spec.words else {}
    yield from ((f"words.{name}", one.texts) for name, one in spec.words.items())


def of_cards(deck: DeckSpec, spec: Spec) -> Iterator[Seen]:
    """The labels of cards, of which a deck may have one for all, and their texts or else their attributes in words."""
    for kind in deck.kinds:
        yield f"{kind.path}.label", kind.about.label or deck.label
        if kind.about.text:
            yield f"{kind.path}.text", kind.about.text
            continue
        label = localized(kind.about.label or deck.label, "fr")
        named = [name for name, _ in unusual(deck, kind).items() if f"{{{name}}}" not in label]
        yield from ((f"words.{name}", spec.words[name].texts if name in spec.words else {}) for name in named)


def reasons(conditions: tuple[ConditionSpec, ...]) -> Iterator[Seen]:
    """Why a move is not allowed."""
    yield from ((one.path, one.why) for one in conditions)


def on_the_table(spec: Spec) -> Iterator[Seen]:
    """What `table` names, and what `result` says."""
    table = spec.table
    shown: tuple[ShownValue | Track | ZoneGroup, ...] = (
        *table.shown.values(),
        *table.tracks.values(),
        *table.groups.values(),
    )
    for one in shown:
        yield one.path, one.label
    yield from ((row.path, row.label) for track in table.tracks.values() for row in track.rows.values())
    for face in table.faces.values():
        parts = (face.texts, face.title, face.corner, face.sign, face.line)
        yield from ((face.path, texts) for texts in parts if texts)
    for texts in (spec.result.label, spec.result.nobody) if spec.result else ():
        if texts:
            yield "result", texts


def speaks(path: str, texts: Texts, language: str) -> bool:
    """Whether a text is there in a language; one for every language is a name, or has no words outside its braces."""
    wordless = "" in texts and not re.search(r"[^\W\d_]", BRACES.sub("", texts[""]))
    return language in texts or wordless or (path == "title" and "" in texts)


def lacking(spec: Spec) -> list[str]:
    """The paths of all that is missing in a language of the game, with it."""
    languages = [one for one in spec.title if one] or ["fr"]  # a title may be a name
    bare = [(one, path) for path, texts in seen(spec) for one in languages if not speaks(path, texts, one)]
    return [f"{path}.{language}" for language, path in dict.fromkeys(bare)]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", GAMES.games, ids=lambda game: game.name)
def test_games_speak_their_languages_everywhere(game: Any) -> None:
    assert lacking(spec_of(game.path)) == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("variant", GAMES.variants, ids=lambda variant: f"{variant.game}+{variant.name}")
def test_variants_speak_the_languages_of_their_game_everywhere(variant: Any) -> None:
    (game,) = GAMES.games_called(variant.game)
    assert set(variant.title) == set(game.title) and lacking(spec_of(game.path, (variant.name,))) == []


@pytest.mark.parametrize("path", PARTS, ids=lambda path: path.stem)
def test_parts_speak_their_languages_everywhere(path: Path) -> None:
    """In whichever case of a part a text stands: it is there in both languages, or in none."""

    def texts(node: Any, at: str) -> Iterator[str]:
        if isinstance(node, dict):
            if ("en" in node) != ("fr" in node):
                yield at
            for key, one in node.items():
                yield from texts(one, f"{at}.{key}")

    assert list(texts(yaml.safe_load(path.read_text(encoding="utf-8")), path.stem)) == []
