from typing import Final

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken

from games.fields import LineField
from tournaments.models.helpers import helper_code

CODE_LENGTH: Final = 10


def token_code() -> str:
    """Public id of a token in URLs; unrelated to the secret."""
    return helper_code(CODE_LENGTH)


class PersonalToken(AbstractAuthToken):  # type: ignore[misc]
    """API token of a user; stored as a digest, shown once.

    It grants the owner's permissions, limited to its scopes.
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
        return self.expiry is not None and self.expiry <= timezone.now()

    @property
    def scope_words(self) -> list[str]:
        return [str(label) for key, label in self.Scope.choices if key in self.scopes]
