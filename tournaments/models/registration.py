import secrets

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.fields import DetailsField, LineField
from tournaments.models.entries import Team
from tournaments.models.tournament import Tournament


def new_secret() -> str:
    """Secret for the sign-up's URL, the credential to change it."""
    return secrets.token_urlsafe(18)


class EntryPlan(models.Model):
    """Settings for public registration."""

    class Contact(models.TextChoices):
        NO = "no", _("is not asked for")
        MAY = "may", _("may be given")
        MUST = "must", _("must be given")

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, primary_key=True, related_name="entry_plan"
    )
    is_open = models.BooleanField(default=True)
    closes_at = models.DateTimeField(null=True, blank=True)
    # Maximum number of entrants; empty: unlimited.
    most = models.PositiveSmallIntegerField(null=True, blank=True)
    needs_approval = models.BooleanField(default=False)
    shows_names = models.BooleanField(default=True)
    contact = models.CharField(max_length=4, choices=Contact.choices, default=Contact.MAY)

    class Meta:
        verbose_name = _("entry by players")
        verbose_name_plural = _("entry by players")

    def __str__(self) -> str:
        return f"{self.tournament}: {self.is_open}"


class Signup(models.Model):
    """A registration, or a single player looking for a partner.

    ``place``: position in the queue; ``team``: the entrant once accepted.
    """

    class State(models.TextChoices):
        ASKED = "asked", pgettext_lazy("sign-up", "asked")
        APPROVED = "approved", pgettext_lazy("sign-up", "entered")
        WAITING = "waiting", _("on the waiting list")
        JOINED = "joined", _("together with somebody")
        WITHDRAWN = "withdrawn", pgettext_lazy("sign-up", "withdrawn")
        REFUSED = "refused", pgettext_lazy("sign-up", "refused")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="signups")
    place = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.ASKED)
    players = DetailsField(default=list)
    name = LineField(_("name"), max_length=200, blank=True)
    wants_partner = models.BooleanField(default=False)
    # Partner search: who this player wants to join, and has joined.
    offers_to = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="offers"
    )
    joined = models.ForeignKey("self", models.CASCADE, null=True, blank=True, related_name="guests")
    team = models.OneToOneField(Team, models.SET_NULL, null=True, blank=True, related_name="signup")
    secret = models.CharField(max_length=32, unique=True, default=new_secret, editable=False)
    client_key = models.UUIDField()
    confirmed_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("sign-up")
        verbose_name_plural = _("sign-ups")
        ordering = ["tournament", "place"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "place"], name="one_signup_per_place"),
            models.UniqueConstraint(fields=["tournament", "client_key"], name="a_press_once"),
            models.CheckConstraint(
                condition=Q(state="joined", joined__isnull=False)
                | (~Q(state="joined") & Q(joined__isnull=True)),
                name="who_joined_joined_somebody",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> str:
        return self.name or " – ".join(self.players)

    @property
    def is_looking(self) -> bool:
        return self.wants_partner and self.state == self.State.ASKED


class SignupContact(models.Model):
    """Contact of a sign-up; a separate row, so that it can be deleted alone.

    ``site`` and ``language`` are used in emails.
    """

    signup = models.OneToOneField(Signup, models.CASCADE, primary_key=True, related_name="contact")
    email = models.EmailField(_("email address"), blank=True)
    phone = LineField(_("telephone"), max_length=40, blank=True)
    site = models.CharField(max_length=200, blank=True)
    language = models.CharField(max_length=8, blank=True)

    class Meta:
        verbose_name = _("contact of a sign-up")
        verbose_name_plural = _("contacts of sign-ups")

    def __str__(self) -> str:
        return self.email or self.phone
