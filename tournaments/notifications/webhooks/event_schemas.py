"""The form of what each event says: what the sender makes, and what the schema of the API shows."""

from typing import Annotated, Literal, TypedDict

from tournaments.models import Play, Result, Tournament

Moment = Annotated[str, "date-time"]
UriReference = Annotated[str, "uri-reference"]
"""Absolute with a ``PUBLIC_URL``, else a path."""


class ClubTold(TypedDict):
    """Whose webhook it is."""

    id: int
    name: str


class TournamentTold(TypedDict):
    """Which tournament it is about; `page` is for people, `url` for programs."""

    code: str
    name: str
    state: Tournament.State
    page: UriReference
    url: UriReference


class Frame(TypedDict):
    """What every message has; `sequence` grows with what happened, with gaps."""

    id: str
    version: Literal[1]
    type: str
    timestamp: Moment
    sequence: int
    club: ClubTold
    tournament: TournamentTold | None


class TeamTold(TypedDict):
    """An entrant with its public name."""

    number: int | None
    name: str


class RoundTold(TypedDict):
    """A round whose seats can be seen."""

    number: int
    url: UriReference


class DrawPublished(TypedDict):
    """Seats of these rounds can be seen."""

    rounds: list[RoundTold]


class SidesScored(TypedDict):
    """What each side wrote."""

    NS: int
    EW: int


class ScoreTold(TypedDict):
    """What was scored."""

    kind: Result.Kind
    contract: str
    declarer: str
    contra: int
    score: SidesScored
    net: int | None


class SidesSeated(TypedDict):
    """Who sits on each side of the table."""

    NS: list[TeamTold]
    EW: list[TeamTold]


class ResultRecorded(TypedDict):
    """Which version counts on a board at a table; `result` once it is public."""

    round: int
    table: int
    board: int
    version: int | None
    state: Play.State
    is_correction: bool
    is_public: bool
    result: ScoreTold | None
    sides: SidesSeated
    url: UriReference


class LeaderTold(TypedDict):
    """One of the first three of a list; of a section without a name it is empty."""

    section: str
    rank: int
    team: TeamTold


class StandingsPublished(TypedDict):
    """A version of the standings; `corrected` results were others in the one before."""

    number: int
    rounds: int
    is_final: bool
    is_official: bool
    corrected: int
    leaders: list[LeaderTold]
    url: UriReference


class TournamentOfficial(TypedDict):
    """Since when the standings are final."""

    since: Moment
    url: UriReference


class DirectorCalled(TypedDict):
    """Which table calls; what it wrote is read by directors alone, at `url`."""

    call: int
    round: int
    table: int
    board: int | None
    is_settled: bool
    url: UriReference


class WebhookTest(TypedDict):
    """A user pressed the test button."""

    message: str


Data = (
    DrawPublished
    | ResultRecorded
    | StandingsPublished
    | TournamentOfficial
    | DirectorCalled
    | WebhookTest
)


class Message(Frame):
    """A whole message."""

    data: Data
