"""Whole deals on flat integers, for the compiler: the rules implemented a second time.

`games.belot.records.game.Deal` and the bots are authoritative; tests keep both equal.
Shared: legal cards (`tricks`), rules of thumb (`heuristics.play`, `heuristics.bidding`)
and the draws.
"""
