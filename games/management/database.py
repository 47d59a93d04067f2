from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management.base import CommandError
from django.db import InterfaceError, OperationalError, ProgrammingError
from django.utils.translation import gettext as _


@contextmanager
def readable_database_errors() -> Iterator[None]:
    """Turn a database error into a CommandError: unreachable, or without tables."""
    try:
        yield
    except (InterfaceError, OperationalError, ProgrammingError) as error:
        reason = str(error).strip().partition("\n")[0]
        words = _("The database does not answer; is it running, and has `migrate` been run? (%s)")
        raise CommandError(words % reason) from error
