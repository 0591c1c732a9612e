"""Tables are opened on the page of the host, kept in a folder, closed; a bot that thinks keeps nobody waiting."""

from __future__ import annotations

import asyncio
import json
import threading
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="starlette is not installed; it is in the extra `serve`")

from cardwright import load_game
from cardwright.play.game.game import State
from cardwright.play.game.move import Move
from cardwright.source.merge.catalogue import find_games
from cardwright.table.page.film_encoding import FrameDecoder
from cardwright.table.serving.app import Watcher
from cardwright.table.serving.connection import BadMessage
from cardwright.table.serving.hall import Hall, host_key
from cardwright.table.serving.lobby import Chooser, known_bot, read_choice
from cardwright.table.serving.persistence import NotFollowed, followed, is_key
from cardwright.table.serving.session import Seating, TableSession
from cardwright.table.serving.table import CALM, BotPacing, GameTable
from tests.table.serving.served import Browser, fetch, hall_of, serving_hall, session_of

HOST = "/host/the-key-of-the-host"

CHOICE: dict[str, Any] = {
    "game": "love-letter",
    "variants": [],
    "preset": "",
    "options": {},
    "players": 2,
    "seats": ["human", "human"],
    "language": "fr",
    "pace": "calm",
}


def order(address: str, what: str, given: object, **headers: str) -> tuple[int, Any]:
    """The answer to what the page of the host asks for."""
    sent = {"Content-Type": "application/json", "Origin": f"http://{address}", **headers}
    request = urllib.request.Request(f"http://{address}{HOST}/{what}", json.dumps(given).encode(), sent)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=20) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, None


def key_in(link: str) -> str:
    """The key of a seat."""
    return link.rpartition("/")[2]


@pytest.mark.thorough
def test_a_table_is_opened_played_at_kept_and_closed(tmp_path: Path) -> None:
    """After a restart its links are the same, and it stands where it stood."""
    with serving_hall(hall_of(tmp_path)) as address:
        assert fetch(address, HOST)[0] == 200
        status, found = order(address, "open", CHOICE)
        assert status == 200 and found["opened"] == "love-letter-1"
        links = [seat["link"] for seat in found["tables"][0]["seats"]]
        people = [Browser(address, key_in(link)) for link in links]
        for one in people:
            one.hear()
        mover = next(one for one in people if one.table["moves"])
        assert mover.table["blocks"][1]["label"].startswith("joueur ")
        mover.move(mover.table["moves"][0]["text"])
        assert [seat["here"] for seat in order(address, "tables", {"language": "en"})[1]["tables"][0]["seats"]] == [
            True
        ] * 2
    hall = hall_of(tmp_path)
    hall.restore("en")
    with serving_hall(hall) as address:
        again = Browser(address, key_in(links[0]))
        again.hear()
        assert len(again.frames) == len(people[0].frames) and hall.tables["love-letter-1"].session.state.decisions == 1
        assert order(address, "shut", {"language": "en", "table": "love-letter-1"})[1]["tables"] == []
        assert fetch(address, links[0])[0] == 404


def test_a_game_by_its_path_stands_in_the_list_by_its_title() -> None:
    """Where it has one in the language."""
    chooser = Chooser(find_games(), (), {"harbour": "harbour.yaml", "mine": "mine.yaml"})
    chooser.titles = {"harbour": {"en": "Spice Harbour", "fr": "Port aux épices"}}
    titles = {one["name"]: one["title"] for one in chooser.games("fr")}
    assert titles["harbour"] == "Port aux épices" and titles["mine"] == "mine"


def test_bots_keep_the_pace_of_their_table(tmp_path: Path) -> None:
    """As the host chose it, also after a restart and in the next game; the hall's own where nobody chose."""
    hall = hall_of(tmp_path)
    looked = hall.chooser.look(read_choice(CHOICE))
    assert looked.game is not None
    first = hall.tables[hall.open(looked.choice, looked.game)]
    hall.open(read_choice(CHOICE | {"pace": "at-once"}), looked.game)
    assert first.rematch is not None
    first.rematch(False)
    again = hall_of(tmp_path)
    again.restore("en")
    for tables in (hall.tables, again.tables):
        assert [tables[f"love-letter-{number}"].pace for number in (1, 2, 3)] == ["calm", "at-once", "calm"]
    with pytest.raises(BadMessage):
        read_choice(CHOICE | {"pace": "soon"})


