"""`make browsers`: whole games in a real browser, by mouse and by keyboard, two browsers against each other.

    python -m tests.table.serving.matrix --games hearts,spades --ways mouse --languages fr

Each of the four games and three of the shelf is played to its end, in both languages; `--games all` plays all games. No
browser may complain, no page may be wider than its window, and axe-core (where it is installed, see docs/developers.md)
may find nothing serious.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import product
from pathlib import Path

from cardwright import load_game
from cardwright.play.game.game import Game
from cardwright.source.merge.catalogue import find_games
from tests.table.page.browser import Page, browser
from tests.table.page.hands import MOVABLE, is_over, move_by_keys, move_by_mouse
from tests.table.serving.served import KEYS, serving, session_of

GAMES = ("mille-bornes", "course-folle", "neko-racing", "on-the-trail", "love-letter", "scopa", "oh-hell")

PRESETS = {"mille-bornes": "single_hand"}

AXE = Path("build/axe/node_modules/axe-core/axe.min.js")

SIZES = ((390, 844, False), (1024, 800, True), (1600, 1000, False))

SERIOUS = ("serious", "critical")

COVERED = "partially obscured"
"""Why something is too small to be clicked that lies half under the strip at the bottom, until somebody scrolls."""


def main() -> int:
    """Play what is asked for, and print a line for each game; 1 if anything was wrong."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--games", default=",".join(GAMES))
    asked.add_argument("--ways", default="mouse,keyboard")
    asked.add_argument("--languages", default="en,fr")
    given = asked.parse_args()
    if not AXE.exists():
        print(f"axe-core is not installed ({AXE}): accessibility is not checked", flush=True)
    names = [game.name for game in find_games().games] if given.games == "all" else given.games.split(",")
    rounds = list(product(names, given.ways.split(","), given.languages.split(",")))
    folders = (tempfile.TemporaryDirectory(), tempfile.TemporaryDirectory())
    with folders[0] as one, folders[1] as two, browser(Path(one)) as first, browser(Path(two)) as second:
        well = [told(name, way, language, (first, second)) for name, way, language in rounds]
    print(f"{well.count(True)} of {len(well)} games went well")
    return int(not all(well))


def told(name: str, way: str, language: str, pages: tuple[Page, Page]) -> bool:
    """Play one game and say how it went; whether all was well."""
    started = time.monotonic()
    try:
        moves, faults = whole_game(load_game(name, preset=PRESETS.get(name)), way, language, pages)
    except (AssertionError, TimeoutError) as error:
        moves, faults = 0, [f"stopped: {error}"]
    faults += [f"console: {one}" for page in pages for one in page.complaints]
    for page in pages:
        page.complaints.clear()
    print(
        f"{name:14} {way:9} {language}  {moves:4} moves {time.monotonic() - started:5.0f} s  {faults or 'well'}",
        flush=True,
    )
    return not faults


def whole_game(game: Game, way: str, language: str, pages: Sequence[Page]) -> tuple[int, list[str]]:
    """Play a game to its end; how many moves it took, and what was wrong."""
    luck, faults, pages = random.Random(f"{game.name} {way} {language}"), list[str](), pages[: game.players]
    session, _ = session_of(game, luck.randrange(1000), range(2, game.players), language=language)
    with serving(session) as address, ExitStack() as stack:
        for page in pages:
            stack.callback(page.leave)  # before the server ends
        for seat, page in enumerate(pages):
            width, height, dark = SIZES[luck.randrange(len(SIZES))]
            page.look_like(width, height, dark=dark)
            page.open(f"http://{address}/seat/{KEYS[seat]}")
        made = 0
        while not all(is_over(page) for page in pages):
            for page in pages:
                if page.ask(MOVABLE) and not is_over(page):
                    if made in (0, 9):
                        faults += looked_at(page)
                    move_by_mouse(page, luck) if way == "mouse" else move_by_keys(page, luck)
                    made += 1
        faults += [fault for page in pages for fault in looked_at(page)]
    return made, faults


def looked_at(page: Page) -> list[str]:
    """What is wrong with a page as it is now: its width, and what axe-core finds serious."""
    faults = []
    if page.ask("document.documentElement.scrollWidth > innerWidth"):
        faults.append(f"wider than {page.ask('innerWidth')}")
    if AXE.exists():
        page.ask(f"{AXE.read_text(encoding='utf-8')}; true")
        run = "axe.run({ rules: { 'target-size': { enabled: true } } })"
        page.ask(f"window.found = null; {run}.then((all) => {{ window.found = all.violations; }}); true")
        page.wait_for("window.found !== null")
        found = json.loads(
            page.ask(
                "JSON.stringify(window.found.flatMap((one) => one.nodes.map((node) => "
                "[one.impact, one.id, node.html, node.failureSummary])))"
            )
        )
        faults += [
            f"axe {rule}: {where[:150]}"
            for impact, rule, where, why in found
            if impact in SERIOUS and COVERED not in why
        ]
    return faults


if __name__ == "__main__":
    sys.exit(main())
