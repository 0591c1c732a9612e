"""The playground in a real browser, from a plain web server, under a path of its own. Skipped where none is."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.playground import same_games
from tests.studio.test_studio_page import wrong_in_dialogs
from tests.table.page import browser
from tests.table.serving.conftest import opened as opened
from tests.table.serving.conftest import page as page  # one browser for all of them
from tests.table.serving.matrix import AXE

if browser.CHROMIUM is None:
    pytest.skip("there is no Chromium; Debian has it in the package `chromium`", allow_module_level=True)

pytestmark = pytest.mark.thorough

HERE = Path(__file__).parent
PATIENCE = 240.0
"""Seconds for what takes a few on a machine that does nothing else."""

VARIANT = """\
variant: quick
extends: mille-bornes
title: {en: "Quick <img src=x onerror=alert(1)>", fr: "Vite"}
override:
  options.target.default: 525
"""


@contextmanager
def serving(playground: Path) -> Iterator[str]:
    """Where the playground is as long as its server runs."""
    root = playground.parents[1]
    with browser.sent(root) as address:
        yield f"{address}/{playground.relative_to(root).as_posix()}/"


@pytest.fixture(scope="module")
def address(playground: Path) -> Iterator[str]:
    """Where the playground is."""
    shutil.copy(HERE / "law_worker.js", playground)
    with serving(playground) as found:
        yield found


@pytest.fixture
def tab(page: browser.Page, address: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[browser.Page]:
    """A page that has kept nothing yet."""
    monkeypatch.setattr(browser, "PATIENCE", PATIENCE)
    page.call("Storage.clearDataForOrigin", origin=address.removesuffix("/some/path/"), storageTypes="all")
    page.complaints.clear()
    page.look_like(1280, 800)
    yield page
    page.ask("globalThis.onbeforeunload = null")
    page.leave()


def visit(page: browser.Page, address: str) -> None:
    """Open the page anew."""
    page.leave()
    page.call("Page.navigate", url=address)


def value(page: browser.Page, script: str) -> Any:
    """What an asynchronous function returns, whose body is given."""
    kept = "(it) => (globalThis.got = JSON.stringify(it ?? null))"
    page.ask(f"delete globalThis.got; (async () => {{ {script} }})().then({kept}, (why) => ({kept})(String(why)))")
    page.wait_for("globalThis.got !== undefined")
    return json.loads(page.ask("globalThis.got"))


TABLE = "document.querySelector('#play iframe:not(.coming)') !== null"


def test_a_game_is_played_and_nobody_else_is_asked(tab: browser.Page, address: str) -> None:
    visit(tab, address)
    tab.wait_for(TABLE)
    assert tab.ask("document.querySelector('#studio h1').textContent") == "Cardwright"
    asked = value(tab, "return performance.getEntriesByType('resource').map((one) => one.name)")
    assert asked and all(one.startswith((address, "data:")) for one in asked), asked
    assert tab.complaints == []


@pytest.mark.exhaustive
def test_it_works_without_a_network(tab: browser.Page, playground: Path) -> None:
    with serving(playground) as address:
        visit(tab, address)
        tab.wait_for(TABLE)
        value(tab, "await navigator.serviceWorker.ready")
        tab.leave()
    visit(tab, address)
    tab.wait_for(TABLE)
    assert value(tab, "return (await fetch('nothing.txt').catch(() => null)) === null")


def link_of(tab: browser.Page, name: str, text: str) -> str:
    """The fragment of a link, made by the page."""
    files = json.dumps([{"name": name, "text": text}])
    script = "const read = async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer());"
    return str(value(tab, f"{script} return (await import('./links.js')).linkOf({files}, read)"))


@pytest.mark.exhaustive
def test_a_link_tells_what_it_holds_before_it_runs(tab: browser.Page, address: str) -> None:
    visit(tab, address)
    tab.wait_for(TABLE)
    fragment = link_of(tab, "quick.yaml", VARIANT)
    dialog = "document.querySelector('dialog[open] h3') !== null"
    visit(tab, f"{address}#{fragment}")
    tab.wait_for(dialog)
    told = tab.ask("document.querySelector('dialog[open]').textContent")
    assert "Quick <img src=x onerror=alert(1)>" in told and "It changes mille-bornes" in told
    assert "options.target.default" in told
    assert tab.ask("document.querySelectorAll('dialog img, dialog script').length") == 0
    assert tab.ask("location.hash") == ""
    tab.ask("document.querySelector('dialog[open] [value=leave_it]').click()")
    tab.wait_for(TABLE)
    assert "quick" not in tab.ask("document.querySelector('#file').textContent")
    visit(tab, f"{address}?again#{fragment}")
    tab.wait_for(dialog)
    tab.ask("document.querySelector('dialog[open] [value=open_it]').click()")
    tab.wait_for("document.querySelector('#file')?.value === 'quick.yaml'")
    tab.wait_for("document.querySelector('#play iframe:not(.coming)')?.contentDocument.body.innerText.includes('525')")
    visit(tab, address)
    tab.wait_for("document.querySelector('#file')?.value === 'quick.yaml'")
    assert tab.complaints == []


@pytest.mark.parametrize(
    "fragment", ["1.AAAA", "9.AAAA", "%3Cscript%3E", "1.<img src=x onerror=alert(1)>", "x" * 100_000]
)
def test_a_broken_link_is_told(tab: browser.Page, address: str, fragment: str) -> None:
    visit(tab, f"{address}?{len(fragment)}#{fragment}")
    tab.wait_for("document.querySelector('dialog[open]') !== null")
    assert "not complete" in tab.ask("document.querySelector('dialog[open]').textContent")
    assert tab.ask("document.querySelectorAll('dialog img, dialog script').length") == 0


SLOW = """
const { WorkerSource } = await import("./source.js");
const { Store } = await import("./store.js");
const { WORDS } = await import("./words.js");
const source = new WorkerSource(await Store.open(), { words: WORDS.en, seconds: 120 });
const file = "quick.yaml";
const told = [await source.request({ do: "create", file, text: TEXT, language: "en" })];
told.push(await source.request({ do: "diagnose", file, part: "first" }));
source.seconds = 0.001;
const book = { do: "rulebook", file };
told.push(await source.request(book));
source.seconds = 120;
told.push(await source.request({ do: "diagnose", file, part: "all" }));
told.push(await source.request(book));
told.push(await source.request({ do: "open", file }));
told.push(await source.request({ do: "change", file, text: TEXT.replace("525", "550") }));
told.push(await source.request({ do: "diagnose", file, part: "all" }));
source.worker.terminate();
return told;
"""

ASIDE = """
const { WorkerSource } = await import("./source.js");
const { Store } = await import("./store.js");
const { WORDS } = await import("./words.js");
const source = new WorkerSource(await Store.open(), { words: WORDS.en, seconds: 120 });
const file = "quick.yaml";
await source.request({ do: "create", file, text: TEXT, language: "en" });
const games = source.request({ do: "simulate", file, games: 100000, seats: ["random"] });
const first = await Promise.race([games, source.request({ do: "diagnose", file, part: "all" })]);
const begun = await games;
const going = source.request({ do: "simulate", file, games: 100000, seats: ["rollout"], next: 0 });
setTimeout(() => source.stop(), 500);
const stopped = await going;
const after = await source.request({ do: "diagnose", file, part: "all" });
source.worker.terminate();
return [first, begun, stopped, after];
"""


@pytest.mark.exhaustive
def test_what_takes_too_long_is_ended_and_the_text_is_kept(tab: browser.Page, address: str) -> None:
    visit(tab, address)
    tab.wait_for(TABLE)
    made, first, ended, refused, again, opened, changed, sound = value(tab, SLOW.replace("TEXT", json.dumps(VARIANT)))
    assert made["text"] == VARIANT and "error" not in first
    assert "took too long" in ended["error"] and "took too long" in again["error"]
    assert "took too long" in refused["found"][0]["message"]
    assert opened["text"] == VARIANT and "error" not in changed
    assert [one for one in sound["found"] if one["severity"] == "error"] == []


@pytest.mark.exhaustive
def test_nobody_waits_for_many_games(tab: browser.Page, address: str) -> None:
    """They have a worker of their own; what is asked meanwhile is answered first, and they can be ended at any time."""
    visit(tab, address)
    tab.wait_for(TABLE)
    first, begun, stopped, after = value(tab, ASIDE.replace("TEXT", json.dumps(VARIANT)))
    assert "found" in first and begun["played"] >= 1 and begun["next"] == begun["played"]
    assert stopped == {"error": ""} and "found" in after


@pytest.mark.exhaustive
def test_a_narrow_page_has_room_for_the_text(tab: browser.Page, address: str) -> None:
    """Two rows of buttons at most, in each language; nothing is wrong for who needs help; a wide page has a view."""
    visit(tab, address)
    tab.wait_for(TABLE)
    value(tab, f"location.hash = {json.dumps(link_of(tab, 'quick.yaml', VARIANT))}")
    tab.wait_for("document.querySelector('dialog[open] [value=open_it]') !== null")
    tab.ask("document.querySelector('dialog[open] [value=open_it]').click()")
    tab.wait_for("document.querySelector('#file')?.value === 'quick.yaml'")
    for language, dark in (("en", False), ("fr", True), ("de", False)):
        tab.look_like(390, 844, dark=dark, phone=True)
        tab.ask(f"localStorage.setItem('studio-language', '{language}'); sessionStorage.setItem('studio-tab', 'write')")
        visit(tab, address)
        tab.wait_for("document.querySelector('#file')?.value === 'quick.yaml'")
        assert tab.ask("document.querySelector('header').offsetHeight") < 90, language
        if AXE.exists():
            assert wrong_in_dialogs(tab) == [], language
    tab.look_like(1280, 800)
    tab.wait_for("document.querySelector('#play').offsetHeight > 0")
    tab.wait_for("document.querySelector('header').offsetHeight < 50")


TWO = """
const { WorkerSource } = await import("./source.js");
const { Store } = await import("./store.js");
const { WORDS } = await import("./words.js");
const page = async () => new WorkerSource(await Store.open(), { words: WORDS.en, seconds: 120 });
const one = await page();
const file = "quick.yaml";
await one.request({ do: "create", file, text: TEXT, language: "en" });
const two = await page();
await two.request({ do: "open", file });
const change = (source, number) => source.request({ do: "change", file, text: TEXT.replace("525", number) });
const save = (source) => source.request({ do: "save", file });
const told_later = () => new Promise((done) => setTimeout(done, 500)); // a page is told a moment later
await change(two, "575");
await change(one, "550");
const told = [await save(one)];
await told_later();
told.push(await save(two), await save(two));
await told_later();
told.push(await one.request({ do: "outside" }), await (await Store.open()).all());
for (const { worker } of [one, two]) worker.terminate();
return told;
"""


@pytest.mark.exhaustive
def test_two_pages_do_not_write_over_each_other_silently(tab: browser.Page, address: str) -> None:
    """As on a disk: at the first time it is told, and what was not changed here follows."""
    visit(tab, address)
    tab.wait_for(TABLE)
    first, refused, again, seen, kept = value(tab, TWO.replace("TEXT", json.dumps(VARIANT)))
    assert first == again == {"saved": True} and "changed elsewhere" in refused["error"]
    assert [(one["file"], one["text"]) for one in seen["changed"]] == [("quick.yaml", VARIANT.replace("525", "575"))]
    assert kept["quick.yaml"] == VARIANT.replace("525", "575")


HOSTILE = """
const { WorkerSource } = await import("./source.js");
const { Store } = await import("./store.js");
const { WORDS } = await import("./words.js");
const source = new WorkerSource(await Store.open(), { words: WORDS.en });
const file = "quick.yaml";
await source.request({ do: "create", file, text: TEXT, language: "en" });
const large = "spec: 2\\ngame: large\\nabout: |\\n" + `  ${String.fromCodePoint(128512).repeat(90)}\\n`.repeat(20000);
const told = [];
for (let at = 0; at < 30; at += 1) {
  told.push(await source.request({ do: "change", file, text: `${large}# ${at}\\n` }));
  told.push(await source.request({ do: "diagnose", file, part: "first" }));
}
await source.request({ do: "change", file, text: TEXT });
const sound = await source.request({ do: "diagnose", file, part: "all" });
source.worker.terminate();
return [told, sound];
"""


@pytest.mark.exhaustive
def test_a_hostile_text_does_not_fill_the_memory(tab: browser.Page, address: str) -> None:
    """Nearly two million signs, each of four bytes, in thirty editions; the page goes on with another text."""
    visit(tab, address)
    tab.wait_for(TABLE)
    told, sound = value(tab, HOSTILE.replace("TEXT", json.dumps(VARIANT)))
    for answer in told:
        assert "internal" not in answer
        assert "error" not in answer or "too much memory" in answer["error"], answer
    assert [one for one in sound["found"] if one["severity"] == "error"] == []


def asked(tab: browser.Page, program: str) -> Any:
    """The value of a program in a worker of its own."""
    script = f"""
    const worker = new Worker("law_worker.js", {{ type: "module" }});
    const told = await new Promise((done) => {{
      worker.onmessage = ({{ data }}) => done(data);
      worker.postMessage({json.dumps(program)});
    }});
    worker.terminate();
    return told;
    """
    found = value(tab, script)
    assert "found" in found, found
    return json.loads(found["found"])


@pytest.mark.exhaustive
def test_memory_is_bounded(tab: browser.Page, address: str) -> None:
    """What would take more than there may be is refused, at once or bit by bit, and what takes less goes on."""
    visit(tab, address)
    tab.wait_for(TABLE)
    program = """
import json
def asked(*many):
    kept = []
    try:
        for one in many: kept.append(bytearray(one))
    except MemoryError: return len(kept)
    return "all"
json.dumps([asked(1 << 26), asked(1 << 30), asked(*[1 << 26] * 30) < 16, asked(1 << 26)])
"""
    assert asked(tab, program) == ["all", 0, True, "all"]


@pytest.mark.exhaustive
def test_the_same_games(tab: browser.Page, address: str) -> None:
    """In the browser itself, for a few games; Node plays all of them (`test_same_games.py`)."""
    visit(tab, address)
    tab.wait_for(TABLE)
    chosen = [("mille-bornes", ()), ("mille-bornes", ("parker",)), ("neko-racing", ()), ("gin-rummy", ())]
    calls = ", ".join(f"told({name!r}, {variants!r}, 'fast', 3, explicit=False)" for name, variants in chosen)
    program = (HERE / "same_games.py").read_text(encoding="utf-8") + f"json.dumps([{calls}])"
    found = asked(tab, program)
    here = [same_games.told(name, variants, "reference", 3, explicit=False) for name, variants in chosen]
    assert found == here
