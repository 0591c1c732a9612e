"""How what a verb lacks is installed. Cardwright is on no package index, so its extras come from a clone or a wheel."""

from __future__ import annotations


def installs(extra: str) -> str:
    """The help that says how to install the packages of an extra, for a clone and for a wheel.

    >>> installs("fast").partition(";")[0]
    "in a clone of Cardwright, `pip install '.[fast]'` installs it"
    """
    wheel = f"`pip install 'cardwright-….whl[{extra}]'`"
    return f"in a clone of Cardwright, `pip install '.[{extra}]'` installs it; with a wheel, {wheel}"
