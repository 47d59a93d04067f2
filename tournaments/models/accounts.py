"""What belongs to an account beside the account itself: programs that act for its owner."""

from typing import Final

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken

from games.fields import LineField
from tournaments.models.helpers import helper_code

CODE_LENGTH: Final = 10


def token_code() -> str:
    """What a token is called in addresses; it says nothing of the secret."""
    return helper_code(CODE_LENGTH)


class PersonalToken(AbstractAuthToken):  # type: ignore[misc]
    """A secret by which a program acts for a person; kept as a digest, shown once.

    The program may do what its owner may, and of that no more than the scopes name.
    """

    class Scope(models.TextChoices):
        READ = "read", _("Read what I may read")
        RESULTS = "results", _("Enter and correct results")
        DIRECT = "direct", _("Direct tournaments: entries, draw, clock, rulings, cash")
        CLUB = "club", _("Run my clubs: tournaments, people, players, seasons")

    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=token_code, editable=False)
    name = LineField(_("name"), max_length=80)
    scopes = models.JSONField(default=list)
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("personal token")
        verbose_name_plural = _("personal tokens")
        ordering = ["-created"]

    def __str__(self) -> str:
        return self.name

    @property
    def is_over(self) -> bool:
        """Whether its time has run out."""
        return self.expiry is not None and self.expiry <= timezone.now()

    @property
    def scope_words(self) -> list[str]:
        """What it may be used for, in words."""
        return [str(label) for key, label in self.Scope.choices if key in self.scopes]
