"""A film of a game holds what its seat knew then, and not a byte more; its frames are changes of the table."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from cardwright import load_game
from cardwright.play.game.decider import EVERYTHING
from cardwright.play.game.game import Game, State
from cardwright.play.game.traces.recorder import Line, Recorder
from cardwright.table.page.film import Film, film_of_trace, rooms
from cardwright.table.page.film_encoding import FrameDecoder, difference, drawn, patched
from cardwright.table.page.page import film_page
from cardwright.table.serving.session import barred

GAMES = ("mille-bornes", "course-folle", "neko-racing", "on-the-trail", "love-letter")

OUTCOMES = ("taken", "brought", "drawn", "dealt")
"""The events that are no single event of the game: who has taken, drawn or got what, and what that has brought."""


def played(game: Game, seed: int, moves: int) -> State:
    """A position after some random moves."""
    state, luck = game.initial_state(seed=seed), random.Random(seed)
    for _ in range(moves):
        if not state.is_terminal:
            state.apply(luck.choice(state.legal_moves))
    return state


def lines(state: State) -> list[Line]:
    """The trace of a game up to a position."""
    recorder = Recorder(state)
    return [recorder.first, *recorder.lines(state)]


def film(game: Game, trace: list[Line], seat: int, *, moves: bool = True) -> Film:
    """The film of a trace for a seat."""
    made = Film(seat, "en", lambda state: [state.status], moves=moves)
    assert film_of_trace(trace, game.initial_state(seed=0, chance="explicit"), made) is None
    return made


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", GAMES)
def test_a_film_does_not_depend_on_what_its_seat_does_not_know(name: str) -> None:
    """The same game with other hidden cards, and whatever others did with them, gives the same page to the byte."""
    game = load_game(name)
    state = played(game, 2, 12)
    hides = False
    for seat in range(game.players):
        true, other = lines(state), lines(state.resample(seat, seed=7))
        pages = [film_page(film(game, trace, seat).frames, seat, game.words("en")) for trace in (true, other)]
        assert pages[0] == pages[1]
        hides = hides or film(game, true, EVERYTHING).frames != film(game, other, EVERYTHING).frames
    assert hides or name == "course-folle", "in a game with hidden cards, the one from above differs"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ("on-the-trail", "love-letter", "hearts"))
def test_frames_are_changes_of_the_table(name: str) -> None:
    """Put together, the frames are the tables; what has happened is told once, in the frame in which it did."""
    state, made = load_game(name).initial_state(seed=3), Film(0, "fr", lambda state: ["over"], moves=True)
    together, luck, told, looked = FrameDecoder(), random.Random(3), list[str](), False
    while not state.is_terminal and state.decisions < 90:
        looked = made.look(state)
        if looked:
            together.add(made.frames[-1])
            now, table = drawn(state.table(0, "fr")), together.table
            apart = dict[str, Any](cards={}, values={}, rooms={})
            assert {**table, **apart} == {**now, **apart}
            assert all(now[key].items() <= table[key].items() for key in ("cards", "values"))
            told += [one["text"] for one in together.log if one["event"] not in OUTCOMES]
        state.apply(luck.choice(state.legal_moves))
    if made.look(state):
        told += [one["text"] for one in FrameDecoder(made.frames).log if one["event"] not in OUTCOMES]
    since = [one for one in state.table(0, "fr", since=0)["since"] if one["event"] != "begun"]
    texts = [one["text"] for one in since if one["event"] not in ("moved", "set")]
    assert [text for text in told if text in texts] == texts and told.count("over") == state.is_terminal
    assert set(told) <= {*(one["text"] for one in since), "over"} | {text for text in told if text.count(" → ") == 1}


@pytest.mark.parametrize(
    ("name", "moves", "told"),
    [
        ("mille-bornes", 1, ["Dealt: 6 cards each", "player 1: draws Red light", "player 2: draws 1 card"]),
        ("hearts", 4, ["Dealt: 13 cards each", "player 3: gets 3 cards", "player 4: gets 3 cards"]),
        ("gin-rummy", 1, ["Dealt: 10 cards each", "player 2: gets seven of spades"]),
        ("on-the-trail", 4, ["Dealt: 4 cards each"]),
    ],
)
def test_moves_are_told_as_players_tell_them(name: str, moves: int, told: list[str]) -> None:
    """Who draws or gets cards, a deal in one line, what a value came to at last; not which phase begins."""
    made, found = FrameDecoder(), list[str]()
    for frame in film(load_game(name), lines(played(load_game(name), 3, moves)), 0).frames:
        made.add(frame)
        found += [one["text"] for one in made.log]
        sets = [one["text"].partition(":")[0] for one in made.log if one["event"] == "set"]
        assert len(sets) == len({*sets}) and all(one["event"] != "begun" for one in made.log)
    assert set(told) <= set(found) and not any(" → hand (" in text.lower() for text in found)


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "player 2: tricks won +1, now 2"), ("fr", "joueur 2\N{NO-BREAK SPACE}: plis remportés +1, désormais 2")],
)
def test_what_a_trick_brings_is_told_with_what_that_makes(language: str, told: str) -> None:
    """In words: a player read `tricks won 2 (+1)` as three."""
    state, luck, made = load_game("neko-racing").initial_state(seed=3), random.Random(3), FrameDecoder()
    filming, found = Film(0, language, lambda _: [], moves=False), list[str]()
    for _ in range(20):
        if filming.look(state):
            made.add(filming.frames[-1])
            found += [one["text"] for one in made.log if one["event"] == "brought"]
        state.apply(luck.choice(state.legal_moves))
    assert told in found


@pytest.mark.parametrize("name", ["hearts", "oh-hell", "course-folle", "mille-bornes"])
def test_values_keep_the_order_of_the_table(name: str) -> None:
    """Not the one in which games at random changed them, which differed between one's own side and the others'."""
    state, luck, order = load_game(name).initial_state(seed=3), random.Random(3), dict[str, list[str]]()
    for _ in range(20):
        for block in state.table(0)["blocks"]:
            known = order.setdefault("you" if block["you"] else block["id"].rstrip("0123456789"), [])
            at = 0
            for one in block["values"]:
                if one["label"] not in known:
                    known.insert(at, one["label"])
                at = known.index(one["label"]) + 1
        state.apply(luck.choice(state.legal_moves))
    for kind, told in rooms(state.game, "en")["values"].items():
        for always in (True, False):
            labels = [label for label, _, *least in told if bool(least) is not always and label in order[kind]]
            assert labels == [label for label in order[kind] if label in labels]


def test_values_are_told_while_they_mean_something() -> None:
    """The suit to follow and who leads, which start anew with each trick and hand, not while cards are passed."""
    state, luck, told = load_game("hearts").initial_state(seed=3), random.Random(3), dict[str, int]()
    for _ in range(120):
        table = state.table(0)
        labels = {one["label"] for block in table["blocks"] for one in block["values"]}
        assert labels >= {"Points", "Cards are passed", "Trick"}
        assert (labels >= {"Suit to follow", "Leads the trick"}) == (table["phase"]["id"] == "trick")
        assert "Suit to follow" in labels or not labels & {"Leads the trick", "Takes the trick so far"}
        told[table["phase"]["id"]] = told.get(table["phase"]["id"], 0) + 1
        state.apply(luck.choice(state.legal_moves))
    assert told == {"pass": 12, "trick": 108}


def test_all_that_stands_against_a_card_is_told() -> None:
    """In the first trick a heart neither follows suit nor may be laid; a club that is led, nothing."""
    state = played(load_game("hearts"), 4, 5)
    told = barred(state, state.current_seat, "hearts_three", state.game.words("en"))
    both = "the suit that was led must be followed · no points in the first trick"
    assert state.current_seat == 0 and str(told.text) == f"That is not allowed now: {both}."
    assert [(str(move), str(why)) for move, why in told.moves] == [("Play three of hearts", both)]


@pytest.mark.parametrize("name", ["hearts", "scopa"])
def test_the_end_tells_what_the_last_round_has_brought(name: str) -> None:
    """As each round before it: the parts come to what is new."""
    ended = film(load_game(name), lines(played(load_game(name), 3, 3000)), 0)
    brought = ended.frames[-1]["end"]["round"]
    gains = {who: gain for who, _, gain in brought["sheet"]}
    assert any(gains.values()) and gains == {who: sum(row[who] for _, row in brought["parts"]) for who in gains}
    assert all("end" not in frame for frame in ended.frames[:-1])


def test_what_came_about_is_told_in_short() -> None:
    """Not the way of a card that the move names, and what comes to one zone as one line."""
    made = FrameDecoder()
    for frame in film(load_game("hearts"), lines(played(load_game("hearts"), 3, 8)), 0).frames:
        made.add(frame)
    texts = [one["text"] for one in made.log]
    assert texts[0].startswith("player ") and ": Play " in texts[0]
    taken = [text for text in texts if " → " in text]
    assert len(taken) == 1 and taken[0].count(",") == 3 and "Cards taken (player" in taken[0]


@pytest.mark.parametrize("name", ("hearts", "belote", "spades", "crazy-eights", "scopa"))
def test_who_takes_a_trick_and_what_a_round_brings_is_told(name: str) -> None:
    """Whoever takes a trick leads the next one, and what is told of a value is what stands on the table."""
    state = played(load_game(name), 3, 110)
    together, before, taken, brought = FrameDecoder(), dict[str, str](), 0, 0
    for frame in film(state.game, lines(state), 0).frames:
        together.add(frame)
        blocks = together.table["blocks"]
        now = {f"{block['label']}: {one['label']}": one.get("text") for block in blocks for one in block["values"]}
        names, over = {block["id"]: block["label"] for block in blocks}, frame.get("round", {"values": []})
        at_end = now | {f"{names[who]}: {what}": f"{n}" for who, what, n in over["values"]}
        for one in together.log:
            text = one["text"].replace("\N{MINUS SIGN}", "-")
            if one["event"] == "taken":
                taken += 1
                leads = one["seat"] == together.table["decides"] or over["values"]
                assert name not in ("hearts", "belote") or leads and text.endswith(": takes 4 cards")
            elif one["event"] == "brought":
                brought += 1
                what, more, value = re.fullmatch(r"(.+?)(?: ([+-]\d+), now)? (-?\d+)", text).groups(default="0")  # type: ignore[union-attr]
                assert at_end[what] == value and int(value) - int(before[what]) == int(more)
        before = now
    assert (taken > 10, brought > 1) == (name in ("hearts", "belote"), True) or name == "scopa" and taken and brought


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", (*GAMES, "hearts", "scopa", "cribbage", "hamlet"))
def test_what_went_somewhere_leads_from_table_to_table(name: str) -> None:
    """In each zone lies what lay there, and what has come, and not what has gone; each card that went has a face."""
    made = film(load_game(name), lines(played(load_game(name), 4, 120)), 0)
    together, before, seen = FrameDecoder(), dict[str, int](), 0
    for frame in made.frames:
        together.add(frame)
        after = {
            zone["id"]: zone["count"]
            for block in together.table["blocks"]
            for zone in block["zones"]
            if zone["count"] is not None
        }
        for one in together.went:
            named = one["cards"]
            assert {card for card in named if card} <= together.table["cards"].keys()
            many = len(named) or (before.get(one["source"], 0) if one["target"] else 0)
            for zone, more in ((one["source"], -many), (one["target"], many)):
                before[zone] = before.get(zone, 0) + more
            seen += many
        # Of a zone that is shown more is known then, and some go where it is not seen
        hidden = any(not one["target"] or not one["source"] and one["cards"] for one in together.went)
        assert hidden or frame is made.frames[0] or {zone: before.get(zone, 0) for zone in after} == after
        before = after
    assert seen > 20


def test_who_has_won_a_trick_is_told_of_each() -> None:
    """Also where only one card lay there; and a round that begins is told, with who leads."""
    state, luck, together, told = load_game("neko-racing").initial_state(seed=3), random.Random(3), FrameDecoder(), []
    made = Film(0, "en", lambda _: [], moves=False)
    while state.decisions < 100 and not state.is_terminal:
        made.look(state)
        state.apply(luck.choice(state.legal_moves))
    for frame in made.frames:
        together.add(frame)
        told.append({one["event"]: one["text"] for one in together.log})
    drives = [one for one in told if "Drive" in one.get("move", "")]
    assert len(drives) > 10 and all("tricks won" in one.get("brought", "") for one in drives)
    assert any("Round 2" in one.get("said", "") and "leads" in one["said"] for one in drives)


def test_the_last_trick_of_a_hand_is_told_as_all_are() -> None:
    """Though all that it was about is reset for the next hand in the same step."""
    state = played(load_game("hearts"), 5, 4 + 52)
    made = film(state.game, lines(state), 0)
    log = FrameDecoder(made.frames).log
    told = [(one["seat"], one["text"].partition(": ")[2]) for one in log if one["event"] in ("taken", "brought")]
    assert told[0][1] == "takes 4 cards"
    assert told[1][0] == told[0][0] and re.match(r"Points in this hand \+\d+, now \d+", told[1][1])
    values = made.frames[-1]["round"]["values"]
    assert [told[1][0], "Points in this hand", int(re.findall(r"\d+", told[1][1])[-1])] in values
    assert [who for who, what, _ in values if what == "Points"]


def test_the_last_frame_tells_the_places() -> None:
    """In hearts few points are good; the players of a team share a place."""
    for name, seed in (("hearts", 5), ("mille-bornes", 5)):
        game = load_game(name, players=4)
        state = played(game, seed, 100_000)
        end = film(game, lines(state), 0).frames[-1]["end"]
        places = {one["who"]: one["place"] for one in end["seats"]}
        won = {f"p{seat + 1}" for side in state.winners for seat in side}
        assert won == {p for p, at in places.items() if at == 1} == {one["who"] for one in end["seats"] if "won" in one}
        if name == "hearts":
            points = [one["points"] for one in sorted(end["seats"], key=lambda one: int(one["place"]))]
            assert points == sorted(state.scores) and end["score"] == "Points"
        else:
            assert places["p1"] == places["p3"] and places["p2"] == places["p4"] and set(places.values()) == {1, 2}


def test_how_one_wins_is_told_with_the_values_of_options() -> None:
    state = played(load_game("love-letter"), 5, 100_000)
    how = film(state.game, lines(state), 0).frames[-1]["end"]["how"]
    assert "first has 7 tokens" in how and "{" not in how


def test_from_above_all_cards_are_in_sight() -> None:
    game = load_game("mille-bornes")
    state = played(game, 1, 9)
    zones = [zone for block in state.table(EVERYTHING)["blocks"] for zone in block["zones"]]
    cards = [card["card"] for zone in zones for card in zone["cards"]]
    assert None not in cards and len(cards) == len(game.layout.kind_of)
    assert state.table(EVERYTHING)["seat"] is None
    assert not any(block["you"] for block in state.table(EVERYTHING)["blocks"])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({}, {}),
        ({"a": 1}, {"a": True}),
        ({"a": 0, "b": [1]}, {"b": []}),
        ([], [1]),
        ([1, 2, 3], [1, 3]),
        ([1, 1], [1, 1, 1]),
        ([{"a": 1}, {"a": 2}], [{"a": 1}, {"a": 3}]),
        ({"a": {"b": None}}, {"a": {"b": {}}}),
        ({"a": [[0]]}, {"a": [[0, [0]]]}),
        ("x", ["x"]),
        ([{"id": 1, "n": [1]}, {"id": 2, "n": 1}], [{"id": 1, "n": [2]}, {"id": 3}, {"id": 2, "n": 5}]),
    ],
)
def test_a_patch_makes_one_value_of_another(before: Any, after: Any) -> None:
    made = patched(before, difference(before, after))
    assert repr(made) == repr(after)


def test_random_patches() -> None:
    """Deep values with few different parts, so that much stays the same."""
    luck = random.Random(5)

    def value(depth: int) -> Any:
        kind = luck.randrange(4) if depth else 3
        if kind == 0:
            return {key: value(depth - 1) for key in "abc" if luck.random() < 0.7}
        if kind == 1:
            return [value(depth - 1) for _ in range(luck.randrange(4))]
        return luck.choice((0, 1, True, None, "x", ""))

    for _ in range(400):
        before, after = value(3), value(3)
        assert repr(sorted_keys(patched(before, difference(before, after)))) == repr(sorted_keys(after))


def sorted_keys(value: Any) -> Any:
    """A value whose keys are in one order, since a patch does not keep theirs."""
    if isinstance(value, dict):
        return {key: sorted_keys(value[key]) for key in sorted(value)}
    return [sorted_keys(one) for one in value] if isinstance(value, list) else value


def test_a_page_that_has_all_in_it_asks_for_nothing() -> None:
    """No address, no script but its own, no way for a text of a game to become one."""
    game = load_game("kuhn-poker")
    frames = [{"table": {}, "log": [{"event": "said", "text": "</script><b>\u2028"}]}]
    page = film_page(frames, EVERYTHING, game.words("fr"))
    assert "</script><b>" not in page and "\u2028" not in page
    assert page.count("<script") == page.count("</script>") == 2
    assert "http" not in page.replace("http-equiv", "") and "@import" not in page and "url(" not in page
    assert "import {" not in page and "export " not in page
    assert page.startswith('<!DOCTYPE html>\n<html lang="fr">')


def test_a_film_without_an_end_stops() -> None:
    """A film is cut off, and says so."""
    from cardwright.table.page import film as module

    game = load_game("kuhn-poker")
    made = Film(0, "en", lambda state: [], moves=False)
    made.frames = [{"table": {}, "log": []}] * module.MOST_FRAMES
    state = game.initial_state(seed=1)
    assert made.look(state) and "what follows is not shown" in FrameDecoder(made.frames[-1:]).log[-1]["text"]
    assert not made.look(state)


@pytest.mark.parametrize(("name", "rounds"), [("hearts", 2), ("limit-holdem", 4), ("neko-racing", 0), ("cribbage", 0)])
def test_a_round_is_over_where_cards_are_dealt_anew(name: str, rounds: int) -> None:
    """The points of its sheet are those before and what its parts bring."""
    state, made, luck = (
        load_game(name).initial_state(seed=3),
        Film(0, "en", lambda _: [], moves=False),
        random.Random(3),
    )
    made.look(state)
    while state.decisions < 125 and not state.is_terminal:
        state.apply(luck.choice(state.legal_moves))
        made.look(state)
    found = [frame["round"] for frame in made.frames if "round" in frame]
    assert len(found) >= rounds > 0 or len(found) == rounds
    points = dict[str, int]()
    for one in found if name == "hearts" else ():
        for who, value, gain in one["sheet"]:
            assert value == points.get(who, 0) + gain == points.get(who, 0) + sum(row[who] for _, row in one["parts"])
            points[who] = value
