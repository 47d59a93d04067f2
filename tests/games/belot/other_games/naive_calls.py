import re


class Auction:
    """Auction state; `add_call` takes the calls in turn.

    `contract`, `declarer`, `contra`, `number` and `capot` are the last bid's. At the end
    `turn` is None; `contract` too if all passed.
    """

    def __init__(self, game, dealer, turned=None):
        self.game = game
        self.seats = game["seats"]
        self.turned = turned
        start = self.seats.index(dealer) + (game.get("first call") != "dealer")
        self._first = start % len(self.seats)
        self.turn = self.seats[start % len(self.seats)]
        self.calls = []
        self.contract = self.declarer = self.number = None
        self.contra = 0
        self.capot = False
        self.closed = False
        self.hokm_by = self.first_sun = None
        self.is_sure = False

    def can_call(self, call):
        if self.turn is None:
            return False
        return {
            "numbers": self._numbers,
            "turn-up": self._turn_up,
            "name": self._name,
            "baloot": self._baloot,
        }[self.game["auction"]](call)

    def said(self, call):
        assert self.can_call(call), (call, self.calls)
        self.calls.append(call)
        if call.startswith("X"):
            self.contra += 1
            self.closed = call.endswith("-CLOSED")
        elif self.game["auction"] == "baloot" and call != "P":
            self._buy(call)
        elif call != "P":
            self._bid(call)
        place = (self.seats.index(self.turn) + 1) % len(self.seats)
        self.turn = None if self._over() else self.seats[place]

    def _bid(self, call):
        self.declarer = self.turn
        if self.game["auction"] == "numbers":
            self.number, self.contract, self.capot = _parts(call)
        else:
            self.contract = self.turned[0] if call == "TAKE" else call

    def _is_opponent(self):
        return (self.seats.index(self.turn) - self.seats.index(self.declarer)) % 2 == 1

    def _numbers(self, call):
        if call == "P":
            return True
        if call == "X":
            return self.contract is not None and self.contra == 0 and self._is_opponent()
        if call == "XX":
            if self.contra != 1 or self._is_opponent():
                return False
            return self.turn == self.declarer or self.game.get("recontra") != "the bidder's"
        parts = _parts(call)
        if parts is None or self.contra:  # after a contra: recontra or pass
            return False
        number, contract, capot = parts
        if contract not in self.game["contracts"]:
            return False
        if self.game["capot"] == "above all numbers":
            if number is None or capot:
                return number is None and capot and not self.capot
            return not self.capot and self._is_higher(number)
        return number is not None and self._is_higher(number) and (capot or not self.capot)

    def _is_higher(self, number):
        game = self.game
        if number < game["lowest"] or (number - game["lowest"]) % game["step"]:
            return False
        if game["highest"] is not None and number > game["highest"]:
            return False
        return self.number is None or number > self.number

    def _turn_up(self, call):
        if call == "P":
            return True
        if len(self.calls) < len(self.seats):
            return call == "TAKE"
        return call in self.game["contracts"] and call != self.turned[0]

    def _place(self, seat):
        """Number of players who call before this seat: 0 for the dealer's right."""
        return (self.seats.index(seat) - self._first) % 4

    def _buy(self, call):
        """Baloot: hokm, its confirmation, sun, or a claim of sun."""
        speaker = self.turn
        if call in ("NT", "ASHKAL"):
            if self.first_sun is None:
                self.first_sun = speaker
            self.contract, self.is_sure = "NT", True
            partner = self.seats[(self.seats.index(speaker) + 2) % 4]
            self.declarer = partner if call == "ASHKAL" else speaker
            return
        self.is_sure = self.hokm_by is not None
        self.hokm_by = self.declarer = speaker
        self.contract = self.turned[0] if call == "TAKE" else call

    def _baloot(self, call):
        """Two rounds of hokm and sun; players who passed before a sun can claim it; contra last."""
        if self.is_sure:
            return self._after_buying(call)
        if call == "ASHKAL":
            return len(self.calls) in (2, 3) and self.turned[1] != "A"
        if self.hokm_by is not None:
            again = "TAKE" if self.contract == self.turned[0] else self.contract
            return call == "NT" or call == (again if self.turn == self.hokm_by else "P")
        if call in ("P", "NT"):
            return True
        if len(self.calls) < 4:
            return call == "TAKE"
        return call in "CDHS" and call != self.turned[0]

    def _after_buying(self, call):
        if call == "P":
            return True
        if call == "NT":
            return self._can_claim()
        level, _, how = call.partition("-")
        if set(level) != {"X"} or how not in ("", "CLOSED") or (how and self.contract == "NT"):
            return False
        if len(level) != self.contra + 1 or len(level) > self.game["contras"][self.contract]:
            return False
        return self._is_opponent() == (self.contra % 2 == 0)

    def _can_claim(self):
        """Opponent who passed before the sun, earlier in turn; once, before contra."""
        if self.first_sun is None or self.contra or self.turn == self.hokm_by:
            return False
        claimed = self.calls.count("NT") + self.calls.count("ASHKAL") > 1
        gap = self._place(self.first_sun) - self._place(self.turn)
        return not claimed and gap in (1, 3)

    def _name(self, call):
        if call == "P":
            return len(self.calls) < len(self.seats)  # after all others passed, the first must name
        return call in self.game["contracts"]

    def _over(self):
        players = len(self.seats)
        quiet = 0
        for call in reversed(self.calls):
            if call != "P":
                break
            quiet += 1
        if self.game["auction"] == "numbers":
            if self.calls[-1] == "XX":
                return True
            return quiet == players if self.contract is None else quiet == players - 1
        if self.game["auction"] == "baloot":
            if self.contract is None:
                return quiet == 8
            most = self.game["contras"][self.contract]
            return self.is_sure and (quiet == 3 or self.contra == most)
        if self.contract is not None:
            return True
        return self.game["auction"] == "turn-up" and quiet == 2 * players


def _parts(call):
    found = re.fullmatch(r"(\*|[1-9][0-9]*)(C|D|H|S|NT|AT)(\*?)", call)
    if not found:
        return None
    number, contract, mark = found.groups()
    if number == "*":
        return None if mark else (None, contract, True)
    return int(number), contract, mark == "*"
