"""How often this instance beats."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Optional

_SHORTEST_ASKED_MS = 1_000
_LONGEST_ASKED_MS = 3_600_000
# One wrong answer, or a proxy's old one, must not silence an instance.
_ANSWERS_BEFORE_LONGER = 3


@dataclass(frozen=True)
class Interval:
    # What the latest registration named.
    registered_ms: float
    # Between two heartbeats. Never longer than that: the monitor judges the silence by what is registered.
    current_ms: float
    # A longer one that is to be registered before the next heartbeat, and kept once it is.
    wanted_ms: Optional[float] = None
    # Answers in a row that asked for a longer one.
    longer_answers: int = 0


def registered_interval(registered_ms: float) -> Interval:
    return Interval(registered_ms, registered_ms)


def follow_interval(interval: Interval, configured_ms: float, next_heartbeat_seconds: Optional[float]) -> Interval:
    """
    The interval after an answer. The monitor knows a policy of the operator that the application does not: a shorter one
    is kept at once, a longer one only when several answers in a row asked for one and it is registered.
    """
    registered_ms = interval.registered_ms
    if next_heartbeat_seconds is None or math.isnan(next_heartbeat_seconds):
        return registered_interval(registered_ms)
    least_ms = min(configured_ms, _SHORTEST_ASKED_MS)
    most_ms = max(configured_ms, _LONGEST_ASKED_MS)
    asked_ms = min(most_ms, max(least_ms, next_heartbeat_seconds * 1000))
    if asked_ms <= registered_ms:
        return Interval(registered_ms, asked_ms)
    longer_answers = interval.longer_answers + 1
    if longer_answers < _ANSWERS_BEFORE_LONGER:
        return Interval(registered_ms, registered_ms, longer_answers=longer_answers)
    return Interval(registered_ms, registered_ms, wanted_ms=asked_ms)
