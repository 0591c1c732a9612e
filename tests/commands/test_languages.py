"""What the command itself says about a game is said in the language of the player; what is typed stays as it is."""

from __future__ import annotations

import re

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine

WIDE, NARROW = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command line answers in French, with ordinary spaces and no line breaks within a row."""
    assert answer(CommandLine((*words, "--lang", "fr"))) == 0
    return re.sub(f"[ {WIDE}{NARROW}]+", " ", capsys.readouterr().out)


def test_options(capsys: pytest.CaptureFixture[str]) -> None:
    shown = said(capsys, "options", "mille-bornes")
    assert " option valeurs par défaut ce qu’elle change\n" in shown
    assert "25 à 2000, par" in shown and "1000 (4 joueurs)" in shown
    assert "ask (au choix du" in shown
    assert "préréglage single_hand : Une seule manche (match_to=0)" in shown


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    shown = said(capsys, "list")
    assert "course-folle Course folle, 2 à 7 joueurs\n variante seven-rounds Sept tours\n" in shown
    assert "mille-bornes Mille Bornes, 2, 3, 4, 6 joueurs\n préréglage single_hand" in shown


def test_simulate(capsys: pytest.CaptureFixture[str]) -> None:
    shown = said(capsys, "simulate", "mille-bornes", "--games", "2", "--preset", "single_hand")
    assert shown.startswith("mille-bornes, 2 joueurs, 2 parties : terminées 2\n")
    assert "place joueur victoires partagées défaites gain moyen\n" in shown
    assert "décisions par partie : moyenne" in shown


def test_diff(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "diff", "mille-bornes", "mille-bornes") == "les règles sont les mêmes\n"
    shown = said(capsys, "diff", "on-the-trail", "on-the-trail+solo")
    assert "Ajout : phase « Le coureur virtuel avance ».\n" in shown


def test_placeholders(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "placeholders", "on-the-trail").endswith("17 sortes sur 28 ont des valeurs inventées\n")
