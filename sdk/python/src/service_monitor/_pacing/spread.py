"""Spreads a fleet that started together."""

from .rounding import whole_ms


def spread_ms(wait_ms: float, random: float) -> int:
    """Up to a tenth early and never late, so that no heartbeat misses its deadline."""
    return whole_ms(wait_ms * (0.9 + random / 10))
