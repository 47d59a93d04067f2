"""One-time invitations: to run a club, or to create one."""

import secrets
from typing import Final

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.fields import LineField
from tournaments.models.clubs import Club, Membership

SECRET_BYTES: Final = 18


def invitation_code() -> str:
    """Code of an invitation, which is the credential."""
    return secrets.token_urlsafe(SECRET_BYTES)


class Invitation(models.Model):
    """Invites one person until it expires; with a club, to the given role there."""

    code = models.CharField(max_length=32, unique=True, default=invitation_code, editable=False)
    club = models.ForeignKey(
        Club, models.CASCADE, null=True, blank=True, related_name="invitations"
    )
    role = models.CharField(max_length=10, choices=Membership.Role.choices, blank=True)
    name = LineField(_("for whom"), max_length=80, blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.name or self.code[:4]

    @property
    def is_open(self) -> bool:
        return self.used_at is None and self.expires_at > timezone.now()
