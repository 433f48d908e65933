"""`python -m engine`: the console on standard input and output.

Not for options: everything is said in the requests. KONTOR_TITLES names modules that register more titles,
KONTOR_BOARDS a folder of corrected boards.
"""

import os
import sys
from pathlib import Path

from engine import registry
from engine.console import Console
from engine.errors import BadTitle

WELCOME = """Kontor engine console: one JSON request per line, one JSON reply per line; Ctrl-D ends it. Try:
{"op":"titles"}
{"op":"new","title":"hansa","seats":3,"seed":"a first game"}
{"op":"legal","game":1,"seat":0}
{"op":"apply","game":1,"seat":0,"action":"place danzig"}
{"op":"playout","game":1,"policy":"simple"}
"""


def main() -> int:
    if sys.stdin.isatty():
        print(WELCOME, file=sys.stderr)
    try:
        registry.register_from(filter(None, os.environ.get("KONTOR_TITLES", "").split(",")))
        if folder := os.environ.get("KONTOR_BOARDS"):
            registry.register_boards(Path(folder))
    except BadTitle as error:
        print(f"kontor: {error}", file=sys.stderr)
        return 2
    console = Console()
    out = sys.stdout.buffer
    try:
        for reply in console.answers(sys.stdin.buffer):
            out.write(reply + b"\n")
            out.flush()
    except (KeyboardInterrupt, BrokenPipeError):
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
