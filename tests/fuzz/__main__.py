"""Starts the fuzz, or with the word `sound` the trial of sound specs."""

import sys

from tests.fuzz import fuzz_command
from tests.sound import sound_campaign

if __name__ == "__main__":
    sound = sys.argv[1:2] == ["sound"]
    if sound:
        del sys.argv[1]
    sys.exit((sound_campaign if sound else fuzz_command).main())
