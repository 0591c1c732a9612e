"""Starts the fuzz: the folders of shared test modules are found as pytest finds them."""

import sys
import tomllib
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[2]

if __name__ == "__main__":
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    sys.path[:0] = [str(ROOT / folder) for folder in settings["tool"]["pytest"]["ini_options"]["pythonpath"]]
    sys.exit(import_module("fuzz_command").main())
