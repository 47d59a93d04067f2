"""Export a tournament in the structure of USEBIO 1.2 (bridge programs).

Belot data without a bridge equivalent uses extra elements (``docs/results-files.md``).
Figures are those of the standings.
"""

from collections import defaultdict
from fractions import Fraction
from typing import Final
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from tournaments.models import Play, PlayScore, Seat, StandingRow, Team, Tournament
from tournaments.results.selectors.exports import plays_of
from tournaments.scoring import Method

EVENT_TYPES: Final = {
    Method.MATCHPOINTS: "MP_PAIRS",
    Method.BUTLER: "BUTLER_PAIRS",
    Method.CROSS_IMPS: "CROSS_IMPS",
}
OF_UNITS: Final = {"pair": "PAIRS", "team": "TEAMS", "player": "INDIVIDUAL"}
MAX_DECIMALS: Final = 4
Sides = dict[tuple[int, str], list[str]]
"""Entrant numbers by sitting and side."""


def usebio_of(tournament: Tournament) -> bytes:
    """Participants with ranks, and boards with travellers; six queries."""
    root = Element("USEBIO", Version="1.2")
    club = SubElement(root, "CLUB")
    add_text_element(club, "CLUB_NAME", tournament.club.name)
    event = SubElement(root, "EVENT", EVENT_TYPE=event_type(tournament))
    add_text_element(event, "PROGRAM_NAME", "belot")
    add_text_element(event, "EVENT_DESCRIPTION", tournament.name)
    add_text_element(event, "EVENT_IDENTIFIER", tournament.code)
    add_text_element(event, "DATE", f"{tournament.date:%d/%m/%Y}")
    add_text_element(event, "BOARD_SCORING_METHOD", tournament.scoring)
    add_participants(event, tournament)
    add_boards(event, tournament)
    indent(root)
    return bytes(tostring(root, encoding="utf-8", xml_declaration=True))


def event_type(tournament: Tournament) -> str:
    if tournament.unit == Tournament.Unit.PAIR and tournament.method in EVENT_TYPES:
        return EVENT_TYPES[tournament.method]
    return OF_UNITS[tournament.unit]


def add_text_element(parent: Element, name: str, value: object) -> None:
    """Append an element with text; nothing for an empty value."""
    if value not in (None, ""):
        SubElement(parent, name).text = str(value)


def figure(value: str) -> str:
    return f"{float(Fraction(value)):.{MAX_DECIMALS}f}".rstrip("0").rstrip(".")


def add_participants(event: Element, tournament: Tournament) -> None:
    within = SubElement(event, "PARTICIPANTS", EVENT_TYPE=OF_UNITS[tournament.unit])
    rows = {row.team_id: row for row in StandingRow.objects.filter(tournament=tournament)}
    teams = tournament.teams.filter(is_present=True).prefetch_related("team_players__player")
    for team in sorted(teams, key=lambda team: participant_order(team, rows)):
        add_participant(within, tournament, team, rows.get(team.pk))


def participant_order(team: Team, rows: dict[int, StandingRow]) -> tuple[str, int, int]:
    """Sort key: list and rank, then number."""
    row = rows.get(team.pk)
    return (row.section, row.position, 0) if row else ("~", 0, team.number or 0)


def add_participant(
    within: Element, tournament: Tournament, team: Team, row: StandingRow | None
) -> None:
    kind = {"pair": "PAIR", "team": "TEAM"}.get(tournament.unit, "PLAYER")
    entrant = SubElement(within, kind)
    add_text_element(entrant, f"{kind}_NUMBER", team.number)
    if kind == "TEAM":
        add_text_element(entrant, "TEAM_NAME", team.shown)
    if row is not None:
        add_text_element(entrant, "SECTION_ID", row.section)
        add_text_element(entrant, "PLACE", f"{row.rank}=" if row.is_tied else row.rank)
        add_text_element(entrant, "TOTAL_SCORE", figure(row.figure))
        add_text_element(entrant, "BOARDS_PLAYED", row.boards)
    for each in team.team_players.all():
        person = entrant if kind == "PLAYER" else SubElement(entrant, "PLAYER")
        add_text_element(person, "PLAYER_NAME", each.player.shown)


def add_boards(event: Element, tournament: Tournament) -> None:
    sides = side_numbers(tournament)
    worth = "MATCH_POINTS" if tournament.method == Method.MATCHPOINTS else "FIGURE"
    scores = {
        each.play_id: each
        for each in PlayScore.objects.filter(play__sitting__round__tournament=tournament)
    }
    boards: dict[int, list[Play]] = defaultdict(list)
    for play in plays_of(tournament):
        if play.current_id is not None:
            boards[play.board.number].append(play)
    for number in sorted(boards):
        board = SubElement(event, "BOARD")
        add_text_element(board, "BOARD_NUMBER", number)
        for play in boards[number]:
            add_traveller_line(board, play, sides, scores.get(play.pk), worth)


def side_numbers(tournament: Tournament) -> Sides:
    numbers_by_side: Sides = defaultdict(list)
    seats = Seat.objects.filter(round__tournament=tournament, sitting__isnull=False)
    for sitting, side, number in seats.order_by("pk").values_list(
        "sitting", "side", "team__number"
    ):
        numbers_by_side[sitting, side].append(str(number))
    return numbers_by_side


def add_traveller_line(
    board: Element, play: Play, sides: Sides, score: PlayScore | None, worth: str
) -> None:
    result = play.current
    assert result is not None
    line = SubElement(board, "TRAVELLER_LINE")
    add_text_element(line, "ROUND_NUMBER", play.sitting.round.number)
    add_text_element(line, "TABLE_NUMBER", play.sitting.table.number)
    ns, ew = ("EW", "NS") if play.is_turned else ("NS", "EW")
    add_text_element(line, "NS_PAIR_NUMBER", "+".join(sides[play.sitting_id, ns]))
    add_text_element(line, "EW_PAIR_NUMBER", "+".join(sides[play.sitting_id, ew]))
    if result.contract:
        add_text_element(line, "CONTRACT", result.contract + "x" * result.contra)
        add_text_element(line, "PLAYED_BY", result.declarer)
    points = result.outcome.get("points") or {}
    add_text_element(line, "NS_CARD_POINTS", points.get("NS"))
    add_text_element(line, "EW_CARD_POINTS", points.get("EW"))
    if result.net is None:
        add_text_element(line, "SCORE", result.kind.upper())
    else:
        add_text_element(line, "NS_SCORE", result.ns_score)
        add_text_element(line, "EW_SCORE", result.ew_score)
        add_text_element(line, "SCORE", result.net)
    if score is not None:
        add_text_element(line, f"NS_{worth}", figure(score.ns_figure))
        add_text_element(line, f"EW_{worth}", figure(score.ew_figure))
