"""How strong the bots are against each other: every two of them, in each of the four games, for each number of players.

    python benchmarks/strengths.py build/strengths.jsonl                    plays on, for as long as it is let
    python benchmarks/strengths.py build/strengths.jsonl --minutes 20       and stops by itself
    python benchmarks/strengths.py build/strengths.jsonl --table            the table so far, for `docs/players.md`
    python benchmarks/strengths.py build/strengths.jsonl --keep             the same, and keep it in the repository
    python benchmarks/strengths.py FILE --games course-folle:6,on-the-trail --bots greedy,first,random --with greedy
    python benchmarks/strengths.py FILE --bots search,rollout               search, as `players.py` says for each table

A match is played as in `players.py`: each deal twice, with the seats exchanged, and looked at after 10, 20, 40
deals and so on; budgets are in playouts. A line is written for each deal, at once, and what is in the file is not
played again: it can be stopped at any time. All matches are played up to a look before any goes on to the next, so
that the table fills evenly; a match that is settled is left alone.

What each match had come to at its last look is kept in `benchmarks/strengths.jsonl`, a line for each, and every table
goes on from there: deals of the file count from the one after. Of some matches nothing is left but what the table
told; such a match is begun anew, unless it is settled. What was played by other rules, or with another value of a
position, does not count.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from time import monotonic
from typing import Any

import yaml
from players import LOOKS, NUMBERS, SEARCH, difference, half, load

from cardwright.play.game.game import Game
from cardwright.source.text.literals import normalize_rule
from cardwright.studies.statistics.sequential import Running

SPECS = Path(__file__).resolve().parents[1] / "specs"

KEPT = Path(__file__).with_suffix(".jsonl")
"""What all matches had come to when somebody last kept it."""

BOTS = ("search", "rollout", "greedy", "first", "random")
"""All bots: those that should be stronger first."""


@dataclass(frozen=True, slots=True)
class Match:
    """Two bots at a table."""

    game: str
    players: int
    one: str
    other: str


@dataclass(slots=True)
class Deals:
    """The deals of a match, by seed: how far the first bot was above the second; and the microseconds they took.

    `before` is what the first deals came to, which are no longer there one by one; `told` is what a table said of them
    if not even that is left.
    """

    before: Running = field(default_factory=lambda: Running(largest=1.0))
    told: str = ""
    above: dict[int, float] = field(default_factory=dict)
    spent: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)

    def running(self) -> Running:
        """The deals in their order, as far as there is none missing."""
        return self._up_to(LOOKS[-1])

    def looked(self) -> Running:
        """The same up to the last look."""
        return self._up_to(max((look for look in LOOKS if look <= self.running().n), default=0))

    def _up_to(self, last: int) -> Running:
        found = replace(self.before)
        while found.n < last and found.n + 1 in self.above:
            found.add(self.above[found.n + 1])
        return found


Found = defaultdict[Match, Deals]


@cache
def made_of(name: str) -> str:
    """Tells the rules of a game from others, with what a position is worth; texts and layout change nothing."""
    base = name.partition("@")[0]
    value = yaml.safe_load((SPECS / base / "game.yaml").read_text(encoding="utf-8"))["result"].get("value", "")
    return sha256((game_of(name, NUMBERS[name][0]).digest + normalize_rule(value)).encode()).hexdigest()[:12]


@cache
def game_of(name: str, players: int) -> Game:
    """A game, loaded once."""
    return load(name, players)


def matches(games: Sequence[str], bots: Sequence[str], always: str) -> list[Match]:
    """Every two bots at every table; `always` is one of the two, if it is given."""
    pairs = [pair for pair in combinations(bots, 2) if not always or always in pair]
    return [
        Match(*at, *(SEARCH[at] if bot == "search" else bot for bot in pair)) for at in tables(games) for pair in pairs
    ]


def tables(games: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Games with numbers of players."""
    for one in games:
        name, _, only = one.partition(":")
        yield from ((name, players) for players in ((int(only),) if only else NUMBERS[name]))


def read(file: Path, kept: Path = KEPT) -> Found:
    """What was played so far; a last line that was cut off is left out."""
    found: Found = defaultdict(Deals)
    for one in _lines(kept):
        deals = found[_match(one)]
        if "told" in one:
            deals.told = one["told"]
        else:
            deals.before = Running(largest=1.0, n=one["deals"], mean=one["mean"], _squares=one["squares"])
    for one in _lines(file):
        deals = found[_match(one)]
        deals.above[one["seed"]] = one["above"]
        deals.spent.update(one["spent"])
        deals.asked.update(one["asked"])
    return found


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    """The lines of a file that count."""
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        try:
            one = json.loads(line)
        except ValueError:
            continue
        if one.get("rules") == made_of(one["game"]):
            yield one


