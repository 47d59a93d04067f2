from tournaments.entries.selectors.team_lines import TeamLine, side_line


def single(number: int, name: str) -> TeamLine:
    return TeamLine(10 + number, number, name, (name,), name)


def test_side_players_are_ordered_by_number():
    """PostgreSQL returns rows of seats in any order."""
    players = [single(7, "Ana"), single(2, "Boris")]
    sides = [side_line(players), side_line(players[::-1])]
    assert [(side.number, side.name) for side in sides] == [(2, "Boris – Ana")] * 2
    assert sides[0].members == sides[1].members == (12, 17)
