"""Starts the command as `python -m cardwright`."""

from .commands.start import main

if __name__ == "__main__":
    main()
