"""Refusals with an alternative, or with a reason why none is needed."""

from tournaments.errors import RuleViolationError

EVERYWHERE = {
    "no_such_round": "the last round is over, so nothing is left to change",
    "nothing_changes": "all is as they want it already",
    "until_decided": "a knock-out ends with its winner",
}
ALTERNATIVES = {
    ("comes_late", "no_empty_place"): "take another's place (tried)",
    ("comes_late", "bracket"): "take another's place before it has played",
    ("comes_late", "match_begun"): "take another's place before it has played",
    ("leaves", "bracket"): "decide the match for the opponents",
    ("stays_away", "bracket"): "decide the match for the opponents",
    ("is_replaced", "place_in_bracket"): "somebody plays for them",
    ("has_a_substitute", "not_playing_there"): "choose who plays there now",
    ("is_longer", "movement_complete"): "a further stage goes on from these standings",
    ("rest_plays", "bracket"): "who rests in a bracket goes on",
    ("rest_plays", "nobody_to_pair"): "those who rest may not meet, or no two do",
    ("is_drawn_anew", "not_redrawn"): "who comes or goes is seated without a new draw",
    ("is_drawn_anew", "two_winners"): "who comes or goes is seated without a new draw",
    ("sat_wrongly", "two_lists"): "a ruling on the boards (tried)",
    ("phones_crossed", "nothing_entered"): "there is nothing to exchange yet",
    ("boards_crossed", "same_boards"): "both have these boards",
    ("boards_crossed", "no_boards"): "open play has none",
    ("other_boards", "same_boards"): "it has these boards",
    ("other_boards", "no_boards"): "open play has none",
}  # fmt: skip
"""By event and code; refusals with their own alternative need no entry."""


def check_refusal_is_known(event: str, refusal: RuleViolationError) -> None:
    """Fail on a refusal that leaves the director without an alternative."""
    if refusal.details.get("instead") or refusal.code in EVERYWHERE:
        return
    assert (event, refusal.code) in ALTERNATIVES, f"a dead end: {event}, {refusal.code}: {refusal}"
