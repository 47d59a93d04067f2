"""Data for the entry grid's pages and scripts."""

from collections.abc import Mapping, Sequence

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.belot import MESSAGES
from games.slips.bids import bids_for_browser
from games.slips.lines import browser_language
from games.wording.texts import (
    CONTRA_NAMES,
    CONTRACT_MARKS,
    CONTRACT_NAMES,
    OUTCOME_NAMES,
    SEAT_LETTERS,
    SEAT_NAMES,
)
from tournaments.events.actor import actor_tables, name_of_actor_key
from tournaments.models import Play, Result, Tournament
from tournaments.models.helpers import format_ranges
from tournaments.results.texts import result_words
from tournaments.scorer.selectors.comparison import bounds_of_a_deal, rules_of
from tournaments.scorer.selectors.grid import (
    GridRow,
    active_scorers,
    cells_of,
    counts_of,
    recent_entries,
)
from tournaments.scorer.selectors.reach import filter_accessible
from tournaments.scorer.texts import (
    FILTERS,
    LINE_ERRORS,
    SHAPES,
    STATE_WORDS,
    typing_words,
    with_you_words,
)
from tournaments.state.visibility import published_rounds


def page_context(
    tournament: Tournament, number: int, table: int | None, board: int | None, rows: list[GridRow]
) -> dict[str, object]:
    counts = counts_of(rows)
    total = published_rounds(tournament).count()
    return {
        "work_title": _("Scorer’s desk"),
        "rows": rows,
        "lines": [(row, row_data(row)) for row in rows],
        "filters": [(key, word, SHAPES[key], counts[key]) for key, word in FILTERS],
        "counts": counts,
        "number": number,
        "total": max(total, tournament.planned_rounds or 0),
        "done_part": max(0.02, counts["recorded"] / len(rows)) if rows else 0.02,
        "rounds": range(1, total + 1),
        "tables": tables_of(tournament, number),
        "only_tables": format_ranges(sorted(actor_tables())),
        "table": table,
        "board": board,
        "cells": [(key, cell_heading(key)) for key in cells_of(tournament)],
        "side_words": [SEAT_NAMES[side] for side in tournament.sides_of_game],
        "least": game_length_text(tournament),
        "numbers": bids_for_browser(tournament.variant)["numbers"],
        "only_belotes": tournament.variant.declarations == "none",
        "belotes_apart": tournament.variant.counts_belotes_apart,
    }


def cell_heading(key: str) -> str:
    letters = str(SEAT_LETTERS[key.removeprefix("won_")])
    return _("%s won") % letters if key.startswith("won_") else letters


def game_length_text(tournament: Tournament) -> str:
    """Length of a game and the least possible sum, in one line."""
    game = tournament.game
    if not tournament.is_open_play:
        return ""
    if game.is_match:
        return _("best of %d; points may be left out") % (game.best_of or 1)
    if game.to is not None:
        return _("to %d points") % game.to
    least, _most = bounds_of_a_deal(tournament.variant)
    if not game.deals or not least:
        return ""
    values = {"deals": game.deals, "least": game.deals * least}
    return _("%(deals)d deals, the sum is at least %(least)d") % values


def tables_of(tournament: Tournament, number: int) -> list[int]:
    plays = Play.objects.filter(
        sitting__round__tournament=tournament, sitting__round__number=number
    )
    return sorted(set(filter_accessible(plays).values_list("sitting__table__number", flat=True)))


def row_data(row: GridRow) -> dict[str, object]:
    play = row.play
    shape, colour = SHAPES[row.state]
    words = typing_words(row.whose) if row.whose else row.note or str(STATE_WORDS[row.state])
    return {
        "play": play.pk,
        "table": play.sitting.table.number,
        "round": play.sitting.round.number,
        "board": play.board.number,
        "label": board_label(play),
        "fields": [(key, text, cell_label(play, key)) for key, text in row.cells.items()],
        "cells": row.cells,
        "line": row.line,
        "sum": row.total,
        "state": row.state,
        "shape": "half" if row.whose else shape,
        "colour": "entered" if row.whose else colour,
        "words": words,
        "doubt": row.doubt,
        "may_vouch": row.may_vouch,
        "rivals": row.rivals,
        "mark": row.mark,
        "whose": row.whose,
        "whose_typed": row.whose_typed,
        "search": row.search,
        "people": people_at(row),
        **board_data(row),
    }


def people_at(row: GridRow) -> list[tuple[str, str, list[str]]]:
    words = [str(SEAT_NAMES[side]) for side in row.play.board.tournament.sides_of_game]
    return [(word, side.number, side.people) for word, side in zip(words, row.sides, strict=True)]


def board_label(play: Play) -> str:
    """Accessible label of a row."""
    values = {"board": play.board.number, "table": play.sitting.table.number}
    return _("Board %(board)d, table %(table)d") % values


