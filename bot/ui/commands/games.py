"""/games: all games of whoever asks, wherever they ask from.

Not for what it shows: `bot.ui.panels.own_games`.
"""

import discord
from discord import app_commands

from bot.ui.command_names import about, named
from bot.ui.commands.installs import OF_ANYBODY, PLACES
from bot.ui.panels import own_games
from bot.ui.replies import answer


@app_commands.command(name=named("/games"), description=about("All your games, those that wait for you first"))
@app_commands.allowed_contexts(guilds=PLACES.guild, dms=PLACES.dm_channel, private_channels=PLACES.private_channel)
@app_commands.allowed_installs(guilds=OF_ANYBODY.guild, users=OF_ANYBODY.user)
async def games(interaction: discord.Interaction) -> None:
    await answer(interaction, lambda words: own_games.page(interaction, words, instead=False))