def _match(line: dict[str, Any]) -> Match:
    return Match(line["game"], line["players"], *line["bots"])


def keep(found: Found, kept: Path = KEPT) -> None:
    """Write down what each match had come to at its last look."""
    lines = []
    for match in sorted(found, key=_order):
        deals, looked = found[match], found[match].looked()
        line = _named(match)
        if looked.n:
            line |= {"deals": looked.n, "mean": round(looked.mean, 9), "squares": round(looked._squares, 9)}  # noqa: SLF001
        elif deals.told:
            line["told"] = deals.told
        else:
            continue
        lines.append(json.dumps(line, ensure_ascii=False) + "\n")
    kept.write_text("".join(lines), encoding="utf-8")


def _named(match: Match) -> dict[str, Any]:
    bots = [match.one, match.other]
    return {"game": match.game, "players": match.players, "bots": bots, "rules": made_of(match.game)}


def _order(match: Match) -> tuple[int, int, list[int], str]:
    """Its place in the table."""
    kinds = [BOTS.index(kind) if kind in BOTS else len(BOTS) for kind in _kinds(match)]
    return list(NUMBERS).index(match.game), match.players, kinds, match.one


def settled(running: Running) -> bool:
    """Whether it was settled at one of the looks who is better; the deals so far end at a look."""
    return running.n in LOOKS and abs(running.mean) > half(running)


def play(wanted: Sequence[Match], found: Found, file: Path, until: float, most: int) -> None:
    """Play on, deal by deal, until the time is up or all is played."""
    if file.exists() and not file.read_bytes().endswith(b"\n"):
        with file.open("a", encoding="utf-8") as out:
            out.write("\n")  # its last line was cut off
    for look in (look for look in LOOKS if look <= most):
        for match in wanted:
            running, told = found[match].running(), found[match].told
            if not running.n and told and not told.endswith("?"):
                continue
            while running.n < look and not settled(running):
                if monotonic() > until:
                    return
                running.add(deal(match, running.n + 1, found[match], file))


def deal(match: Match, seed: int, deals: Deals, file: Path) -> float:
    """Play a deal and write it down."""
    spent, asked = Counter[str](), Counter[str]()
    above = difference(game_of(match.game, match.players), (match.one, match.other), seed, spent, asked)
    told = _named(match) | {"seed": seed, "above": above, "spent": spent, "asked": asked}
    with file.open("a", encoding="utf-8") as out:
        out.write(json.dumps(told) + "\n")
    deals.above[seed] = above
    deals.spent.update(spent)
    deals.asked.update(asked)
    return above


def table(wanted: Sequence[Match], found: Found) -> Iterator[str]:
    """A row for each game and number of players, and a column for every two bots."""
    pairs = list(dict.fromkeys(_kinds(match) for match in wanted))
    yield "| game, players | " + " | ".join(f"{one}, {other}" for one, other in pairs) + " |"
    yield "|---|" + "---|" * len(pairs)
    for at in dict.fromkeys((match.game, match.players) for match in wanted):
        cells = {_kinds(one): cell(found[one]) for one in wanted if (one.game, one.players) == at}
        yield f"| {at[0]}, {at[1]} | " + " | ".join(cells.get(pair, "") for pair in pairs) + " |"


def cell(deals: Deals) -> str:
    """How a match stood at its last look, with the number of deals; with a question mark if it is not settled."""
    running = deals.looked()
    if not running.n:
        return deals.told
    return f"{running.mean:+.2f} ± {half(running):.2f} ({running.n}){'' if settled(running) else ' ?'}"


def _kinds(match: Match) -> tuple[str, ...]:
    return tuple(bot.partition(":")[0] for bot in (match.one, match.other))


def main() -> None:
    """Play on, or print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="JSON Lines, a deal each")
    parser.add_argument("--games", default=",".join(NUMBERS), help="GAME or GAME:PLAYERS, separated by commas")
    parser.add_argument("--bots", default=",".join(BOTS), help="separated by commas")
    parser.add_argument("--with", dest="always", default="", help="only matches with this bot")
    parser.add_argument("--pairs", type=int, default=LOOKS[-1], help="the most deals of a match")
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--table", action="store_true", help="print the table so far, and play nothing")
    parser.add_argument("--keep", action="store_true", help="the same, and keep in the repository what matches came to")
    given = parser.parse_args()
    wanted, found = matches(given.games.split(","), given.bots.split(","), given.always), read(given.file)
    if given.keep:
        keep(found)
    elif not given.table:
        given.file.parent.mkdir(parents=True, exist_ok=True)
        play(wanted, found, given.file, monotonic() + 60 * given.minutes, given.pairs)
    print("\n".join(table(wanted, found)))


if __name__ == "__main__":
    sys.exit(main())
