from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.fields import LineField
from games.wording.zones import zone_of


class Club(models.Model):
    name = LineField(_("name"), max_length=120)
    place = LineField(_("usual place"), max_length=200, blank=True)
    # Number of changes; calendar feeds derive SEQUENCE numbers from it.
    place_changes = models.PositiveIntegerField(default=0, editable=False)
    place_changed_at = models.DateTimeField(null=True, editable=False)
    # The hall's Wi-Fi, printed on table cards.
    wifi_name = models.CharField(_("name of the Wi-Fi"), max_length=32, blank=True)
    wifi_password = models.CharField(_("password of the Wi-Fi"), max_length=63, blank=True)
    # Pages name players, so search engines are excluded unless the club opts in.
    names_in_search = models.BooleanField(_("search engines may find its pages"), default=False)
    # Responsible person; shown at the foot of the club's pages.
    contact_name = LineField(_("responsible person"), max_length=120, blank=True)
    contact_email = models.EmailField(_("email address"), blank=True)
    contact_phone = LineField(_("telephone"), max_length=40, blank=True)
    contact_address = LineField(_("postal address"), max_length=200, blank=True)
    # Listed in the public directory only on request; country by ISO 3166-1.
    is_listed = models.BooleanField(_("in the list of clubs"), default=False)
    country = models.CharField(_("country"), max_length=2, blank=True)
    # IANA name; empty: the installation's zone.
    time_zone = models.CharField(_("time zone"), max_length=40, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = pgettext_lazy("organisations", "clubs")

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> ZoneInfo:
        return zone_of(self.time_zone)

    @property
    def contact(self) -> tuple[str, str, str, str]:
        who = self.contact_name, self.contact_address
        return (*who, self.contact_email, self.contact_phone)


class Membership(models.Model):
    class Role(models.TextChoices):
        ORGANISER = "organiser", _("organiser")
        DIRECTOR = "director", _("director")

    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.ORGANISER)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="one_role_per_club")]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}, {self.club}"


class CurrentPlayers(models.Manager["Player"]):
    """Players not merged into another."""

    def get_queryset(self) -> models.QuerySet["Player"]:
        return super().get_queryset().filter(merged_into=None)


class Player(models.Model):
    """A person known to a club; ``search_key`` matches names in either alphabet.

    A merged player remains as an alternative spelling of its target. ``public_name`` replaces the
    name in public; empty if equal.
    """

    class ShownAs(models.TextChoices):
        NAME = "name", _("the whole name")
        INITIALS = "initials", _("initials")
        PSEUDONYM = "pseudonym", _("another name")

    club = models.ForeignKey(Club, models.CASCADE, related_name="players")
    name = LineField(_("name"), max_length=120)
    search_key = models.CharField(max_length=200, db_index=True, editable=False)
    shown_as = models.CharField(
        max_length=10, choices=ShownAs.choices, default=ShownAs.NAME, editable=False
    )
    public_name = LineField(max_length=120, blank=True, editable=False)
    # Who requested it and when, as free text; visible to organisers only.
    public_name_asked = LineField(max_length=120, blank=True, editable=False)
    merged_into = models.ForeignKey(
        "self", models.RESTRICT, null=True, blank=True, related_name="merged", editable=False
    )

    objects = CurrentPlayers()
    everyone = models.Manager["Player"]()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="one_player_per_name")]

    def __str__(self) -> str:
        return self.name

    @property
    def shown(self) -> str:
        return self.public_name or self.name

    @property
    def current(self) -> "Player":
        """The player, or the merge target."""
        player = self
        while player.merged_into is not None:
            player = player.merged_into
        return player
