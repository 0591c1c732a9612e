"""An error about something that a variant has removed names the variant and the line."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import SpecError, load_game

HEAD = "variant: less\nextends: mille-bornes\ntitle: Less\n"


USED = "also change what needs it in the variant, or do not remove it"
HELPS = {
    "E202": USED,
    "E203": USED,
    "E213": "take it out of the list, too: `remove: [phases.play.offer.discard]`",
}


@pytest.mark.parametrize(
    ("patch", "code", "named"),
    [
        ("remove: [functions.km]\n", "E203", True),
        ("remove: [actions.discard]\n", "E213", True),
        ("remove: [zones.speed]\n", "E202", True),
        ("override: {actions.discard.do: move c to discrad}\n", "E201", False),
    ],
)
def test_the_variant_that_removed_it_is_named(tmp_path: Path, patch: str, code: str, named: bool) -> None:
    file = tmp_path / "less.yaml"
    file.write_text(HEAD + patch, encoding="utf-8")
    with pytest.raises(SpecError) as raised:
        load_game("mille-bornes", variants=[file])
    found = [one for one in raised.value.report.diagnostics if one.code == code]
    assert found
    labels = [label for label in found[0].others if label.span.source.name == str(file)]
    assert [(label.text, label.span.line) for label in labels] == ([("variant 'less' removes it", 4)] if named else [])
    assert (HELPS.get(code) in found[0].helps) == named
