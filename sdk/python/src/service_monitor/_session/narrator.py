"""Tells the host what changed, once per change; repetitions are for the debug level."""

from __future__ import annotations

import time
from typing import Callable, Iterable

from .._api.answer import Trouble
from .safe_log import SafeLog
from .logged_troubles import LoggedTroubles

# So many different warnings are told in the life of a process.
_MOST_WARNINGS = 32


class Narrator:
    def __init__(self, log: SafeLog, seconds: Callable[[], float] = time.monotonic) -> None:
        self._log = log
        self._seconds = seconds
        self._troubles = LoggedTroubles()
        self._is_late_told = False
        self._warnings: set[str] = set()

    def registered(self, instance_id: str, is_first: bool) -> None:
        self._log.info(f"{'registered' if is_first else 'registered again'} as instance {instance_id}")

    def arrived(self) -> None:
        if self._troubles.end():
            # As loud as the trouble was, so that who reads of its beginning reads of its end.
            self._log.warning("heartbeats arrive again")

    def warned(self, warnings: Iterable[str]) -> None:
        """Each once: what the monitor passes over, it passes over in every heartbeat."""
        for warning in warnings:
            if warning in self._warnings or len(self._warnings) == _MOST_WARNINGS:
                continue
            self._warnings.add(warning)
            self._log.warning(f"the monitor ignored a part of the request: {warning}")

    def failed(self, problem: str, trouble: Trouble, failures_in_a_row: int) -> None:
        if self._is_news(trouble):
            self._log.warning(f"the monitor does not answer as it should: {problem}; trying again")
        else:
            self._log.debug(f"failure {failures_in_a_row} in a row: {problem}")

    def refused(self, problem: str, trouble: Trouble, then: str) -> None:
        say = self._log.error if self._is_news(trouble) else self._log.debug
        say(f"the monitor refused: {problem}; {then}")

    def forgotten(self) -> None:
        """Normal after a monitor lost its memory, or after a stop by an operator."""
        self._log.info("the monitor does not know this instance; registering it again")

    def late(self, after_ms: float) -> None:
        if not self._is_late_told:
            self._is_late_told = True
            self._log.warning(f"not registered after {after_ms / 1000:g} s; retrying at the heartbeat interval")

    def withheld(self, reason: str, instance_id: str) -> None:
        self._log.info(f"not deregistered: {reason}; instance {instance_id} will go Down")

    def _is_news(self, trouble: Trouble) -> bool:
        return self._troubles.is_news(trouble, self._seconds() * 1000)
