"""What a heartbeat says of the application's health."""

from __future__ import annotations

import asyncio
import inspect
from typing import Any, Callable, Literal, Optional, Union

from .._bounded_call import BoundedCall, Hanging, Raised
from ..health import Health

_STATUSES = ("healthy", "degraded", "unhealthy")
_LONGEST_WAIT_SECONDS = 2.0
_LONGEST_REASONS = 256

Problem = Literal["answers with something that is no health"]


class HealthReport:
    """Asks the application's function, which may hang, raise or answer nonsense."""

    def __init__(self, check: Callable[[], Any], loop: Optional[asyncio.AbstractEventLoop]) -> None:
        """loop: where an async function runs; None: in a loop of its own."""
        self._call = BoundedCall(lambda: _answer(check, loop), _LONGEST_WAIT_SECONDS, "service-monitor-health")

    def read(self) -> Union[Health, Problem, None]:
        """None: the application says nothing of itself."""
        outcome = self._call()
        if isinstance(outcome, Hanging):
            return Health("unhealthy", f"the health function has not answered for {outcome.seconds:.0f} s")
        if isinstance(outcome, Raised):
            error = outcome.error
            return _cut(Health("unhealthy", f"{type(error).__name__}: {error}".rstrip(": ")))
        said = outcome.value
        if said is None:
            return None
        if isinstance(said, str) and said in _STATUSES:
            return Health(said)  # type: ignore[arg-type]
        if isinstance(said, Health) and said.status in _STATUSES and isinstance(said.reasons, str):
            return _cut(said)
        return "answers with something that is no health"


def _answer(check: Callable[[], Any], loop: Optional[asyncio.AbstractEventLoop]) -> object:
    said = check()
    if not inspect.iscoroutine(said):
        return said
    if loop is None or loop.is_closed():
        return asyncio.run(said)
    return asyncio.run_coroutine_threadsafe(said, loop).result()


def _cut(health: Health) -> Health:
    return Health(health.status, health.reasons.strip()[:_LONGEST_REASONS])
