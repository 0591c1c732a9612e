"""The verb `studio`, and the files that it shows."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import urllib.request
from contextlib import closing
from pathlib import Path
from socket import create_server
from typing import Any

import pytest

from cardwright.commands.main import answer as say
from cardwright.commands.outcome import CommandLine
from cardwright.studio.server import FolderFiles


def test_it_says_what_keeps_it_from_serving(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(create_server(("127.0.0.1", 0))) as taken:
        port = str(taken.getsockname()[1])
        assert say(CommandLine(("studio", "--port", port))) == 2
    assert f"error[E022]: cannot listen at 127.0.0.1, port {port}" in capsys.readouterr().err
    assert say(CommandLine(("studio", "nowhere"))) == 2
    assert say(CommandLine(("studio", "--lang", "xx"))) == 2
    capsys.readouterr()
    monkeypatch.setattr("cardwright.studio.command.find_spec", lambda name: None)
    assert say(CommandLine(("studio",))) == 2
    assert "error[E021]: the studio needs starlette, which is not installed" in capsys.readouterr().err


def test_it_serves_a_folder_until_ctrl_c(tmp_path: Path) -> None:
    """Only at this machine; the link that it prints opens the page, and it ends as others do."""
    command = [sys.executable, "-m", "cardwright", "studio", str(tmp_path), "--port", "0", "--format", "json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stderr is not None
        told = ""
        while told[-2:] != "}\n":
            told += process.stdout.readline()
        found = json.loads(told)
        assert found["folder"] == str(tmp_path) and found["link"].startswith("http://127.0.0.1:")
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(found["link"], timeout=20) as page:
            assert b'id="studio"' in page.read()
            assert "script-src 'self'" in page.headers["Content-Security-Policy"]
        process.send_signal(signal.SIGINT)
        assert process.wait(20) in (130, -signal.SIGINT)
        assert process.stderr.read().strip() == ""


def test_the_files_of_a_folder(tmp_path: Path) -> None:
    """Those that are YAML, below it and not hidden; what leads out is not there, and what is no text cannot be read."""
    inside = tmp_path / "inside"
    for name in ("a.yaml", "deep/b.yml", ".hidden/c.yaml", ".d.yaml", "notes.txt", "build/e.yaml"):
        (inside / name).parent.mkdir(parents=True, exist_ok=True)
        (inside / name).write_text(f"# {name}\r\n", encoding="utf-8", newline="")
    (inside / "binary.yaml").write_bytes(b"\xff\xfe\0")
    (tmp_path / "secret.yaml").write_text("secret: 1", encoding="utf-8")
    os.symlink(tmp_path / "secret.yaml", inside / "out.yaml")
    files = FolderFiles(inside)
    assert list(files) == ["a.yaml", "binary.yaml", "deep/b.yml"]
    assert files["a.yaml"] == "# a.yaml\r\n"
    for name in ("binary.yaml", "out.yaml", "../secret.yaml", "missing.yaml"):
        with pytest.raises(KeyError):
            _: Any = files[name]
    before = files.stamp()
    files["new/f.yaml"] = "spec: 1\r\n"
    assert (inside / "new" / "f.yaml").read_bytes() == b"spec: 1\r\n"
    assert files.stamp() != before and "new/f.yaml" in files
