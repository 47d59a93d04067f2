"""Admin for records without a page of their own; most are read-only."""

from django.contrib import admin
from django.forms import CharField, ModelForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin import DeclaredLookupsAdmin, ReadOnlyAdmin
from tournaments.clubs.names import search_key
from tournaments.events.append import log, record_general_change
from tournaments.models import (
    Board,
    Club,
    Confirmation,
    DirectorCall,
    LogEntry,
    Membership,
    Play,
    Player,
    PlayScore,
    Result,
    Round,
    Seat,
    Sitting,
    StandingRow,
    Table,
    Team,
    TeamPlayer,
    Tournament,
)
from tournaments.site.selectors.appointments import is_known_to_calendars


class MembershipInline(admin.TabularInline[Membership, Club]):
    model = Membership
    extra = 0
    autocomplete_fields = ["user"]


class ClubForm(ModelForm[Club]):
    """Club form that does not strip the Wi-Fi password."""

    wifi_password = CharField(
        label=_("Password of the Wi-Fi"), max_length=63, required=False, strip=False
    )


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin[Club]):
    form = ClubForm
    list_display = ["name", "place", "created_at"]
    search_fields = ["name", "place"]
    inlines = [MembershipInline]


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin[Player]):
    list_display = ["name", "club"]
    list_filter = ["club"]
    list_select_related = ["club"]
    search_fields = ["name", "search_key"]

    def save_model(self, request: HttpRequest, obj: Player, form: object, change: bool) -> None:
        """Update the search key with the name."""
        obj.search_key = search_key(obj.name)
        super().save_model(request, obj, form, change)


@admin.register(Tournament)
class TournamentAdmin(DeclaredLookupsAdmin):
    """State, movement and seed are read-only; the seed is shown only when public."""

    list_display = ["name", "club", "date", "state", "scoring", "movement_kind", "is_public"]
    list_filter = ["state", "scoring", "club"]
    list_select_related = ["club"]
    search_fields = ["name", "=code", "place", "club__name"]
    date_hierarchy = "date"
    readonly_fields = [
        "club",
        "code",
        "state",
        "variant",
        "scoring",
        "boards_per_round",
        "movement_kind",
        "movement_params",
        "winners",
        "seed_hash",
        "seed_when_public",
        "facts_version",
        "standings_version",
        "standings_at",
        "rounds_counted",
        "created_by",
        "created_at",
    ]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Tournament | None = None) -> bool:
        # Subscribed calendars must be able to see the withdrawal of a listed tournament:
        # unlist it instead of deleting it.
        may = super().has_delete_permission(request, obj)
        return may and obj is not None and not is_known_to_calendars(obj)

    def save_model(
        self,
        request: HttpRequest,
        obj: Tournament,
        form: ModelForm[Tournament],
        change: bool,
    ) -> None:
        """Save and log the changes: calendars and feeds derive their versions from the log."""
        super().save_model(request, obj, form, change)
        actor = request.user if request.user.is_authenticated else None
        if form.changed_data:
            log(obj.pk, "settings_changed", user=actor, fields=sorted(form.changed_data))
            record_general_change(obj.pk)

    @admin.display(description=_("seed"))
    def seed_when_public(self, tournament: Tournament) -> str:
        return tournament.seed if tournament.seed_is_public else "–"


class TeamPlayerInline(admin.TabularInline[TeamPlayer, Team]):
    model = TeamPlayer
    extra = 0
    can_delete = False
    readonly_fields = ["position", "player"]
    fields = ["position", "player"]

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Team)
class TeamAdmin(admin.ModelAdmin[Team]):
    list_display = ["name", "tournament", "number", "is_present"]
    list_filter = ["is_present"]
    list_select_related = ["tournament"]
    search_fields = ["name", "tournament__name", "=tournament__code"]
    readonly_fields = ["tournament", "number", "entry_order", "is_present"]
    inlines = [TeamPlayerInline]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


class TournamentRowAdmin(ReadOnlyAdmin):
    """Read-only rows of a tournament, searchable by its name or code."""

    list_per_page = 50


