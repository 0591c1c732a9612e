"""What the playground is made of, with the licences, as a page."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from html import escape
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from cardwright.table.page.page import opening

WORDS = {
    "en": "Besides Cardwright itself this page holds, unchanged where nothing else is said:",
    "fr": "Outre Cardwright même, cette page contient, sans changement si rien n’est dit :",
    "de": "Außer Cardwright selbst enthält diese Seite, unverändert, wo nichts anderes steht:",
}

LICENCE_FILES = ("LICENSE", "LICENCE", "COPYING", "NOTICE")


class Part(NamedTuple):
    """A part that somebody else has made: its name and version, the name of its licence, where it is from, the text."""

    name: str
    licence: str
    source: str
    text: str = ""


def parts(root: Path, node_modules: Path, packages: Sequence[str]) -> Iterator[Part]:
    """All parts: Pyodide with what is in it, packages of Python and of npm, the editor of the studio."""
    yield from of_npm(node_modules, ("pyodide", "fflate"))
    yield Part(
        "CPython", "PSF-2.0", "https://docs.python.org/3.14/license.html (its standard library: a part, as bytecode)"
    )
    yield Part("Emscripten, musl and the libraries in Pyodide", "MIT and others", "https://pyodide.org")
    yield from of_python(packages)
    editor = root / "interpreter" / "studio" / "page" / "licences.txt"
    if editor.is_file():
        yield Part("CodeMirror and what it needs", "MIT", "https://codemirror.net", editor.read_text(encoding="utf-8"))
    yield Part("Cardwright", "MIT", "", (root / "LICENSE").read_text(encoding="utf-8"))


def of_npm(folder: Path, names: Sequence[str]) -> Iterator[Part]:
    """Packages of npm."""
    for name in names:
        about = json.loads((folder / name / "package.json").read_text(encoding="utf-8"))
        text = "\n\n".join(one.read_text(encoding="utf-8") for one in sorted((folder / name).glob("LICEN[CS]E*")))
        home = about.get("homepage") or str(about.get("repository", {}).get("url", ""))
        yield Part(f"{name} {about['version']}", about["license"], home, text)


def of_python(names: Sequence[str]) -> Iterator[Part]:
    """Packages of Python."""
    for name in names:
        found = metadata.distribution(name)
        about = found.metadata.json
        files = [one for one in found.files or () if one.name.upper().startswith(LICENCE_FILES)]
        text = "\n\n".join(Path(str(one.locate())).read_text(encoding="utf-8") for one in files)
        links = dict(one.split(", ", 1) for one in about.get("project_url", ()))
        home = next((links[key] for key in ("Homepage", "Source", "Repository") if key in links), "")
        licence = str(about.get("license_expression") or about.get("license") or "")
        yield Part(f"{name} {found.version}", licence, str(about.get("home_page") or home), text)


def page(listed: Sequence[Part]) -> str:
    """The page of them."""
    rows = "".join(_row(one) for one in listed)
    said = "".join(f'<p lang="{language}">{escape(text)}</p>\n' for language, text in WORDS.items())
    styles = '<link rel="stylesheet" href="colours.css">\n<link rel="stylesheet" href="playground.css">'
    head = opening("Cardwright: licences", "en", "default-src 'none'; style-src 'self'; img-src data:", styles)
    return f"""{head}<main class="licences">
<h1>Cardwright</h1>
{said}{rows}</main>
</body>
</html>
"""


def _row(one: Part) -> str:
    source = f' – <a href="{escape(one.source)}">{escape(one.source)}</a>' if one.source.startswith("https:") else ""
    head = f"<p><b>{escape(one.name)}</b> – {escape(one.licence)}{source}</p>\n"
    text = f"<details><summary>{escape(one.name)}: ©</summary><pre>{escape(one.text.strip())}</pre></details>\n"
    return head + (text if one.text else "")
