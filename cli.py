"""Starts the `cardwright` command from a checkout: `python cli.py list`."""

from cardwright.commands.start import main

if __name__ == "__main__":
    main()