@admin.register(Table)
class TableAdmin(TournamentRowAdmin):
    list_display = ["number", "tournament"]
    list_select_related = ["tournament"]
    search_fields = ["tournament__name", "=tournament__code"]
    fields = ["tournament", "number"]


@admin.register(Board)
class BoardAdmin(TournamentRowAdmin):
    list_display = ["number", "tournament"]
    list_select_related = ["tournament"]
    search_fields = ["tournament__name", "=tournament__code", "=number"]
    fields = ["tournament", "number", "deal", "closed_at"]


@admin.register(Round)
class RoundAdmin(TournamentRowAdmin):
    list_display = ["number", "tournament", "started_at", "ends_at", "paused_seconds"]
    list_select_related = ["tournament"]
    search_fields = ["tournament__name", "=tournament__code"]


@admin.register(Sitting)
class SittingAdmin(TournamentRowAdmin):
    list_display = ["round", "table", "board_set"]
    list_select_related = ["round", "table"]
    search_fields = ["round__tournament__name", "=round__tournament__code"]


@admin.register(Seat)
class SeatAdmin(TournamentRowAdmin):
    list_display = ["round", "sitting", "side", "team"]
    list_select_related = ["round", "sitting__round", "sitting__table", "team"]
    list_filter = ["side"]
    search_fields = ["team__name", "=round__tournament__code"]


@admin.register(Play)
class PlayAdmin(TournamentRowAdmin):
    list_display = ["sitting", "board", "order", "state"]
    list_select_related = ["sitting__round", "sitting__table", "board"]
    list_filter = ["state"]
    search_fields = ["board__tournament__name", "=board__tournament__code"]
    fields = ["sitting", "board", "order", "state"]


@admin.register(Result)
class ResultAdmin(TournamentRowAdmin):
    """Who entered which result and when; scores are on the tournament's pages."""

    fields = [
        "play",
        "version",
        "kind",
        "source",
        "side",
        "who",
        "user",
        "reason",
        "client_key",
        "created_at",
    ]
    list_display = ["play", "version", "kind", "source", "side", "who", "user", "created_at"]
    list_select_related = ["play__sitting__round", "play__sitting__table", "play__board", "user"]
    list_filter = ["kind", "source", "side"]
    search_fields = ["play__board__tournament__name", "=play__board__tournament__code", "who"]
    date_hierarchy = "created_at"


@admin.register(Confirmation)
class ConfirmationAdmin(TournamentRowAdmin):
    list_display = ["result", "side", "agrees", "who", "created_at"]
    list_select_related = [
        "result__play__sitting__round",
        "result__play__sitting__table",
        "result__play__board",
    ]
    list_filter = ["agrees", "side"]
    search_fields = ["=result__play__board__tournament__code", "who"]


@admin.register(DirectorCall)
class DirectorCallAdmin(TournamentRowAdmin):
    list_display = ["table", "round", "message", "created_at", "answered_at", "settled_at"]
    list_select_related = ["table", "round"]
    search_fields = ["=table__tournament__code", "message"]
    date_hierarchy = "created_at"


@admin.register(LogEntry)
class LogEntryAdmin(TournamentRowAdmin):
    list_display = ["at", "tournament", "who", "action"]
    list_select_related = ["tournament"]
    list_filter = ["action"]
    search_fields = ["tournament__name", "=tournament__code", "who"]
    date_hierarchy = "at"


@admin.register(StandingRow)
class StandingRowAdmin(TournamentRowAdmin):
    list_display = ["tournament", "section", "rank", "team", "figure", "boards"]
    list_select_related = ["tournament", "team"]
    list_filter = ["section"]
    search_fields = ["tournament__name", "=tournament__code", "team__name"]


@admin.register(PlayScore)
class PlayScoreAdmin(TournamentRowAdmin):
    list_display = ["play", "ns_figure", "ew_figure", "compared"]
    list_select_related = ["play__sitting__round", "play__sitting__table", "play__board"]
    search_fields = ["=play__board__tournament__code"]
