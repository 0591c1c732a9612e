"""The results of scenarios as JUnit XML, which servers that run tests show."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from xml.sax.saxutils import escape, quoteattr

from ..diagnostics.render import render_one
from ..play.scenario.run import ScenarioResult

_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def to_junit(results: Sequence[ScenarioResult]) -> str:
    """A suite for each file, a case for each scenario, and for one that fails what is wrong."""
    lines = ['<?xml version="1.0" encoding="utf-8"?>']
    failed = sum(not one.passed for one in results)
    lines.append(f'<testsuites tests="{len(results)}" failures="{failed}">')
    for file, cases in groupby(results, key=lambda one: one.file):
        lines += _suite(file, list(cases))
    return _NOT_IN_XML.sub("\ufffd", "\n".join([*lines, "</testsuites>", ""]))


def _suite(file: str, cases: Sequence[ScenarioResult]) -> list[str]:
    failed = sum(not one.passed for one in cases)
    lines = [f'  <testsuite name={quoteattr(file)} tests="{len(cases)}" failures="{failed}">']
    for one in cases:
        head = f"    <testcase classname={quoteattr(file)} name={quoteattr(one.name)}"
        if one.passed:
            lines.append(f"{head}/>")
            continue
        found = one.report.diagnostics
        lines.append(f"{head}>")
        lines.append(f"      <failure message={quoteattr(found[0].message)}>")
        lines.append(escape("\n".join(render_one(diagnostic) for diagnostic in found)))
        lines += ["      </failure>", "    </testcase>"]
    return [*lines, "  </testsuite>"]
