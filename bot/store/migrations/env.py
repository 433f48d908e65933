"""What Alembic runs for a migration: on the connection `bot.store.migrate` opened, in its transaction.

Not for the alembic command line: a schema changes at start-up only.
"""

from alembic import context

from bot.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transaction_per_migration=False,
)
context.run_migrations()
