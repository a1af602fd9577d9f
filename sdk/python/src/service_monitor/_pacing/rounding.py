"""Halves go up, as in the other SDKs: the shared vectors are exact."""

import math


def whole_ms(ms: float) -> int:
    return math.floor(ms + 0.5)
