"""Every action, its pages and its API operations.

`tests/api/test_parity.py` compares it with the URLs of both: an addition without a row
fails, and a row that lacks one side says why.
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
