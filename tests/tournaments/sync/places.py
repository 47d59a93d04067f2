"""Server and hall in one database: two tournaments that exchange messages."""

import json
from dataclasses import dataclass
from typing import Any

from tests.builders import make_club, make_drawn
from tournaments.models import Play, Result, SyncLink, Tournament
from tournaments.sync.protocol import answer_message, process_answer, write_message
from tournaments.sync.secrets import secret_for
from tournaments.sync.services.pairing import join_server, offer_pairing, pair_hall


@dataclass
class SyncPair:
    """Both ends of a sync link."""

    server: SyncLink
    hall: SyncLink

    def exchange(self, *, lose_answer: bool = False, lose_letter: bool = False) -> bool:
        """Send a message and its answer; return whether the hall has more."""
        letter = over_json(write_message(self.hall.pk))
        if lose_letter:
            return True
        answer = over_json(answer_message(self.server.pk, letter))
        return True if lose_answer else process_answer(self.hall.pk, letter, answer)

    def exchange_all(self) -> None:
        for _each in range(12):
            more = self.exchange()
            frame = SyncLink.objects.get(pk=self.hall.pk).given_frame
            letter = write_message(self.hall.pk, far_has=frame)
            if not more and letter["frame"] is None:
                break
        else:
            raise AssertionError("the two places never come to rest")
        self.server.refresh_from_db()
        self.hall.refresh_from_db()

    @property
    def at_server(self) -> Tournament:
        return Tournament.objects.get(pk=self.server.tournament_id)

    @property
    def at_hall(self) -> Tournament:
        return Tournament.objects.get(pk=self.hall.tournament_id)


def over_json(letter: Any) -> Any:
    """Message as received."""
    return json.loads(json.dumps(letter))


def paired_ends(tournament: Tournament | None = None, *, take: bool = True) -> SyncPair:
    tournament = tournament or make_drawn(6)
    offer = offer_pairing(tournament=tournament)
    secret = secret_for(offer.code)
    given = over_json(pair_hall(code=offer.code, secret=secret, take=take))
    club = make_club("Hall")
    hall = join_server(address="http://127.0.0.1:1", secret=secret, given=given, club=club)
    return SyncPair(SyncLink.objects.get(pk=offer.line.pk), hall)


def play_at(tournament: Tournament, number: int, table: int, board: int) -> Play:
    return Play.objects.select_related("sitting__table", "current").get(
        sitting__round__tournament=tournament,
        sitting__round__number=number,
        sitting__table__number=table,
        board__number=board,
    )


def plays_in(tournament: Tournament) -> list[tuple[int, int, int]]:
    rows = Play.objects.filter(sitting__round__tournament=tournament)
    return list(
        rows.values_list(
            "sitting__round__number", "sitting__table__number", "board__number"
        ).order_by("sitting__round__number", "sitting__table__number", "order")
    )


def counted_results(tournament: Tournament) -> dict[tuple[int, int, int], tuple[str, int | None]]:
    """State and score of every play."""
    found = {}
    for where in plays_in(tournament):
        play = play_at(tournament, *where)
        found[where] = play.state, play.current and play.current.net
    return found


def scores(tournament: Tournament) -> list[tuple[Any, ...]]:
    rows = Result.objects.filter(play__sitting__round__tournament=tournament)
    return sorted(
        rows.values_list(
            "play__sitting__round__number", "play__sitting__table__number", "play__board__number",
            "kind", "ns_score", "ew_score", "who", "side", "created_at",
        )
    )  # fmt: skip


def seats(tournament: Tournament) -> list[tuple[Any, ...]]:
    return sorted(
        tournament.rounds.values_list(
            "number", "is_published", "started_at", "seats__sitting__table__number", "seats__side",
            "seats__team__name", "seats__team__number",
        ),
        key=repr,
    )  # fmt: skip
