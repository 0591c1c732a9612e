"""Starts the fuzz, or with the word `sound` the trial of sound specs: shared modules are found as pytest finds them."""

import sys
import tomllib
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[2]

if __name__ == "__main__":
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    sys.path[:0] = [str(ROOT / folder) for folder in settings["tool"]["pytest"]["ini_options"]["pythonpath"]]
    sound = sys.argv[1:2] == ["sound"]
    if sound:
        del sys.argv[1]
    sys.exit(import_module("sound_campaign" if sound else "fuzz_command").main())
