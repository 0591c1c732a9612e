"""A person plays by typing: numbers, texts of moves, questions, and undo."""

from __future__ import annotations

import io
import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.play.players.player import PlayerRandom

GAME = ("play", "mille-bornes", "--preset", "single_hand", "--seed", "20")


def play(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str, *more: str
) -> tuple[int, str]:
    """The exit code and what is shown when these lines are typed."""
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    code = answer(CommandLine((*GAME, *more)))
    return code, capsys.readouterr().out


@pytest.mark.thorough
def test_a_whole_game_by_numbers(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    code, shown = play(monkeypatch, capsys, "1\n" * 400)
    assert code == 0
    assert re.search(r"player 1  points: +\d+\n", shown)
    assert shown.endswith(" wins.\n")
    assert all(len(line) <= 80 for line in shown.split("\n"))


FRENCH = [
    ("?\n", "pourquoi COUP"),
    ("advance(km_25)\n", "Ce n’est pas permis maintenant\N{NO-BREAK SPACE}: votre équipe ne roule pas"),
    ("pourquoi advance(km_25)\n", "rolling(me.team)\N{NO-BREAK SPACE}: non"),
    ("pourquoi 1\n", "go\N{NO-BREAK SPACE}: c’est permis maintenant"),
    ("charabia\n", "«\N{NO-BREAK SPACE}charabia\N{NO-BREAK SPACE}» n’est pas un coup possible"),
    ("qiutter\n", "vouliez-vous dire «\N{NO-BREAK SPACE}quitter\N{NO-BREAK SPACE}»\N{NARROW NO-BREAK SPACE}?"),
    ("advance(km_26)\n", "vous ne pouvez pas choisir km_26 ici\N{NARROW NO-BREAK SPACE};"),
    ("advance(go, go)\n", "advance(c) demande 1 choix, et il y en a 2"),
    ("avance(go)\n", "«\N{NO-BREAK SPACE}avance\N{NO-BREAK SPACE}» n’est pas proposé ici"),
    ("carte panne d'essence\n", "Panne d’essence – Arrête une équipe qui roule"),
    ("carte 25 KM\n", "25\N{NO-BREAK SPACE}km – Permise"),
    ("carte reparation\n", "Réparation – Recouvre"),
    ("?\n", "un coup        son texte le joue aussi, comme "),
    ("annuler\n", "Il n’y a aucun coup à annuler."),
    ("go\nannuler\n", "Votre dernier coup est annulé."),
    ("carte km_26\n", "il n’y a pas de carte «\N{NO-BREAK SPACE}km_26\N{NO-BREAK SPACE}»"),
    ("", "Mille Bornes, 2 joueurs, graine 20\np1\xa0: humain  p2\xa0: au hasard\n"),
    ("", "─  joueur 2 · équipe 2  ─"),
    ("", "│ main              6 cartes"),
    ("", "─  ▶ joueur 1 (vous) · équipe 1  ─"),
    ("", "│ coups fourrés     –"),
    ("", "La partie s’arrête ici."),
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("typed", "told"), FRENCH)
def test_what_is_told_in_french(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str, told: str
) -> None:
    code, shown = play(monkeypatch, capsys, typed + "quitter\n", "--lang", "fr")
    assert code == 0
    assert told in shown


def test_the_end_of_the_input_ends_the_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, shown = play(monkeypatch, capsys, "")
    assert (code, shown.endswith("The game ends here.\n")) == (0, True)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("?\n", "why MOVE"),
        ("advance(km_25)\n", "your team is not rolling"),
        ("why advance(km_25)\n", "rolling(me.team): no"),
        ("why 1\n", "go is allowed now"),
        ("nonsense\n", "'nonsense' is not a move here"),
        ("undo\n", "There is no move to take back."),
        ("go\nundo\n", "Your last move has been taken back."),
        ("DISCARD( km_25 )\n", "Discard 25 km"),
    ],
)
def test_what_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str, told: str
) -> None:
    code, shown = play(monkeypatch, capsys, typed + "quit\n")
    assert code == 0
    assert told in shown


