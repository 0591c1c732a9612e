"""A history that was left to be written later is written once, whoever asks."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from time import sleep

from cardwright.play.game.history import Beginning, History


def test_two_threads_are_given_the_same_entries() -> None:
    """Entries are told apart by identity, so both must see the same ones."""
    begun, written = list[Beginning](), list[History]()

    def begin() -> Beginning:
        sleep(0.02)
        begun.append(Beginning(1, explicit=False))
        return begun[-1]

    def write(beginning: Beginning) -> History:
        sleep(0.02)
        written.append(History.start(beginning))
        return written[-1]

    later = History.written_later(begin, write, length=1, stream=1)
    with ThreadPoolExecutor(4) as threads:
        entries = [one.result() for one in [threads.submit(later.entries) for _ in range(4)]]
    assert (len(begun), len(written)) == (1, 1)
    assert all(one == entries[0] for one in entries)
