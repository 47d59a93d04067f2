"""The scorer's grid: one row per play with stored and typed results."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Max, QuerySet
from django.utils import timezone

from games.slips.lines import BELOTE
from tournaments.clubs.names import search_key
from tournaments.entries.selectors.lineups import Lineups, lineups_of
from tournaments.events.actor import name_of_actor_key
from tournaments.models import Play, Result, ScorerEntry, ScorerPresence, Tournament
from tournaments.results.texts import result_words
from tournaments.scorer.selectors.comparison import judge_typed, rules_of
from tournaments.scorer.selectors.names import SeatedSide, names_of
from tournaments.scorer.selectors.reach import filter_accessible
from tournaments.scorer.texts import STATE_WORDS, differs_words, line_words
from tournaments.state.version_tokens import author_of

PRESENCE_SECONDS: Final = 20
ACTIVE_WITHIN: Final = timedelta(minutes=2)
"""Since the last recorded entry."""
State = ScorerEntry.State
PENDING_STATES: Final = frozenset({State.DOUBTFUL, State.DIFFERS})

RowValues = dict[str, Any]


@dataclass(frozen=True)
class GridRow:
    play: Play
    sides: list[SeatedSide]
    cells: dict[str, str]
    line: str
    state: str
    note: str
    mark: str
    doubt: str = ""
    may_vouch: bool = False
    rivals: list[tuple[int, str]] = field(default_factory=list)
    whose: str = ""
    whose_typed: Mapping[str, Any] = field(default_factory=dict)

    @property
    def total(self) -> int | None:
        points = [text for key, text in self.cells.items() if not key.startswith("won_")]
        return sum(map(int, points)) if points and all(map(str.isdecimal, points)) else None

    @property
    def search(self) -> str:
        words = [str(self.play.sitting.table.number)]
        for side in self.sides:
            words += [side.number, side.name, *side.people]
        return search_key(" ".join(words))

    @property
    def result(self) -> Result | None:
        return self.play.current


def rows_of(
    tournament: Tournament, plays: QuerySet[Play], *, twice: bool = False, reader: str = ""
) -> list[GridRow]:
    """Rows of these plays, in order; a constant number of queries.

    ``twice`` hides stored results until typed again. ``reader`` is the user's actor key.
    """
    loaded_plays = list(
        plays.select_related(
            "sitting__table", "sitting__round", "board__deal", "current__user"
        ).prefetch_related("sitting__seats__team__team_players__player")
    )
    for play in loaded_plays:
        play.board.tournament = play.sitting.round.tournament = tournament
    desk = steps_of(loaded_plays)
    places = other_presences(tournament, reader)
    rivals = disputed_versions(loaded_plays)
    lineups = lineups_of(tournament)
    return [
        row_of(play, desk.get(play.pk, []), places.get(play.pk), rivals, lineups, twice)
        for play in loaded_plays
    ]


def steps_of(plays: Sequence[Play]) -> dict[int, list[ScorerEntry]]:
    steps: dict[int, list[ScorerEntry]] = defaultdict(list)
    rows = ScorerEntry.objects.filter(play__in=[play.pk for play in plays]).select_related("user")
    for row in rows.order_by("number"):
        steps[row.play_id].append(row)
    return steps


def current_step(steps: Sequence[ScorerEntry]) -> ScorerEntry | None:
    """The newest step that was not undone: it defines the pending entry."""
    undone = {row.undoes_id for row in steps}
    active_steps = (
        row for row in reversed(steps) if row.state != State.UNDONE and row.pk not in undone
    )
    return next(active_steps, None)


def other_presences(tournament: Tournament, reader: str) -> dict[int, ScorerPresence]:
    """By play: the other scorer typing there now."""
    since = timezone.now() - timedelta(seconds=PRESENCE_SECONDS)
    rows = ScorerPresence.objects.filter(tournament=tournament, at__gte=since).exclude(hand=reader)
    return {row.play_id: row for row in rows.select_related("user")}


def active_scorers(tournament: Tournament, reader: str) -> list[str]:
    """Names of other scorers active in the tournament."""
    steps = ScorerEntry.objects.filter(
        play__sitting__round__tournament=tournament, created_at__gte=timezone.now() - ACTIVE_WITHIN
    )
    rows: list[ScorerPresence | ScorerEntry] = [*other_presences(tournament, reader).values()]
    rows += steps.exclude(hand__in=[reader, ""]).select_related("user")
    return sorted({name_of_actor_key(row.hand, row.user) for row in rows} - {""})


def disputed_versions(plays: Iterable[Play]) -> dict[int, list[Result]]:
    """By disputed play: the newest version of each side."""
    disputed = [play.pk for play in plays if play.state == Play.State.DISPUTED]
    versions_by_play: dict[int, dict[str, Result]] = defaultdict(dict)
    if disputed:
        for row in Result.objects.filter(play__in=disputed).order_by("version"):
            versions_by_play[row.play_id][row.side] = row
    return {pk: list(versions.values()) for pk, versions in versions_by_play.items()}


def row_version(play: Play, steps: Sequence[ScorerEntry]) -> str:
    """Version token of a row: current version, state and last step."""
    version = play.current.version if play.current else 0
    return f"{version}.{play.state}.{steps[-1].number if steps else 0}"


def row_of(
    play: Play,
    steps: Sequence[ScorerEntry],
    place: ScorerPresence | None,
    rivals: Mapping[int, list[Result]],
    lineups: Lineups,
    twice: bool,
) -> GridRow:
    step = current_step(steps)
    shown = display_of(play, step, rivals.get(play.pk, []), twice)
    return GridRow(
        play=play,
        sides=names_of(play, lineups),
        mark=row_version(play, steps),
        whose=name_of_actor_key(place.hand, place.user) if place else "",
        whose_typed=place.typed if place else {},
        **shown,
    )


def display_of(
    play: Play, step: ScorerEntry | None, rivals: Sequence[Result], twice: bool
) -> RowValues:
    if step is not None and step.state in PENDING_STATES:
        return pending_cells(play, step)
    if len(rivals) > 1:
        words = [(row.version, str(result_words(row))) for row in rivals]
        note = differs_words(words[0][1], words[1][1])
        return {**stored_cells(play), "state": "differs", "note": note, "rivals": words}
    if play.current is None or play.current.kind == Result.Kind.LATE:
        return {**empty_cells(play), "line": "", "state": "missing", "note": ""}
    if twice and not (step and step.is_second and step.state in {State.SAME, State.STORED}):
        return {**empty_cells(play), "line": "", "state": "compare", "note": ""}
    state = "same" if twice and step and step.state == State.SAME else "recorded"
    return {**stored_cells(play), "state": state, "note": note_of(play)}


def pending_cells(play: Play, step: ScorerEntry) -> RowValues:
    """The cells of a pending entry."""
    typed = step.typed
    shown = {**empty_cells(play), "line": line_words(typed)}
    shown["cells"].update({key: str(text) for key, text in typed.get("figures", {}).items()})
    look = judge_typed(play, typed)
    if step.state == State.DOUBTFUL or play.current is None:
        doubt_values = {"doubt": look.doubt, "may_vouch": look.may_vouch}
        return {**shown, "state": "doubtful", "note": look.doubt, **doubt_values}
    note = differs_words(str(result_words(play.current)), words_of_typed(play, typed))
    rivals = [(play.current.version, str(result_words(play.current)))]
    return {
        **shown, "state": "differs", "note": note, "rivals": rivals, "doubt": look.doubt,
        "may_vouch": look.entry is not None,
    }  # fmt: skip


def words_of_typed(play: Play, typed: Mapping[str, Any]) -> str:
    """The typed entry as its result is written, or as typed if it has none."""
    entry = judge_typed(play, typed).entry
    if entry is None:
        return line_words(typed)
    return str(result_words(Result(play=play, **entry.columns())))


def stored_cells(play: Play) -> RowValues:
    shown = {**empty_cells(play), "line": ""}
    result = play.current
    if result is not None and result.kind == Result.Kind.GAME:
        won = result.outcome.get("games") or {}
        written = {f"won_{side}": str(games) for side, games in won.items()}
        figures = {side: str(points) for side, points in result.outcome["score"].items()}
        if won and not any(result.outcome["score"].values()):
            figures = {}
        shown["cells"].update({**written, **figures})
    elif result is not None:
        shown["line"] = stored_line(result)
    return shown


def stored_line(result: Result) -> str:
    """The current result in the notation of a typed line."""
    if result.kind == Result.Kind.PASSED_OUT:
        return "P"
    if result.kind != Result.Kind.PLAYED:
        return "−" if result.kind == Result.Kind.NOT_PLAYED else ""
    outcome = result.outcome
    points = outcome.get("points") or {}
    called = bid_piece(result) + "X" * result.contra
    parts = [called, result.declarer, str(points.get("NS", ""))]
    parts += announced_pieces(result)
    is_alone = outcome.get("solo_bid") and outcome.get("outcome") == "made"
    parts += ["KK" if is_alone else "K"] if outcome.get("capot") else []
    parts += ["L" + result.slip["lead"]] if result.slip.get("lead") else []
    return " ".join(parts)


def bid_piece(result: Result) -> str:
    """The contract; if numbers are bid, after the number: 120H, *H, **H, 26H*."""
    contract = result.contract[:1]
    bid = result.outcome.get("bid")
    if not bid:
        return contract
    variant = result.play.board.dealt.variant
    if result.outcome.get("capot_bid") and variant.capot_bid == "top":
        return ("*" if bid == variant.capot_value else "**") + contract
    unit = rules_of(variant)["number_unit"]
    return f"{bid // unit}{contract}" + "*" * bool(result.outcome.get("capot_bid"))


def announced_pieces(result: Result) -> list[str]:
    """Announced points in line notation; belotes are letters where counted separately."""
    announced = result.outcome.get("announced") or {}
    belote = result.slip.get("belote") or {}
    pieces = []
    for side, sign in (("NS", "+"), ("EW", "−")):
        own = belote.get(side, 0)
        rest = announced.get(side, 0) - own
        pieces += [f"{sign}{rest}"] if rest else []
        pieces += [sign + "B" * (own // BELOTE)] if own else []
    return pieces


def empty_cells(play: Play) -> RowValues:
    return {"cells": dict.fromkeys(cells_of(play.board.tournament), "")}


def cells_of(tournament: Tournament) -> list[str]:
    """Cells of a game in typing order; none where boards are played."""
    if not tournament.is_open_play:
        return []
    sides = tournament.sides_of_game
    won = [f"won_{side}" for side in sides] if tournament.game.is_match else []
    return [*won, *sides]


def note_of(play: Play) -> str:
    """A note on entries from tables, and on rulings."""
    result = play.current
    assert result is not None
    if result.kind in Result.BY_RULING:
        return str(result_words(result))
    if play.state == Play.State.ENTERED:
        return f"{STATE_WORDS['recorded']}, {author_of(result)}"
    return ""


def counts_of(rows: Iterable[GridRow]) -> Counter[str]:
    groups = {"compare": "missing", "to_come": "missing", "same": "recorded"}
    return Counter(groups.get(row.state, row.state) for row in rows)


@dataclass(frozen=True)
class RecentEntry:
    at: datetime
    table: int
    board: int
    who: str
    is_mine: bool
    is_second: bool
    words: str


def recent_entries(tournament: Tournament, reader: str, count: int = 4) -> list[RecentEntry]:
    steps = ScorerEntry.objects.filter(play__sitting__round__tournament=tournament)
    rows = steps.select_related("user", "play__sitting__table", "play__board", "result")
    return [
        RecentEntry(
            row.created_at, row.play.sitting.table.number, row.play.board.number,
            name_of_actor_key(row.hand, row.user), row.hand == reader, row.is_second,
            str(result_words(row.result)) if row.result else line_words(row.typed),
        )
        for row in filter_accessible(rows, "play__").exclude(
            state__in=[State.UNDONE, State.EMPTIED]
        )
        .filter(undone_by=None)
        .order_by("-pk")[:count]
    ]  # fmt: skip


def version_of(tournament: Tournament, reader: str) -> str:
    """Version token of the grid; four queries."""
    steps = ScorerEntry.objects.filter(play__sitting__round__tournament=tournament)
    last = steps.aggregate(last=Max("pk"))["last"]
    places = other_presences(tournament, reader).values()
    typing = ",".join(sorted(f"{row.play_id}:{row.typed}:{row.hand}" for row in places))
    others = ",".join(active_scorers(tournament, reader))
    return f"{tournament.facts_version}.{last}.{typing}.{others}"
