"""The command in a process of its own, at once: forked from a process that has loaded all of it.

Python takes some tenths of a second to start and to load the command, a fork takes some hundredths. The fork has the
streams, the folder and the environment that it is given, makes its standard streams as Python does, and ends as the
command ends. What happens while Python starts or loads is for tests with processes that are really new.
"""

from __future__ import annotations

import io
import json
import os
import pkgutil
import socket
import subprocess
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

MOST = 1 << 20
"""The longest request, in bytes."""


class Forks:
    """Starts the command again and again, one after the other."""

    def __init__(self) -> None:
        self._line, theirs = socket.socketpair()
        number = theirs.fileno()
        self._process = subprocess.Popen((sys.executable, __file__, str(number)), pass_fds=(number,))
        theirs.close()

    def begin(self, words: tuple[str, ...], cwd: Path, env: Mapping[str, str], streams: Mapping[int, int]) -> None:
        """Start a command; `streams` are its open standard streams, 0 to 2, each with a file of ours."""
        asked = {"words": words, "cwd": str(cwd), "env": dict(env), "streams": list(streams)}
        socket.send_fds(self._line, [json.dumps(asked).encode("ascii")], list(streams.values()))

    def wait(self) -> int:
        """The exit code of what was begun."""
        return int(self._line.recv(100))

    def end(self) -> None:
        """Start no more."""
        self._line.close()
        self._process.wait()


def serve(line: socket.socket) -> None:
    """Fork for each request, and answer with the exit code. Returns only in a fork, which is to be the command."""
    while True:
        said, files, _, _ = socket.recv_fds(line, MOST, 3)
        if not said:
            sys.exit()
        child = os.fork()
        if not child:
            line.close()
            become(json.loads(said), files)
            return
        for file in files:
            os.close(file)
        line.send(str(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])).encode())


def become(asked: dict[str, Any], files: list[int]) -> None:
    """Take on the streams, the folder, the environment and the words of a request."""
    for file in range(3):
        os.close(file)
    for number, file in zip(asked["streams"], files, strict=True):
        os.dup2(file, number)
        os.close(file)
    os.chdir(asked["cwd"])
    os.environ.clear()
    os.environ.update(asked["env"])
    sys.argv = ["cli.py", *asked["words"]]
    encoding, _, errors = asked["env"].get("PYTHONIOENCODING", "utf-8:strict").partition(":")
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        opened = None
        if number in asked["streams"]:
            raw = io.FileIO(number, "r" if number == 0 else "w", closefd=False)
            buffered = io.BufferedReader(raw) if number == 0 else io.BufferedWriter(raw)
            kept = "backslashreplace" if name == "stderr" else errors or "strict"
            opened = io.TextIOWrapper(buffered, encoding, kept, line_buffering=name == "stderr")
        setattr(sys, name, opened)
        setattr(sys, f"__{name}__", opened)


if __name__ == "__main__":
    import cardwright.commands

    for module in pkgutil.walk_packages(cardwright.commands.__path__, "cardwright.commands."):
        import_module(module.name)
    from cardwright.commands.start import main

    serve(socket.socket(fileno=int(sys.argv[1])))
    main()