def test_a_table_that_cannot_go_on_says_why(tmp_path: Path) -> None:
    hall = hall_of(tmp_path)
    looked = hall.chooser.look(read_choice(CHOICE))
    assert looked.game is not None
    name = hall.open(looked.choice, looked.game)
    key = hall.tables[name].keys[0]
    path = tmp_path / f"{name}.jsonl"
    text = path.read_text(encoding="utf-8").replace('"digest": "', '"digest": "00', 1)
    wrong = {"n": text.count("\n"), "seat": "p1", "phase": "turn", "move": "fly(moon)"}
    path.write_text(f"{text}{json.dumps(wrong)}\n", encoding="utf-8")
    later = hall_of(tmp_path)
    later.restore("en")
    with serving_hall(later) as address:
        status, page = fetch(address, f"/seat/{key}")
        assert status == 410 and "Cette partie ne peut pas continuer\N{NARROW NO-BREAK SPACE}; le terminal" in page
        assert order(address, "tables", {"language": "en"})[1]["tables"][0]["name"] == name


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kept", [b'{"seats": 5}', b'{"language": "de"}', b"[" * 100_000, b"\xff", None])
def test_damaged_keys_close_one_table_only(kept: bytes | None, tmp_path: Path) -> None:
    """None stands for a folder."""
    hall = hall_of(tmp_path)
    looked = hall.chooser.look(read_choice(CHOICE))
    assert looked.game is not None
    names = [hall.open(looked.choice, looked.game) for _ in range(2)]
    keys = tmp_path / f"{names[0]}.jsonl.keys"
    keys.unlink()
    keys.mkdir() if kept is None else keys.write_bytes(kept)
    (tmp_path / "host.key").write_bytes(b"\xff\xfe")
    later = hall_of(tmp_path)
    later.restore("en")
    assert list(later.tables) == names[1:] and list(later.lost) == names[:1]
    assert is_key(host_key(tmp_path))


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"options": {"tokens_to_win": "99"}}, "is out of range"),
        ({"players": 9, "seats": []}, "'Love Letter' is not for 9 players"),
        ({"preset": "none"}, "unknown preset 'none'"),
        ({"game": "/etc/passwd"}, "Il n’y a pas ici de jeu «\N{NO-BREAK SPACE}/etc/passwd\N{NO-BREAK SPACE}»"),
        ({"variants": ["../secret"]}, "Il n’y a pas ici de jeu"),
        (
            {"seats": ["human", "search:playouts=999999"]},
            "«\N{NO-BREAK SPACE}search:playouts=999999\N{NO-BREAK SPACE}» n’est pas un robot",
        ),
        ({"seats": ["random", "random"]}, "Donnez une place à une personne."),
        ({"seats": ["human"]}, "Le jeu a 2 joueurs"),
    ],
)
def test_what_cannot_be_played_is_told(change: dict[str, Any], text: str) -> None:
    looked = hall_of().chooser.look(read_choice(CHOICE | change))
    assert any(text in problem["text"] for problem in looked.problems), looked.problems


def test_the_form_follows_from_the_rules() -> None:
    chooser = hall_of().chooser
    form = chooser.form(chooser.look(read_choice(CHOICE | {"game": "mille-bornes", "language": "fr"})))
    assert form["players"] == [2, 3, 4, 6] and form["options"][0]["label"].startswith("Kilomètres")
    assert form["options"][0]["value"] == "700" and {"name", "title", "text", "players"} == form["variants"][0].keys()


def test_a_variant_for_another_number_of_players_says_so() -> None:
    """Before it is chosen, and whoever chose the number wonders why it changes."""
    chooser = hall_of().chooser
    form = chooser.form(chooser.look(read_choice(CHOICE | {"game": "on-the-trail", "language": "fr"})))
    told = {one["name"]: one["players"] for one in form["variants"] if one["players"]}
    assert told == {"solo": "1 joueur", "three-players": "3 joueurs"}


def test_only_the_host_opens_tables() -> None:
    with serving_hall(hall_of()) as address:
        assert fetch(address, "/host/another-key-than-that")[0] == 404
        assert order(address, "open", CHOICE, Origin="http://evil.example")[0] == 403
        assert order(address, "open", {"game": "love-letter"})[0] == 400
        assert order(address, "open", CHOICE | {"game": "x" * 20_000})[0] == 400
        assert order(address, "nothing", CHOICE)[0] == 400
        assert order(address, "tables", {"language": "xx"})[0] == 400


@pytest.mark.parametrize("given", [{}, CHOICE | {"players": True}, CHOICE | {"seats": [1]}, CHOICE | {"more": 1}])
def test_choices_are_read_strictly(given: dict[str, Any]) -> None:
    with pytest.raises(BadMessage):
        read_choice(given)


