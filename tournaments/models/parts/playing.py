from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.fields import VariantField
from tournaments.models.parts.game import GameField, OpenGame


class Playing(models.Model):
    class Unit(models.TextChoices):
        PAIR = "pair", _("pairs")
        TEAM = "team", _("teams of four")
        PLAYER = "player", _("single players")

    class Cards(models.TextChoices):
        BOARDS = "boards", _("the same boards at every table")
        OPEN = "open", _("shuffled at the table")

    variant = VariantField(_("rules"))
    unit = models.CharField(_("who plays"), max_length=6, choices=Unit.choices, default=Unit.PAIR)
    cards = models.CharField(_("cards"), max_length=6, choices=Cards.choices, default=Cards.BOARDS)
    game = GameField(default=OpenGame, blank=True)
    boards_per_round = models.PositiveSmallIntegerField(
        _("boards a round"), default=3, validators=[MinValueValidator(1), MaxValueValidator(16)]
    )
    minutes_per_board = models.PositiveSmallIntegerField(
        _("minutes a board"), default=5, validators=[MinValueValidator(1), MaxValueValidator(30)]
    )
    change_minutes = models.PositiveSmallIntegerField(
        _("minutes to change tables"), default=2, validators=[MaxValueValidator(30)]
    )

    class Meta:
        abstract = True

    @property
    def is_open_play(self) -> bool:
        return self.cards == self.Cards.OPEN

    @property
    def sides_of_game(self) -> tuple[str, ...]:
        """Scoring sides of a game: both sides, or three single players."""
        return ("N", "W", "S") if self.variant.players == 3 else ("NS", "EW")

    @property
    def boards_a_round(self) -> int:
        """Plays per sitting: its boards, or one game of open play."""
        return 1 if self.is_open_play else self.boards_per_round
