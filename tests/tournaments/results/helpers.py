"""What several tests of results do."""

import pytest

from tournaments.errors import Refused
from tournaments.models import LogEntry
from tournaments.results.services.results import confirm_result


def confirm(play, side="EW", version=1, agrees=True, **values):
    table = play.sitting.table
    return confirm_result(
        table=table, play_id=play.pk, version=version, side=side, agrees=agrees, **values
    )


def refused(call, *args, **values):
    with pytest.raises(Refused) as caught:
        call(*args, **values)
    return caught.value


def actions():
    return list(LogEntry.objects.order_by("pk").values_list("action", flat=True))
