"""When an instance deregisters, and how often it tries. test/wire/deregistration-vectors.json holds it for every SDK."""

from __future__ import annotations

import math
import signal
from typing import Literal, Optional

from .._api.answer import Kind
from .rounding import whole_ms

# new-key: again at once if the key, read again, is another one.
DeregistrationStep = Literal["done", "again", "new-key", "give-up"]

_FIRST_WAIT_MS = 200
_LONGEST_WAIT_MS = 800
_SHORTEST_ATTEMPT_MS = 500

# What a process says of itself that a supervisor ended.
_SIGNALLED = (128 + signal.SIGINT, 128 + signal.SIGTERM)


def is_meant(exit_code: Optional[int], has_crashed: bool) -> bool:
    """Whether a process that ends so was stopped on purpose. A deregistration after a fault would hide it. None: not known."""
    return not has_crashed and (exit_code is None or exit_code == 0 or exit_code in _SIGNALLED)


def step_after(kind: Kind) -> DeregistrationStep:
    if kind in ("accepted", "unknown-instance"):
        return "done"
    if kind == "failed":
        return "again"
    return "new-key" if kind == "unauthorized" else "give-up"


def deregistration_wait_ms(failures: int, left_ms: float, retry_after_ms: Optional[float], random: float) -> Optional[int]:
    """None: there is no time left for another attempt. A Retry-After that does not fit is ignored."""
    own_ms = min(_FIRST_WAIT_MS * 2 ** min(failures - 1, 10), _LONGEST_WAIT_MS) * (0.5 + random / 2)
    fits = retry_after_ms is not None and retry_after_ms < left_ms
    wait_ms = whole_ms(max(own_ms, retry_after_ms or 0) if fits else own_ms)
    return wait_ms if wait_ms < left_ms else None


def attempt_ms(left_ms: float) -> int:
    """One attempt takes half of the time that is left, so that a request that got lost can be sent again."""
    return math.ceil(min(left_ms, max(_SHORTEST_ATTEMPT_MS, left_ms / 2)))
