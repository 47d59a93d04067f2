"""Scores of a deal, game by game.

`deal` has `contract`, `contra`, `number` (as called), `capot_bid`, `takers` and `defence`
(sides), and by side `points` (tricks, last ten), `tricks`, `declarations`, `belote`.
"""


def settle(game, deal):
    """Set `capot`, `totals`, `outcome`, `score` and `hanging`."""
    won = [side for side, count in deal["tricks"].items() if not _others(deal["tricks"], side)]
    deal["capot"] = won[0] if won else None
    if game.get("a trick is needed") and won:
        for side in deal["tricks"]:
            if side != won[0]:
                deal["declarations"][side] = deal["belote"][side] = 0
    deal["hanging"] = 0
    {
        "contrée": _contree,
        "taker against the rest": _taker,
        "bazar blot": _bazar_blot,
        "klaverjas": _klaverjas,
        "baloot": _baloot,
    }[game["written"]](game, deal)


def _others(by_side, side):
    return sum(count for other, count in by_side.items() if other != side)


def _totals(deal, capot_premium, premium_for_defence=True):
    deal["totals"] = {
        side: deal["points"][side] + deal["declarations"][side] + deal["belote"][side]
        for side in deal["points"]
    }
    capot = deal["capot"]
    if capot == deal["takers"] or (capot and premium_for_defence):
        deal["totals"][capot] += capot_premium
    return deal["totals"][deal["takers"]], deal["totals"][deal["defence"]]


def _contree(game, deal):
    """Contrée and coinche (sections 3 and 4)."""
    takers, defence = deal["takers"], deal["defence"]
    taken, against = _totals(deal, 90)
    bid = game["capot is"] if deal["capot_bid"] else deal["number"]
    made = deal["capot"] == takers if deal["capot_bid"] else taken >= bid
    if game["needs"] == "the bid and more than the defence":
        made = made and taken > against
    deal["outcome"] = "made" if made else "lost"
    if made and not deal["contra"]:
        written = {takers: taken + bid, defence: against}
    else:
        winner, loser = (takers, defence) if made else (defence, takers)
        base = game["lost"]
        if deal["capot"] == defence or (
            deal["capot_bid"] and game["a lost bid of capot"] == "all tricks"
        ):
            base = game["lost, all tricks"]
        base += sum(deal["declarations"].values())
        times = game["times"][deal["contra"]]
        amount = base + bid * times
        if game["multiplied"] == "base and bid":
            amount = (base + bid) * times
        written = {winner: amount + deal["belote"][winner], loser: 0}
        keeper = loser if game["loser's belote"] == "kept" else winner
        written[keeper] += deal["belote"][loser]
    deal["to the point"] = written
    deal["score"] = {side: _to_ten(amount, game["rounding"]) for side, amount in written.items()}


def _to_ten(amount, rounding):
    tens, ones = divmod(amount, 10)
    up = ones >= 5 if rounding == "85 is 90" else ones > 5
    return 10 * (tens + up)


def _taker(game, deal):
    """French belote (FFB) and klaberjass: more is made, equal hangs, less is lost."""
    takers, defence = deal["takers"], deal["defence"]
    taken, against = _totals(deal, 90)
    if taken > against:
        deal["outcome"], deal["score"] = "made", {takers: taken, defence: against}
    elif taken == against:
        deal["outcome"], deal["score"] = "hanging", {takers: 0, defence: against}
        deal["hanging"] = taken
    else:
        kept = deal["belote"][takers] if game["loser's belote"] == "kept" else 0
        deal["outcome"] = "lost"
        deal["score"] = {takers: kept, defence: taken + against - kept}


