"""Starts the ordinary bot with Discord's three addresses set to the local server's; the bot knows nothing of it.

Not for running by hand: `supervisor.py` starts it as the bot's process and names the server in the environment.
"""

import os
import signal
import sys
import threading

ADDRESS = "KONTOR_LOCAL_ADDRESS"
LEASH = "KONTOR_LOCAL_LEASH"
"""Says that standard input is a pipe from the server's process: its end is the server's end, and so the bot's."""


def point_at(base: str) -> None:
    """All of Discord that the bot knows: its REST side, its gateway, its pictures."""
    import discord  # here: the server's process reads ADDRESS from this module and must not wait for discord.py
    import yarl

    discord.http.Route.BASE = f"{base}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"{base.replace('http', 'ws', 1)}/gateway/")
    discord.asset.Asset.BASE = f"{base}/cdn"


def end_with_server() -> None:
    """However the server's process ends, killed too: a bot that nobody can reach must not stay behind."""

    def watch() -> None:
        while os.read(0, 1):  # not sys.stdin: a thread that waits in it cannot be left behind at the end
            pass
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="leash", daemon=True).start()


def main() -> int:
    if os.environ.pop(LEASH, None):
        end_with_server()
    point_at(os.environ[ADDRESS])
    from bot.__main__ import main as kontor

    return kontor(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
