"""Builds the playground: the studio as static files that any web server can send, under any path.

    python -m playground.build [TARGET]

The interpreter runs in the page, in a worker, under Pyodide. What it needs is bundled here once: this package and those
that it needs, as bytecode of Pyodide's Python, and Pyodide itself, which comes from the npm package that
`package-lock.json` names. Nothing is asked of anybody else when the page is used.

What is large is packed by gzip and unpacked in the worker: so it is as small whatever the web server does.
"""

from __future__ import annotations

import gzip
import io
import json
import shutil
import struct
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from hashlib import sha256
from importlib import metadata
from pathlib import Path

from cardwright.diagnostics.text import LANGUAGES
from cardwright.studio import html
from cardwright.studio.phrases import words_of_studio

from . import language_types, licences

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
NODE_MODULES = HERE / "node_modules"

PARTS = {
    "interpreter": "cardwright",
    "grammar": "cardwright/grammar",
    "specs": "cardwright/specs",
    "examples": "cardwright/examples",
    "playground/python": "",
}
"""Folders of the tree, and where they are bundled."""

PACKAGES = ("attrs", "click", "jsonschema", "jsonschema-specifications", "lark", "PyYAML", "referencing")
"""What else is bundled: the pure part of what this package needs; of `lsprotocol` a part (`language_types`)."""

LEFT_OUT = (
    "cardwright/studio/page/",
    "cardwright/table/serving/web_server.py",
    "lark/__pyinstaller",
    "lark/tools",
    "yaml/_yaml",
    "jsonschema/tests",
)
"""What nothing in a page can use."""

STANDARD_LIBRARY_LEFT_OUT = (
    *("_aix_support", "_pyio", "_pyrepl", "antigravity", "bdb", "cProfile", "cmd", "colorsys"),
    *("compileall", "configparser", "curses", "dbm", "doctest", "ensurepip", "filecmp", "fileinput"),
    *("ftplib", "http", "idlelib", "imaplib", "mailbox", "mimetypes", "modulefinder", "netrc"),
    *("nturl2path", "optparse", "pdb", "pickletools", "plistlib", "poplib", "profile", "pstats", "pty"),
    *("py_compile", "pyclbr", "pydoc", "pydoc_data", "quopri", "rlcompleter", "sched", "shelve"),
    *("smtplib", "socketserver", "sqlite3", "symtable", "tabnanny", "tarfile", "this", "timeit"),
    *("tkinter", "trace", "tracemalloc", "tty", "turtle", "unittest", "venv", "wave", "webbrowser"),
    *("wsgiref", "xml", "xmlrpc", "zipapp", "zoneinfo"),
)
"""Modules and packages of the standard library that nothing here imports."""