def _bazar_blot(game, deal):
    takers, defence = deal["takers"], deal["defence"]
    taken, _ = _totals(deal, 90)
    made = taken >= 10 * deal["number"] and (not deal["capot_bid"] or deal["capot"] == takers)
    row = game["times without trumps" if deal["contract"] == "NT" else "times"]
    bid = row[deal["contra"]] * deal["number"]
    deal["outcome"] = "made" if made else "lost"
    if made and not deal["contra"]:
        tens = {side: _half_down(total) for side, total in deal["totals"].items()}
        deal["score"] = {takers: bid + tens[takers], defence: tens[defence]}
        return
    winner, loser = (takers, defence) if made else (defence, takers)
    cards = 25 if deal["capot"] == defence else 16
    own = deal["declarations"][winner] + deal["belote"][winner]
    deal["score"] = {winner: cards + bid + own // 10, loser: 0}


def _half_down(total):
    tens, ones = divmod(total, 10)
    return tens + (ones > 5)


def _paired(totals, limit):
    """Tens of both sides: down below the limit, up above; at it, up for the lower side."""
    (one, first), (two, second) = totals.items()
    tens = {}
    for side, own, other in ((one, first, second), (two, second, first)):
        ones = own % 10
        tens[side] = own // 10 + (ones > limit or (ones == limit and own < other))
    return tens


def _klaverjas(game, deal):
    """Klaverjas (section 6): `declarations` has the roem."""
    takers, defence = deal["takers"], deal["defence"]
    taken, against = _totals(deal, 100, premium_for_defence=False)
    if taken > against:
        deal["outcome"], deal["score"] = "made", {takers: taken, defence: against}
    else:
        deal["outcome"] = "lost"
        deal["score"] = {takers: 0, defence: 162 + sum(deal["declarations"].values())}


def _baloot(game, deal):
    """Baloot (section 7): a suit ("hokm") counts 16, no-trumps ("sun") 26; a belote always 2."""
    takers, defence = deal["takers"], deal["defence"]
    taken, against = _totals(deal, 90)
    sun = deal["contract"] == "NT"
    if sun:
        tens = {side: 2 * _sun_tens(total) // 10 for side, total in deal["totals"].items()}
    else:
        tens = _paired(deal["totals"], 6)
    if taken == against:  # sun: each scores its own; under contra the last doubler loses
        made = deal["contra"] % 2 == 1 or (sun and not deal["contra"])
    else:
        made = taken > against
    deal["outcome"], deal["score"] = ("made" if made else "lost"), tens
    if not made or deal["contra"]:
        winner, loser = (takers, defence) if made else (defence, takers)
        belote = sum(deal["belote"].values())
        rest = taken + against - belote
        whole = 2 * _sun_tens(rest) // 10 if sun else rest // 10
        if deal["contra"] == 4:  # coffee: the match
            deal["score"] = {winner: game["match"]["target"], loser: 0}
        else:
            times = [1, 2, 3, 4][deal["contra"]]
            deal["score"] = {winner: whole * times + belote // 10, loser: 0}
    if sun:
        deal["totals"] = {side: 2 * total for side, total in deal["totals"].items()}


def _sun_tens(points):
    """To the nearest ten, keeping fives."""
    tens, ones = divmod(points, 10)
    return points if ones == 5 else 10 * (tens + (ones > 5))


def match_sheet(ends, results):
    """Running sheet of a match: entries and waiting points by deal, sums, end, winner.

    `ends` is {"target": points}, with one side ahead, or {"deals": number}, without a winner
    for equal sums. The result of a thrown-in deal is None. With "last deal: to the point" the
    deal that thus reaches the target is written exactly (at 2001, otherwise in tens, rounding
    never does). Waiting points go to the side with more in the next deal that does not hang.
    """
    rows, sums, waiting, is_over, winner = [], {}, 0, False, None
    for count, deal in enumerate(results, 1):
        row = dict(deal["score"]) if deal else {}
        if deal and deal["outcome"] == "hanging":
            waiting += deal["hanging"]
        elif deal:
            most = max(deal["totals"].values())
            best = [side for side, total in deal["totals"].items() if total == most]
            if len(best) == 1:
                row[best[0]] += waiting
                waiting = 0
        if deal and ends.get("last deal") == "to the point":
            to_the_point = deal["to the point"]
            if max(_added(sums, to_the_point).values()) >= ends["target"]:
                row = to_the_point
        rows.append((row, waiting))
        sums = _added(sums, row)
        most = max(sums.values(), default=0)
        leaders = [side for side, points in sums.items() if points == most]
        if "deals" in ends:
            is_over = count == ends["deals"]
        else:
            is_over = bool(deal) and most >= ends["target"] and len(leaders) == 1
        winner = leaders[0] if is_over and len(leaders) == 1 else None
    return rows, sums, is_over, winner


def _added(sums, row):
    return {side: sums.get(side, 0) + points for side, points in row.items()} if row else sums
