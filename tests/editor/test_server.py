"""The language server as an editor sees it: a real client speaks with it over its standard input and output.

All tests share one server. Each leaves the files as it has found them.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from cardwright.editor.findings import lsp_diagnostics
from cardwright.editor.workspace import Workspace
from tests.editor.editor_client import GAME, SCENARIOS, VARIANT, Editor

GAME_FILE, VARIANT_FILE, SCENARIO_FILE = "dash/game.yaml", "dash/variants/long-dash.yaml", "dash/scenarios/laying.yaml"


@pytest.fixture(autouse=True)
def _as_saved(editor: Editor) -> None:
    for name, text in ((GAME_FILE, GAME), (VARIANT_FILE, VARIANT), (SCENARIO_FILE, SCENARIOS)):
        if name not in editor.texts:
            assert editor.open(name) == []
        elif editor.texts[name] != text:
            editor.write(name, text)


def _places(found: list[lsp.Location] | None) -> set[tuple[str, int]]:
    """The names and lines (from 1) of some places."""
    return {(one.uri.rpartition("/")[2], one.range.start.line + 1) for one in found or ()}


# What is wrong


def test_a_mistake_is_shown_where_it_is(editor: Editor) -> None:
    (found,) = editor.open(
        GAME_FILE, GAME.replace('"Lay {c} 🂡"}', '"🂡🂡"}').replace("choose: {c: me.hand}", "choose: {c: me.hnad}")
    )
    assert (found.code, found.severity, found.source) == ("E202", lsp.DiagnosticSeverity.Error, "cardwright")
    assert found.message.splitlines()[0] == "a player has no 'hnad'"
    assert "help: did you mean 'hand'?" in found.message
    assert found.range == lsp.Range(lsp.Position(32, 19), lsp.Position(32, 23))
    assert found.code_description is not None and "#e202-" in found.code_description.href


def test_columns_are_counted_in_units_of_utf_16(editor: Editor) -> None:
    (found,) = editor.open(GAME_FILE, GAME.replace("Lay {c} 🂡", "🂡é🂡 {d}"))
    assert found.code == "E201"
    start = '    label: {en: "🂡é🂡 {'
    assert found.range.start == lsp.Position(31, len(start) + 2)


def test_each_kind_of_mistake_is_shown(editor: Editor) -> None:
    broken = GAME.replace("  pile: {holds: main", "  pile: {holds main").replace("gain(c)\n", "gain(c\n")
    assert {str(one.code)[:2] for one in editor.open(GAME_FILE, broken)} >= {"E1"}
    grammar = editor.open(GAME_FILE, GAME.replace("gain(c)\n", "gain(c\n"))
    assert [str(one.code)[:3] for one in grammar] == ["E30"]
    warning = editor.open(GAME_FILE, GAME.replace("functions:\n", "functions:\n  spare: 1\n"))
    assert [one.severity for one in warning] == [lsp.DiagnosticSeverity.Warning]


def test_an_unsaved_game_counts_for_its_variants(editor: Editor) -> None:
    editor.open(GAME_FILE, GAME.replace("goal: {type", "aim: {type").replace(">= goal", ">= aim"))
    (found,) = editor.until(VARIANT_FILE, lambda found: [one.code for one in found] == ["E402"])
    assert found.range.start.line == 4


def test_a_mistake_of_a_variant_is_shown_in_it(editor: Editor) -> None:
    (found,) = editor.open(VARIANT_FILE, VARIANT.replace("override:", "remove: [zones.gone]\noverride:"))
    assert (found.code, found.range.start.line + 1) == ("E201", 9)
    elsewhere = VARIANT.replace("override:", "remove: [types.colour]\noverride:")
    found = editor.open(VARIANT_FILE, elsewhere)[0]
    assert found.related_information is not None
    assert found.related_information[0].location.uri.endswith("dash/game.yaml")


def test_a_closed_file_counts_as_it_is_saved(editor: Editor) -> None:
    editor.open(GAME_FILE, GAME.replace("goal", "aim"))
    editor.send(editor.client.text_document_did_close, lsp.DidCloseTextDocumentParams(editor.document(GAME_FILE)))
    del editor.texts[GAME_FILE]
    assert editor.open(VARIANT_FILE, VARIANT + "\n") == []


# Names


def test_definition(editor: Editor) -> None:
    def of(name: str, mark: str, plus: int = 0) -> set[tuple[str, int]]:
        return _places(editor.ask("text_document_definition", lsp.DefinitionParams(**editor.at(name, mark, plus))))

    assert of(GAME_FILE, "gain(c)\n", 1) == {("game.yaml", 21)}
    assert of(GAME_FILE, "== red", 4) == {("game.yaml", 7)}
    assert of(GAME_FILE, "c.hue", 3) == {("game.yaml", 10)}
    assert of(GAME_FILE, "move c", 5) == {("game.yaml", 33)}
    assert of(GAME_FILE, "offer: [lay", 8) == {("game.yaml", 31)}
    assert of(VARIANT_FILE, "options.goal", 9) == {("game.yaml", 6)}
    assert of(VARIANT_FILE, "extends: dash", 10) == {("game.yaml", 1)}
    assert of(SCENARIO_FILE, "lay(rose", 5) == {("game.yaml", 12)}
    assert of(SCENARIO_FILE, "p1.points", 4) == {("game.yaml", 19)}


def test_references_are_found_in_all_files(editor: Editor) -> None:
    params = lsp.ReferenceParams(lsp.ReferenceContext(True), **editor.at(GAME_FILE, "gone: {holds"))
    found = _places(editor.ask("text_document_references", params))
    assert found == {("game.yaml", 17), ("game.yaml", 36), ("long-dash.yaml", 8), ("laying.yaml", 13)}
    params = lsp.ReferenceParams(lsp.ReferenceContext(False), **editor.at(GAME_FILE, "gone: {holds"))
    assert found - _places(editor.ask("text_document_references", params)) == {("game.yaml", 17)}


@pytest.mark.parametrize(
    ("mark", "new", "files"),
    [
        ("hand: {of", "cards_held", 3),
        ("goal: {", "aim", 2),
        ("lay:\n    label", "put", 3),
        ("rose: {", "poppy", 2),
        ("hue: colour", "shade", 1),
        ("points: {", "steps", 3),
        ("play:\n    start", "game_on", 2),
    ],
)
def test_what_is_renamed_stays_valid(editor: Editor, mark: str, new: str, files: int) -> None:
    """Variants and scenarios included; the places are those that the name stands at."""
    params = lsp.RenameParams(new_name=new, **editor.at(GAME_FILE, mark))
    edit = editor.ask("text_document_rename", params)
    assert edit.changes is not None and len(edit.changes) == files
    names = {editor.uri(name): name for name in editor.texts}
    for uri, edits in edit.changes.items():
        text = editor.texts[names[uri]]
        for one in sorted(edits, key=lambda one: (-one.range.start.line, -one.range.start.character)):
            text = _edited(text, one)
        editor.write(names[uri], text)
    for name in names.values():
        assert editor.checked(name) == []


def _edited(text: str, edit: lsp.TextEdit) -> str:
    lines = text.split("\n")
    line = lines[edit.range.start.line].encode("utf-16-le")
    start, end = 2 * edit.range.start.character, 2 * edit.range.end.character
    lines[edit.range.start.line] = (line[:start] + edit.new_text.encode("utf-16-le") + line[end:]).decode("utf-16-le")
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("mark", "new", "why"),
    [
        ("gone: {", "pile", "'gone' cannot become 'pile': game.yaml: "),
        ("gone: {", "Gone", "'Gone' cannot be a name: names are lower-case letters, digits and `_`"),
        ("gone: {", "may", "'may' cannot be a name: it is a word of the language"),
        ("holds: main", "x", "this is not a name that a game declares"),
    ],
)
def test_what_cannot_be_renamed_is_refused_with_a_reason(editor: Editor, mark: str, new: str, why: str) -> None:
    with pytest.raises(JsonRpcException) as refused:
        editor.ask("text_document_rename", lsp.RenameParams(new_name=new, **editor.at(GAME_FILE, mark)))
    assert str(refused.value).startswith(why)


@pytest.mark.parametrize(
    ("mark", "plus", "told"),
    [
        ("goal: {", 0, ("integer from 1 to 30", "Points to win", "changed by long-dash.yaml, line 5: `20`")),
        ("points: {", 0, ("integer, of each player",)),
        ("gain(c)\n", 0, ("gain(main c)", "integer")),
        ("move c", 5, ("name in this rule", "card of main")),
        ("draw 1", 0, ("draw NUMBER from ZONE to ZONE", "The top cards move one by one")),
        (".empty", 1, ("boolean",)),
        ("holds: main", 1, ("The deck whose cards lie here.",)),
    ],
)
def test_hover(editor: Editor, mark: str, plus: int, told: tuple[str, ...]) -> None:
    found = editor.ask("text_document_hover", lsp.HoverParams(**editor.at(GAME_FILE, mark, plus)))
    assert found is not None
    for text in told:
        assert text in found.contents.value


# Writing


@pytest.mark.parametrize(
    ("name", "old", "new", "offered"),
    [
        (GAME_FILE, "gain(c)\n", "|\n", {"c", "me", "gain", "goal", "count", "red"}),
        (GAME_FILE, "gain(c)\n", "c.|\n", {"hue", "worth", "kind"}),
        (GAME_FILE, "gain(c)\n", "me.|\n", {"hand", "points", "next"}),
        (GAME_FILE, "gain(c)\n", "gain(c) if me.|\n", {"hand", "points"}),
        (GAME_FILE, "      move c to gone\n", "      m|\n", {"move", "draw", "if"}),
        (GAME_FILE, "holds: main, order", "holds: |, order", {"main"}),
        (GAME_FILE, "offer: [lay]", "offer: [|]", {"lay"}),
        (GAME_FILE, "order: stack, shows", "order: |, shows", {"stack", "row"}),
        (GAME_FILE, "    do: |\n", "    |\n    do: |\n", {"when", "text"}),
        (GAME_FILE, "zones:\n", "zo|\nzones:\n", {"quantities", "triggers"}),
        (GAME_FILE, "begin: play", "table: {looks: {red: {icon: |}}}\nbegin: play", {"heart", "pictures/rose.svg"}),
        (GAME_FILE, "begin: play", "table: {called: {main: {|: x}}}\nbegin: play", {"en", "fr"}),
        (VARIANT_FILE, "  options.goal.default: 20", "  options.|", {"goal"}),
        (VARIANT_FILE, "  options.goal.default: 20", "  options.goal.|", {"default", "range"}),
        (VARIANT_FILE, "extends: dash", "extends: |", {"dash"}),
        (SCENARIO_FILE, "      - p1: lay(rose)", "      - p1: |", {"lay"}),
        (SCENARIO_FILE, "phase: play,", "phase: |,", {"play"}),
        (SCENARIO_FILE, "p1.points == 4", "p1.|", {"points", "hand"}),
    ],
)
def test_completion(editor: Editor, name: str, old: str, new: str, offered: set[str]) -> None:
    before, _, after = new.partition("|")
    text = editor.texts[name].replace(old, f"{before}\0{after}", 1)
    at = text.index("\0")
    picture = editor.folder / Path(GAME_FILE).parent / "pictures" / "rose.svg"
    picture.parent.mkdir(exist_ok=True)
    picture.touch()
    editor.write(name, text.replace("\0", ""))
    line = editor.texts[name][:at].rpartition("\n")[2]
    place = lsp.Position(editor.texts[name][:at].count("\n"), len(line.encode("utf-16-le")) // 2)
    found = editor.ask("text_document_completion", lsp.CompletionParams(editor.document(name), place))
    assert offered <= {one.label for one in found.items}


def test_signature_help(editor: Editor) -> None:
    found = editor.ask("text_document_signature_help", lsp.SignatureHelpParams(**editor.at(GAME_FILE, "gain(c)\n", 5)))
    assert found is not None and found.signatures[0].label == "gain(main c) → integer"


def test_a_correction_is_offered(editor: Editor) -> None:
    (wrong,) = editor.open(GAME_FILE, GAME.replace("to gone", "to gonne"))
    params = lsp.CodeActionParams(editor.document(GAME_FILE), wrong.range, lsp.CodeActionContext([wrong]))
    (fix,) = editor.ask("text_document_code_action", params)
    assert fix.title == "write `gone` instead of `gonne`"
    (edit,) = fix.edit.changes[editor.uri(GAME_FILE)]
    assert _edited(editor.texts[GAME_FILE], edit) == GAME


def test_formatting_is_that_of_fmt(editor: Editor) -> None:
    editor.open(GAME_FILE, GAME.replace("holds: main, order: stack, start", "holds:  main,order: stack, start"))
    params = lsp.DocumentFormattingParams(editor.document(GAME_FILE), lsp.FormattingOptions(2, True))
    (edit,) = editor.ask("text_document_formatting", params)
    assert edit.new_text == "  pile: {holds: main, order: stack, start: shuffled, shows: count}\n"


# Looks


def test_outline_lenses_and_colours(editor: Editor) -> None:
    outline = editor.ask("text_document_document_symbol", lsp.DocumentSymbolParams(editor.document(GAME_FILE)))
    zones = next(one for one in outline if one.name == "zones")
    assert [one.name for one in zones.children] == ["pile", "hand", "gone"]
    lenses = editor.ask("text_document_code_lens", lsp.CodeLensParams(editor.document(SCENARIO_FILE)))
    words = lenses[1].command.arguments[0]
    assert lenses[2].command.arguments[0][3:] == ["play", "--from", words[4] + "@A red card counts twice"]
    assert words[1:4] == ["-m", "cardwright", "test"] and words[-2:] == ["-k", "A red card counts twice"]
    found = editor.ask("text_document_semantic_tokens_full", lsp.SemanticTokensParams(editor.document(GAME_FILE)))
    provider = editor.told.capabilities.semantic_tokens_provider
    assert provider is not None
    coloured = set(_coloured(list(found.data), GAME, provider.legend.token_types))
    assert {("draw", "keyword"), ("gain", "function"), ("gone", "struct"), ("hue", "property")} <= coloured


def _coloured(data: list[int], text: str, legend: Sequence[str]) -> list[tuple[str, str]]:
    lines, line, start, found = text.split("\n"), 0, 0, []
    for at in range(0, len(data), 5):
        down, right, length, type, _ = data[at : at + 5]
        line, start = line + down, right if down else start + right
        units = lines[line].encode("utf-16-le")[2 * start : 2 * (start + length)]
        found.append((units.decode("utf-16-le"), legend[type]))
    return found


# Anything


def test_any_edits_leave_the_server_with_the_text_of_the_editor(editor: Editor) -> None:
    """What it says of a text that came to be by many small changes is what it says of that text at once."""
    chance = random.Random(5)
    text = GAME
    for _ in range(60):
        start = chance.randrange(len(text) + 1)
        end = min(start + chance.choice((0, 0, 1, 3, 30)), len(text))
        put = chance.choice(("", "x", "\n", "é🂡", "\r\n", "\t", '"', "{", "me.", "\u2028", ": ", "\x00", "  - a\n"))
        edit = lsp.TextDocumentContentChangePartial(lsp.Range(_position(text, start), _position(text, end)), put)
        text = text[:start] + put + text[end:]
        editor.edit(GAME_FILE, edit)
    editor.texts[GAME_FILE] = text
    desk = Workspace()
    desk.open(editor.uri(GAME_FILE), text, 1)
    made = desk.analysis(editor.uri(GAME_FILE))
    assert made is not None
    expected = [(one.code, one.range) for one in lsp_diagnostics(made, desk.places)]
    desk.close(editor.uri(GAME_FILE))
    assert [(one.code, one.range) for one in editor.checked(GAME_FILE)] == expected


def _position(text: str, offset: int) -> lsp.Position:
    before = text[:offset].replace("\r\n", "\n")
    before = before.removesuffix("\r") if text[offset - 1 : offset + 1] == "\r\n" else before
    lines = before.replace("\r", "\n").split("\n")
    return lsp.Position(len(lines) - 1, len(lines[-1].encode("utf-16-le")) // 2)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("uri", "sections"), [("untitled:Untitled-1", 14), ("file:///nowhere/at/all.yaml", 14), ("file:///a%00b.yaml", 14)]
)
def test_files_that_are_nowhere(editor: Editor, uri: str, sections: int) -> None:
    item = lsp.TextDocumentItem(uri, "yaml", 1, GAME.replace(">= goal", ">= gaol"))
    editor.send(editor.client.text_document_did_open, lsp.DidOpenTextDocumentParams(item))
    document = lsp.TextDocumentIdentifier(uri)
    outline = editor.ask("text_document_document_symbol", lsp.DocumentSymbolParams(document))
    assert len(outline) == sections
    editor.send(editor.client.text_document_did_close, lsp.DidCloseTextDocumentParams(document))
