"""The colours of pictures: those of the page, light and dark, and the kinds of things that have them."""

from __future__ import annotations

from typing import Literal

Scheme = Literal["light", "dark", "both"]
"""`both` follows the reader's system, where the picture is looked at in a browser."""

FONT = "system-ui, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif"

LIGHT = {
    "ground": "#eef1ec", "felt": "#ffffff", "ink": "#1b2421", "soft": "#58645f", "line": "#d2d9d4", "edge": "#8b9892",
    "paper": "#fffdf8", "rim": "#b9b6aa", "back": "#3f5f7a", "back2": "#6d8aa3", "accent": "#0b6e4f",
    "red": "#c8322b", "orange": "#d9731a", "yellow": "#d9b310", "green": "#2f8f46", "cyan": "#1f98a3",
    "blue": "#2f66b3", "violet": "#7c4fa3", "pink": "#d7669a", "brown": "#8a5a34", "black": "#23272a",
    "grey": "#82888e", "white": "#f4f4f1",
}  # fmt: skip
DARK = {
    "ground": "#121715", "felt": "#1b2220", "ink": "#e7ece9", "soft": "#a0aca6", "line": "#323c38", "edge": "#6d7a74",
    "paper": "#2a322f", "rim": "#55615b", "back": "#2c465c", "back2": "#46647f", "accent": "#62c7a0",
    "red": "#e2564e", "orange": "#ea8f3c", "yellow": "#e3c23a", "green": "#4db365", "cyan": "#47b8c2",
    "blue": "#5b92dd", "violet": "#a67fd0", "pink": "#e58bb3", "brown": "#b98257", "black": "#0b0d0e",
    "grey": "#959ba1", "white": "#f4f4f1",
}  # fmt: skip
SYMBOLS = tuple(list(LIGHT)[11:])
"""The colours that a spec can name."""

PLAYERS = ("#b3261e", "#1f5fa8", "#2b7a3a", "#7a4a9e", "#8a5200", "#08727c", "#a03368", "#4a5158")
"""The colours of the players' pieces; white numbers stand out on each."""


def style_of(scheme: Scheme) -> str:
    """The style sheet of a picture."""
    sheet = f"text{{font-family:{FONT}}}.b{{font-weight:700}}.t{{fill:#fff}}"
    sheet += "".join(f".p{number}{{fill:{colour}}}" for number, colour in enumerate(PLAYERS, start=1))
    if scheme != "both":
        return sheet + _coloured(LIGHT if scheme == "light" else DARK)
    return f"{sheet}{_coloured(LIGHT)}@media (prefers-color-scheme:dark){{{_coloured(DARK)}}}"


def _coloured(colours: dict[str, str]) -> str:
    get = colours.__getitem__
    sheet = (
        f"text{{fill:{get('ink')}}}.soft{{fill:{get('soft')}}}.accent{{fill:{get('accent')}}}"
        f".ground{{fill:{get('ground')}}}.line{{fill:{get('line')}}}.fill-edge{{fill:{get('edge')}}}"
        f".panel{{fill:{get('felt')};stroke:{get('line')}}}"
        f".acts{{fill:{get('felt')};stroke:{get('accent')};stroke-width:2}}"
        f".card{{fill:{get('paper')};stroke:{get('rim')}}}.none{{fill:{get('rim')}}}"
        f".empty{{fill:none;stroke:{get('line')};stroke-dasharray:4 3}}.pill{{fill:none;stroke:{get('line')}}}"
        f".back{{fill:{get('back')}}}.stripe{{stroke:{get('back2')};stroke-width:3}}"
        f".badge{{fill:{get('ink')}}}.on{{fill:{get('felt')}}}.sign{{fill:{get('felt')}}}"
        f".held{{fill:none;stroke:{get('edge')};stroke-width:1.5}}.piece{{stroke:{get('ink')}}}.dot{{stroke:{get('edge')}}}"
    )
    return sheet + "".join(f".{name}{{fill:{get(name)}}}" for name in SYMBOLS)
