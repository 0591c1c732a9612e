"""Something that a variant has removed, but not its uses, is told at the line that removes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import SpecError, load_game
from cardwright.diagnostics.diagnostic import Diagnostic

HEAD = "variant: less\nextends: mille-bornes\ntitle: Less\n"


USED = "also change what needs it in the variant, or do not remove it"


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("patch", "help_", "uses"),
    [
        ("remove: [functions.km]\n", USED, 4),
        (
            "remove: [actions.discard]\n",
            "take it out of the list, too: `remove: [actions.discard, phases.play.offer.discard]`",
            1,
        ),
        ("remove: [zones.speed]\n", USED, 4),
    ],
)
def test_it_is_told_at_the_line_that_removes_it(tmp_path: Path, patch: str, help_: str, uses: int) -> None:
    (found,) = diagnostics(tmp_path, patch)
    assert (found.code, str(found.span).endswith("less.yaml:4:10"), found.helps) == ("E245", True, (help_,))
    assert [label.text for label in found.others] == ["still used here"] * uses


def test_what_the_variant_itself_writes_about_it_comes_first(tmp_path: Path) -> None:
    found = diagnostics(tmp_path, "add: {functions.far(team t): km(t) > 3}\nremove: [functions.km]\n")
    assert [(one.code, one.span and one.span.line) for one in found] == [("E203", 4), ("E245", 5)]
    assert [label.text for label in found[0].others] == ["variant 'less' removes it"]


def test_a_name_that_nobody_removed(tmp_path: Path) -> None:
    (found,) = diagnostics(tmp_path, "override: {actions.discard.do: move c to discrad}\n")
    assert (found.code, found.others) == ("E201", ())


def diagnostics(tmp_path: Path, patch: str) -> list[Diagnostic]:
    """What is wrong with a variant of one of our games."""
    file = tmp_path / "less.yaml"
    file.write_text(HEAD + patch, encoding="utf-8")
    with pytest.raises(SpecError) as raised:
        load_game("mille-bornes", variants=[file])
    return raised.value.report.diagnostics
