from tournaments.movements.candidates import (
    fixed_place,
    melees,
    rainbows,
    three_handed_tables,
    two_handed_tables,
    whists,
)
from tournaments.movements.errors import _
from tournaments.movements.formats import (
    PLAYERS,
    THREE,
    TWO,
    Format,
    FormatTexts,
    ProposalRule,
    Seating,
)
from tournaments.movements.individual import rainbow, whist
from tournaments.movements.melee import melee
from tournaments.movements.small_tables import three_handed, two_handed

BY_PHONE_OR_CARD = _("by the phone or guide card")
EVERYONE = {"open_all_play": _("Everyone plays everyone.")}

ROWS = (
    Format(
        kind="rainbow",
        seating=Seating.AHEAD,
        builder=rainbow,
        suits=frozenset({PLAYERS}),
        words=FormatTexts(_("Rainbow"), moving=_("three of four, by the phone or guide card")),
        size="tables",
        longest=lambda entrants: entrants // 4,
        proposed=(ProposalRule(PLAYERS, rainbows, fixed_place(1)),),
        reasons={
            "rainbow": _("Everyone meets everyone of another direction once; North stays seated.")
        },
    ),
    Format(
        kind="whist",
        seating=Seating.AHEAD,
        builder=whist,
        suits=frozenset({PLAYERS}),
        words=FormatTexts(_("Whist tournament"), moving=_("everybody, by the phone or guide card")),
        size="players",
        proposed=(ProposalRule(PLAYERS, whists, fixed_place(0)),),
        reasons={
            "whist": _("Partners change each round, every one once; opponents come round evenly.")
        },
    ),
    Format(
        kind="melee",
        seating=Seating.AHEAD,
        builder=melee,
        suits=frozenset({PLAYERS}),
        words=FormatTexts(
            _("Mêlée"),
            moving=_("everybody, by the phone"),
            know=_("Works with any number; latecomers can still join."),
        ),
        size="players",
        made_by_lot=True,
        proposed=(ProposalRule(PLAYERS, melees, fixed_place(2)),),
        reasons={
            "melee": _(
                "Partners and opponents are drawn again each round and repeat as little as "
                "possible."
            )
        },
    ),
    Format(
        kind="two_handed",
        seating=Seating.AHEAD,
        builder=two_handed,
        suits=frozenset({TWO}),
        words=FormatTexts(_("Tables of two"), moving=BY_PHONE_OR_CARD),
        size="players",
        deals_at_table=True,
        proposed=(ProposalRule(TWO, two_handed_tables, fixed_place(0)),),
        reasons=EVERYONE,
    ),
    Format(
        kind="three_handed",
        seating=Seating.AHEAD,
        builder=three_handed,
        suits=frozenset({THREE}),
        words=FormatTexts(_("Tables of three"), moving=BY_PHONE_OR_CARD),
        size="players",
        made_by_lot=True,
        deals_at_table=True,
        proposed=(ProposalRule(THREE, three_handed_tables, fixed_place(0)),),
        reasons={
            "threes": _("Three at a table, each for themselves; new opponents in each round.")
        },
    ),
)
