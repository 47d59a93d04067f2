from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from benchmarks.evening.http import Answer, BrokenConnectionError, Browser

MIN_ERROR_LENGTH: Final = 20
"""Bytes; a shorter body contains no message."""


def quantile(values: Sequence[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


@dataclass
class Figures:
    """Measurements of a run; times in seconds.

    ``lacking``: requests without a response; ``faults``: status 500 and above; ``impolite``:
    those that neither phone nor person can read; ``refusals``: rejected requests.
    """

    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    lacking: Counter[tuple[str, str]] = field(default_factory=Counter)
    faults: Counter[tuple[str, int]] = field(default_factory=Counter)
    impolite: Counter[tuple[str, str]] = field(default_factory=Counter)
    refusals: Counter[tuple[str, int, str]] = field(default_factory=Counter)
    marks: Counter[str] = field(default_factory=Counter)

    async def ask(
        self,
        kind: str,
        browser: Browser,
        path: str,
        *,
        patience: float,
        method: str = "GET",
        headers: dict[str, str] | None = None,
        body: bytes | None = None,
    ) -> Answer | None:
        """Send a request and record its time; None without a response in time."""
        started = time.perf_counter()
        try:
            answer = await browser.ask(
                path, patience=patience, method=method, headers=headers, body=body
            )
        except (TimeoutError, OSError, BrokenConnectionError) as error:
            late = isinstance(error, TimeoutError)
            reason = (
                "timeout"
                if late
                else "cut off"
                if isinstance(error, BrokenConnectionError)
                else "no server"
            )
            self.lacking[kind, reason] += 1
            if late:
                self.times[kind].append(time.perf_counter() - started)
            return None
        self.times[kind].append(time.perf_counter() - started)
        self.note(kind, answer, is_json=headers is not None and "json" in headers.get("Accept", ""))
        return answer

    def note(self, kind: str, answer: Answer, *, is_json: bool) -> None:
        self.statuses[kind, answer.status] += 1
        if answer.status < 500:
            return
        self.faults[kind, answer.status] += 1
        trouble = error_response_fault(answer, is_json=is_json)
        if trouble:
            self.impolite[kind, trouble] += 1

    def of(self, *kinds: str) -> list[float]:
        return [seconds for kind in kinds for seconds in self.times.get(kind, ())]

    def lacking_of(self, reason: str) -> int:
        return sum(count for (_kind, why), count in self.lacking.items() if why == reason)

    @property
    def server_faults(self) -> int:
        return self.faults.total()


def error_response_fault(answer: Answer, *, is_json: bool) -> str:
    """What makes an error response unreadable; empty if it is acceptable."""
    if b"Traceback (most recent call last)" in answer.body:
        return "a stack trace"
    if answer.status == 500:
        return "500"
    if is_json and "json" not in answer.header("content-type"):
        return f"{answer.status} without JSON"
    packed = answer.header("content-encoding")
    return (
        "" if packed or len(answer.body) >= MIN_ERROR_LENGTH else f"{answer.status} without words"
    )
