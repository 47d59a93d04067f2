"""Public proof that the boards were fixed before play."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from games.belot import seeded_pack
from games.models import DealSet
from tournaments.draws.seating import prepared_deals
from tournaments.models import Board, Tournament

DEALS_LABEL: Final = "belot deals v1"


@dataclass(frozen=True, slots=True)
class CheckedPack:
    """A board's stored pack and the one derived from the seed or prepared set."""

    number: int
    dealer: str
    stored: tuple[str, ...]
    derived: tuple[str, ...]
    is_prepared: bool = False

    @property
    def is_same(self) -> bool:
        return self.stored == self.derived


@dataclass(frozen=True, slots=True)
class Prepared:
    """The prepared set of the boards; its author can know the cards."""

    boards: int
    maker: str
    made_at: datetime


@dataclass(frozen=True, slots=True)
class Fairness:
    """The fingerprint; after the last board also the seed and all packs."""

    seed_hash: str
    seed: str
    hash_fits: bool
    packs: tuple[CheckedPack, ...]
    prepared: Prepared | None = None
    is_clockwise: bool = False
    """Whether dealers and packets rotate clockwise."""

    @property
    def is_fair(self) -> bool:
        """Whether the seed matches the fingerprint and all packs match."""
        return self.hash_fits and all(pack.is_same for pack in self.packs)

    @property
    def command(self) -> str:
        """Command to verify independently, with a placeholder for a secret seed."""
        if self.prepared is not None:
            return f"python3 manage.py verify_deals deals.txt --fingerprint {self.seed_hash}"
        words = ["python3 manage.py verify_deals", self.seed or "SEED"]
        words += ["--fingerprint", self.seed_hash]
        words += ["--clockwise"] * self.is_clockwise
        return " ".join([*words, "--boards", str(len(self.packs))] if self.seed else words)


def fairness_of(tournament: Tournament) -> Fairness:
    """Public data on a tournament's seed and prepared set."""
    prepared = prepared_set(tournament)
    is_clockwise = tournament.variant.direction == "clockwise"
    if not tournament.seed_is_public:
        return Fairness(tournament.seed_hash, "", False, (), prepared, is_clockwise)
    return Fairness(
        tournament.seed_hash,
        tournament.seed,
        fingerprint_of(tournament) == tournament.seed_hash,
        checked_packs(tournament),
        prepared,
        is_clockwise,
    )


def prepared_set(tournament: Tournament) -> Prepared | None:
    if tournament.deal_set_id is None:
        return None
    deal_set = DealSet.objects.select_related("created_by").get(pk=tournament.deal_set_id)
    maker = deal_set.created_by.get_username() if deal_set.created_by else ""
    return Prepared(deal_set.boards.count(), maker, deal_set.created_at)


def fingerprint_of(tournament: Tournament) -> str:
    """Hash published before play: of the seed, or of seed and prepared set."""
    if tournament.deal_set_id is None:
        return seed_hash(tournament.seed)
    return hashlib.sha256(deals_text(tournament).encode()).hexdigest()


def deals_text(tournament: Tournament) -> str:
    """Seed and boards of the prepared set; its SHA-256 is the fingerprint.

    The secret seed prevents testing candidate sets against the fingerprint.
    """
    lines = [DEALS_LABEL, f"seed {tournament.seed}"]
    for number, (dealer, pack) in sorted(prepared_deals(tournament).items()):
        lines.append(f"board {number} dealer {dealer} {pack}")
    return "\n".join(lines) + "\n"


def checked_packs(tournament: Tournament) -> tuple[CheckedPack, ...]:
    """Every board's pack, derived again from the prepared set or the seed."""
    seed, prepared = bytes.fromhex(tournament.seed), prepared_deals(tournament)
    boards = Board.objects.filter(tournament=tournament).order_by("number")
    rows = boards.values_list("number", "deal__dealer", "deal__pack")
    return tuple(
        CheckedPack(
            number,
            dealer,
            tuple(pack.split()),
            tuple(
                prepared[number][1].split()
                if number in prepared
                else seeded_pack(tournament.variant, seed, number).split()
            ),
            number in prepared,
        )
        for number, dealer, pack in rows
    )


def seed_hash(seed: str) -> str:
    """SHA-256 of the seed's bytes, in hexadecimal, published before play."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()
