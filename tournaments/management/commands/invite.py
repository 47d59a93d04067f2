from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.urls import reverse

from tournaments.accounts.services.invitations import create_invitation


class Command(BaseCommand):
    help = "Print a link by which one person may sign up within seven days and found a club."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--name", default="", help="for whom it is")

    def handle(self, *, name: str, **_options: object) -> None:
        invitation = create_invitation(club=None, name=name)
        self.stdout.write(f"{settings.PUBLIC_URL}{reverse('invitation', args=[invitation.code])}")
