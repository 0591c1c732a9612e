"""The manual is correct: its examples are loaded and played, and its tables are those of the language.

The manual is the tour, the reference, the tricks of the trade and the cookbook. A block of YAML that begins with
`spec: 1` is a whole game. Before any other, a comment says where it goes:

- `<!-- frame: cards -->`: in place of the line `@@` of that spec in `frames/`;
- `<!-- added -->`: into the whole game above it. What has a new name is added to its section, what has a name that is
  there already is replaced;
- `<!-- grows -->`: the same, and the next blocks go into what has come of it.

A block that begins with `part:` is a part, which the games may use. Scenarios and variants in the tour are about the
game as it stands there, and its commands are run.
"""

from __future__ import annotations

import random
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from cardwright import load_game
from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.render import render
from cardwright.diagnostics.span import Source, Span
from cardwright.language.builtins.definitions import FOLDS
from cardwright.language.builtins.table import ROWS
from cardwright.language.ir.types import NONE
from cardwright.language.syntax.parse import parse_expression
from cardwright.play.game.loading.load import load_rules
from cardwright.play.scenario.expectations import EvaluatedPosition
from cardwright.source.text.tree import Scalar
from tests.manual.tables import regenerated

HERE = Path(__file__).parent
DOCS = HERE.parents[1] / "docs"
COOKBOOK = tuple(
    sorted(f"cookbook/{page.name}" for page in (DOCS / "cookbook").glob("*.md") if page.name != "index.md")
)
PAGES = ("tour.md", "fr/tour.md", "language.md", "tricks.md", *COOKBOOK)
BLOCK = re.compile(r"(?:<!-- (?P<mark>[a-z_: ]+) -->\n)?```yaml\n(?P<text>.*?)```", re.DOTALL)
COMMAND = re.compile(r"^\$ cardwright (?!play)(.*)$", re.MULTILINE)
ABOUT_A_GAME = {"variant": "variants/long.yaml", "game": "scenarios/gifts.yaml"}


def written(page: str) -> str:
    """The text of one page of the manual."""
    return (DOCS / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", sorted(page.name for page in (DOCS / "fr").glob("*.md") if page.name != "index.md"))
def test_a_page_in_french_has_the_same_examples(page: str) -> None:
    """The texts for players may be in French alone; what is tried for the English page is tried for this one."""
    blocks, heads = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL), re.compile(r"^#+ ", re.MULTILINE)
    told = re.compile(r'\b(?:en|fr|label): "[^"]*"')
    english, french = written(page), written(f"fr/{page}")
    assert [told.sub("", block) for block in blocks.findall(french)] == [
        told.sub("", block) for block in blocks.findall(english)
    ]
    assert heads.findall(blocks.sub("", french)) == heads.findall(blocks.sub("", english))


def added(game: str, text: str) -> str:
    """The game with what an author adds to it: names of a section are new, or replace what has that name."""
    spec = yaml.safe_load(game)
    for section, value in yaml.safe_load(text).items():
        spec[section] = {**spec[section], **value} if isinstance(spec.get(section), dict) else value
    return yaml.safe_dump(spec, sort_keys=False, allow_unicode=True)


def found(page: str) -> Iterator[tuple[str, str, str]]:
    """The examples of a page: what each is (a game, a part, a frame, scenarios, a variant), its first words, and its
    whole text.
    """
    above = ""
    for block in BLOCK.finditer(written(page)):
        mark, text = block["mark"] or "", block["text"]
        kind = text.partition(":")[0]
        if mark.startswith("frame: "):
            frame = HERE / "frames" / f"{mark.removeprefix('frame: ')}.yaml"
            yield "frame", frame.stem, frame.read_text(encoding="utf-8").replace("@@\n", text)
        elif mark:
            whole = added(above, text)
            above = whole if mark == "grows" else above
            yield "spec", " ".join(text.split()[:4]), whole
        else:
            assert kind in ("spec", "part", *ABOUT_A_GAME), f"no comment says what this example is added to:\n{text}"
            above = text if kind == "spec" else above
            yield kind, str(yaml.safe_load(text).get("game" if kind == "spec" else kind)), text


