"""Starting the language server where something is missing."""

from __future__ import annotations

import pytest
from lsprotocol import types as lsp

from cardwright.commands.main import main
from cardwright.editor import lsp as verb
from cardwright.editor.findings import lsp_diagnostics
from cardwright.editor.positions import Encoding, LineIndex
from cardwright.editor.workspace import Workspace


def test_without_pygls(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(verb, "find_spec", lambda name: None)
    monkeypatch.setattr("sys.argv", ["cardwright", "lsp"])
    with pytest.raises(SystemExit) as ended:
        main()
    told = capsys.readouterr().err
    assert ended.value.code == 2
    assert told.startswith("error[E024]: the language server needs pygls, which is not installed\n")
    assert "= help: in a clone of Cardwright, `pip install '.[lsp]'` installs it; with a\n" in told


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_each_offset_has_a_place_and_each_place_an_offset(encoding: Encoding) -> None:
    text = "a: é\r\n🂡b: 'x'\rc\u2028d: 🂡\n\n"
    lines = LineIndex(text, encoding)
    for offset in range(len(text) + 1):
        if text[offset - 1 : offset + 1] != "\r\n":
            assert lines.offset(lines.position(offset)) == offset
    assert lines.offset(lsp.Position(99, 0)) == len(text)
    assert lines.offset(lsp.Position(0, 99)) == 4


@pytest.mark.parametrize(
    "text", ["", "\ufeff", "{", "spec: 1", "\x00", "- a", "game: x\n\t", "variant: v\nextends: v\n"]
)
def test_any_text_has_findings(text: str) -> None:
    desk = Workspace()
    desk.open("untitled:a", text, 1)
    try:
        made = desk.analysis("untitled:a")
        assert made is not None
        assert all(one.range.start.line < 3 for one in lsp_diagnostics(made, desk.places))
    finally:
        desk.close("untitled:a")
