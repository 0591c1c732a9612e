"""How strong the bots are against each other: every two of them, in each of the four games, for each number of players.

    python benchmarks/strengths.py build/strengths.jsonl                    plays on, for as long as it is let
    python benchmarks/strengths.py build/strengths.jsonl --minutes 20       and stops by itself
    python benchmarks/strengths.py build/strengths.jsonl --table            the table so far, for `docs/players.md`
    python benchmarks/strengths.py FILE --games course-folle:6,on-the-trail --bots greedy,first,random --with greedy
    python benchmarks/strengths.py FILE --bots search,rollout               search, as `players.py` says for each table

A match is played as in `players.py`: each deal twice, with the seats exchanged, and looked at after 10, 20, 40
deals and so on; budgets are in playouts. A line is written for each deal, at once, and what is in the file is not
played again: it can be stopped at any time. All matches are played up to a look before any goes on to the next, so
that the table fills evenly; a match that is settled is left alone. Deals of another version of the spec do not count.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from time import monotonic

from players import LOOKS, NUMBERS, SEARCH, difference, half, load

from cardwright.play.game.game import Game
from cardwright.studies.anytime import Running

SPECS = Path(__file__).resolve().parents[1] / "specs"

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
    """The deals of a match, by seed: how far the first bot was above the second; and the microseconds they took."""

    above: dict[int, float] = field(default_factory=dict)
    spent: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)

    def running(self) -> Running:
        """The deals in their order, as far as there is none missing."""
        found = Running(largest=1.0)
        while found.n + 1 in self.above:
            found.add(self.above[found.n + 1])
        return found


Found = defaultdict[Match, Deals]


@cache
def made_of(name: str) -> str:
    """Tells one spec of a game from another, with what a position is worth."""
    return sha256((SPECS / name.partition("@")[0] / "game.yaml").read_bytes()).hexdigest()[:12]


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


def read(file: Path) -> Found:
    """What was played so far; a last line that was cut off is left out."""
    found: Found = defaultdict(Deals)
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        try:
            one = json.loads(line)
        except ValueError:
            continue
        if one["spec"] == made_of(one["game"]):
            deals = found[Match(one["game"], one["players"], *one["bots"])]
            deals.above[one["seed"]] = one["above"]
            deals.spent.update(one["spent"])
            deals.asked.update(one["asked"])
    return found


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
            running = found[match].running()
            while running.n < look and not settled(running):
                if monotonic() > until:
                    return
                running.add(deal(match, running.n + 1, found[match], file))


def deal(match: Match, seed: int, deals: Deals, file: Path) -> float:
    """Play a deal and write it down."""
    spent, asked = Counter[str](), Counter[str]()
    above = difference(game_of(match.game, match.players), (match.one, match.other), seed, spent, asked)
    told = {"game": match.game, "players": match.players, "bots": [match.one, match.other], "seed": seed}
    told |= {"above": above, "spent": spent, "asked": asked, "spec": made_of(match.game)}
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
    running, last = Running(largest=1.0), max((look for look in LOOKS if look <= deals.running().n), default=0)
    for seed in range(1, last + 1):
        running.add(deals.above[seed])
    return f"{running.mean:+.2f} ± {half(running):.2f} ({last}){'' if settled(running) else ' ?'}" if last else ""


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
    given = parser.parse_args()
    wanted, found = matches(given.games.split(","), given.bots.split(","), given.always), read(given.file)
    if not given.table:
        given.file.parent.mkdir(parents=True, exist_ok=True)
        play(wanted, found, given.file, monotonic() + 60 * given.minutes, given.pairs)
    print("\n".join(table(wanted, found)))


if __name__ == "__main__":
    sys.exit(main())
