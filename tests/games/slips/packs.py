# North: a quinte in spades; East: the belotes of hearts and clubs; no carré.
HANDS = {
    "N": "S9 ST SJ SQ SK CJ DJ H7",
    "W": "C7 C8 C9 D7 D8 D9 HJ S7",
    "S": "HA H8 H9 SA S8 CA DQ DK",
    "E": "HK HQ HT CT DT CK CQ DA",
}


def pack_of(hands):
    """Pack that deals these hands with North dealing: 3, 2 and 3, from West."""
    rows = {seat: cards.split() for seat, cards in hands.items()}
    order = "WSEN"
    return " ".join(
        card
        for first, last in ((0, 3), (3, 5), (5, 8))
        for seat in order
        for card in rows[seat][first:last]
    )


PACK = pack_of(HANDS)
