"""The parts of the server that handlers work with, in one place.

Not for anything of its own.
"""

from dataclasses import dataclass

from bot.local.archive import Archive
from bot.local.gateway import Gateway
from bot.local.interactions import Interactions
from bot.local.payloads import Payloads
from bot.local.world import World
from bot.local.writing import Writer


@dataclass(frozen=True)
class Services:
    world: World
    archive: Archive
    payloads: Payloads
    writer: Writer
    gateway: Gateway
    interactions: Interactions