ENCODINGS = (
    *("__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "raw_unicode_escape"),
    *("unicode_escape", "utf_16", "utf_32", "utf_8", "utf_8_sig"),
)
"""Encodings of texts and of names in archives that are kept."""


def main(target: Path) -> None:
    """Build the playground anew."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    copy_files(target)
    write_page(target)
    pyodide = NODE_MODULES / "pyodide"
    for name in ("pyodide.mjs", "pyodide.asm.mjs"):
        shutil.copy(pyodide / name, target / name)
    pack(target / "pyodide.asm.wasm", (pyodide / "pyodide.asm.wasm").read_bytes())
    pack(target / "python_stdlib.zip", standard_library(pyodide / "python_stdlib.zip"))
    pack(target / "packages", bundle(dict(compiled(sources()))))
    write_service_worker(target)


def copy_files(target: Path) -> None:
    """Copy what the page consists of beside that of the studio."""
    for path in sorted((HERE / "browser").iterdir()):
        shutil.copy(path, target / path.name)
    for path in sorted((HERE / "dictionaries").iterdir()):
        shutil.copy(path, target / f"dictionary-{path.name}")
    shutil.copy(NODE_MODULES / "fflate" / "esm" / "browser.js", target / "fflate.js")


def write_page(target: Path) -> None:
    """Write the page of the studio, with its files and words."""
    for name in html.FILES:
        if (text := html.file_of(name)) is not None:
            (target / name).write_text(text, encoding="utf-8")
    page = html.studio_page("en", start="playground.js")
    policy = html.policy().replace("script-src ", "script-src 'wasm-unsafe-eval' ")
    style = '<link rel="stylesheet" href="playground.css">\n</head>'
    page = page.replace(html.policy(), policy).replace("</head>", style)
    (target / "index.html").write_text(page, encoding="utf-8")
    listed = licences.page(list(licences.parts(ROOT, NODE_MODULES, (*PACKAGES, "lsprotocol"))))
    (target / "licences.html").write_text(listed, encoding="utf-8")
    words = {language: words_of_studio(language) for language in LANGUAGES}
    (target / "words.js").write_text(f"export const WORDS = {json.dumps(words)};\n", encoding="utf-8")


def write_service_worker(target: Path) -> None:
    """Tell the service worker which files there are, and which edition they make."""
    files = sorted(path.name for path in target.iterdir() if path.name != "service_worker.js")
    edition = sha256(b"".join(name.encode() + sha256((target / name).read_bytes()).digest() for name in files))
    path = target / "service_worker.js"
    known = f"const EDITION = {edition.hexdigest()[:16]!r};\nconst FILES = {json.dumps(['./', *files])};\n"
    path.write_text(known + path.read_text(encoding="utf-8"), encoding="utf-8")


def pack(path: Path, content: bytes) -> None:
    """Write a content as `path` with the ending `packed`, which no web server takes for something to unpack itself."""
    path.with_name(f"{path.name}.packed").write_bytes(gzip.compress(content, 9, mtime=0))


def bundle(files: dict[str, bytes]) -> bytes:
    """Many files as one: the length of the list, the list, then the contents; `unbundled` in python.js reads it."""
    listed = json.dumps([[name, len(content)] for name, content in files.items()], separators=(",", ":")).encode()
    return struct.pack(">I", len(listed)) + listed + b"".join(files.values())


def compiled(files: Iterable[tuple[str, bytes]], *, kind: str = "") -> Iterator[tuple[str, bytes]]:
    """Modules as bytecode, data as it is, by name."""
    with tempfile.TemporaryDirectory() as folder:
        stage = Path(folder)
        for name, content in files:
            path = stage / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        subprocess.run(["node", str(HERE / "compile.mjs"), folder, kind], check=True)
        for path in sorted(stage.rglob("*")):
            if path.is_file() and path.suffix != ".py":
                yield path.relative_to(stage).as_posix(), path.read_bytes()


def sources() -> Iterator[tuple[str, bytes]]:
    """The files of this package and of those that it needs."""
    for folder, place in PARTS.items():
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield from _kept(str(Path(place, path.relative_to(ROOT / folder))), path)
    for name in PACKAGES:
        for file in metadata.files(name) or ():
            if file.suffix in (".py", ".json", ".lark"):
                yield from _kept(str(file), Path(str(file.locate())))
    types = metadata.distribution("lsprotocol").locate_file("lsprotocol/types.py")
    used = language_types.names_used(ROOT / "interpreter")
    yield "lsprotocol/__init__.py", b""
    yield "lsprotocol/types.py", language_types.reduced(Path(str(types)).read_text(encoding="utf-8"), used).encode()


def _kept(name: str, path: Path) -> Iterator[tuple[str, bytes]]:
    if not name.startswith(LEFT_OUT):
        yield name, path.read_bytes()


def standard_library(path: Path) -> bytes:
    """The standard library: what is needed here, as bytecode, which starts twice as fast; `pack` compresses it better.

    Pyodide looks up docstrings of its own modules.
    """
    made = io.BytesIO()
    with zipfile.ZipFile(path) as archive:
        files = {one: archive.read(one) for one in archive.namelist() if one.endswith(".py") and not _left_out(one)}
    own = {name: content for name, content in files.items() if name.startswith(("pyodide/", "_pyodide/"))}
    with zipfile.ZipFile(made, "w") as smaller:
        for part, kind in ((own, "plain"), ({k: v for k, v in files.items() if k not in own}, "")):
            for name, content in compiled(part.items(), kind=kind):
                smaller.writestr(zipfile.ZipInfo(name), content)
    return made.getvalue()


def _left_out(name: str) -> bool:
    first, *more = name.removesuffix(".py").split("/")
    return first in STANDARD_LIBRARY_LEFT_OUT or (first == "encodings" and more[0] not in ENCODINGS)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "playground")
