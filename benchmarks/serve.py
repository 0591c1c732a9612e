"""Measures a server of tables: many people at many tables, then somebody who sends whatever they like.

    python benchmarks/serve.py [--tables 100] [--seconds 30] [--hostile 100000]

The server is one process, `cardwright serve`, at the loopback address; the people are another. Each person moves some
seconds after it is their turn. Told are the times from sending a move to its frame, at the mover's and at the others',
the time that a page takes to load meanwhile, and the memory of the server. docs/benchmarks.md explains the figures.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from cardwright.table.page.film_encoding import FrameDecoder

Json = dict[str, Any]

GAMES = (("mille-bornes", 4), ("course-folle", 4), ("neko-racing", 4), ("hearts", 4))

PAUSE = 4.0
"""How many seconds a person looks at the table before they move, on average."""

HOSTILE = (
    "[",
    '{"type": "move"}',
    '{"type": "why", "at": 1, "card": "x"}',
    '{"type": "undo", "more": 1}',
    '{"type": "answer", "undo": 9, "agrees": true}',
    "x" * 5000,
    b"\x00\xff",
)


@dataclass
class Times:
    """What was measured, in seconds."""

    own: list[float] = field(default_factory=list)
    others: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    sent: dict[tuple[int, int], float] = field(default_factory=dict)


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--tables", type=int, default=100)
    asked.add_argument("--seconds", type=float, default=30)
    asked.add_argument("--hostile", type=int, default=100_000)
    given = asked.parse_args()
    started = time.monotonic()
    with server() as (process, host):
        print(f"first link after {time.monotonic() - started:.1f} s")
        began = time.monotonic()
        links = [open_table(host, *GAMES[number % len(GAMES)]) for number in range(given.tables)]
        opened = time.monotonic() - began
        print(f"{given.tables} tables opened in {opened:.1f} s, {memory(process):.0f} MB")
        asyncio.run(measure(host, links, given.seconds, given.hostile, process))


@contextmanager
def server() -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The server, and the address of the host's page."""
    command = [sys.executable, "-m", "cardwright", "serve", "--port", "0", "--format", "json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = ""
        while not (found := re.search(r'"host": "([^"]+)"', told)):
            told += process.stdout.readline()
        try:
            yield process, found[1]
        finally:
            process.terminate()


def order(host: str, what: str, given: Json) -> Json:
    """What the page of the host is answered."""
    origin = host.partition("/host/")[0]
    request = urllib.request.Request(f"{host}/{what}", json.dumps(given).encode(), {"Origin": origin})
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=60) as answer:
        return dict(json.load(answer))


def open_table(host: str, game: str, players: int) -> list[str]:
    """Open a table for people alone; the links of its seats."""
    choice = {"game": game, "variants": [], "preset": "", "options": {}, "players": players, "language": "en"}
    found = order(host, "open", {**choice, "seats": ["human"] * players})
    assert not found["problems"], found["problems"]
    table = next(one for one in found["tables"] if one["name"] == found["opened"])
    return [str(seat["link"]) for seat in table["seats"]]


async def measure(host: str, links: list[list[str]], seconds: float, hostile: int, process: Any) -> None:
    """Let everybody play for a while, and then let somebody send whatever they like while they go on."""
    address, times = host.partition("/host/")[0], Times()
    end, before = asyncio.get_running_loop().time() + seconds, processor(process)
    people = [person(address, number, link, times, end) for number, seats in enumerate(links) for link in seats]
    looker = look(address, links[0][0], times, end)
    await asyncio.gather(looker, *people)
    print(f"{len(people)} people, {len(times.own)} moves in {seconds:.0f} s, {memory(process):.0f} MB")
    print(f"  the server's processor: {1000 * (processor(process) - before) / max(1, len(times.own)):.1f} ms a move")
    told("the mover's frame", times.own)
    told("the others' frames", times.others)
    told("a page", times.pages)
    if hostile:
        calm = Times()
        end = asyncio.get_running_loop().time() + 600
        task = asyncio.gather(*(person(address, -1, link, calm, end) for link in links[-1]))
        await attack(address, links[0], hostile, process)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        told("the mover's frame meanwhile", calm.own)


