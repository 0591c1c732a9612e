"""The results of scenarios as a page that needs nothing from elsewhere: what failed and why, and what is covered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from operator import itemgetter

from ..diagnostics.how_many import how_many
from ..diagnostics.render import render_one
from ..play.scenario.run import ScenarioResult
from ..studies.page import STYLE, table_html
from .coverage import Coverage, plural, told

OWN_STYLE = """
pre { font-size: .82rem; line-height: 1.35; overflow-x: auto; } .failed { color: var(--two); font-weight: 600; }
ul { margin: .4rem 0; padding-left: 1.2rem; } h2, summary, li, p { overflow-wrap: anywhere; }
.file::first-letter { text-transform: none; }
"""


def results_page(results: Sequence[ScenarioResult], seen: Coverage | None) -> str:
    """The page: scenarios that fail come first, each with its message; those that pass are folded away by file.

    With `seen` the coverage follows, kind by kind, and each line that no scenario comes to.
    """
    failed = [one for one in results if not one.passed]
    summary = f"{len(failed)} failed, {len(results) - len(failed)} passed" if failed else f"{len(results)} passed"
    body = "\n".join([*_failures(failed), *_by_file(results), *(_coverage(seen) if seen is not None else ())])
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>Scenarios</title>\n'
        f"<style>{STYLE}{OWN_STYLE}</style>\n</head>\n<body>\n<h1>Scenarios</h1>\n"
        f'<p class="{"failed" if failed else "soft"}">{summary}</p>\n{body}\n</body>\n</html>\n'
    )


def _failures(failed: Sequence[ScenarioResult]) -> Iterator[str]:
    for one in failed:
        said = "\n".join(render_one(found, width=100) for found in one.report.diagnostics)
        head = f'<span class="failed">Failed:</span> {escape(one.name)}'
        file = f'<p class="soft file">{escape(one.file)}</p>'
        yield f"<section>\n<h2>{head}</h2>\n{file}\n<pre>{escape(said)}</pre>\n</section>"


def _by_file(results: Sequence[ScenarioResult]) -> Iterator[str]:
    for file, found in groupby(results, key=lambda one: one.file):
        passed = [one.name for one in found if one.passed]
        if passed:
            names = "".join(f"<li>{escape(name)}</li>" for name in passed)
            head = f"{escape(file)}: {how_many(len(passed), 'scenario')} passed"
            yield f"<details>\n<summary>{head}</summary>\n<ul>{names}</ul>\n</details>"


def _coverage(seen: Coverage) -> Iterator[str]:
    kinds = [(plural(kind), str(some), str(many)) for kind, (some, many) in seen.counts().items()]
    table = table_html([("", "covered", "of"), *kinds])
    yield f"<section>\n<h2>Coverage: {seen.percent:.1f} %</h2>\n{table}\n</section>"
    for file, missing in groupby(told(seen), key=itemgetter(0)):
        lines = "".join(f"<li>line {line}: {_with_code(text)}</li>" for _, line, text in missing)
        yield f"<section>\n<h2>{escape(file)}</h2>\n<ul>{lines}</ul>\n</section>"


def _with_code(text: str) -> str:
    """A text in which what stands in backticks is code."""
    return re.sub("`(.*?)`", r"<code>\1</code>", escape(text))
