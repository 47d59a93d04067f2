from django.core.management.base import BaseCommand

from config.environment import new_key


class Command(BaseCommand):
    help = "Prints a new private key for web push, as a line for the environment."

    def handle(self, **_options: object) -> None:
        self.stdout.write(f"VAPID_PRIVATE_KEY={new_key()}")
