"""A game as somebody saw it: what the table looked like at each decision, and what had happened in between.

A film is made for one seat or from above. It is made of `State.table` and nothing else, so that of a seat holds what
the seat knew then, and not a byte more. Each frame is what has changed since the frame before (`difference`), and what
it names for the first time (`parts`).

    {"parts": ["ace", "p1", {"event": "move", "seat": "p1", "text": "{0}: Discard {1}"}, "p1.hand", "discard"],
     "table": {"blocks": {"1": …}}, "log": [[2, 1, 0]], "went": [[3, 4, 0]]}

`film_encoding.FrameDecoder` puts frames together.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count, cycle, groupby, islice, zip_longest
from typing import Any

from ...play.game.decider import EVERYTHING
from ...play.game.game import Game, State
from ...play.game.move import IllegalMove
from ...play.game.phrases import phrase
from ...play.game.table import MIDDLE, table_of
from ...play.game.texts import Wordings
from ...play.game.traces.recorder import Line
from ...play.game.traces.replay import play_line
from .film_encoding import PartTable, difference, drawn
from .phrases import say
from .seat_text import SeatText

Json = dict[str, Any]

Ending = Callable[[State], Iterable[str]]
"""Tells in some lines how a game has ended."""

MOST_FRAMES = 3000
"""A film of a game that does not come to an end stops here, and that of somebody who plays begins anew; a browser still
draws as many at once.
"""

MOST_TOLD = 5
"""Of more cards that go somewhere a line tells the number."""

TOLD = ("event", "seat", "text")
"""What a page needs of what has happened."""


class Film:
    """The frames of one game. Call `look` at the first position and after each move."""

    def __init__(self, seat: int, language: str, ending: Ending, *, moves: bool) -> None:
        """`moves` says whether the frames name the legal moves of the seat, as somebody who plays needs them.

        Then the film has no end: after `MOST_FRAMES` it begins anew, and `begun` says how often it has.
        """
        self.frames: list[Json] = []
        self.begun = 0
        self._seat, self._language, self._ending, self._moves = seat, language, ending, moves
        self._events = 0
        self._before: Json = {}
        self._blocks: list[Json] = []
        self._faces: Json = {}
        self._values: Json = {}
        self._parts = PartTable()
        self._words, self._names = Wordings(None, language), tuple[str, ...]()

    def look(self, state: State) -> bool:
        """Take a frame if somebody decides here, or if the game is over; whether one was taken.

        A frame in which the seat sees nothing new is left out: it would tell that somebody else has done something.
        """
        if state.decider.kind == "chance" or (len(self.frames) > MOST_FRAMES and not self._moves):
            return False
        before = self._blocks
        table, since = self._table(state)
        self._events = len(state.machine.events or [])
        log = [{key: one[key] for key in TOLD if key in one} for one in _in_short(since, self._blocks, self._words)]
        log += outcomes(before, self._blocks, since, self._words)
        if len(self.frames) == MOST_FRAMES and not self._moves:
            log.append({"event": "result", "text": phrase(self._language, "not_shown", n=state.decisions)})
        elif state.is_terminal:
            log += [{"event": "result", "text": line} for line in self._ending(state)]
        over = _round_of(before, self._blocks, since, self._words, state.is_terminal)
        return self._add(table, log, since, {"end": _end_of(state, self._words) | over} if state.is_terminal else over)

    def put_back(self, state: State, text: SeatText) -> None:
        """Take a frame of a position that does not follow from the one before, as after a move was taken back."""
        self._events = len(state.machine.events or [])
        self._add(self._table(state)[0], [{"event": "undone", "text": str(text)}], [])

    def _table(self, state: State) -> tuple[Json, list[Json]]:
        """The table as the seat sees it now, with all cards that the film has shown, and what has happened."""
        table = state.table(self._seat, self._language, since=self._events)
        since, self._blocks = table["since"], table["blocks"]
        if not self._moves:
            table["moves"], table["values"] = [], {}
        words = state.game.words(self._language)
        if words is not self._words:
            self._words, self._names = words, tuple(words.card(kind) for kind in words.kinds)
        table = drawn(table)
        self._faces = table["cards"] = {**self._faces, **table["cards"]}
        self._values = table["values"] = {**self._values, **table["values"]}
        table["rooms"] = rooms(state.game, self._language)
        return table, since

    def _add(self, table: Json, log: list[Json], since: list[Json], over: Json | None = None) -> bool:
        """Add a frame, if there is anything to tell in it. What went somewhere is told of what has happened `since`;
        `over` is the `end` or the `round` of the frame.
        """
        numbered = self._parts.numbered(table)
        change = difference(self._before, numbered)
        if change == {} and not log:
            return False
        if self._moves and len(self.frames) >= MOST_FRAMES:
            self.begun, self._parts = self.begun + 1, PartTable()
            self.frames.clear()
            numbered = self._parts.numbered(table)
            change = difference({}, numbered)
            log = [{"event": "undone", "text": phrase(self._language, "begins_here")}, *log]
        self._before = numbered
        frame = {"table": change, "log": self._parts.lines(log, table, self._names), **(over or {})}
        went = self._parts.journeys(since)
        parts = self._parts.new()
        self.frames.append(frame | {key: some for key, some in (("parts", parts), ("went", went)) if some})
        return True


def _end_of(state: State, words: Wordings) -> Json:
    """The place of each seat at the end: winners first, then by the score, where there is one; how this is told."""
    spec, scores, sides = state.game.spec, state.scores, state.game.layout.teams or range(state.game.players)
    won = {seat for side in state.winners for seat in side}
    best, rest = ([score for seat, score in enumerate(scores) if (seat in won) is first] for first in (True, False))
    # Whether more is better, or less; by a score that says neither, those who have not won share a place.
    way = 0 if not (best and rest) else 1 if min(best) >= max(rest) else -1 if max(best) <= min(rest) else 0
    ranks = [(seat in won, way * score) for seat, score in enumerate(scores)]
    better = [{side for side, rank in zip(sides, ranks, strict=True) if rank > own} for own in ranks]
    seats: list[Json] = [{"who": f"p{seat + 1}", "place": len(sides) + 1} for seat, sides in enumerate(better)]
    for one, seat in zip(seats, range(len(sides)), strict=True):
        one |= {"won": True} if seat in won else {}
    how = words.texts(spec.result.text, "") if spec and spec.result else ""
    for name, value in state.game.options.items():
        how = how.replace(f"{{{name}}}", words.plain(value))
    if state.game.program.score is None:
        return {"seats": seats, **({"how": how} if how else {})}
    told = [{**one, "points": words.points(score)} for one, score in zip(seats, scores, strict=True)]
    return {"seats": told, "score": words.score(), **({"how": how} if how else {})}


def _in_short(since: Sequence[Json], blocks: Sequence[Json], words: Wordings) -> Iterator[Json]:
    """What has happened as players tell it: who draws or gets what, a deal as one, what a value came to at last.

    Neither which phase begins nor the way of cards that a move names is told, and all that comes to one zone is one.
    """
    zones = [(zone["id"], zone["shows"], block["id"]) for block in blocks for zone in block["zones"]]
    hands, seen = {name: who for name, shows, who in zones if shows == "owner"}, {"?", *(zone[0] for zone in zones)}
    seen -= {name for name, shows, _ in zones if shows in ("none", "count")}
    named, settled = set[str](), {one["name"]: one for one in since if one["event"] == "set"}

    def together(one: Json) -> object:
        """What is the same in what is told as one: whether cards are drawn, or the zone to which they come."""
        if one["event"] != "moved" or one["target"] == "?":
            return id(one)
        others = {*hands.values()} - {hands.get(one["target"])}
        is_drawn = one["source"] not in seen and one["source"].split(".")[0] not in others
        return is_drawn if one["target"] in hands else one["target"]

    for key, run in groupby(since, together):
        some, come = list(run), dict[str, Counter[str]]()
        one = some[0]
        for each in some if one["event"] == "moved" else ():
            come.setdefault(each["target"], Counter()).update(each["cards"])
        cards, sizes = come.get(one.get("target", ""), Counter()), {each.total() for each in come.values()}
        is_old = one["event"] == "begun" or settled.get(one.get("name"), one) is not one
        if is_old or (len(some) == 1 and come and cards.keys() <= named):
            pass
        elif key is True and len(come) > 1 == len(sizes):
            told = words.say("cards", n=cards.total())
            yield {"event": "dealt", "text": say(words.language, "dealt", cards=told)}
        elif isinstance(key, bool):
            for target, cards in come.items():
                told = say(words.language, "draws" if key else "gets", cards=_cards(cards, words))
                yield _outcome("drawn", hands[target], told, words)
        elif len(some) > 1 or cards.total() > MOST_TOLD:
            told = say(words.language, "come_together", cards=_cards(cards, words), zone=words.zone(one["target"]))
            yield {**one, "text": told}
        else:
            yield one
        named = _named(one)


def _cards(cards: Counter[str], words: Wordings) -> str:
    """Cards by their names, or their number where they are many or one does not know them."""
    known = [words.card(card) + (f"\N{NO-BREAK SPACE}×{n}" if n > 1 else "") for card, n in cards.items()]
    return ", ".join(known) if len(cards) <= MOST_TOLD and "?" not in cards else words.say("cards", n=cards.total())


def _named(one: Json) -> set[str]:
    """What a move names."""
    return set(re.findall(r"[\w.]+", one["name"])) if one["event"] == "move" else set()


ROUND_ENDS = ("begun", "scored", "ended")
"""Where one of these has happened a score stands for what a round has brought."""

MINUS = "\N{MINUS SIGN}"


def outcomes(before: Sequence[Json], blocks: Sequence[Json], since: Sequence[Json], words: Wordings) -> Iterator[Json]:
    """Who has taken what lay open in the middle, and what that or a round has brought: lines, each with its `seat`.

    `before` and `blocks` are those of the table in the frame before and in this one.
    """
    zones = [(zone, block["id"]) for block in (*before, *blocks) for zone in block["zones"]]
    owners = {zone["id"]: who for zone, who in zones if who != MIDDLE}  # of those that are drawn
    sides = {block["id"] for block in blocks if block["id"] != MIDDLE}
    played = {zone["id"] for zone, _ in zones if zone.get("centre")}
    middle = played | {zone["id"] for zone, who in zones if who == MIDDLE}
    open_there = {zone["id"] for zone, _ in zones if zone["shows"] == "all"} & middle
    taken, cleared, named, is_said = Counter[str](), 0, set[str](), True
    for one in since:
        named = _named(one) if one["event"] == "move" else named
        source, target = one.get("source"), one.get("target", "")
        if one["event"] != "moved" or source not in open_there:
            continue
        cleared += len(one["cards"]) if source in played and target not in played else 0
        if target not in middle and (who := owners.get(target, target.partition(".")[0])) in sides:
            taken[who] += len(one["cards"])
            is_said = is_said and named.issuperset(one["cards"])
    if len(taken) == 1 and taken.total() > 1 and not is_said:
        yield from (_outcome("taken", who, say(words.language, "takes_cards", n=n), words) for who, n in taken.items())
    score = words.score()
    numbers, old = _at_end(before, blocks, since, score), _numbers(before)
    more = {key: value - old[key] for key, value in numbers.items() if key in old}
    rows = {key: n for key, n in more.items() if key[1] == score}
    raised = {key: n for key, n in more.items() if key[1] != score and n > 0 and cleared}
    is_round = any(rows.values()) and any(one["event"] in ROUND_ENDS for one in since)
    for (who, what), n in {**(raised if len(raised) == 1 else {}), **(rows if is_round else {})}.items():
        gain, now = (f"{one}".replace("-", MINUS) for one in (f"{n:+}", numbers[who, what]))
        told = say(words.language, "comes_to", what=what, gain=gain, now=now) if n else f"{what} {now}"
        yield _outcome("brought", who, told, words)


def _round_of(before: list[Json], blocks: list[Json], since: list[Json], words: Wordings, last: bool) -> Json:
    """What a round has brought after which cards are dealt anew, or the `last` one: the `round` of a frame.

    Its `at` says how much of what `went` somewhere had gone before it was over, its `values` what had changed by then.
    """
    score, old = words.score(), _numbers(before)
    sheet = [[who, n, n - old.get((who, what), n)] for (who, what), n in _numbers(blocks).items() if what == score]
    end = next((at for at, one in enumerate(since) if one["event"] in ROUND_ENDS), len(since))
    if not any(gain for _, _, gain in sheet) or not (last or any(one["event"] == "moved" for one in since[end:])):
        return {}
    scored: Json = next((one for one in since[end:] if one["event"] == "scored"), {"value": {}})
    names = dict.fromkeys(name for points in scored["value"].values() for name in points)
    parts = [(name, {who: points.get(name, 0) for who, points in scored["value"].items()}) for name in names]
    told = [[words.category(scored["name"], name), row] for name, row in parts if any(row.values())]
    at = sum(any(one.get(key, "?") != "?" for key in ("source", "target")) for one in since[:end])
    values = [[*key, n] for key, n in _at_end(before, blocks, since, score).items() if n != old.get(key, n)]
    return {"round": {"at": at, "score": score, "sheet": sheet, "parts": told, "values": values}}


def _numbers(blocks: Sequence[Json], was: Mapping[str, Any] | None = None) -> dict[tuple[str, str], int]:
    """The numbers that players and teams have on the table, by their owners and labels; some as they `was`, by ids."""
    values = (
        (b["id"], one["label"], (was or {}).get(f"{b['id']}.{one['id']}", one["value"]))
        for b in blocks
        for one in b["values"]
    )
    return {(who, what): value for who, what, value in values if who != MIDDLE and type(value) is int}


def _at_end(
    before: Sequence[Json], blocks: Sequence[Json], since: Sequence[Json], score: str
) -> dict[tuple[str, str], int]:
    """The numbers when a round was over, where one was, before the next has begun; the score is what it is at last."""
    now = _numbers(blocks)
    end = next((at for at, one in enumerate(since) if one["event"] in ROUND_ENDS), None)
    if end is None:
        return now
    was = {f"{block['id']}.{one['id']}": one["value"] for block in before for one in block["values"]}
    was |= {one["name"]: one["value"] for one in since[:end] if one["event"] == "set"}
    reset = {one["name"] for one in since[end:] if one["event"] == "set"}
    return _numbers(blocks, {name: value for name, value in was.items() if name in reset}) | {
        key: n for key, n in now.items() if key[1] == score
    }


def _outcome(event: str, who: str, what: str, words: Wordings) -> Json:
    return {"event": event, "seat": who, "text": f"{words.say('sum', what=words.value(who))} {what}"}


def film_of_trace(lines: Iterable[Line], state: State, film: Film) -> tuple[int, str] | None:
    """Play a trace from its first position, `state`, and film it; the number of a line that cannot be played, and why.

    Lines count from 1, the first of which says what is played.
    """
    film.look(state)
    for number, line in enumerate(lines, start=1):
        what = line.get("move", line.get("outcome"))
        if what is None or "event" in line:
            continue
        try:
            state.apply(str(what))
        except IllegalMove as error:
            return number, str(error)
        film.look(state)
    return None


# The same deal under two rules, side by side: two films, and the first decision that differs.
#
# Each film is made for its own game and seat, and holds what that seat has seen in that game. What is compared is what
# the seat has seen as well, so the page is a function of the two films. (Whoever sees both knows more than somebody who
# plays one of them: it is the same deal.)

Options = Mapping[str, object]

Decision = tuple[int, str]
"""A seat, and its move as who looks on has seen it."""


class Compared:
    """A film, and the decisions in each of its frames."""

    def __init__(self, seat: int, language: str, ending: Ending) -> None:
        self.film = Film(seat, language, ending, moves=False)
        self.decisions: list[tuple[Decision, ...]] = []
        self._seat, self._language, self._events = seat, language, 0
        self._new: list[Decision] = []

    def look(self, state: State) -> None:
        """Take a frame where one is to be taken."""
        seen = state.events(self._seat, self._events)
        self._events = len(state.machine.events or [])
        self._new += [(one.seat, one.text) for one in seen if one.what in ("move", "chosen")]
        if self.film.look(state):
            self.decisions.append(tuple(self._new))
            self._new = []

    def play(self, lines: Iterable[Line], state: State, words: Wordings) -> None:
        """Play a trace from its first position, `state`, as far as these rules allow."""
        self.look(state)
        for line in lines:
            if "move" not in line and "outcome" not in line or "event" in line:
                continue
            if state.is_terminal:
                return
            why = "" if line.get("seat", str(state.decider)) == str(state.decider) else "?"
            reason = _reason(state, line, words) if self._seat == EVERYTHING else ""
            if why or play_line(state, line):
                # Say in the last frame that the record does not go on. A seat is not told why: the reason may be hidden
                told = [say(self._language, "no_further"), *([reason] if reason else [])]
                self.film.frames[-1]["log"].extend({"event": "result", "text": text} for text in told)
                return
            self.look(state)


def _reason(state: State, line: Line, words: Wordings) -> str:
    """Why a player may not make the move of a line, in words; empty if that is not what is wrong."""
    if "move" not in line or state.decider.kind != "seat" or str(state.decider) != line.get("seat", str(state.decider)):
        return ""
    try:
        refusal = state.why_not(str(line["move"]))
    except IllegalMove:
        return ""
    return "" if refusal is None else words.say("not_allowed", why=words.reason(refusal))


def first_apart(one: Sequence[tuple[Decision, ...]], other: Sequence[tuple[Decision, ...]]) -> int | None:
    """The number of the first frame whose decisions differ, or that only one film has; None if there is none.

    >>> first_apart([(), ((0, "go"),)], [(), ((0, "discard(go)"),)])
    1
    """
    pairs = enumerate(zip_longest(one, other))
    return next((number for number, (first, second) in pairs if first != second), None)


def rules_text(mine: Wordings, variants: Sequence[str], options: Options, others: Options) -> tuple[str, str]:
    """What tells one of two games from the other: its title with those of its variants, and the options in which they
    differ.
    """
    differing = (name for name, value in options.items() if name in others and others[name] != value)
    told = [f"{mine.say('sum', what=mine.option(name))} {mine.plain(options[name])}" for name in differing]
    return " + ".join([mine.title(), *variants]), mine.say("semicolon").join(told)


# How much a table has to hold at most: found by playing at random, so that a page keeps room for it from the beginning.
#
# It follows from the rules alone, and not from the game that is watched: it tells nobody anything.

MOST_LOOKED_AT = 50
"""So many positions are looked at,"""

APART = (1, 2, 3)
"""so far apart: a hand of most games."""


@lru_cache(maxsize=8)
def rooms(game: Game, language: str) -> Json:
    """What a table has to hold in a game, as pages in a language need it: for the middle (`table`), players (`p`) and
    teams (`t`) their `zones` and `values`, of the player who looks the `values` apart (`you`).

    A zone is its name without an owner, how many cards lie there side by side at most, of the player who looks and of
    others, and its label if it is not always there. A value that changes in the game is its label and its longest text,
    and False if it is not always there; such come last. Else they stand in the order of the table, for all players.
    """
    zones, values = dict[str, dict[str, list[Any]]](), dict[str, dict[str, list[Any]]]()
    missing, listed = set[tuple[str, str]](), dict[str, int]()
    variables = (str(one.bare) for cell in game.layout.variables.values() for one in cell.full_names)
    places = dict(zip([*(game.spec.table.shown if game.spec else ()), *variables], count(), strict=False))
    for table, first in islice(_tables(game, language), MOST_LOOKED_AT):
        for block, before in zip(table["blocks"], first["blocks"], strict=True):
            kind = block["id"].rstrip("0123456789")
            lying, longest = zones.setdefault(kind, {}), values.setdefault("you" if block["you"] else kind, {})
            for zone in block["zones"]:
                room = lying.setdefault(zone["name"], [zone["name"], 0, 0, zone["label"]])
                at = 1 if block["you"] else 2
                room[at] = max(room[at], _beside(zone))
            told, old = ({one["label"]: one for one in some["values"]} for some in (block, before))
            listed |= {label: places[one["id"]] for label, one in told.items()}
            for label, one in told.items():
                texts = [("● " if some["colour"] else "") + some["text"] for some in (one, old.get(label, one))]
                if label in longest or one["colour"] or label not in old or len({*texts}) > 1:
                    value = longest.setdefault(label, [label, "", label in old])
                    value[1] = max(value[1], *texts, key=len) if "cards" not in one else ""  # such cards are marked
            here = {zone["name"] for zone in block["zones"]} & {zone["name"] for zone in before["zones"]}
            missing |= {(kind, name) for name in lying.keys() - here}
            for label in longest.keys() - told.keys():
                longest[label][2] = False
    order = {str(zone.full_name.bare): at for at, zone in enumerate(game.layout.zones)}
    return {
        "zones": {
            kind: [some[name][: 3 + ((kind, name) in missing)] for name in sorted(some, key=order.__getitem__)]
            for kind, some in zones.items()
        },
        "values": {
            kind: [one[: 3 - one[2]] for one in sorted(some.values(), key=lambda one: (not one[2], listed[one[0]]))]
            for kind, some in values.items()
        },
    }


def _tables(game: Game, language: str) -> Iterator[tuple[Json, Json]]:
    """Tables of games at random, as one seat after the other sees them, each with that at which its game began."""
    words, seats = game.words(language), cycle(range(game.players))
    for seed in range(MOST_LOOKED_AT):
        state, apart = game.initial_state(seed=seed), cycle(APART)
        first = [_table(state, seat, words) for seat in range(game.players)]
        while not state.is_terminal:
            seat = next(seats)
            yield _table(state, seat, words), first[seat]
            for _ in range(next(apart)):
                if not state.is_terminal:
                    state.apply(state.random_move())


def _table(state: State, seat: int, words: Wordings) -> Json:
    """The table without what may be done, and what has happened."""
    return table_of(state.game, state.machine, seat, state.view(seat), (), words, len(state.machine.events or ()))


def _beside(zone: Json) -> int:
    """How many cards of a zone are drawn side by side: of a stack, of what lies face down, and of equal cards one."""
    cards: Sequence[Json] | None = zone["cards"]
    if cards is None or zone["order"] == "stack" or zone["shows"] == "none":
        return min(zone["count"] or 0, 1)
    return len(cards) if zone["order"] == "row" else len({(one["card"], one["text"]) for one in cards})
