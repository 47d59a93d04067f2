from tournaments.movements.candidates import (
    fixed_place,
    knock_outs,
    open_danish,
    open_swiss,
    swiss_of_teams,
    swiss_of_two,
    swiss_place,
)
from tournaments.movements.double_elimination import double_elimination
from tournaments.movements.errors import _
from tournaments.movements.formats import (
    PAIRS,
    TEAMS,
    TWO,
    BooleanParameter,
    ChoiceParameter,
    Format,
    FormatTexts,
    NumberParameter,
    ProposalRule,
    Seating,
)
from tournaments.movements.knockout import single_elimination
from tournaments.movements.next_rounds import pair_by_lot, pair_by_rank, pair_by_results

TWO_BY_TWO = frozenset({PAIRS, TEAMS, TWO})

ROUNDS = NumberParameter(
    "rounds", _("Rounds"), 1, 40, usual=lambda entrants: min(max(entrants - 1, 1), 5)
)
FIRST = ChoiceParameter(
    "first",
    _("The first round"),
    [
        ("lot", _("by lot")),
        ("seeding", _("by seeding: upper half against lower half")),
        ("accelerated", _("accelerated: the upper half among themselves")),
    ],
)
REST = ChoiceParameter(
    "rest",
    _("Who sits out"),
    [
        ("unplayed", _("fewest unplayed rounds, then lowest placed")),
        ("bye", _("lowest placed who has not sat out by a bye")),
    ],
)
ONE_PRESS = _("You draw each round when the one before is over: one press.")
BY_DRAW = _("by the draw of each round")

BY_STANDINGS = (
    Format(
        kind="swiss",
        seating=Seating.STANDINGS,
        builder=pair_by_results,
        suits=TWO_BY_TWO,
        words=FormatTexts(_("Swiss"), moving=BY_DRAW, know=ONE_PRESS),
        size="entrants",
        what=_("Each round those with equal results meet; nobody meets twice."),
        fields=(ROUNDS, FIRST, REST),
        proposed=(
            ProposalRule(TEAMS, swiss_of_teams, swiss_place, "duplicate"),
            ProposalRule(TEAMS, open_swiss, fixed_place(1), "open"),
            ProposalRule(PAIRS, open_swiss, fixed_place(1), "open"),
            ProposalRule(TWO, swiss_of_two, fixed_place(1)),
        ),
        reasons={
            "teams_swiss": _("Teams with equal results meet; nobody meets twice."),
            "open_swiss": _("First by lot, then those with equal results; nobody meets twice."),
        },
    ),
    Format(
        kind="danish",
        seating=Seating.STANDINGS,
        builder=pair_by_rank,
        suits=TWO_BY_TWO,
        words=FormatTexts(_("Danish"), moving=BY_DRAW, know=ONE_PRESS),
        size="entrants",
        what=_("Each round the first meets the second, the third the fourth, and so on."),
        fields=(
            ROUNDS,
            FIRST,
            REST,
            BooleanParameter("again", _("The same two may meet again"), usual=True),
        ),
        proposed=(
            ProposalRule(TEAMS, open_danish, fixed_place(0), "open"),
            ProposalRule(PAIRS, open_danish, fixed_place(0), "open"),
        ),
        reasons={
            "open_danish": _(
                "First by lot, then by rank: first against second, third against fourth."
            )
        },
    ),
    Format(
        kind="random",
        seating=Seating.STANDINGS,
        builder=pair_by_lot,
        suits=TWO_BY_TWO,
        words=FormatTexts(_("By lot")),
        size="entrants",
        what=_("Each round is drawn by lot; nobody meets twice while that is possible."),
        fields=(ROUNDS, REST),
    ),
)
SERIES = ChoiceParameter(
    "best_of",
    _("Two meet in"),
    [
        (1, _("one match")),
        (3, _("a series: best of three matches")),
        (5, _("a series: best of five matches")),
        (7, _("a series: best of seven matches")),
    ],
)
KNOCK_OUTS = (
    Format(
        kind="single_elimination",
        seating=Seating.BRACKET,
        builder=single_elimination,
        suits=TWO_BY_TWO,
        words=FormatTexts(_("Knock-out"), moving=BY_DRAW, know=ONE_PRESS),
        size="entrants",
        what=_("The loser is out; the best numbers may have a bye in round 1."),
        fields=(
            SERIES,
            BooleanParameter(
                "consolation", _("A consolation for those who lose their first match")
            ),
            BooleanParameter("third_place", _("A match for the third place")),
        ),
        own=("consolation",),
        proposed=(
            ProposalRule(PAIRS, knock_outs, fixed_place(3), "open"),
            ProposalRule(TEAMS, knock_outs, fixed_place(3), "open"),
        ),
        reasons={"knock_out": _("The loser is out; after %(rounds)d rounds there is a winner.")},
    ),
    Format(
        kind="double_elimination",
        seating=Seating.BRACKET,
        builder=double_elimination,
        suits=TWO_BY_TWO,
        words=FormatTexts(_("Double knock-out")),
        size="entrants",
        what=_("After one loss you continue among the losers; after two you are out."),
        fields=(
            SERIES,
            BooleanParameter(
                "reset", _("The final is repeated if the unbeaten side loses it"), usual=True
            ),
        ),
        own=("consolation",),
    ),
    Format(
        kind="lives",
        seating=Seating.LIVES,
        builder=pair_by_lot,
        suits=TWO_BY_TWO,
        words=FormatTexts(_("Knock-out with lives")),
        what=_("A loser may buy a life back until a chosen round, and is drawn again."),
        fields=(
            NumberParameter("lives", _("Lives"), 1, 5, usual=lambda _entrants: 1),
            NumberParameter(
                "buy_backs", _("Lives that may be bought"), 0, 5, usual=lambda _entrants: 1
            ),
            NumberParameter("until_round", _("Until round"), 1, 20, usual=lambda _entrants: 2),
        ),
    ),
)
