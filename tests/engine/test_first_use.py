"""A type that two threads decode for the first time at once ends the process, unless it was made ready.

Not for what is decoded.
"""

import subprocess
import sys

DECODING = """
import sys, threading, types
import msgspec
from engine.first_use import importing

sys.setswitchinterval(1e-6)
FIELDS = "".join(f"    f{number}: 'One | Other | None' = None\\n" for number in range(30))
SOURCE = f'''
import msgspec
class One(msgspec.Struct, tag="one"):
    x: int
class Other(msgspec.Struct, tag="other"):
    y: "tuple[int, ...]"
class Both(msgspec.Struct):
{FIELDS}'''

def imported(number):
    module = sys.modules[f"m{number}"] = types.ModuleType(f"m{number}")
    exec(SOURCE, module.__dict__)
    return module.Both

def decode(kind, barrier):
    barrier.wait()
    for _ in range(20):
        msgspec.json.decode(b'{"f0":{"type":"one","x":1}}', type=kind)

for number in range(200):
    with importing():
        kind = imported(number)
    barrier = threading.Barrier(3)
    threads = [threading.Thread(target=decode, args=(kind, barrier)) for _ in range(3)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
"""


def test_types_that_were_made_ready_are_decoded_by_threads_at_once() -> None:
    """Without `importing` this ends with a segmentation fault, most of the times."""
    done = subprocess.run([sys.executable, "-c", DECODING], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