def test_bots_by_name_and_strength() -> None:
    known = ["random", "search", "search:playouts=200", "search:time=2s"]
    assert all(map(known_bot, known))
    assert not any(
        map(
            known_bot,
            [
                "human",
                "search:playouts=20001",
                "search:time=11s",
                "random:x=1",
                "external:ls",
                "search:playouts=9:delay=2",
                "search:time=9",
                "",
            ],
        )
    )


# Bots -----------------------------------------------------------------------------------------------


class Slow:
    """A bot that thinks until it is told to stop."""

    def __init__(self) -> None:
        self.thinks, self.may_stop = threading.Event(), threading.Event()

    def choose(self, state: State, moves: Sequence[Move]) -> Move:
        """The first move, in the end."""
        self.thinks.set()
        self.may_stop.wait(20)
        return moves[0]


def test_a_bot_that_thinks_keeps_nobody_waiting() -> None:
    """Meanwhile pages load, reasons are told, and other tables go on."""
    slow, hall = Slow(), hall_of()
    seating = Seating(bots={0: lambda seat, seed: slow}, language="en", ending=lambda state: [])
    game = load_game("kuhn-poker")
    hall.put(
        "slow",
        GameTable(
            TableSession(game.initial_state(seed=1), 1, seating, _Nothing()),
            {1: "k" * 20},
            ("slow", "human"),
            hall.thinking,
        ),
    )
    other, _ = session_of(game, 2)
    hall.put("other", GameTable(other, {0: "a" * 20, 1: "b" * 20}, ("human", "human"), hall.thinking))
    with serving_hall(hall) as address:
        waiting = Browser(address, "k" * 20)
        assert slow.thinks.wait(20)
        assert [waiting.hear()["type"] for _ in range(2)] == ["frames", "notice"]
        waiting.send(type="why", at=1, card="king")
        assert waiting.hear()["text"] == "It is not your turn."
        player = Browser(address, "a" * 20)
        player.wait()
        assert player.move(player.table["moves"][0]["text"]) == ""
        slow.may_stop.set()
        waiting.wait()


class _Nothing:
    def __call__(self, lines: object) -> None:
        pass

    def rewrite(self, lines: object) -> None:
        pass

    def sync(self) -> None:
        pass


def test_how_long_a_bot_takes_tells_nothing() -> None:
    """Always the same time; if that is too short once, twice as long from then on, for all bots of that kind."""
    thinking = BotPacing({"brisk": 1.0, "calm": 2.0})
    assert [thinking.due("search", taken) for taken in (0.0, 0.4, 1.0, 1.1, 0.0, 3.9, 4.1, 0.0)] == [
        1,
        1,
        1,
        2,
        2,
        4,
        8,
        8,
    ]
    assert thinking.due("random", 0.0) == 1
    assert [thinking.due("search", 0.0, "calm"), thinking.due("search", 0.0)] == [2, 8], "each pace for itself"
    thinking.close()


def test_a_bot_that_was_slow_once_is_quick_again_in_the_end() -> None:
    """After many quick thoughts in a row; one that takes more than half of the time begins the row anew."""
    thinking = BotPacing({"brisk": 1.0, "calm": 2.0})
    assert thinking.due("search", 3.9) == 4
    paces = [thinking.due("search", 2.0) for _ in range(CALM)]
    assert paces == [4] * CALM
    assert thinking.due("search", 2.1) == 4
    assert [thinking.due("search", 0.1) for _ in range(CALM + 1)] == [*[4] * CALM, 2]
    assert [thinking.due("search", 0.1) for _ in range(CALM + 2)][-2:] == [1, 1]
    assert {thinking.due("search", 0.0) for _ in range(2 * CALM)} == {1.0}, "never below the pace"
    thinking.close()


def test_a_bot_that_fails_is_named() -> None:
    class Wrong:
        def choose(self, state: State, moves: Sequence[Move]) -> Move:
            raise ValueError("no idea")

    hall = hall_of()
    seating = Seating(bots={0: lambda seat, seed: Wrong()}, language="en", ending=lambda state: [])
    session = TableSession(load_game("kuhn-poker").initial_state(seed=1), 1, seating, _Nothing())
    told: list[str] = []
    hall.put("wrong", GameTable(session, {1: "k" * 20}, ("wrong", "human"), hall.thinking, tell_host=told.append))
    with serving_hall(hall) as address:
        person = Browser(address, "k" * 20)
        while (heard := person.hear())["type"] != "notice":
            pass
        assert heard["text"] == "A bot cannot go on; the terminal of the server says why."
        assert told == ["the bot wrong cannot go on: no idea"]


# Rules that change ----------------------------------------------------------------------------------

