"""Durations as people write them."""

from __future__ import annotations

import re
from typing import Optional

_UNITS_MS = {"ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000}


def duration_ms(text: str) -> Optional[float]:
    """250ms, 30s, 2m, 6h in milliseconds; None for anything else."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(ms|s|m|h)", text, re.ASCII)
    return None if found is None else float(found.group(1)) * _UNITS_MS[found.group(2)]