FOUND = [(page, *one) for page in PAGES for one in found(page)]
PARTS = {name: text for _, kind, name, text in FOUND if kind == "part"}
GAMES = [(page, name, text) for page, kind, name, text in FOUND if kind in ("spec", "frame")]
EXAMPLES = [
    *((row.op, *example) for row in ROWS.values() for example in row.examples),
    *((row.op, *example) for row in FOLDS.values() for example in row.examples),
]
SMALL = """\
spec: 1
game: small
title: "Small"
players: 2
cards: {main: {list: {ace: {}}}}
zones: {pile: {holds: main, start: listed, shows: all}}
begin: play
phases: {play: {do: end game}}
"""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("text", [text for *_, text in GAMES], ids=[f"{page}: {name}" for page, name, _ in GAMES])
def test_block(text: str, tmp_path: Path) -> None:
    """It loads without errors and can be played to the end."""
    path = tmp_path / "game.yaml"
    path.write_text(text, encoding="utf-8")
    for name, part in PARTS.items():
        (tmp_path / f"{name}.yaml").write_text(part, encoding="utf-8")
    report = Report()
    assert load_rules(str(path), (), (), report) is not None, render(report)
    assert not report.errors
    game = load_game(str(path))
    for seed in range(5):
        state, luck = game.initial_state(seed=seed), random.Random(seed)
        while not state.is_terminal:
            state.apply(luck.choice(state.legal_moves))
        assert state.status == "finished", state.error


@pytest.mark.thorough
def test_the_tour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The commands of the tour succeed in the folder that it describes, without a warning."""
    for _, kind, _, text in [one for one in FOUND if one[0] == "tour.md"]:
        name = yaml.safe_load(text).get("game")
        place = "high-card.yaml" if name == "high-card" else f"red-and-black/{ABOUT_A_GAME.get(kind, 'game.yaml')}"
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    commands = COMMAND.findall(written("tour.md"))
    assert len(commands) > 3
    for command in [*commands, "validate ."]:
        assert answer(CommandLine(tuple(shlex.split(command)))) == 0, command
        assert not capsys.readouterr().err


@pytest.mark.sampled(3)
@pytest.mark.parametrize("page", COOKBOOK)
def test_a_page_of_the_cookbook(page: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is a whole game with a picture, and scenarios of it, which hold; others like it may follow."""
    for kind, name in (("spec", "game.yaml"), ("game", "scenarios.yaml")):
        text = next(text for where, what, _, text in FOUND if (where, what) == (page, kind))
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert answer(CommandLine(("test", str(tmp_path)))) == 0, capsys.readouterr().out
    name = page.replace("/", "-").removesuffix(".md")
    assert f"(../pictures/{name}.svg)" in written(page)


def test_there_are_examples() -> None:
    used = {name for _, kind, name, _ in FOUND if kind == "frame"}
    assert used == {path.stem for path in (HERE / "frames").glob("*.yaml")}


def test_tables_are_those_of_the_language_and_of_the_parts() -> None:
    """If not: python -m tests.manual.tables"""
    page = written("language.md")
    assert regenerated(page) == page


@pytest.mark.parametrize(("op", "expression", "value"), EXAMPLES, ids=[f"{op}: {text}" for op, text, _ in EXAMPLES])
def test_example(op: str, expression: str, value: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Each example in the table of builtins has the value that it states, computed by the reference engine."""
    path = tmp_path_factory.getbasetemp() / "small" / "game.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(SMALL, encoding="utf-8")
    report = Report()
    rules = load_rules(str(path), (), (), report)
    assert rules is not None, render(report)
    span = Span(Source("example", expression), 0, len(expression))
    node = parse_expression(Scalar(expression, span, "plain", range(len(expression) + 1)), report, path="")
    assert node is not None, render(report)
    typed, made = rules.checked.expression(node, report)
    assert not report.errors, render(report)
    value_found = EvaluatedPosition(load_game(str(path)).initial_state(), made.functions).value(typed)
    wanted = {"true": 1, "false": 0, "none": NONE}.get(value)
    assert value_found == (int(value) if wanted is None else wanted)


ONE_LINE = re.compile(r"`((?:choose|for|if|while|together|repeat) [^`:{\n]*:\s+[^`\n]+)`")
"""A block of an effect with its lines behind the colon: it looks like the language, which refuses it (E307)."""


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=lambda page: page.relative_to(DOCS).as_posix())
def test_no_block_is_written_on_one_line(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert ONE_LINE.findall(text) == []
