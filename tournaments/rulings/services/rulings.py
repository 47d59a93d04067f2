"""Rulings: adjusted scores of a board, points for a team, cancellation."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.errors import RuleViolationError
from tournaments.events.append import append_result, log, record_change
from tournaments.events.entry import Author, Entry
from tournaments.models import Adjustment, Play, Result, Round, Team, Tournament
from tournaments.permissions import Actor
from tournaments.results.services.results import REASON_LENGTH, log_result
from tournaments.results.services.slips import MAX_POINTS, is_same_entry
from tournaments.scoring import Award, FactsError, tariff_penalty
from tournaments.state.concurrency import VersionToken, check_version, conflict_error
from tournaments.state.locks import check_is_leader, lock_for_entry, lock_play, lock_team
from tournaments.state.official import check_is_correctable
from tournaments.state.scoring import figure_unit
from tournaments.state.snapshot import awards_from
from tournaments.state.version_tokens import adjustment_state, result_state

WHOLE_PACK: Final = 162
MOST_DIGITS: Final = 40
MOST_ID_DIGITS: Final = 18
SIDES: Final = frozenset({"NS", "EW"})


@transaction.atomic
def rule_result(
    *,
    play_id: int,
    kind: Result.Kind,
    reason: str,
    awards: Mapping[str, object] | None = None,
    is_public: bool = True,
    late: bool = False,
    seen: VersionToken = None,
    actor: Actor = None,
    who: str = "",
) -> Result:
    """Rule on one board at one table.

    The kinds: adjusted, not played (average for both), not counted, or to be played later.

    ``awards`` gives what NS and EW get: ``{"average": "plus"}`` (or ``equal``, ``minus``),
    or ``{"nets": [[net, weight], …]}`` with nets NS minus EW and weights that sum to 1.
    Unequal awards are a split score. ``is_public`` publishes the reason. Repeating a ruling
    returns the stored one; ``seen`` is the version the director saw, 0 for none.
    """
    play = lock_ruled_play(play_id)
    tournament = play.sitting.round.tournament
    reason = require_reason(reason)
    if kind not in Result.BY_RULING:
        raise RuleViolationError("no_ruling", _("Choose what the board is to count."), field="kind")
    if play.board.deal_id is None and kind == Result.Kind.ADJUSTED:
        raise RuleViolationError(
            "open_play", _("Write the points of the game, or give points to a team."), field="kind"
        )
    entry = entry_of_ruling(kind, awards, is_public=is_public)
    before = play.current
    if before is not None and is_same_entry(play, before, entry, reason):
        return before
    check_version(seen, result_state(play))
    check_is_correctable(tournament, late=late, actor=actor)
    author = Author(source=Result.Source.DIRECTOR, user=actor, who=who)
    result = append_result(play, entry, author, state=Play.State.CONFIRMED, reason=reason)
    log_result(result, "result_ruled", before=before, user=actor, who=who, reason=reason)
    return result


@transaction.atomic
def adjust(
    *,
    team: Team,
    amount: Fraction,
    reason: str,
    per: Adjustment.Per = Adjustment.Per.TOTAL,
    round_number: int | None = None,
    is_public: bool = True,
    late: bool = False,
    seen: VersionToken = None,
    actor: Actor = None,
    who: str = "",
) -> Adjustment:
    """Give or take points in event units; an amount of 0 is a warning.

    ``seen`` is the newest adjustment id that the director saw, 0 for none. If the same was
    given since, return it; raise ConflictError if another was.
    """
    tournament = lock_led_tournament(team.tournament_id)
    if per == Adjustment.Per.BOARD and round_number is None:
        raise RuleViolationError(
            "round_needed",
            _("Points on a board need the round in which they count."),
            field="round",
        )
    if per == Adjustment.Per.BOARD and tournament.method.for_games:
        raise RuleViolationError("no_boards", _("There are no boards in open play."), field="per")
    reason = require_reason(reason)
    played = round_of(tournament, round_number)
    wish = Adjustment(
        team=team, amount=str(amount), per=per, round=played, reason=reason, is_public=is_public
    )
    known = find_duplicate_adjustment(seen, wish)
    if known is not None:
        return known
    check_is_correctable(tournament, late=late, actor=actor)
    adjustment = append_adjustment(team, amount, reason, per, played, is_public, actor, who)
    record_change(tournament.pk)
    return adjustment


@transaction.atomic
def penalise_by_tariff(
    *,
    offender: Team,
    round_number: int,
    reason: str,
    points: int = WHOLE_PACK,
    is_public: bool = True,
    late: bool = False,
    seen: VersionToken = None,
    actor: Actor = None,
    who: str = "",
) -> tuple[Adjustment, Adjustment]:
    """Apply the tariff of open play: 162 points to the opponents, a warning to the team.

    ``seen`` is as in ``adjust``, for both.
    """
    tournament = lock_led_tournament(offender.tournament_id)
    reason = require_reason(reason)
    if figure_unit(tournament) != "points" or not tournament.method.for_games:
        raise RuleViolationError(
            "no_tariff",
            _("Totals are not counted in points here. Correct the points of the game instead."),
        )
    played = round_of(tournament, round_number)
    other = single_opponent(offender, played)
    both = tariff_penalty(offender.pk, other.pk, round_number, points=points)
    teams = {offender.pk: offender, other.pk: other}
    known = {
        each.entrant: find_duplicate_adjustment(
            seen,
            Adjustment(
                team=teams[each.entrant], amount=str(each.amount), round=played, reason=reason,
                is_public=is_public,
            ),
        )
        for each in sorted(both, key=lambda each: each.entrant)
    }  # fmt: skip
    first, second = (known[each.entrant] for each in both)
    if first is not None and second is not None:
        return first, second
    check_is_correctable(tournament, late=late, actor=actor)
    first, second = (
        append_adjustment(
            teams[each.entrant],
            each.amount,
            reason,
            Adjustment.Per.TOTAL,
            played,
            is_public,
            actor,
            who,
        )
        for each in both
    )
    record_change(tournament.pk)
    return first, second


@transaction.atomic
def cancel_adjustment(
    *, adjustment: Adjustment, reason: str, late: bool = False, actor: Actor = None, who: str = ""
) -> Adjustment:
    """Cancel an adjustment by a further row; both remain."""
    tournament = lock_led_tournament(adjustment.tournament_id)
    reason = require_reason(reason)
    lock_team(adjustment.team_id)
    cancelled = Adjustment.objects.filter(cancels=adjustment).first()
    if cancelled is not None and cancelled.reason == reason:
        return cancelled
    if cancelled is not None or adjustment.cancels_id is not None:
        raise RuleViolationError("cancelled_already", _("This ruling was cancelled already."))
    check_is_correctable(tournament, late=late, actor=actor)
    cancellation = Adjustment.objects.create(
        tournament=tournament,
        team=adjustment.team,
        round=adjustment.round,
        amount=str(-Fraction(adjustment.amount)),
        per=adjustment.per,
        reason=reason,
        is_public=adjustment.is_public,
        user=actor,
        who=who or name_of(actor),
        cancels=adjustment,
    )
    log(
        tournament.pk,
        "adjustment_cancelled",
        user=actor,
        who=who,
        team=adjustment.team.name,
        amount=adjustment.amount,
        reason=reason,
    )
    record_change(tournament.pk)
    return cancellation


# Steps
# ---------------------------------------------------------------------------------------


def entry_of_ruling(
    kind: Result.Kind, awards: Mapping[str, object] | None, *, is_public: bool
) -> Entry:
    """The entry of a ruling; raise RuleViolationError for invalid awards."""
    if awards and kind != Result.Kind.ADJUSTED:
        raise RuleViolationError(
            "awards_unused", _("Only an adjusted score says what each side gets."), field="awards"
        )
    return Entry(
        kind=kind,
        slip={str(kind): True, "public": is_public},
        awards=check_awards(awards) if kind == Result.Kind.ADJUSTED else {},
    )


def append_adjustment(
    team: Team,
    amount: Fraction,
    reason: str,
    per: Adjustment.Per,
    played: Round | None,
    is_public: bool,
    actor: Actor,
    who: str,
) -> Adjustment:
    if abs(amount) > MAX_POINTS or len(str(amount)) > MOST_DIGITS:
        raise RuleViolationError(
            "too_many", _("These are more points than a deal has."), field="amount"
        )
    if team.number is None:
        raise RuleViolationError("not_drawn", _("This team does not take part."), field="team")
    adjustment = Adjustment.objects.create(
        tournament_id=team.tournament_id,
        team=team,
        round=played,
        amount=str(amount),
        per=per,
        reason=reason,
        is_public=is_public,
        user=actor,
        who=who or name_of(actor),
    )
    log(
        team.tournament_id,
        "adjusted",
        user=actor,
        who=who,
        team=team.name,
        amount=str(amount),
        reason=reason,
        round=played.number if played else None,
    )
    return adjustment


def find_duplicate_adjustment(seen: VersionToken, wish: Adjustment) -> Adjustment | None:
    """An equal adjustment given after ``seen``; locks the team.

    Raise ConflictError if a different one was given since.
    """
    if seen is None:
        return None
    lock_team(wish.team_id)
    text = str(seen)
    known = int(text) if text.isascii() and text.isdigit() and len(text) < MOST_ID_DIGITS else 0
    later = Adjustment.objects.filter(team=wish.team_id, pk__gt=known).order_by("pk")
    rows = list(later.select_related("team", "round"))
    for row in rows:
        if is_alike(row, wish):
            return row
    if rows:
        raise conflict_error(adjustment_state(rows[-1]))
    return None


def is_alike(row: Adjustment, wish: Adjustment) -> bool:
    names = ("amount", "per", "round_id", "reason", "is_public", "cancels_id")
    return all(getattr(row, name) == getattr(wish, name) for name in names)


def name_of(actor: Actor) -> str:
    return actor.get_username() if actor else ""


def lock_ruled_play(play_id: int) -> Play:
    play = lock_play(play_id)
    if play is None:
        raise RuleViolationError(
            "no_such_play", _("There is no such board at a table."), field="play"
        )
    return play


def check_awards(awards: Mapping[str, object] | None) -> dict[str, object]:
    """Validated awards of both sides; raise RuleViolationError."""
    if not isinstance(awards, Mapping):
        raise RuleViolationError("awards_needed", _("Enter what each side gets."), field="awards")
    try:
        if unknown := sorted(map(str, awards.keys() - SIDES)):
            raise FactsError(f"awards.{unknown[0][:MOST_DIGITS]}: unknown; one of NS, EW")
        ns, ew = awards_from(awards)
    except FactsError as error:
        raise RuleViolationError(
            "bad_awards",
            _("Each side gets an average, or results whose weights make 1 together: %s") % error,
            field="awards",
        ) from error
    if any(abs(net) > MAX_POINTS for award in (ns, ew) for net, _weight in award.nets):
        raise RuleViolationError(
            "too_many", _("These are more points than a deal has."), field="awards"
        )
    return {"NS": award_json(ns), "EW": award_json(ew)}


def award_json(award: Award) -> dict[str, object]:
    if award.average is not None:
        return {"average": award.average.value}
    return {"nets": [[net, str(weight)] for net, weight in award.nets]}


def round_of(tournament: Tournament, number: int | None) -> Round | None:
    """A round by number, or None; raise RuleViolationError for an unknown one."""
    if number is None:
        return None
    matching_round = Round.objects.filter(tournament=tournament, number=number).first()
    if matching_round is None:
        raise RuleViolationError(
            "no_such_round", _("There is no round %d.") % number, field="round"
        )
    return matching_round


def single_opponent(team: Team, played: Round | None) -> Team:
    """The opponent in a round; raise RuleViolationError unless there is exactly one."""
    seats = team.seats.filter(round=played, sitting__isnull=False)
    others = Team.objects.filter(seats__sitting__in=seats.values("sitting")).exclude(pk=team.pk)
    opponents = list(others.distinct()[:2])
    if len(opponents) != 1:
        raise RuleViolationError(
            "no_opponent", _("This team has no single opponent in that round."), field="round"
        )
    return opponents[0]


def require_reason(reason: str) -> str:
    reason = reason.strip()[:REASON_LENGTH]
    if not reason:
        raise RuleViolationError(
            "reason_needed", _("Please give a reason for the log."), field="reason"
        )
    return reason


def lock_led_tournament(tournament_id: int) -> Tournament:
    """Lock the tournament as for an entry; require that it is led here."""
    return check_is_leader(lock_for_entry(tournament_id))