def cell_label(play: Play, key: str) -> str:
    """Accessible label of a game's cell."""
    values = {"table": play.sitting.table.number, "side": SEAT_NAMES[key.removeprefix("won_")]}
    if key.startswith("won_"):
        return _("Table %(table)d, games won by %(side)s") % values
    return _("Table %(table)d, points of %(side)s") % values


def board_data(row: GridRow) -> dict[str, object]:
    """The stored result of a board; empty for pending entries."""
    result = row.result
    if row.cells or result is None or row.state not in {"recorded", "same"}:
        round_text = _("round %(n)s") % {"n": row.play.sitting.round.number}
        shown = round_text if row.state in {"missing", "compare"} else ""
        return {"contract": None, "said": shown, "points": "", "score": ""}
    if result.kind == Result.Kind.PASSED_OUT:
        return {"contract": None, "said": _("Passed out"), "points": "", "score": "0–0"}
    if result.kind != Result.Kind.PLAYED:
        return {"contract": None, "said": str(result_words(result)), "points": "", "score": ""}
    points = result.outcome.get("points") or {}
    return {
        "contract": [result.contract, result.declarer, result.contra, result.bid],
        "said": "",
        "points": f"{points.get('NS', '')}–{points.get('EW', '')}",
        "score": f"{result.ns_score}–{result.ew_score}",
        "inside": result.outcome.get("outcome") == "lost",
    }


def side_data(tournament: Tournament, reader: str) -> dict[str, object]:
    last = [
        {
            "at": date_format(localtime(each.at), "H:i"),
            "table": each.table,
            "board": each.board,
            "who": _("you") if each.is_mine else each.who,
            "second": each.is_second,
            "words": each.words,
        }
        for each in recent_entries(tournament, reader)
    ]
    return {"last": last, "others": with_you_words(active_scorers(tournament, reader))}


def browser_data(
    tournament: Tournament, query: str, rows: Sequence[GridRow], hand: str
) -> dict[str, object]:
    """Data for the script: URLs, rows, rules, texts."""
    here = {
        name: reverse(f"manage_scorer{name and '_'}{name}", args=[tournament.code]) + f"?{query}"
        for name in ("", "rows", "step", "undo", "place")
    }
    data = {
        "code": tournament.code,
        "user": storage_key(hand),
        "urls": {**here, "next": reverse(next_url_name(hand), args=[tournament.code])},
        "rows": [row_data(row) for row in rows],
        "words": browser_words(),
        **side_data(tournament, hand),
    }
    if tournament.is_open_play:
        return data
    rules = rules_of(tournament.variant)
    shown = {"language": browser_language(), "rules": rules, "faults": texts(LINE_ERRORS)}
    return {**data, **shown, "names": names_of_codes(), "messages": texts(MESSAGES)}


def storage_key(hand: str) -> str:
    """Key of unsent entries in the browser; stable across a helper's links."""
    return f"helper:{name_of_actor_key(hand, None)}" if hand.startswith("link:") else hand


def next_url_name(hand: str) -> str:
    """Where to continue when no result is missing; helpers stay on the grid."""
    return "manage_scorer" if hand.startswith("link:") else "manage_tournament"


def texts(words: Mapping[str, object]) -> dict[str, str]:
    return {str(key): str(word) for key, word in words.items()}


def names_of_codes() -> dict[str, dict[str, str]]:
    return {
        "contracts": texts(CONTRACT_NAMES),
        "seats": texts(SEAT_NAMES),
        "contras": {str(level): str(name) for level, name in CONTRA_NAMES.items()},
        "marks": texts(CONTRACT_MARKS),
        "outcomes": texts(OUTCOME_NAMES),
    }


def browser_words() -> dict[str, str]:
    return {
        "saved": _("everything is saved, {time}"),
        "waiting": _("no connection: kept in this browser, sent automatically later"),
        "here": _("you type here"),
        "kept": _("kept here, will be sent"),
        "so": _("It is correct"),
        "right": _("{words} is right"),
        "table": _("Table {n}"),
        "board": _("Board {n}"),
        "go": _("Go"),
        "complete": _("Nothing is missing. Enter: on to the next step."),
        "save": _("Save {score}"),
        "second": _("second time"),
        "not_played": _("Not played"),
        "passed_out": _("Passed out"),
        "no_contra": _("no contra"),
        "all_tricks": _("all tricks"),
        "taken_alone": _("all tricks, alone"),
        "capot_bid": pgettext("bid", "capot"),
        "solo_bid": pgettext("bid", "capot alone"),
        "belote": _("belote {points}, {side}"),
        "led": _("{seat} led"),
        "kept_doubt": _("Kept as entered, not counted yet."),
        "count": _("recorded {n} of {all}"),
        "sum": _("Table {n}: {sum}"),
        "undone": _("Your last step is taken back."),
    }
