"""Which troubles of an outage are worth a line."""

from __future__ import annotations

from .._api.answer import Trouble

_ONE_IN_MS = 60_000


class LoggedTroubles:
    """
    Each kind once, and at most one a minute: kinds that take turns do not flood a log. What comes sooner is logged when it
    comes again. test/wire/trouble-vectors.json holds it for every SDK.
    """

    def __init__(self) -> None:
        self._logged: set[Trouble] = set()
        self._logged_at_ms = 0.0

    def is_news(self, trouble: Trouble, now_ms: float) -> bool:
        """Asked once for each failure: what is news now is not the next time."""
        if trouble in self._logged or (self._logged and now_ms - self._logged_at_ms < _ONE_IN_MS):
            return False
        self._logged.add(trouble)
        self._logged_at_ms = now_ms
        return True

    def end(self) -> bool:
        """The outage is over; returns whether one was logged."""
        was_logged = bool(self._logged)
        self._logged.clear()
        return was_logged
