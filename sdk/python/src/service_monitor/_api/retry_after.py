"""The wait that a Retry-After header asks for."""

from __future__ import annotations

import re
from datetime import timezone
from email.utils import parsedate_to_datetime
from typing import Optional


def retry_after_ms(header: Optional[str], now_ms: float) -> Optional[float]:
    """In seconds or as a date; None when it asks for none."""
    text = (header or "").strip()
    if re.fullmatch(r"\d+(\.\d+)?", text):
        wait_ms = float(text) * 1000
    else:
        try:
            date = parsedate_to_datetime(text)
            wait_ms = date.replace(tzinfo=date.tzinfo or timezone.utc).timestamp() * 1000 - now_ms
        except (TypeError, ValueError, IndexError, OverflowError):
            return None
    return wait_ms if wait_ms > 0 else None
