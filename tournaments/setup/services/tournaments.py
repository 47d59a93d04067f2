from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.belot import DEFAULT_PRESET, RuleError, Variant, is_identical, variant_from_json
from games.fields import stored_value
from games.models import Deal
from tournaments.archive.services.archive import Happened, store_archive
from tournaments.cash.selectors.accounts import till_of
from tournaments.cash.services.fees import FeesRequest, set_first_fees
from tournaments.clubs.services import check_zone
from tournaments.draws.services.draws import publish_deal_set
from tournaments.errors import RuleViolationError
from tournaments.events.append import log, record_general_change
from tournaments.models import Club, OpenGame, Result, Tournament
from tournaments.permissions import Actor
from tournaments.scoring import Method
from tournaments.setup.selectors.unfinished_items import UnfinishedItems, unfinished_items
from tournaments.setup.services.deal_sets import detach_deal_set
from tournaments.state.concurrency import VersionToken, check_version
from tournaments.state.dates import check_year
from tournaments.state.locks import lock_tournament
from tournaments.state.official import check_is_correctable, set_deadline
from tournaments.state.scoring import check_is_comparable, methods_for
from tournaments.state.version_tokens import settings_state

SETTINGS = {
    "name",
    "date",
    "start_time",
    "time_zone",
    "place",
    "scoring",
    "boards_per_round",
    "minutes_per_board",
    "change_minutes",
    "is_public",
    "unit",
    "cards",
    "game",
    "packs",
    "play_minutes",
    "dealing",
    "wanted_kind",
}
FIXED_BY_THE_DRAW = {"boards_per_round", "variant", "unit", "cards"}


@transaction.atomic
def create_tournament(
    *,
    club: Club,
    variant: object = DEFAULT_PRESET,
    like: Tournament | None = None,
    fees: FeesRequest | None = None,
    actor: Actor = None,
    **settings: object,
) -> Tournament:
    """Create a tournament, open for entry.

    If scored as ``like``, copy its match scale, tie-breaks and options. With ``fees``, money
    is taken at entry from the start.
    """
    settings = {"time_zone": club.time_zone, **settings}
    check_zone(str(settings["time_zone"]))
    check_year(settings.get("date"), "date")
    tournament = Tournament(
        club=club,
        variant=parse_rules(variant),
        created_by=actor,
        **{key: settings[key] for key in SETTINGS & settings.keys() - {"game"}},
    )
    normalise_settings(tournament, settings.get("game"))
    if like is not None and like.club_id == club.pk and like.scoring == tournament.scoring:
        tournament.match_scale = like.match_scale
        tournament.tie_breaks = like.tie_breaks
        tournament.scoring_options = like.scoring_options
    tournament.save()
    log(tournament.pk, "tournament_created", user=actor)
    if fees is not None:
        set_first_fees(tournament=tournament, fees=fees, actor=actor)
    return tournament


@transaction.atomic
def change_settings(
    *, tournament: Tournament, seen: VersionToken = None, actor: Actor = None, **settings: object
) -> Tournament:
    """Change settings that are not fixed yet; a new scoring updates the standings.

    ``seen`` is the version token; raise ConflictError if the settings changed.
    """
    tournament = lock_tournament(tournament.pk)
    present = settings_state(tournament)
    if "variant" in settings:
        settings["variant"] = parse_rules(settings["variant"])
    check_zone(str(settings.get("time_zone", "")))
    check_year(settings.get("date"), "date")
    changed = [
        key
        for key in sorted((SETTINGS | {"variant"}) & settings.keys())
        if is_changed(tournament, key, settings[key])
    ]
    if changed:
        check_version(seen, present)
    if tournament.rehearses_id is not None and settings.get("is_public"):
        raise RuleViolationError(
            "is_a_copy", _("A copy is never listed publicly."), field="is_public"
        )
    fixed = FIXED_BY_THE_DRAW.intersection(changed)
    if fixed and tournament.state != Tournament.State.ENTRY:
        raise RuleViolationError(
            "drawn_already",
            _("The boards are dealt already. Take the draw back to change this."),
            field=min(fixed),
        )
    if "unit" in changed and tournament.teams.exists():
        raise RuleViolationError(
            "entrants_exist",
            _("Somebody is entered already. Take them out to change who plays."),
            field="unit",
        )
    for key in set(changed) - {"game"}:
        setattr(tournament, key, settings[key])
    normalise_settings(tournament, settings.get("game", stored_value(tournament, "game")))
    if tournament.is_open_play and tournament.deal_set_id is not None:
        detach_deal_set(tournament, actor)
    tournament.save()
    if changed:
        log(tournament.pk, "settings_changed", user=actor, fields=changed)
        record_general_change(tournament.pk)
    return tournament


@transaction.atomic
def finish_tournament(
    *,
    tournament: Tournament,
    corrections_minutes: int | None = None,
    anyway: bool = False,
    actor: Actor = None,
) -> Tournament:
    """Finish the tournament and publish the seed; refuse missing or disputed results.

    Corrections close after ``corrections_minutes``; None: until the standings are released.
    ``anyway`` is required for unconfirmed results or remaining rounds.
    """
    tournament = lock_tournament(tournament.pk)
    if tournament.state != Tournament.State.PLAYING:
        raise RuleViolationError(
            "not_playing", _("Only a tournament that is being played can be finished.")
        )
    if tournament.rounds.filter(is_published=False).exists():
        raise RuleViolationError(
            "draft_waits", _("A round is drawn but not published. Publish it or take it back.")
        )
    ends = unfinished_items(tournament)
    open_ones = len(ends.missing) + len(ends.disputed)
    if open_ones:
        raise RuleViolationError(
            "results_missing",
            ngettext(
                "%d result is still missing or disputed. Enter it or mark it as not played or "
                "not counted.",
                "%d results are still missing or disputed. Enter them or mark them as not played "
                "or not counted.",
                open_ones,
            )
            % open_ones,
            missing=open_ones,
        )
    if not anyway:
        check_can_finish(ends)
    set_deadline(tournament, corrections_minutes)
    publish_deal_set(tournament)
    return set_state(tournament, Tournament.State.FINISHED, "tournament_finished", actor)


