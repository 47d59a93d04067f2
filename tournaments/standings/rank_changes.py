from tournaments.entries.selectors.team_lines import teams_of
from tournaments.models import Tournament
from tournaments.scoring import RowChange
from tournaments.standings.previews import Preview


def moves_of(tournament: Tournament, preview: Preview) -> dict[str, object]:
    moves = moves_from(tournament, preview.moves)
    return {**moves, "counted": preview.rounds, "stage_changes": preview.stages}


def moves_from(tournament: Tournament, found: list[RowChange]) -> dict[str, object]:
    teams = teams_of(tournament) if found else {}
    return {"moves": [(teams[move.entrant], move) for move in found if move.entrant in teams]}
