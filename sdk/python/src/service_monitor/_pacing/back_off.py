"""The wait after a failure."""

from __future__ import annotations

from typing import Optional

from .rounding import whole_ms
from .spread import spread_ms

_FIRST_WAIT_MS = 1_000


def back_off_ms(interval_ms: float, failures: int, retry_after_ms: Optional[float], random: float) -> int:
    """
    Doubled each time, never beyond one interval: the end of an outage of the monitor is noticed within an interval, and
    the outage costs it no more requests than health does. Retry-After lengthens the wait, up to that interval as well:
    whoever is silent for longer may be taken for dead.

    failures: in a row, this one included. random: in [0, 1), spreads a fleet whose monitor comes back.
    """
    first_ms = min(_FIRST_WAIT_MS, interval_ms / 8)
    wait_ms = min(interval_ms, first_ms * 2 ** min(failures - 1, 30)) * (0.5 + random / 2)
    asked_ms = retry_after_ms or 0.0
    if asked_ms > interval_ms:
        asked_ms = spread_ms(interval_ms, random)
    else:
        asked_ms = min(interval_ms, asked_ms * (1 + random / 10))
    return whole_ms(max(wait_ms, asked_ms))