RULES = """
spec: 1
game: taking
title: "{title}"
players: 2
cards: {{main: {{list: {{ace: {{copies: {aces}}}, two: {{copies: 6}}}}}}}}
zones:
  pile: {{holds: main, start: shuffled, shows: count}}
  hand: {{of: player, holds: main, shows: owner}}
begin: play
phases:
  play: {{turns: {{}}, until: pile.empty, offer: [take]}}
actions:
  take: {{do: draw 1 from pile to me.hand}}
"""


@pytest.mark.thorough
def test_a_table_follows_its_rules_as_they_are_edited(tmp_path: Path) -> None:
    """Cards that are there stay where they are; rules that are wrong, or too different, are told and not followed."""
    file = tmp_path / "taking.yaml"

    def write(**given: object) -> None:
        file.write_text(RULES.format(**{"title": "Taking", "aces": 6} | given), encoding="utf-8")

    write()
    hall = hall_of()
    session, kept = session_of(load_game(file), 3)
    hall.put("first", GameTable(session, {0: "a" * 20, 1: "b" * 20}, ("human", "human"), hall.thinking))
    for _ in range(4):
        session.play_bot("take")
    hands = [session.state.view(seat)["zones"][f"p{seat + 1}.hand"] for seat in (0, 1)]
    told: list[str] = []
    hall.tell_host = told.append
    watcher = Watcher(hall, "taking", dict, lambda name, now: load_game(file))
    table = hall.tables["first"]
    page = table.id_of(0)
    write(title="Taking cards", aces=9)
    asyncio.run(watcher._follow())
    assert table.id_of(0) != page  # the page holds the faces of the cards, so it is loaded again
    assert session.state.table(0)["title"] == "Taking cards" and session.state.decisions == 4
    assert [session.state.view(seat)["zones"][f"p{seat + 1}.hand"] for seat in (0, 1)] == hands
    assert session.state.view(0)["zones"]["pile"]["count"] == 11 and kept.lines[0]["seed"] is None
    assert [one["text"] for one in FrameDecoder(session.frames(0, 0)).log] == [
        "The rules have changed; the game goes on at the same decision."
    ]
    assert (
        str(session.ask_undo(0)).startswith("The rules have changed since your last move, so")
        and session.question is None
    )
    file.write_text("spec: 1\ngame: taking\n", encoding="utf-8")
    asyncio.run(watcher._follow())
    assert "The rules cannot be read at the moment: " in _noticed(table)
    page = table.id_of(0)
    file.write_text(RULES.format(title="Taking", aces=6).replace("take", "grab"), encoding="utf-8")
    asyncio.run(watcher._follow())
    assert "this game cannot follow them, and goes on by the old ones" in _noticed(table)
    assert table.id_of(0) == page
    assert session.state.decisions == 4 and told[-1].startswith("table 'first' cannot follow the new rules, line ")
    write(aces=9, title="Taking cards")
    asyncio.run(watcher._follow())
    assert _noticed(table) == ""
    session.play_bot("take")
    assert session.ask_undo(session.movers[-1]) is None


def _noticed(table: GameTable) -> str:
    return next(str(message.text or "") for message in table._standing(0) if message.type == "notice")


@pytest.mark.thorough
def test_a_game_that_was_followed_goes_on_like_any_other() -> None:
    """Its record leads to it, its seats can be imagined anew, and equal secrets give equal cards."""
    game = load_game("love-letter")
    session, kept = session_of(game, 5)
    for _ in range(3):
        session.play_bot(session.state.legal_moves[0].text)
    one, two = (TableSession(followed(kept.lines, game), 9, session.seating, _Nothing()) for _ in range(2))
    later = TableSession(followed(kept.lines, game), 9, session.seating, _Nothing(), followed=kept.lines)
    assert later.seeded and not one.seeded
    assert [later.frames(seat, 0) for seat in (0, 1)] == [session.frames(seat, 0) for seat in (0, 1)]
    assert one.state.fingerprint() == session.state.fingerprint() and one.state.table(0) == session.state.table(0)
    assert one.state.resample(0, 1).view(0) == one.state.view(0)
    while not one.state.is_terminal:
        move = one.state.legal_moves[-1].text
        one.play_bot(move)
        two.play_bot(move)
    assert one.state == two.state and one.state.status == "finished"
    with pytest.raises(NotFollowed):
        followed(kept.lines, load_game("love-letter", players=3))


def test_the_hall_is_for_so_many_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardwright.table.serving.app.MOST_TABLES", 1)
    hall: Hall = hall_of()
    with serving_hall(hall) as address:
        assert order(address, "open", CHOICE)[1]["problems"] == []
        assert order(address, "open", CHOICE)[1]["problems"][0]["text"].startswith("Il y a déjà 1 table")
