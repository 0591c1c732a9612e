"""The page of the studio in a browser: the main way, what is hostile, and who needs help."""

from __future__ import annotations

import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cardwright.studio import html
from cardwright.studio.html import EDITOR, file_of, policy
from cardwright.studio.server import studio_server
from cardwright.studio.session import StudioSession
from cardwright.table.page.page import digest_of
from tests.table.page.browser import Page
from tests.table.serving.matrix import AXE, looked_at
from tests.table.serving.served import serving_app

pytestmark = pytest.mark.sampled(2)

KEY = "a-key-that-nobody-can-guess"

VARIANT = """variant: short
extends: mille-bornes
title: "Short <img src=x onerror=alert(1)>"
override:
  options.hand_size.default: 6
"""


@contextmanager
def studio(folder: Path, page: Page) -> Iterator[str]:
    """The page of a folder, once its table is drawn; its address."""
    with serving_app(studio_server(folder, KEY, "en", ()).app()) as address:
        page.leave()
        page.call("Page.navigate", url=f"http://{address}/{KEY}/")
        page.wait_for("document.querySelector('.table iframe:not(.coming)') !== null")
        try:
            yield f"{address}/{KEY}/"
        finally:  # or the page would go on asking a server that has ended
            page.ask("onbeforeunload = null")
            page.leave()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a variant; the page has the plain editor, which is always there."""
    (tmp_path / "short.yaml").write_text(VARIANT, encoding="utf-8")
    monkeypatch.setattr(html, "EDITOR", "missing.js")
    return tmp_path


TABLE = "document.querySelector('.table iframe:not(.coming)').contentDocument"
HAND = f"{TABLE}.querySelectorAll('.own [data-name=hand] .card')"
MANY = f"[...{HAND}].reduce((sum, one) => sum + Number(one.textContent.match(/×(\\d)/)?.[1] ?? 1), 0)"


def type_in(page: Page, before: str, after: str) -> None:
    """Write something else in the text."""
    area = "document.querySelector('textarea')"
    page.ask(f"{area}.value = {area}.value.replace({before!r}, {after!r})")
    page.ask(f"{area}.dispatchEvent(new Event('input'))")


def test_a_number_is_changed_and_the_table_follows(page: Page, folder: Path) -> None:
    page.look_like(1280, 800)
    with studio(folder, page):
        page.wait_for(f"{MANY} >= 6")
        type_in(page, "default: 6", "default: x")
        page.wait_for("document.querySelector('.problems .error') !== null")
        assert "must be" in page.ask("document.querySelector('.problems').textContent")
        assert page.ask("document.querySelector('.numbers .error').textContent") == "5\n"
        page.wait_for("document.querySelector('.status.wrong') !== null")
        type_in(page, "default: x", "default: 3")
        page.wait_for(f"document.querySelector('.found.none') !== null && {MANY} <= 4 && {MANY} > 0")
        assert "6" in (folder / "short.yaml").read_text(encoding="utf-8")
        page.ask("document.querySelector('header .main').click()")
        page.wait_for("document.querySelector('header .main').disabled")
        assert "default: 3" in (folder / "short.yaml").read_text(encoding="utf-8")
        # Another program writes the file.
        (folder / "short.yaml").write_text(VARIANT.replace("6", "5"), encoding="utf-8")
        page.wait_for("document.querySelector('textarea').value.includes('default: 5')")
        for tab, there in (("rules", "iframe.document"), ("changes", ".changes li"), ("tests", ".summary")):
            page.ask(f"document.querySelector('[data-tab={tab}]').click()")
            page.wait_for(f"document.querySelector('#{tab} {there}') !== null")
        page.ask("document.querySelector('#games input').value = 2")
        page.ask("document.querySelector('[data-tab=games]').click(); document.querySelector('#games .main').click()")
        page.wait_for("document.querySelector('#games iframe.document') !== null")
        assert page.complaints == []


def test_a_first_game_is_guided(page: Page, folder: Path) -> None:
    """Each step is ticked off, whoever does it; on the way two scenarios fail, and a position becomes a scenario."""
    done = "document.querySelectorAll('.steps .done').length"

    def show_me(many: int) -> None:
        page.ask("document.querySelector('[data-tab=guide]').click()")
        page.ask("document.querySelector('.steps .main').click()")
        page.wait_for(f"{done} === {many}")

    def play(many: int) -> None:
        for number in range(many):
            page.wait_for(f"{TABLE}.querySelector('#steps .at').textContent.startsWith('{2 * number} ')")
            page.wait_for(f"{TABLE}.querySelector('#moves button') !== null")
            page.ask(f"{TABLE}.querySelector('#moves button').click()")

    page.look_like(1280, 800)
    with studio(folder, page) as address:
        page.ask(
            "document.querySelector('[data-tab=guide]').click(); document.querySelector('[data-guide=game]').click()"
        )
        show_me(1)
        page.wait_for(f"{TABLE}.querySelector('h1').textContent === 'My game'")
        play(2)
        page.wait_for(f"{done} === 2")
        show_me(3)
        page.wait_for("document.querySelectorAll('#tests .fail').length === 2")
        show_me(4)
        show_me(5)
        page.wait_for("document.querySelector('.found.none') !== null")
        page.ask("document.querySelector('button.wrong').click()")
        page.wait_for(f"{done} === 6")
        assert (folder / "my-game/scenarios/case-1.yaml").exists()
        page.wait_for("document.querySelector('textarea').value.includes('Case 1')")
        page.ask("document.querySelector('#file').value = 'my-game/game.yaml'")
        page.ask("document.querySelector('#file').dispatchEvent(new Event('change'))")
        page.wait_for("document.querySelector('textarea').value.includes('swap')")
        # Whoever loads the page anew in the middle of it goes on there.
        page.ask("onbeforeunload = null")
        page.leave()
        page.call("Page.navigate", url=f"http://{address}")
        page.wait_for(f"{done} === 6 && document.querySelector('textarea').value.includes('swap')")
        show_me(7)
        assert "Give back {c}" in (folder / "my-game/game.yaml").read_text(encoding="utf-8")
        assert page.complaints == []


def choose(page: Page, file: str) -> None:
    """Show another file."""
    page.ask(f"document.querySelector('#file').value = {file!r}")
    page.ask("document.querySelector('#file').dispatchEvent(new Event('change'))")
    page.wait_for(f"sessionStorage.getItem('studio-file') === {file!r}")


def test_each_file_keeps_its_cursor(page: Page, folder: Path) -> None:
    (folder / "other.yaml").write_text(VARIANT.replace("short", "other"), encoding="utf-8")
    area = "document.querySelector('textarea')"
    page.look_like(1280, 800)
    with studio(folder, page):
        choose(page, "short.yaml")
        page.wait_for(f"{area}.value.includes('variant: short')")
        page.ask(f"{area}.focus(); {area}.setSelectionRange(14, 14); document.execCommand('insertText', false, '-one')")
        choose(page, "other.yaml")
        page.wait_for(f"{area}.value.includes('variant: other')")
        page.ask(f"{area}.focus(); {area}.setSelectionRange(3, 3)")
        choose(page, "short.yaml")
        page.wait_for(f"{area}.value.includes('variant: short-one')")
        assert page.ask(f"{area}.selectionStart") == 18
        choose(page, "other.yaml")
        page.wait_for(f"{area}.value.includes('variant: other')")
        assert page.ask(f"{area}.selectionStart") == 3


def test_a_file_is_renamed_and_deleted(page: Page, folder: Path) -> None:
    page.look_like(1280, 800)
    naming = "document.querySelector('dialog.naming')"
    opener = "[...document.querySelectorAll('header button')].find((one) => one.textContent === 'Name…').click()"
    with studio(folder, page):
        type_in(page, "default: 6", "default: 5")
        page.ask(opener)
        page.ask(f"{naming}.querySelector('input').value = 'shorter'; {naming}.querySelector('.main').click()")
        page.wait_for("document.querySelector('#file').value === 'shorter.yaml'")
        assert (folder / "shorter.yaml").read_text(encoding="utf-8") == VARIANT and not (folder / "short.yaml").exists()
        page.wait_for("document.querySelector('textarea').value.includes('default: 5')")
        page.wait_for("!document.querySelector('header .main').disabled && !document.querySelector('dialog[open]')")
        page.ask(opener)
        page.ask(f"{naming}.querySelector('.fix').click()")
        assert (folder / "shorter.yaml").exists() and page.ask(f"{naming}.open")
        page.ask(f"{naming}.querySelector('.fix').click()")
        page.wait_for("document.querySelector('#file').value.startsWith(':')")
        assert list(folder.iterdir()) == []
        assert page.complaints == []


def test_nobody_waits_for_many_games(page: Page, folder: Path) -> None:
    """While they are played what is typed is checked; they are stopped with what they tell so far."""
    page.look_like(1280, 800)
    told = "document.querySelector('#games .status').textContent"
    with studio(folder, page):
        page.ask("document.querySelector('[data-tab=games]').click()")
        page.ask("document.querySelector('#games input').value = 100000")
        page.ask("document.querySelector('#games select').value = 'random'")
        page.ask("document.querySelector('#games .main').click()")
        page.wait_for(f"/^[1-9]/.test({told})")
        type_in(page, "default: 6", "default: x")
        page.wait_for("document.querySelector('.problems .error') !== null")
        page.ask("document.querySelector('#games .main').click()")
        page.wait_for("document.querySelector('#games progress').hidden")
        assert page.ask(f"{told}.startsWith('It was') || document.querySelector('#games iframe') !== null")
        assert page.complaints == []


def test_a_hostile_text_stays_a_text(page: Page, folder: Path) -> None:
    """Wherever the page shows the title of a game; nothing is loaded for it, and the policy has nothing to forbid."""
    with studio(folder, page):
        assert page.ask("document.querySelectorAll('#studio img').length") == 0
        assert "<img" in page.ask("document.querySelector('#file').textContent")
        page.ask("document.querySelector('[data-tab=rules]').click()")
        page.wait_for("document.querySelector('#rules iframe') !== null")
        assert page.ask("document.querySelector('#rules iframe').srcdoc.includes('<img src=x')") is False
        assert page.complaints == []


OPENERS = {"keys": "#more button:last-child", "new": "header .main + button", "naming": "#more button:first-child"}
"""What opens the dialogs of the page."""


def wrong_in_dialogs(page: Page) -> list[str]:
    """What axe finds in each dialog, and in what waits behind a button where there is little room."""
    wrong = []
    for name, opener in OPENERS.items():
        page.ask(f"document.querySelector('{opener}').click()")
        assert page.ask(f"document.querySelector('dialog.{name}').open"), name
        wrong += looked_at(page)
        page.ask(f"document.querySelector('dialog.{name}').close()")
    page.ask("document.querySelector('#more').showPopover()")
    wrong += looked_at(page)
    page.ask("document.querySelector('#more').hidePopover()")
    return wrong


@pytest.mark.thorough
@pytest.mark.exhaustive
def test_nothing_serious_is_wrong_for_those_who_need_help(page: Page, folder: Path) -> None:
    """By axe, on a wide page and on a telephone, by day and by night, in each view and each dialog."""
    if not AXE.exists():
        pytest.skip("axe-core is not installed; `make browsers` installs it")
    for width, height, dark in ((1280, 800, False), (390, 844, True)):
        page.look_like(width, height, dark=dark, phone=width < 600)
        with studio(folder, page):
            for tab in ("play", "tests", "rules", "games", "changes", "guide", *(["write"] if width < 600 else [])):
                page.ask(f"document.querySelector('[data-tab={tab}]').click()")
                page.settle()
                assert looked_at(page) == [], tab
            assert wrong_in_dialogs(page) == []


@pytest.mark.skipif(file_of(EDITOR) is None, reason="the full editor is not there; `make studio` puts it in")
def test_the_full_editor(page: Page, tmp_path: Path) -> None:
    (tmp_path / "short.yaml").write_text(VARIANT, encoding="utf-8")
    page.look_like(1280, 800)
    with studio(tmp_path, page):
        text = "document.querySelector('.full').shadowRoot.querySelector('.cm-content')"
        page.ask(f"{text}.focus()")
        page.call("Input.insertText", text="#\n" * 200 + "nonsense: 1\n")  # more than there is room for
        page.wait_for("document.querySelector('.problems .error') !== null")
        page.wait_for("document.querySelector('.full').shadowRoot.querySelector('.cm-lintRange-error') !== null")
        assert looked_at(page) == []
        (tmp_path / "other.yaml").write_text(VARIANT.replace("short", "other"), encoding="utf-8")
        page.wait_for("document.querySelector('#file option[value=\"other.yaml\"]') !== null")
        for file, there in (("other.yaml", "variant: other"), ("short.yaml", "nonsense")):
            choose(page, file)
            page.wait_for(f"{text}.textContent.includes({there!r})")
        page.ask(f"{text}.focus()")
        key = {"key": "z", "code": "KeyZ", "windowsVirtualKeyCode": 90, "modifiers": 2, "commands": ["undo"]}
        page.call("Input.dispatchKeyEvent", type="rawKeyDown", **key)
        page.wait_for(f"!{text}.textContent.includes('nonsense')")
        assert page.complaints == []


def test_only_the_page_gets_an_answer(folder: Path) -> None:
    """Not another key, another host, another origin, nor another file."""

    def status(address: str, data: bytes | None = None, **headers: str) -> int:
        asked = urllib.request.Request(f"http://{address}", data, {key.title(): one for key, one in headers.items()})
        try:
            with urllib.request.urlopen(asked) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            with error:
                return error.code

    with serving_app(studio_server(folder, KEY, "en", ()).app()) as host:
        here, body = f"{host}/{KEY}/", b'{"do": "outside"}'
        assert status(here) == status(here + "studio.js") == 200
        assert status(here + "request", body, origin=f"http://{host}") == 200
        assert status(here + "request", body) == status(here + "request", body, origin="http://evil.example") == 403
        assert status(here + "request", b"[]", origin=f"http://{host}") == 400
        assert status(here + "request", body, origin="http://evil.example", host="evil.example") == 403
        assert status(here, host="evil.example") == status(f"{host}/another-key/") == status(f"{host}/") == 404
        for name in ("html.py", "..%2fhtml.py", "short.yaml", "nothing.js"):
            assert status(here + name) == 404, name


def test_documents_in_frames_have_the_styles_that_the_policy_names(folder: Path) -> None:
    session = StudioSession({"short.yaml": VARIANT}, root=str(folder))
    session.request({"do": "open", "file": "short.yaml"})
    pages = [session.request({"do": "rulebook", "file": "short.yaml"})["page"]]
    pages += [session.request({"do": "simulate", "file": "short.yaml", "games": 1})["page"]]
    pages += [session.request({"do": "play", "file": "short.yaml"})["page"]]
    for page in pages:
        styles = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
        assert styles and all(digest_of(style) in policy() for style in styles)
        assert "style=" not in re.sub(r"<style>.*?</style>|<script.*?</script>", "", page, flags=re.DOTALL)
