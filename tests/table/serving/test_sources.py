"""A table is played at without a server: what happens comes from an array. Skipped where there is no browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cardwright import load_game
from cardwright.table.faces.face import faces_of
from cardwright.table.page import page as module
from cardwright.table.page.film import Film
from cardwright.table.page.phrases import say
from tests.table.page import browser
from tests.table.serving.served import session_of

if browser.CHROMIUM is None:
    pytest.skip("there is no Chromium; Debian has it in the package `chromium`", allow_module_level=True)

MOVES = 12

SOURCE = """
class ArraySource {
  isOpen = false;
  sent = [];
  constructor(answers) { this.answers = answers; }
  open() { this.isOpen = true; this.onmessage({ type: "open" }); }
  send(message) { this.sent.push(message); for (const one of this.answers[message.type] ?? []) this.onmessage(one); }
  close() { this.isOpen = false; this.onmessage({ type: "lost", for_good: true }); }
  async rules() { return "<p id='of-array'>the rules</p>"; }
}
"""


def opened(page: browser.Page, folder: Path, answers: dict[str, list[Any]], name: str = "hearts") -> None:
    """A page whose source answers each type of message by one of these lists."""
    data, words = {"table": "here", "frames": [], "rules": True}, load_game(name).words("en")
    faces = faces_of(words)
    file = folder / "table.html"
    file.write_text(module._page(data, 0, words, faces=faces, live=True), encoding="utf-8")
    page.call("Page.navigate", url=file.as_uri())
    page.wait_for("document.getElementById('page') !== null")
    script = module.script_of((*module.DRAWING, *module.LIVE))
    page.ask(f"""{{ {script} {SOURCE}
      window.source = new ArraySource({json.dumps(answers)});
      window.table = new Table(JSON.parse(document.getElementById("page").textContent), source); 1 }}""")


def test_frames_come_from_an_array(page: browser.Page, tmp_path: Path) -> None:
    """Greeting, move, wish to take it back, rules and end are those that docs/table.md tells."""
    session, _ = session_of(load_game("hearts"), 3, (1, 2, 3))
    before = list(session.frames(0, 0))
    move = session.state.legal_moves[0]
    session.play(0, len(before), str(move))
    after = session.frames(0, len(before))
    first = [{"type": "frames", "from": 0, "frames": before}, {"type": "notice", "text": "no server"}]
    asked = {"type": "asked", "undo": 1, "text": "Really?", "yours": True}
    then = {"type": "frames", "from": len(before), "frames": after}
    opened(page, tmp_path, {"hello": first, "move": [then], "undo": [asked]})
    page.wait_for("document.querySelector('.own [data-name=hand] .card') !== null")
    assert page.ask("document.querySelector('.notice').textContent") == "no server"
    for card in str(move)[len("pass([") : -2].split(", "):
        page.ask(f"document.querySelector('.own [data-card={card}]').click()")
    page.ask("document.querySelector('#moves .now').click()")
    page.wait_for("document.querySelector('#steps .at').textContent === '1 / 1'")
    page.ask("document.querySelector('.undo').click()")
    page.wait_for("document.getElementById('asked').textContent.startsWith('Really?')")
    sent = page.ask("source.sent.filter((one) => one.type !== 'why')")
    assert sent[0] == {"type": "hello", "table": "here", "have": 0}
    assert sent[1] == {"type": "move", "at": 1, "move": str(move)} and sent[2] == {"type": "undo"}
    page.ask("document.querySelector('.rules-button').click()")
    page.wait_for("document.getElementById('of-array') !== null")
    page.ask("source.close()")
    page.wait_for(
        "document.querySelector('.notice').textContent.includes('no server') && document.querySelector('.undo').hidden"
    )
    assert page.complaints == []


def test_what_comes_all_at_once_is_shown_at_once(page: browser.Page, tmp_path: Path) -> None:
    """Of many frames in a row only what is held and the newest is seen: soon all is still."""
    session, _ = session_of(load_game("hearts"), 3)
    while len(session.frames(0, 0)) < 40:
        session._apply(str(session.state.legal_moves[0]))
    frames = session.frames(0, 0)
    opened(page, tmp_path, {"hello": [{"type": "frames", "from": 0, "frames": frames[:6]}]})
    page.look_like(1280, 800)
    page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "no-preference"}])
    page.wait_for("document.querySelector('.own [data-name=hand] .card') !== null")
    for number in range(6, len(frames)):
        more = {"type": "frames", "from": number, "frames": [frames[number]]}
        page.ask(f"source.onmessage({json.dumps(more)}); 1")
    last = f"document.querySelector('#steps .at').textContent === '{len(frames) - 1} / {len(frames) - 1}'"
    page.wait_for(f"{last} && document.querySelectorAll('.travelling').length < 2")
    page.wait_for("document.querySelector('.travelling') === null && document.getAnimations().length === 0")
    zones = {zone["id"]: zone["count"] for block in session.state.table(0)["blocks"] for zone in block["zones"]}
    played = {name: count for name, count in zones.items() if name.endswith(".played")}
    lie = "[one.dataset.zone, one.querySelectorAll('.card').length]"
    counts = f"Object.fromEntries([...document.querySelectorAll('[data-name=played]')].map((one) => {lie}))"
    page.wait_for(f"JSON.stringify({counts}) === JSON.stringify({json.dumps(played)})")
    assert page.complaints == []


def fed(page: browser.Page, folder: Path, name: str, frames: list[Any]) -> None:
    """A page whose frames come one by one: `feed(number)` brings the next ones up to that, with nothing held."""
    opened(page, folder, {}, name)
    page.ask(f"""window.all = {json.dumps(frames)}; window.came = 0;
      window.feed = (last) => {{ for (; came <= last; came += 1) {{
        source.onmessage({{ type: "frames", from: came, frames: [all[came]] }});
        while (table.film.scene.timer) table.film.scene.release();
      }} }}; 1""")


def test_what_somebody_plays_with_the_keyboard_leaves_the_focus_there(page: browser.Page, tmp_path: Path) -> None:
    """The card that lies where the played one lay has it; who goes back to the present is told no old news."""
    state, film = load_game("hearts").initial_state(seed=3), Film(0, "en", lambda _: [], moves=True)
    film.look(state)
    played: dict[int, str] = {}
    while len(played) < 2:
        move = state.legal_moves[0]
        if state.current_seat == 0 and move.text.startswith("play("):
            played[len(film.frames)] = move.text[len("play(") : -1]
        state.apply(move)
        film.look(state)
    fed(page, tmp_path, "hearts", film.frames)
    page.look_like(1280, 800)
    (first, card), (last, _) = played.items()
    page.ask(f"feed({first - 1}); document.querySelector('.own .hand [data-card={card}]').focus(); feed({first}); 1")
    assert page.ask("document.activeElement.closest('.hand') !== null && document.activeElement.dataset.card") not in (
        False,
        card,
    )
    page.ask(f"feed({last}); table.steps.go(2); 1")
    page.ask("document.querySelector('#moves .now').click()")
    page.settle()
    assert page.ask("document.querySelector('.banner').hidden && table.isNow") and page.complaints == []


def test_a_space_to_which_no_move_leads_says_so(page: browser.Page, tmp_path: Path) -> None:
    state, film = load_game("neko-racing").initial_state(seed=3), Film(0, "en", lambda _: [], moves=True)
    film.look(state)
    while not any("spaces" in move for move in state.table(0)["moves"]):
        state.apply(state.legal_moves[0])
        film.look(state)
    fed(page, tmp_path, "neko-racing", film.frames)
    page.ask(f"feed({len(film.frames) - 1}); document.querySelector('.pieces:not(.lit)').click()")
    assert page.ask("document.querySelector('.headline').textContent") == say("en", "no_space")
    assert page.ask("source.sent.some((one) => one.type === 'move')") is False and page.complaints == []


def test_a_move_that_was_taken_back_cannot_be_taken_back(page: browser.Page, tmp_path: Path) -> None:
    session, _ = session_of(load_game("hearts"), 3, (1, 2, 3))
    session.play(0, len(session.frames(0, 0)), str(session.state.legal_moves[0]))
    fed(page, tmp_path, "hearts", list(session.frames(0, 0)))
    page.ask(f"feed({len(session.frames(0, 0)) - 1}); 1")
    assert page.ask("document.querySelector('.undo').hidden") is False
    before = len(session.frames(0, 0))
    assert session.ask_undo(0) is None
    page.ask(f"all.push(...{json.dumps(session.frames(0, before))}); feed(all.length - 1); 1")
    assert page.ask("document.querySelector('.undo').hidden") and page.complaints == []
