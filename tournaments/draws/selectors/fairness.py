"""What lets anybody check that the boards were fixed before play."""

import hashlib
from dataclasses import dataclass

from games.belot import seeded_pack
from tournaments.models import Board, Tournament


@dataclass(frozen=True, slots=True)
class CheckedPack:
    """A board's stored pack beside the one that the seed gives."""

    number: int
    dealer: str
    stored: tuple[str, ...]
    derived: tuple[str, ...]

    @property
    def is_same(self) -> bool:
        """Whether the board was dealt just as the seed says."""
        return self.stored == self.derived


@dataclass(frozen=True, slots=True)
class Fairness:
    """The fingerprint since the draw; the seed and every pack once nobody has a board to play."""

    seed_hash: str
    seed: str
    hash_fits: bool
    packs: tuple[CheckedPack, ...]

    @property
    def is_fair(self) -> bool:
        """Whether the seed fits its fingerprint and every pack fits the seed."""
        return self.hash_fits and all(pack.is_same for pack in self.packs)

    @property
    def command(self) -> str:
        """What to type to check it elsewhere; the seed's place is held until it is known."""
        words = ["python3 manage.py verify_deals", self.seed or "SEED"]
        words += ["--fingerprint", self.seed_hash]
        return " ".join([*words, "--boards", str(len(self.packs))] if self.seed else words)


def fairness_of(tournament: Tournament) -> Fairness:
    """The public facts about a tournament's seed; one query."""
    if not tournament.seed_is_public:
        return Fairness(tournament.seed_hash, "", False, ())
    return Fairness(
        tournament.seed_hash,
        tournament.seed,
        seed_hash(tournament.seed) == tournament.seed_hash,
        checked_packs(tournament),
    )


def checked_packs(tournament: Tournament) -> tuple[CheckedPack, ...]:
    """Every board's pack, dealt again from the seed."""
    seed = bytes.fromhex(tournament.seed)
    boards = Board.objects.filter(tournament=tournament).order_by("number")
    rows = boards.values_list("number", "deal__dealer", "deal__pack")
    return tuple(
        CheckedPack(
            number,
            dealer,
            tuple(pack.split()),
            tuple(seeded_pack(tournament.variant, seed, number).split()),
        )
        for number, dealer, pack in rows
    )


def seed_hash(seed: str) -> str:
    """The fingerprint shown before play: SHA-256 of the seed's bytes; both as hexadecimal."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()
