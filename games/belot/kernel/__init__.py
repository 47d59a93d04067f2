"""Whole deals on flat integers, for the compiler: the rules once more, held equal by tests.

`games.belot.records.game.Deal` and the bots stay the authority. What both use is written once:
legal cards (`tricks`), the rules of thumb (`thumb.play`, `thumb.bidding`) and the draws.
"""
