"""One replay step for the page, and all steps as data for its script."""

from dataclasses import dataclass

from games.replay.selectors.costs import CostlyCard, Costs
from games.replay.selectors.frames import Announcement, Frame
from games.replay.selectors.replay import Replay, Tile, Trick


@dataclass(frozen=True, slots=True)
class CallCell:
    """A call in the auction table; ``call`` is empty before the first caller."""

    number: int
    call: str
    css: str


@dataclass(frozen=True, slots=True)
class StepLink:
    """A navigation target; ``is_open`` is false at the current step."""

    step: int
    is_open: bool


@dataclass(frozen=True, slots=True)
class ReplayPage:
    replay: Replay
    frame: Frame
    hands: tuple[tuple[str, str, tuple[tuple[tuple[Tile, str], ...], ...]], ...]
    auction: tuple[tuple[CallCell, ...], ...]
    tricks: tuple[tuple[Trick, bool], ...]
    said: tuple[tuple[Announcement, bool], ...]
    slots: tuple[tuple[str, str, str], ...]
    ways: dict[str, StepLink]
    costs: Costs | None

    @property
    def costly(self) -> CostlyCard | None:
        cards = self.costs.cards if self.costs else ()
        return next((each for each in cards if each.step == self.frame.number), None)

    @property
    def is_last(self) -> bool:
        return self.frame.number == self.replay.last

    @property
    def is_dealt(self) -> bool:
        """Whether the auction is over and all cards are dealt."""
        return self.frame.number >= deal_step(self.replay)


def page_of(replay: Replay, step: int, costs: Costs | None = None) -> ReplayPage:
    frame = replay.frames[max(0, min(step, replay.last))]
    return ReplayPage(
        replay=replay,
        frame=frame,
        hands=tuple(
            (
                hand.seat,
                hand.did,
                tuple(tile_classes(replay, frame, packet) for packet in hand.packets),
            )
            for hand in replay.hands
        ),
        auction=auction_rows(replay, frame),
        tricks=tuple((trick, trick.step <= frame.number) for trick in replay.tricks),
        said=tuple((item, item.order < frame.played) for item in replay.said),
        slots=slots_of(replay, frame),
        ways=step_links(replay, frame.number),
        costs=costs,
    )


def tile_classes(
    replay: Replay, frame: Frame, packet: tuple[Tile, ...]
) -> tuple[tuple[Tile, str], ...]:
    """Tiles with their CSS class: played, not yet dealt, set aside."""
    return tuple((tile, css_of(replay, frame, tile)) for tile in packet)


def css_of(replay: Replay, frame: Frame, tile: Tile) -> str:
    if 0 <= tile.order < frame.played and frame.kind != "end":
        return "is-played"
    if tile.kind == "aside" and frame.number >= aside_step(replay):
        return "is-aside"
    return "is-waiting" if tile.kind == "late" and frame.number < deal_step(replay) else ""


def deal_step(replay: Replay) -> int:
    """The step at which all cards are dealt: the auction's end, never if all passed."""
    over = bool(replay.contract) and replay.result["status"] != "auction"
    return len(replay.calls) if over else len(replay.frames)


def aside_step(replay: Replay) -> int:
    steps = (frame.number for frame in replay.frames if frame.kind == "aside")
    return next(steps, len(replay.frames))


def auction_rows(replay: Replay, frame: Frame) -> tuple[tuple[CallCell, ...], ...]:
    """The auction in rows of one call per seat, the first row padded on the left."""
    size = len(replay.seats)
    if not replay.calls:
        return ()
    blank = replay.seats.index(replay.calls[0][0])
    cells = [CallCell(-1, "", "")] * blank
    for place, (_seat, call) in enumerate(replay.calls):
        css = "" if place < frame.calls else "is-future"
        is_now = frame.kind == "call" and place == frame.calls - 1
        cells.append(CallCell(place, call, "is-now" if is_now else css))
    return tuple(tuple(cells[start : start + size]) for start in range(0, len(cells), size))


def slots_of(replay: Replay, frame: Frame) -> tuple[tuple[str, str, str], ...]:
    cards = dict(frame.trick)
    whole = len(cards) == len(replay.seats)
    leader = frame.trick[0][0] if frame.trick else ""
    return tuple(
        (
            seat,
            cards.get(seat, ""),
            "is-winner" if whole and seat == frame.winner else "is-leader" * (seat == leader),
        )
        for seat in replay.seats
    )


def stops_of(replay: Replay) -> tuple[int, ...]:
    """Steps of trick navigation: start, end of the auction, of each trick, sheet."""
    stops = {0, min(len(replay.calls), replay.last), replay.last}
    return tuple(sorted(stops | {trick.step for trick in replay.tricks}))


def step_links(replay: Replay, number: int) -> dict[str, StepLink]:
    stops = stops_of(replay)
    steps = {
        "first": 0,
        "trick_back": max((stop for stop in stops if stop < number), default=0),
        "back": max(number - 1, 0),
        "next": min(number + 1, replay.last),
        "trick_on": min((stop for stop in stops if stop > number), default=replay.last),
        "last": replay.last,
    }
    return {name: StepLink(step, step != number) for name, step in steps.items()}


def script_data(replay: Replay) -> dict[str, object]:
    return {
        "seats": replay.seats,
        "sides": replay.sides,
        "stops": stops_of(replay),
        "dealtAt": deal_step(replay),
        "asideAt": aside_step(replay),
        "frames": [
            {
                "kind": frame.kind,
                "text": frame.text,
                "turn": frame.turn,
                "calls": frame.calls,
                "played": frame.played,
                "tricks": frame.tricks,
                "trick": frame.trick,
                "winner": frame.winner,
                "points": frame.points,
                "announced": frame.announced,
            }
            for frame in replay.frames
        ],
    }
