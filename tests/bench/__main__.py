"""`make bench`: every figure beside its yardstick, measured in one run.

Not for passing or failing: it always prints everything and exits with 1 if a figure misses its mark.
"""

import sys

from tests.bench import answers, calls, haithabu, local, pictures, queues, rewind, steps, store, strength, taps, titles

PARTS = (taps, calls, titles, strength, haithabu, store, queues, rewind, steps, pictures, answers, local)


def main() -> int:
    missed = 0
    for part in PARTS:
        for figure in part.figures():
            print(figure, flush=True)
            missed += not figure.holds
    print(f"{missed} of the figures missed their mark" if missed else "every figure holds")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
