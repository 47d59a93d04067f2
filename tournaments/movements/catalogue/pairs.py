from tournaments.movements.barometer import barometer
from tournaments.movements.candidates import (
    barometer_place,
    barometers,
    fixed_place,
    howell_place,
    howells,
    mitchell_place,
    mitchells,
    open_bergers,
)
from tournaments.movements.errors import _
from tournaments.movements.formats import (
    PAIRS,
    TEAMS,
    Format,
    FormatTexts,
    NumberParameter,
    ProposalRule,
    Seating,
    Variation,
)
from tournaments.movements.howell import endless_howell, howell
from tournaments.movements.mitchell import mitchell
from tournaments.movements.pools import pool_stage, snake_pools
from tournaments.movements.round_robin import berger, round_robin
from tournaments.movements.small_tables import one_table

PRINT_CARDS = _("Print the guide cards: hardly anybody stays seated.")
BY_PHONE_OR_CARD = _("by the phone or guide card")
MOST_BY_PHONE = _("most pairs, by the phone or guide card")
EVERYONE = {"open_all_play": _("Everyone plays everyone.")}

ROWS = (
    Format(
        kind="mitchell",
        seating=Seating.AHEAD,
        builder=mitchell,
        suits=frozenset({PAIRS}),
        words=FormatTexts(
            _("Mitchell"),
            _("Use Mitchell"),
            moving=_("East–West up, boards down"),
            know=_("Boards travel with both packets kept apart: five cards and three."),
            know_shared=_(
                "Two tables play the same boards in each round and pass them to and fro."
            ),
        ),
        variations=(
            Variation(
                "rover",
                lambda params: bool(params.get("rover")),
                FormatTexts(
                    _("Rover Mitchell"),
                    _("Use a rover Mitchell"),
                    moving=_("East–West up; the rover by its guide card"),
                    know=_("One table less. The rover needs a patient pair."),
                ),
            ),
            Variation(
                "skip",
                lambda params: params.get("variant") == "skip",
                FormatTexts(
                    _("Skip Mitchell"),
                    _("Use a skip Mitchell"),
                    moving=_("East–West up, boards down"),
                    know=_("Half-way East–West skip a table; the phones and guide cards say when."),
                ),
                lasting=False,
            ),
        ),
        size="tables",
        odd={"missing": "ew"},
        longest=lambda entrants: entrants // 2,
        rule=_("After each round East–West move up a table, the boards move down."),
        proposed=(ProposalRule(PAIRS, mitchells, mitchell_place, "duplicate"),),
        reasons={
            "mitchell_one_winner": _(
                "Half of the pairs stay seated; the last rounds are arrow-switched, so there "
                "is one winner."
            ),
            "mitchell_two_winners": _(
                "Half of the pairs stay seated; North-South and East-West are ranked separately."
            ),
            "mitchell_rover": _(
                "The extra pair takes a seat at another table each round; nobody sits out "
                "more than once."
            ),
        },
    ),
    Format(
        kind="howell",
        seating=Seating.AHEAD,
        builder=howell,
        suits=frozenset({PAIRS}),
        words=FormatTexts(_("Howell"), moving=MOST_BY_PHONE, know=PRINT_CARDS),
        size="tables",
        odd={"missing": True},
        most=1000,  # above, the search for a design takes minutes
        rule_of_sides=_(
            "Sides change from round to round, so that all compete alike: phones and guide cards"
            " say who sits North–South."
        ),
        proposed=(ProposalRule(PAIRS, howells, howell_place, "duplicate"),),
        reasons={
            "howell_all_meet": _("Everyone meets everyone once; one winner; no board is shared."),
            "howell_reduced": _(
                "One winner in %(rounds)d rounds; some pairs stay seated, everyone plays all"
                " boards."
            ),
        },
    ),
    Format(
        kind="endless_howell",
        seating=Seating.AHEAD,
        builder=endless_howell,
        suits=frozenset({PAIRS}),
        words=FormatTexts(_("Endless Howell"), moving=MOST_BY_PHONE, know=PRINT_CARDS),
        size="tables",
        odd={"missing": True},
    ),
    Format(
        kind="pools",
        seating=Seating.AHEAD,
        builder=pool_stage,
        suits=frozenset({PAIRS, TEAMS}),
        words=FormatTexts(_("Groups")),
        size="entrants",
        what=_("In each group all play all; a knock-out of the best can follow as a next stage."),
        fields=(
            NumberParameter(
                "pools", _("Groups"), 1, 64, usual=lambda entrants: max(1, entrants // 4)
            ),
        ),
        groups=lambda params: snake_pools(int(params["entrants"]), int(params["pools"])),
    ),
    Format(
        kind="round_robin",
        seating=Seating.AHEAD,
        builder=round_robin,
        suits=frozenset({PAIRS, TEAMS}),
        words=FormatTexts(_("Round robin")),
        size="entrants",
        deals_at_table=True,
        all_meet=True,
    ),
    Format(
        kind="berger",
        seating=Seating.AHEAD,
        builder=berger,
        suits=frozenset({PAIRS, TEAMS}),
        words=FormatTexts(_("Round robin (Berger)"), moving=BY_PHONE_OR_CARD),
        size="entrants",
        what=_("Everybody meets everybody once, in the order of Berger’s tables."),
        offered_as=_("All against all"),
        deals_at_table=True,
        all_meet=True,
        proposed=(ProposalRule(PAIRS, open_bergers, fixed_place(2), "open"),),
        reasons=EVERYONE,
    ),
    Format(
        kind="barometer",
        seating=Seating.AHEAD,
        builder=barometer,
        suits=frozenset({PAIRS}),
        words=FormatTexts(
            _("Barometer"),
            _("Use the barometer"),
            moving=_("both sides, by the phone"),
            know=_(
                "Made for the big screen. Every table plays the same boards at once, so each needs"
                " a copy of its own."
            ),
        ),
        size="entrants",
        proposed=(ProposalRule(PAIRS, barometers, barometer_place, "duplicate"),),
        reasons={
            "barometer_all_meet": _(
                "Everyone plays the same boards at the same time and meets everyone; the standings"
                " are final after each round."
            ),
            "barometer": _(
                "Everyone plays the same boards at the same time; the standings are final after"
                " each round."
            ),
        },
    ),
    Format(
        kind="one_table",
        seating=Seating.AHEAD,
        builder=one_table,
        suits=frozenset({PAIRS}),
        words=FormatTexts(_("One table")),
        only=2,
    ),
)