def test_undo_offers_the_same_moves_again(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _, once = play(monkeypatch, capsys, "quit\n")
    _, twice = play(monkeypatch, capsys, "go\nundo\nquit\n")
    offered = once[once.index("  1)") : once.index("p1>")]
    assert twice.count(offered) == 2


def hand(player: str, shown: str) -> str:
    """What lies in the hand of a player, as the last table says."""
    block = shown[shown.rindex(f" {player} ") :]
    found = re.search(r"│ hand +(.*?) *│", block)
    assert found
    return found[1]


def test_people_at_one_terminal_do_not_see_the_hand_of_the_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, shown = play(monkeypatch, capsys, "go\n\n1\n\nquit\n", "--seat", "1=human", "--seat", "2=human")
    first, between, rest = shown.partition("Pass the screen to player 2, who presses Enter. ")
    assert between
    second, between, _ = rest.partition("Pass the screen to player 1, who presses Enter. ")
    assert between
    assert hand("player 2", first) == "6 cards" != hand("player 1", first)
    assert hand("player 1", second) == "6 cards" != hand("player 2", second)


def test_nobody_can_scroll_back_to_the_hand_of_the_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    _, shown = play(monkeypatch, capsys, "go\n\nquit\n", "--seat", "1=human", "--seat", "2=human")
    assert "\x1b[3JPass the screen to player 2" in shown


def test_people_at_one_terminal_see_what_happened_since_their_turn(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The screen is cleared between them, so it is printed again for the next person."""
    _, shown = play(monkeypatch, capsys, "go\n\n1\n\nquit\n", "--seat", "1=human", "--seat", "2=human")
    _, _, second = shown.partition("Pass the screen to player 2, who presses Enter. ")
    told, _, rest = news(second).partition("Pass the screen to player 1, who presses Enter. ")
    assert "p1  go" in told
    told = news(rest)
    assert [line[5:7] for line in told.splitlines() if "  p" in line[:6]] == ["p1", "p2"]


def news(shown: str) -> str:
    """What is told below the table, and all after it."""
    return shown.partition("What has happened ──")[2]


@pytest.mark.parametrize(
    ("seats", "told"),
    [
        (("2=greedy",), "p1: human  p2: greedy"),
        (("1=first",), "p1: first  p2: human"),
        (("2=human",), "p1: random  p2: human"),
        ((), "p1: human  p2: random"),
    ],
)
def test_somebody_plays(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], seats: tuple[str, ...], told: str
) -> None:
    """At least one seat is a person's: the first that was not named, unless one was named as human."""
    _, shown = play(monkeypatch, capsys, "quit\n", *(word for seat in seats for word in ("--seat", seat)))
    assert told in shown.splitlines()[1]


def test_a_table_of_bots_is_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(CommandLine((*GAME, "--seat", "1=random", "--seat", "2=greedy"))) == 2
    told = capsys.readouterr().err
    assert "error[E016]: nobody is human at this table" in told
    assert "`cardwright run --seats …`" in told


@pytest.mark.parametrize(("columns", "wide"), [("160", 160), ("80", 80), ("30", 40), ("", 80)])
def test_the_table_is_as_wide_as_the_screen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], columns: str, wide: int
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    _, shown = play(monkeypatch, capsys, "quit\n")
    assert max(len(line) for line in shown.splitlines() if line.startswith("╭")) == wide


@pytest.mark.parametrize(
    ("terminal", "settings", "coloured"),
    [
        (True, {}, True),
        (False, {}, False),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"TERM": "dumb"}, False),
    ],
)
def test_colours_only_where_they_are_wanted(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    terminal: bool,
    settings: dict[str, str],
    coloured: bool,
) -> None:
    for name, value in {"NO_COLOR": "", "TERM": "xterm", **settings}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal)
    _, shown = play(monkeypatch, capsys, "quit\n")
    assert ("\x1b[" in shown) == coloured


