from dataclasses import dataclass

EVENING_MINUTES = 160
EVENING_BOARDS = 28
"""Without a given time: 24–28 boards, about 2½ hours."""


@dataclass(frozen=True, slots=True)
class Budget:
    minutes: int
    most_boards: int
    boards_per_round: int | None
    minutes_per_board: int
    change_minutes: int

    def minutes_for(self, rounds: int, boards: int) -> int:
        return rounds * (boards * self.minutes_per_board + self.change_minutes)

    def boards_for(self, rounds: int) -> int:
        if self.boards_per_round:
            fits = self.minutes_for(rounds, self.boards_per_round) <= self.minutes
            return self.boards_per_round if fits else 0
        each = (self.minutes // rounds - self.change_minutes) // self.minutes_per_board
        boards = max(0, min(each, self.most_boards // rounds))
        # Long rounds: a multiple of four, so that each seat deals equally often.
        return boards - boards % 4 if boards >= 8 else boards

    def rounds_for(self, boards: int) -> int:
        by_time = self.minutes // (boards * self.minutes_per_board + self.change_minutes)
        return min(by_time, max(1, self.most_boards // boards))

    def boards_if_whole(self, rounds: int) -> int:
        """Boards per round of a full movement; 0 if only one would fit."""
        boards = self.boards_for(rounds)
        return boards if boards >= 2 or self.boards_per_round else 0

    def fit(self, longest: int, boards: int = 3) -> tuple[int, int]:
        """Rounds and boards of a movement that can stop early: whole if it fits, otherwise cut."""
        whole = self.boards_if_whole(longest)
        if whole:
            return longest, whole
        boards = self.boards_per_round or boards
        while boards > 1 and not self.rounds_for(boards):
            boards -= 1
        return min(longest, self.rounds_for(boards)), boards
