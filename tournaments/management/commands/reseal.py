"""`manage.py reseal`: re-encrypt data with the current secret."""

from django.core.management.base import BaseCommand, CommandError

from tournaments.encryption import DecryptionError
from tournaments.notifications.people.services.reencryption import reseal_all


class Command(BaseCommand):
    help = "Seal addresses, keys of channels and second steps by the SECRET_KEY of now."

    def handle(self, **_options: object) -> None:
        try:
            count = reseal_all()
        except DecryptionError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{count} sealed anew. SECRET_KEY_FALLBACKS is not needed for them now.")
