"""`make torture`: hundreds of kills and every fault of a database in turn, then thousands of presses for the memory.

Not for `make test`, which does a little of the same. Exits with 1 if anything was lost, or happened twice.
"""

import argparse
import asyncio
import sys

from tests.torture import kills, memory, outages


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.torture", description=__doc__)
    parser.add_argument("--kills", type=int, default=500, help="how often a process is killed, on each database")
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each fault lasts")
    parser.add_argument("--presses", type=int, default=20_000, help="how often people press something")
    parser.add_argument("--people", type=int, default=2_000)
    given = parser.parse_args()
    bad = 0
    for part in (kills.outcomes(given.kills), outages.outcomes(given.seconds)):
        for name, outcome in part:
            print(f"{name}: {outcome}{'' if outcome.is_good else '  <- WRONG'}", flush=True)
            bad += not outcome.is_good
    print(asyncio.run(memory.growth(given.presses, given.people)), flush=True)
    print(f"{bad} faults lost or doubled something" if bad else "nothing was lost, nothing happened twice")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
