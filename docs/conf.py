"""The site of the documentation: `make docs` builds it from the pages of this folder, into `build/site`
(`site/pages.py` first copies them, with a page for each family of codes).

The pages are read on their own as well, so they are plain Markdown; only `index.md` says how they hang together.
"""

from __future__ import annotations

from importlib.metadata import version as version_of

from pygments.lexer import RegexLexer
from pygments.token import Comment, Generic, Text
from sphinx.application import Sphinx

project = "Cardwright"
author = "the Cardwright authors"
project_copyright = "the Cardwright authors"
release = version_of("cardwright")
version = release

extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["build", "site"]
nitpicky = True
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
suppress_warnings = ["myst.header"]

html_theme = "furo"
html_title = "Cardwright"
html_static_path = ["site"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0b5d3b", "color-brand-content": "#0b5d3b"},
    "dark_css_variables": {"color-brand-primary": "#7fd6ab", "color-brand-content": "#7fd6ab"},
}
pygments_style = "default"
pygments_dark_style = "native"


class Console(RegexLexer):
    """What stands in a terminal: commands behind `$`, and what they print."""

    name = "console"
    tokens = {
        "root": [
            (r"^\$ ", Generic.Prompt, "command"),
            (r"^(?:error|warning)\[\w+\].*$", Generic.Error),
            (r"^\s*=.*$", Generic.Emph),
            (r".+", Generic.Output),
            (r"\n", Text),
        ],
        "command": [(r"#.*$", Comment), (r"[^\n#]+", Text), (r"\n", Text, "#pop")],
    }


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.add_lexer("console", Console)
