"""A player in ten lines, which takes the move with the longest text: --seats "external:python longest.py,random"."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "choose":
        print(json.dumps({"move": max(message["moves"], key=len)}), flush=True)
