"""The table of verbs: what can be done here, on which pages, and by which operations of the API.

`tests/api/test_parity.py` holds it against the addresses of both: whatever is added to one of them
fails there until it has its row, and a row that only one of them has says why.
"""

from tests.api.parity.of_accounts import OF_ACCOUNTS
from tests.api.parity.of_clubs import OF_CLUBS
from tests.api.parity.of_games import OF_GAMES
from tests.api.parity.of_the_evening import OF_THE_EVENING
from tests.api.parity.of_the_site import OF_THE_SITE
from tests.api.parity.of_tournaments import OF_TOURNAMENTS
from tests.api.parity.of_visitors import OF_VISITORS
from tests.api.parity.rows import Verb

VERBS = (
    *OF_ACCOUNTS,
    *OF_VISITORS,
    *OF_CLUBS,
    *OF_TOURNAMENTS,
    *OF_THE_EVENING,
    *OF_GAMES,
    *OF_THE_SITE,
)
__all__ = ["VERBS", "Verb"]
