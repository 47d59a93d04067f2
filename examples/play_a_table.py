"""Play a table with the generated client: enter and confirm each missing result.

    python examples/play_a_table.py http://127.0.0.1:8000 TOKEN-OF-THE-TABLE

See examples/README.md for generating the client.
"""

import sys
from collections.abc import Iterator
from uuid import uuid4

from belot_client import Client
from belot_client.api.tables import (
    tables_confirmations_create,
    tables_results_create,
    tables_retrieve,
)
from belot_client.models import (
    Confirmation,
    PlayState,
    Result,
    ResultEntry,
    ResultEntrySlip,
    SideEnum,
    TablePlays,
)

SLIP = {"contract": "H", "declarer": "S", "points": {"NS": 98, "EW": 64}}


def missing_plays(client: Client, token: str) -> Iterator[int]:
    """Plays without a result in the table's first incomplete round."""
    table = tables_retrieve.sync(token, client=client)
    if not isinstance(table, TablePlays):
        sys.exit(f"This is no table that can be read: {table}")
    waiting = [play for play in table.plays if play.state == "empty"]
    # A round starts when the previous one is complete at all tables.
    yield from (play.play for play in waiting if play.round_ == waiting[0].round_)


def enter(client: Client, token: str, play: int) -> Result:
    """Enter a result for North–South; retrying with the same key is idempotent."""
    body = ResultEntry(
        play=play,
        side=SideEnum.NS,
        slip=ResultEntrySlip.from_dict(SLIP),
        client_key=uuid4(),
    )
    result = tables_results_create.sync(token, client=client, body=body)
    if not isinstance(result, Result):
        sys.exit(f"Not stored: {result}")
    return result


def confirm(client: Client, token: str, result: Result) -> PlayState:
    body = Confirmation(play=result.play, version=result.version, side=SideEnum.EW, agrees=True)
    state = tables_confirmations_create.sync(token, client=client, body=body)
    if not isinstance(state, PlayState):
        sys.exit(f"Not confirmed: {state}")
    return state


def main(address: str, token: str) -> None:
    with Client(base_url=address) as client:
        for play in missing_plays(client, token):
            state = confirm(client, token, enter(client, token, play))
            print(f"Play {state.play}: {state.state}")


if __name__ == "__main__":
    main(*sys.argv[1:])
