from tournaments.movements.candidates import all_teams, even_relays, fixed_place, odd_relays
from tournaments.movements.errors import _
from tournaments.movements.formats import TEAMS, Format, FormatTexts, ProposalRule, Seating
from tournaments.movements.teams import american_whist, head_to_head, new_england, triangle

RELAY = {"teams_relay": _("Every team plays every other; North-South stay seated.")}

ROWS = (
    Format(
        kind="american_whist",
        seating=Seating.AHEAD,
        builder=american_whist,
        suits=frozenset({TEAMS}),
        words=FormatTexts(
            _("American whist"), moving=_("East–West two tables down, boards one down")
        ),
        size="teams",
        rule=_("After each round East–West go down two tables, the boards go down one."),
        all_meet=True,
        is_relay=True,
        proposed=(ProposalRule(TEAMS, odd_relays, fixed_place(2), "duplicate"),),
        reasons=RELAY,
    ),
    Format(
        kind="new_england",
        seating=Seating.AHEAD,
        builder=new_england,
        suits=frozenset({TEAMS}),
        words=FormatTexts(
            _("New England relay"),
            moving=_("East–West one table down, boards two down"),
            know=_("With an even number of teams two tables share their boards."),
        ),
        size="teams",
        rule=_("After each round East–West go down one table, the boards go down two."),
        all_meet=True,
        is_relay=True,
        proposed=(ProposalRule(TEAMS, even_relays, fixed_place(2), "duplicate"),),
        reasons=RELAY,
    ),
    Format(
        kind="head_to_head",
        seating=Seating.AHEAD,
        builder=head_to_head,
        suits=frozenset({TEAMS}),
        words=FormatTexts(
            _("All teams against all"),
            moving=_("to the next match, by the phone"),
            know=_("Two tables a match; at half-time they exchange their boards."),
        ),
        size="teams",
        all_meet=True,
        proposed=(ProposalRule(TEAMS, all_teams, fixed_place(1), "duplicate"),),
        reasons={"teams_all_play": _("Every team plays every other in two rooms.")},
    ),
    Format(
        kind="triangle",
        seating=Seating.AHEAD,
        builder=triangle,
        suits=frozenset({TEAMS}),
        words=FormatTexts(_("Triangle")),
        only=3,
        all_meet=True,
        is_relay=True,
    ),
)