SHARED = ("play", "love-letter", "--seat", "1=human", "--seat", "2=human")


def shared(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str, *words: str
) -> tuple[int, str]:
    """The exit code and what is shown when two people type these lines."""
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    code = answer(CommandLine(words))
    return code, capsys.readouterr().out


def test_where_several_people_play_no_seed_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """There is none, unless one was given; then it is said that there is one."""
    monkeypatch.chdir(tmp_path)
    code, shown = shared(monkeypatch, capsys, "1\n\nsave one\nquit\n", *SHARED)
    assert code == 0 and shown.startswith("Love Letter, 2 players\np1: human  p2: human\n") and "seed" not in shown
    first = json.loads((tmp_path / "one.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert first["seed"] is None
    code, shown = shared(monkeypatch, capsys, "quit\n", *SHARED, "--seed", "34567")
    assert "34567" not in shown and "All that chance brings follows from the seed that was given" in shown
    _, shown = shared(monkeypatch, capsys, "quit\n", *SHARED[:4])
    assert re.match(r"Love Letter, 2 players, seed \d+\n", shown)


@pytest.mark.thorough
def test_chance_is_secret_where_several_people_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A saved game is taken up with other cards to come each time; by one person alone with the same."""
    monkeypatch.chdir(tmp_path)
    shared(monkeypatch, capsys, "1\n\n1\n\nsave evening\nquit\n", *SHARED)
    for people in (1, 2):
        seats = [
            word for seat in range(1, 3) for word in ("--seat", f"{seat}={'human' if seat <= people else 'first'}")
        ]
        ends = set()
        for number in range(3):
            typed = "1\n\n" * 10 + f"save {people}-{number}\nquit\n"
            shared(monkeypatch, capsys, typed, "play", "--from", "evening.jsonl", *seats)
            saved = tmp_path / f"{people}-{number}.jsonl"
            ends.add(saved.read_text(encoding="utf-8") if saved.exists() else "over")
        assert (len(ends) == 1) == (people == 1)


TELLING = """import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "start":
        open(sys.argv[1], "a").write(f"{told['seed']}\\n")
    else:
        print(json.dumps({"move": told["moves"][0] + sys.argv[2]}), flush=True)
"""
"""A program that notes the seed that it is told, and plays the first move with something behind it."""


@pytest.mark.thorough
def test_a_program_is_told_nothing_of_the_seed_of_the_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "bot.py").write_text(TELLING, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    program = f"external:{shlex.quote(sys.executable)} bot.py told.txt ''"
    for _ in range(2):
        shared(monkeypatch, capsys, "1\n1\nquit\n", *SHARED[:2], "--seat", f"2={program}", "--seed", "7")
    told = (tmp_path / "told.txt").read_text(encoding="utf-8").split()
    assert len(set(told)) == 2 and str(PlayerRandom(7, 1).seed()) not in told


@pytest.mark.thorough
def test_people_at_one_screen_are_not_told_what_a_program_could_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Only that it does not play on; one person alone is told what it has answered."""
    (tmp_path / "bot.py").write_text(TELLING, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    program = f"external:{shlex.quote(sys.executable)} bot.py told.txt ' or not'"
    for people, told in ((1, "which is none of the"), (2, "a player does not play on")):
        seats = [
            word for seat in range(1, 4) for word in ("--seat", f"{seat}={'human' if seat <= people else program}")
        ]
        monkeypatch.setattr("sys.stdin", io.StringIO("1\n\n" * 9))
        assert answer(CommandLine(("play", "love-letter", "--players", "3", *seats, "--seed", "1"))) != 0
        shown = capsys.readouterr().err
        assert told in shown and ("legal moves" in shown) == (people == 1)
