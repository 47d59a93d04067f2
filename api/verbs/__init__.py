"""The table of verbs: what can be done here, on which pages, and by which operations of the API.

`tests/api/test_verbs.py` holds it against the addresses of both: whatever is added to one of them
fails there until it has its row, and a row that only one of them has says why.
"""

from api.verbs.of_accounts import OF_ACCOUNTS
from api.verbs.of_clubs import OF_CLUBS
from api.verbs.of_games import OF_GAMES
from api.verbs.of_the_evening import OF_THE_EVENING
from api.verbs.of_the_site import OF_THE_SITE
from api.verbs.of_tournaments import OF_TOURNAMENTS
from api.verbs.of_visitors import OF_VISITORS
from api.verbs.rows import Verb

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
