"""Who meets whom: movements, pairings and their checker, on plain values."""

from tournaments.movements.balance import balance
from tournaments.movements.barometer import barometer
from tournaments.movements.candidates import REASONS
from tournaments.movements.checker import Check, Fault, Repeat, Share, check
from tournaments.movements.errors import MovementError
from tournaments.movements.howell import endless_howell, howell
from tournaments.movements.mitchell import mitchell
from tournaments.movements.model import Movement, Seats, Sitting
from tournaments.movements.proposals import Proposal, propose
from tournaments.movements.registry import KIND_NAMES, build
from tournaments.movements.round_robin import berger, round_robin

__all__ = [
    "KIND_NAMES",
    "REASONS",
    "Check",
    "Fault",
    "Movement",
    "MovementError",
    "Proposal",
    "Repeat",
    "Seats",
    "Share",
    "Sitting",
    "balance",
    "barometer",
    "berger",
    "build",
    "check",
    "endless_howell",
    "howell",
    "mitchell",
    "propose",
    "round_robin",
]