def check_can_finish(ends: UnfinishedItems) -> None:
    """Refuse unconfirmed results and remaining rounds."""
    if ends.unconfirmed:
        raise RuleViolationError(
            "results_unconfirmed",
            ngettext(
                "%d result is not confirmed by both sides.",
                "%d results are not confirmed by both sides.",
                len(ends.unconfirmed),
            )
            % len(ends.unconfirmed),
            field="anyway",
        )
    if ends.rounds_to_come:
        raise RuleViolationError(
            "rounds_to_come",
            ngettext(
                "%d planned round has not been played.",
                "%d planned rounds have not been played.",
                ends.rounds_to_come,
            )
            % ends.rounds_to_come,
            field="anyway",
        )


@transaction.atomic
def reopen_tournament(
    *, tournament: Tournament, late: bool = False, actor: Actor = None
) -> Tournament:
    """Reopen a finished tournament; ``late`` is required once official."""
    tournament = lock_tournament(tournament.pk)
    if tournament.state != Tournament.State.FINISHED:
        raise RuleViolationError("not_finished", _("The tournament is not finished."))
    check_is_correctable(tournament, late=late, actor=actor)
    tournament.official_at = tournament.corrections_until = None
    tournament.save(update_fields=["official_at", "corrections_until"])
    return set_state(tournament, Tournament.State.PLAYING, "tournament_reopened", actor)


@transaction.atomic
def delete_tournament(*, tournament: Tournament, actor: Actor = None) -> None:
    """Delete a tournament without results; its archive is retained for a while."""
    tournament = lock_tournament(tournament.pk)
    if Result.objects.filter(play__sitting__round__tournament=tournament).exists():
        raise RuleViolationError(
            "results_exist",
            _("Results are entered already, so the tournament cannot be deleted."),
        )
    if till_of(tournament).total:
        raise RuleViolationError(
            "money_in_till",
            _("There is money in its till: give it back, or keep the tournament."),
        )
    store_archive(tournament=tournament, happened=Happened.DELETION, actor=actor)
    deals = list(tournament.boards.filter(deal__isnull=False).values_list("deal_id", flat=True))
    tournament.rounds.all().delete()
    tournament.boards.all().delete()
    Deal.objects.filter(pk__in=deals).delete()
    publish_deal_set(tournament)
    tournament.delete()


def set_state(
    tournament: Tournament, state: Tournament.State, action: str, actor: Actor
) -> Tournament:
    """Set and log the state; the caller locks the tournament."""
    tournament.state = state
    tournament.save(update_fields=["state"])
    log(tournament.pk, action, user=actor)
    record_general_change(tournament.pk)
    return tournament


def is_changed(tournament: Tournament, key: str, asked: object) -> bool:
    if key == "variant":
        return not is_identical(tournament.variant, parse_rules(asked))
    return bool(stored_value(tournament, key) != asked)


def parse_rules(asked: object) -> Variant:
    """Rules from JSON or a Variant; raise RuleViolationError if invalid."""
    try:
        rules = asked if isinstance(asked, Variant) else variant_from_json(asked)
    except RuleError as error:
        raise RuleViolationError(
            "bad_rules", error.message, field="variant", at=error.at
        ) from error
    return rules


def normalise_settings(tournament: Tournament, game: object) -> None:
    """Make unit, game and scoring consistent.

    ``game`` is the requested game as JSON, used in open play only.
    """
    if tournament.variant.players != 4:
        tournament.unit = Tournament.Unit.PLAYER
    check_is_comparable(tournament)
    parsed_game = parse_game(game)
    tournament.game = parsed_game if tournament.is_open_play else OpenGame()
    if tournament.method not in methods_for(tournament.unit, tournament.cards):
        usual = default_scoring(
            tournament.unit, tournament.cards, is_match=tournament.game.is_match
        )
        tournament.scoring = usual.value
        tournament.match_scale, tournament.tie_breaks = {}, []


def default_scoring(unit: str, cards: str, *, is_match: bool = False) -> Method:
    """Default scoring; matches count games won, not points."""
    if cards == Tournament.Cards.OPEN:
        return Method.WINS_THEN_POINTS if is_match else Method.POINTS_THEN_WINS
    if unit == Tournament.Unit.TEAM:
        return Method.IMPS
    return Method.MATCHPOINTS


GAME_LIMITS = {"deals": (1, 48), "to": (50, 9999), "best_of": (1, 7), "minutes": (5, 240)}


def parse_game(game: object) -> OpenGame:
    """The game of open play; refuse unless it has either deals or a target."""
    values = dict(game) if isinstance(game, dict) else {}
    if not {"deals", "to"} & values.keys():
        values["deals"] = 12
    known = set(values) <= set(GAME_LIMITS) and len({"deals", "to"} & values.keys()) == 1
    if not known or not all(is_within(values[key], *GAME_LIMITS[key]) for key in values):
        raise RuleViolationError(
            "bad_game", _("This is not a game that can be played."), field="game_length"
        )
    if values.get("best_of", 1) % 2 == 0:
        raise RuleViolationError(
            "bad_game", _("A match is best of an odd number of games."), field="best_of"
        )
    return OpenGame(**values)


def is_within(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and low <= value <= high
