"""What a heartbeat says of the application's health."""

from __future__ import annotations

import inspect
import unicodedata
from typing import TYPE_CHECKING, Any, Callable, Optional

from .._bounded_call import BoundedCall, Hanging, Raised
from ..health import Health

if TYPE_CHECKING:
    import asyncio

_STATUSES = ("healthy", "degraded", "unhealthy")
_LONGEST_WAIT_SECONDS = 2.0
_LONGEST_REASONS = 256

class HealthReport:
    """Asks the application's function, which may hang, raise or answer nonsense."""

    def __init__(self, check: Callable[[], Any], loop: Optional[asyncio.AbstractEventLoop]) -> None:
        """loop: where an async function runs; None: in a loop of its own."""
        self._call = BoundedCall(lambda: _answer(check, loop), _LONGEST_WAIT_SECONDS, "service-monitor-health")

    def read(self) -> Health:
        outcome = self._call()
        if isinstance(outcome, Hanging):
            return Health("unhealthy", f"the health check has not answered for {outcome.seconds:.0f} s")
        if isinstance(outcome, Raised):
            error = outcome.error
            return Health("unhealthy", _line_of(f"{type(error).__name__}: {error}".rstrip(": ")))
        said = Health(outcome.value) if isinstance(outcome.value, str) else outcome.value  # type: ignore[arg-type]
        # What cannot be understood is a fault of the check, and so of the application.
        if not isinstance(said, Health) or said.status not in _STATUSES or not isinstance(said.reasons, str):
            return Health("unhealthy", "the health check answered nothing that is known")
        return Health(said.status, "" if said.status == "healthy" else _line_of(said.reasons))


def _answer(check: Callable[[], Any], loop: Optional[asyncio.AbstractEventLoop]) -> object:
    said = check()
    if not inspect.iscoroutine(said):
        return said
    import asyncio

    if loop is None or loop.is_closed():
        return asyncio.run(said)
    return asyncio.run_coroutine_threadsafe(said, loop).result()


def _line_of(text: str) -> str:
    visible = "".join(" " if unicodedata.category(c) in ("Cc", "Cs") else c for c in text)
    return " ".join(visible.split())[:_LONGEST_REASONS]
