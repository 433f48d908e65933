"""Clears up after a test run that was killed: its processes, database servers and folders go when it does.

Not for a run that ends by itself: fixtures clear up after themselves and say so here. The reaper is a process of its
own that reads what there is from a pipe; the pipe's end is the run's end, however it came.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO

BORN, GONE, MADE, REMOVED = "born", "gone", "made", "removed"

_pipes: dict[int, int] = {}
"""The pipe to the reaper, by process: a forked one starts a reaper of its own."""


def born(process: int) -> None:
    """A process that must not outlive this one."""
    _say(f"{BORN} {process}")


def gone(process: int) -> None:
    _say(f"{GONE} {process}")


def made(folder: Path) -> None:
    """A folder to remove, and with it the database server that works in it."""
    _say(f"{MADE} {folder}")


def removed(folder: Path) -> None:
    _say(f"{REMOVED} {folder}")


def _say(line: str) -> None:
    here = os.getpid()
    if here not in _pipes:
        read, _pipes[here] = os.pipe()
        # A session of its own: what is sent to the whole group of the test run does not reach it.
        reaper = subprocess.Popen([sys.executable, __file__], stdin=read, start_new_session=True)
        reaper.returncode = 0  # nobody waits for it
        os.close(read)
    os.write(_pipes[here], f"{line}\n".encode())


def reap(lines: IO[str]) -> None:
    """Reads until the run is over, then clears up what it has left."""
    processes: set[int] = set()
    folders: set[Path] = set()
    for line in lines:
        word, _, what = line.rstrip("\n").partition(" ")
        match word:
            case "born":
                processes.add(int(what))
            case "gone":
                processes.discard(int(what))
            case "made":
                folders.add(Path(what))
            case "removed":
                folders.discard(Path(what))
    for process in processes:
        _kill(process)
    for folder in folders:
        for file in folder.glob("**/postmaster.pid"):
            with contextlib.suppress(OSError, ValueError):
                _kill(int(file.read_text().split()[0]), signal.SIGQUIT)
        shutil.rmtree(folder, ignore_errors=True)


def _kill(process: int, how: signal.Signals = signal.SIGKILL) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(process, how)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    reap(sys.stdin)
