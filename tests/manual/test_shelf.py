"""The page about the shelf lists every game in `examples/`, with the number of players that its spec gives."""

from pathlib import Path

from cardwright.source.merge.catalogue import read_game

ROOT = Path(__file__).parents[2]


def test_every_game_of_the_shelf_is_listed() -> None:
    rows = (ROOT / "docs/shelf.md").read_text(encoding="utf-8").splitlines()
    listed = {
        cells[1].strip(" `"): cells[2].strip() for row in rows if (cells := row.split("|"))[1:] and "`" in cells[1]
    }
    games = [read_game(path) for path in sorted((ROOT / "examples").glob("*/game.yaml"))]
    assert listed == {game.name: game.players.replace("..", " to ") for game in games if game is not None}
