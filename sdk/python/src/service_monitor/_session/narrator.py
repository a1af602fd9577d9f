"""Tells the host what changed, once per change; repetitions are for the debug level."""

from __future__ import annotations

from typing import Iterable, Literal, Optional

from .safe_log import SafeLog

# So many different warnings are told in the life of a process.
_MOST_WARNINGS = 32


class Narrator:
    def __init__(self, log: SafeLog) -> None:
        self._log = log
        # The trouble that was told, until it is over.
        self._told: Optional[Literal["failed", "refused"]] = None
        self._is_late_told = False
        self._warnings: set[str] = set()

    def registered(self, instance_id: str, is_first: bool) -> None:
        self._log.info(f"{'registered' if is_first else 'registered again'} as instance {instance_id}")

    def arrived(self) -> None:
        if self._told is not None:
            # As loud as the trouble was, so that who reads of its beginning reads of its end.
            self._log.warning("heartbeats arrive again")
        self._told = None

    def warned(self, warnings: Iterable[str]) -> None:
        """Each once: what the monitor passes over, it passes over in every heartbeat."""
        for warning in warnings:
            if warning in self._warnings or len(self._warnings) == _MOST_WARNINGS:
                continue
            self._warnings.add(warning)
            self._log.warning(f"the monitor passed over a part of what it was sent: {warning}")

    def failed(self, problem: str, failures_in_a_row: int) -> None:
        if self._told is None:
            self._log.warning(f"the monitor does not answer as it should: {problem}; trying again")
        else:
            self._log.debug(f"failure {failures_in_a_row} in a row: {problem}")
        self._told = self._told or "failed"

    def refused(self, problem: str, then: str) -> None:
        text = f"the monitor refused: {problem}; {then}"
        if self._told == "refused":
            self._log.debug(text)
        else:
            self._log.error(text)
        self._told = "refused"

    def forgotten(self) -> None:
        """Normal after a monitor lost its memory, or after a stop by an operator."""
        self._log.info("the monitor does not know this instance; registering it again")

    def late(self, after_ms: float) -> None:
        if not self._is_late_told:
            self._is_late_told = True
            self._log.warning(f"not registered after {after_ms / 1000:g} s; trying on in the pace of the heartbeats")

    def withheld(self, reason: str, instance_id: str) -> None:
        self._log.info(f"no goodbye: {reason}; the monitor will find instance {instance_id} silent")
