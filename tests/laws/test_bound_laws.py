"""Whatever is deep, long or wide in a spec: an answer soon, and never an internal error.

Each way of being deep (`deep_specs.py`) in growing sizes: small ones are played by both engines, the largest ones are
refused at a place, or played. The sizes lie close together, so that some are just within each limit.
"""

from __future__ import annotations

import resource
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from tests.laws.deep_specs import DEEP
from tests.laws.doubling_specs import CIRCLES, DOUBLING, WRITTEN_OUT
from tests.laws.wide_specs import REFUSED, WIDE

pytestmark = pytest.mark.usefixtures("nothing_kept")

SIZES = (4, 24, 48, 400)
PLAYED = 24, 48
"""This many are also played by `run`; of fewer, `validate` plays a little, and `simulate`.

Where so many are refused, the smallest size is played in their place.
"""

LINKS = 22
"""So many functions, each of which uses the one before it twice, are four million ways through them."""

PATIENCE = 60
"""What is not answered after so many seconds never would be; it takes a fraction of a second."""

VALID = 4
"""This many are never refused for their number."""


@pytest.mark.sampled(13)
@pytest.mark.usefixtures("answered")
@pytest.mark.parametrize("way", DEEP)
def test_deep_specs_are_answered(way: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "deep.yaml"
    refused = False
    for size in SIZES:
        path.write_text(DEEP[way](size))
        code = answer(CommandLine(("validate", str(path), "--play", "0.1" if size == VALID else "0")))
        said = capsys.readouterr()
        assert code in (0, 1), (size, said.err)
        assert code == 1 or not refused, f"{size} is allowed, but fewer were refused"
        if code == 1:
            assert str(path) in said.err or "<command line>" in said.err, (size, said.err)
            assert size > VALID or way in ("yaml_lists", "yaml_blocks", "yaml_mappings"), (size, said.err)
            if size in PLAYED and not refused:
                path.write_text(DEEP[way](VALID))
                _played(path, capsys)
            refused = True
            continue
        if size in PLAYED:
            _played(path, capsys)
        if size == VALID:
            assert answer(CommandLine(("simulate", str(path), "--games", "3"))) in (0, 3), capsys.readouterr().err
        capsys.readouterr()


def _played(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Play a spec with both engines."""
    for engine in ("reference", "fast"):
        code = answer(CommandLine(("run", str(path), "--seed", "1", "--engine", engine)))
        assert code in (0, 3), (engine, capsys.readouterr().err)


@pytest.fixture
def answered() -> Iterator[None]:
    """Ends a test that would never end."""

    def give_up(number: int, frame: object) -> None:
        raise AssertionError(f"no answer after {PATIENCE} s")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(PATIENCE)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.sampled(12)
@pytest.mark.usefixtures("answered")
@pytest.mark.parametrize("name", DOUBLING)
def test_chains_that_double_are_answered(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "doubling.yaml"
    path.write_text(DOUBLING[name](LINKS))
    for line in (("validate", "--play", "0"), ("simulate", "--games", "2", "--engine", "fast")):
        code = answer(CommandLine((line[0], str(path), *line[1:])))
        said = capsys.readouterr().err
        if name.startswith(tuple(f"effect_{one}_" for one in WRITTEN_OUT)):
            assert code == 1 and "error[E771]" in said, (line, said)
        else:
            assert code == 0 or (code == 3 and line[0] != "validate"), (line, said)


@pytest.mark.usefixtures("answered")
def test_a_picture_of_a_chain_is_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "doubling.yaml"
    path.write_text(DOUBLING["integer_plain_set"](LINKS))
    assert answer(CommandLine(("graph", str(path), "--data"))) == 0
    assert "variable_v" in capsys.readouterr().out


@pytest.mark.usefixtures("answered")
@pytest.mark.parametrize("name", CIRCLES)
def test_circles_are_told(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made, code = CIRCLES[name]
    path = tmp_path / "circles.yaml"
    path.write_text(made(LINKS))
    assert answer(CommandLine(("validate", str(path)))) == 1
    assert f"error[{code}]" in capsys.readouterr().err


@pytest.mark.sampled(12)
@pytest.mark.parametrize("name", WIDE)
def test_wide_specs_are_answered(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A huge number in one place: refused where it stands, or an error of the rules; little time and little memory."""
    path = tmp_path / "wide.yaml"
    path.write_text(WIDE[name])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    code = answer(CommandLine(("validate", str(path), "--play", "0.1")))
    said = capsys.readouterr().err
    assert code in (0, 1), said
    assert (code == 1) == (name in REFUSED), said
    if code == 1:
        assert f"error[{REFUSED[name]}]" in said and str(path) in said, said
    else:
        for verb in (("run", "--engine", "reference"), ("simulate", "--games", "3", "--engine", "fast")):
            code = answer(CommandLine((verb[0], str(path), "--seed", "1", *verb[1:])))
            said = capsys.readouterr().err
            assert code in (0, 3), (verb, said)
            assert "R720" in said or code == 0 or str(path) in said or name.startswith("endless"), (verb, said)
    # In kilobytes; one position may take 8 MB, and an engine holds some of them.
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 700_000
