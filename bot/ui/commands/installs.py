"""Who may add which commands, and where they are offered.

Not for who may use them: the table says so.
"""

from discord.app_commands import AppCommandContext, AppInstallationType

PLACES = AppCommandContext(guild=True, dm_channel=True, private_channel=False)
"""Servers, and private messages with the bot; in a conversation of others the bot could not post."""
OF_SERVERS = AppInstallationType(guild=True, user=False)
"""Tables live where the bot is a member."""
OF_ANYBODY = AppInstallationType(guild=True, user=True)
"""What somebody reads or chooses for themselves."""