async def person(address: str, table: int, link: str, times: Times, end: float) -> None:
    """Sit on a seat and move at random until the time is up."""
    luck, frames, together = random.Random(link), 0, FrameDecoder()
    loop = asyncio.get_running_loop()
    async with await at_seat(address, link) as socket:
        id = await page_id(address, link)
        await socket.send(json.dumps({"type": "hello", "table": id, "have": 0}))
        while loop.time() < end:
            try:
                message = json.loads(await asyncio.wait_for(socket.recv(), end - loop.time()))
            except TimeoutError:
                return
            if message["type"] != "frames":
                continue
            now, before = loop.time(), frames
            for frame in message["frames"]:
                frames += 1
                together.add(frame)
            if before:
                note(times, table, before, now, link)
            moves = together.moves
            if moves:
                await asyncio.sleep(PAUSE * luck.uniform(0.5, 1.5))
                mark[table] = (loop.time(), link)
                await socket.send(json.dumps({"type": "move", "at": frames, "move": luck.choice(moves)["text"]}))


mark: dict[int, tuple[float, str]] = {}
"""When the last move at each table was sent, and by whom."""


def note(times: Times, table: int, before: int, now: float, link: str) -> None:
    """Note how long a frame took to come after the last move at its table."""
    if table in mark:
        then, mover = mark[table]
        (times.own if mover == link else times.others).append(now - then)


async def look(address: str, link: str, times: Times, end: float) -> None:
    """Load a page now and then."""
    loop = asyncio.get_running_loop()
    while loop.time() < end:
        then = loop.time()
        await page_id(address, link)
        times.pages.append(loop.time() - then)
        await asyncio.sleep(0.3)


async def page_id(address: str, link: str) -> str:
    """Load the page of a seat; the name of its table."""
    reader, writer = await asyncio.open_connection(*address.removeprefix("http://").split(":"))
    writer.write(
        f"GET {link} HTTP/1.1\r\nHost: {address.removeprefix('http://')}\r\nConnection: close\r\n\r\n".encode()
    )
    text = (await reader.read()).decode()
    writer.close()
    found = re.search(r'"table":"([0-9a-f]+)"', text)
    assert found is not None, text[:200]
    return found[1]


async def at_seat(address: str, link: str) -> ClientConnection:
    """A connection as the page of a seat opens it."""
    socket = f"{address.replace('http', 'ws', 1)}{link}/play"
    return await connect(socket, origin=address, proxy=None, open_timeout=60, ping_interval=None)


async def attack(address: str, links: list[str], many: int, process: Any) -> None:
    """Send so many messages that no page would, over as many connections as that takes."""
    sent, luck, began = 0, random.Random(1), time.monotonic()
    id = await page_id(address, links[0])
    print(f"hostile messages: {memory(process):.0f} MB before")
    while sent < many:
        with suppress(WebSocketException, OSError):
            async with await at_seat(address, luck.choice(links)) as socket:
                if luck.random() < 0.8:
                    await socket.send(json.dumps({"type": "hello", "table": id, "have": 0}))
                for _ in range(30):
                    sent += 1
                    await socket.send(luck.choice(HOSTILE[2:5] if luck.random() < 0.9 else HOSTILE))
        if sent % 20_000 < 30:
            print(f"  {sent} sent, {memory(process):.0f} MB", flush=True)
    print(f"  {sent} in {time.monotonic() - began:.0f} s, {memory(process):.0f} MB")


def memory(process: Any) -> float:
    """The memory of a process, in MB."""
    text = Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8")
    return int(re.search(r"VmRSS:\s+(\d+)", text)[1]) / 1000


def processor(process: Any) -> float:
    """The processor time that a process has used, in seconds."""
    fields = Path(f"/proc/{process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def told(what: str, seconds: list[float]) -> None:
    """Print the median and what 99 of 100 stay below."""
    if seconds:
        found = sorted(seconds)
        middle, most = found[len(found) // 2], found[min(len(found) - 1, len(found) * 99 // 100)]
        print(f"  {what}: median {1000 * middle:.0f} ms, 99 of 100 below {1000 * most:.0f} ms ({len(found)})")


if __name__ == "__main__":
    main()
