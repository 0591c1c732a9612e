"""What a transcript and the terminal tell in words: values in braces, whole lists, and what is reacted to."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import Engine, load_game
from cardwright.commands.transcript import Transcript
from cardwright.play.game.decider import EVERYTHING
from cardwright.play.game.disclosure import fill_label
from cardwright.play.game.texts import Wordings

GAME = """
spec: 1
game: told
title: {en: "Told", fr: "Dit"}
players: 2
options: {target: {type: integer, range: [1, 50], default: 30}}
words:
  cs: "Throw away {cs}, {count(me.hand)} in hand"
  boom: {en: "{x} explodes, and {me} has {count(me.hand)} left", fr: "{x} explose, le {me} en garde {count(me.hand)}"}
cards:
  main:
    attributes: {colour: [red, black], number: integer}
    each: {colour: colour, number: 1..3}
    label: "{colour} {number}"
zones:
  pile: {holds: main, order: stack, shows: count, start: listed}
  hand: {of: player, holds: main, shows: all}
  gone: {holds: main, shows: all}
functions: {worth(list of main l): sum(c.number for c in l)}
effects:
  claim(player who, main what): move what to gone
begin: whole
phases:
  whole: {steps: [deal, one]}
  deal:
    do: |
      for p in players:
        draw 3 from pile to p.hand
  one: {turns: {once: true}, offer: [go, direct, look, light]}
actions:
  go:
    label: "Go"
    do: |
      choose 2 cs in me.hand:
        move cs to gone
  direct:
    label:
      en: "Play {cs} worth {worth(cs)} of {target}[ with {n}]"
      fr: "Jouer {cs} pour {worth(cs)} sur {target}[ avec {n}]"
    choose: {cs: 2 of me.hand, n: optional players}
    when:
      few: {that: count(gone) < 1, en: "{count(gone)} of {target} gone, {me}", fr: "{count(gone)} sur {target}, {me}"}
    do: |
      for c in cs:
        claim(me, c)
  look:
    do: |
      show me.hand to players
      show pile.top to me
  light:
    choose: {x: me.hand}
    do: |
      move x to gone
      say(boom)
reactions:
  block:
    instead_of: claim
    asks: "[p for p in players if p != claim.who]"
    label: {en: "Stop {claim.who} with {claim.what}", fr: "Arrêter le {claim.who} avec {claim.what}"}
    decline: {en: "Let {claim.what.colour} pass", fr: "Laisser passer {claim.what.colour}"}
    do: move claim.what to pile
result: {winners: "[]"}
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game in a file."""
    path = tmp_path_factory.mktemp("told") / "game.yaml"
    path.write_text(GAME, encoding="utf-8")
    return path


def played(game: Path, moves: list[str], lang: str, engine: Engine) -> list[str]:
    """The lines about the moves of a game, without white space."""
    state = load_game(str(game), options={"target": 7}, engine=engine).initial_state(seed=1)
    transcript = Transcript(state, lang)
    list(transcript.lines(state))
    for move in moves:
        state.apply(move)
    return [" ".join(line.split()) for line in transcript.lines(state)]


@pytest.mark.parametrize("engine", ["reference", "fast"])
@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        (
            "en",
            [
                "p1 direct([red_1, red_3]) Play red 1, red 3 worth 4 of 7",
                "p2 block Stop player 1 with red 1",
                "p2 decline Let red pass",
            ],
        ),
        (
            "fr",
            [
                "p1 direct([red_1, red_3]) Jouer red 1, red 3 pour 4 sur 7",
                "p2 block Arrêter le joueur 1 avec red 1",
                "p2 decline Laisser passer red",
            ],
        ),
    ],
)
def test_labels_name_values_and_what_is_reacted_to(game: Path, lang: str, expected: list[str], engine: Engine) -> None:
    lines = played(game, ["direct([red_1, red_3])", "block", "decline"], lang, engine)
    assert lines == expected


@pytest.mark.parametrize("engine", ["reference", "fast"])
def test_a_list_chosen_in_an_effect_is_told_whole(game: Path, engine: Engine) -> None:
    assert played(game, ["go", "cs=[red_1, red_3]"], "en", engine)[1:] == [
        "p1 cs=[red_1, red_3] Throw away red 1, red 3, 3 in hand"
    ]


@pytest.mark.parametrize("engine", ["reference", "fast"])
def test_moves_on_offer_and_reasons_name_values(game: Path, engine: Engine) -> None:
    state = load_game(str(game), engine=engine).initial_state(seed=1)
    words = Wordings(state.game.spec, "en")
    move = state.legal_moves[1]
    assert words.move(move, fill_label(state.machine, move)) == "Play red 1, red 2 worth 3 of 30 with player 1"
    state.apply("go")
    state.apply("cs=[red_1, red_3]")
    refusal = state.why_not("direct([black_1, black_2])")
    assert refusal is not None
    assert words.reason(refusal) == "2 of 30 gone, player 2"


@pytest.mark.parametrize("engine", ["reference", "fast"])
@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", ["red 1 explodes, and player 1 has 2 left"]),
        ("fr", ["red 1 explose, le joueur 1 en garde 2"]),
    ],
)
def test_what_is_said(game: Path, lang: str, told: list[str], engine: Engine) -> None:
    loaded = load_game(str(game), engine=engine)
    state = loaded.initial_state(seed=1)
    transcript = Transcript(state, lang)
    list(transcript.lines(state))
    state.apply("light(red_1)")
    assert [" ".join(line.split()) for line in transcript.lines(state)][1:] == told
    assert [one.to_json() for one in state.events(1) if one.what == "said"] == [
        {"event": "said", "text": "boom", "told": {"x": "red_1", "me": "p1", "count(me.hand)": "2"}}
    ]


@pytest.mark.parametrize("engine", ["reference", "fast"])
def test_what_is_shown_to_all_is_told_once(game: Path, engine: Engine) -> None:
    assert played(game, ["look"], "en", engine)[1:] == ["hand (player 1), shown to all: red 1, red 2, red 3"]


SHOWING = """
spec: 1
game: showing
title: "Showing"
players: 3
cards: {main: {list: {ant: {}, bee: {}}}}
zones: {pile: {holds: main, order: stack, start: listed, shows: count}}
begin: main
phases: {main: {turns: {once: true}, offer: [look]}}
actions:
  look:
    do: |
      show pile.top to me
      show pile.bottom to [me, me.next]
      show pile.bottom to players
result: {winners: players}
"""


@pytest.mark.parametrize(
    ("eyes", "told"),
    [
        (EVERYTHING, ["shown to player 1: ant", "shown to player 1, player 2: bee", "shown to all: bee"]),
        (0, ["ant, bee ×2 shown"]),
        (1, ["bee ×2 shown"]),
        (2, ["bee shown"]),
        (None, ["shown to all: bee"]),
    ],
)
def test_it_is_told_to_whom_cards_are_shown(tmp_path: Path, eyes: int | None, told: list[str]) -> None:
    """From above; a seat is told what is shown to it, not to whom else."""
    (tmp_path / "showing.yaml").write_text(SHOWING, encoding="utf-8")
    state = load_game(str(tmp_path / "showing.yaml")).initial_state(seed=1)
    transcript = Transcript(state, "en", eyes)
    list(transcript.lines(state))
    state.apply("look")
    lines = [" ".join(line.split()) for line in transcript.lines(state)]
    assert lines[1:] == [f"pile{':' if eyes in (0, 1, 2) else ','} {line}" for line in told]
