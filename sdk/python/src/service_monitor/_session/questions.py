"""The two questions a session asks the monitor, each with a body made at the moment it is sent."""

from __future__ import annotations

from dataclasses import replace
from typing import Optional

from .._api.answer import Accepted, Answer
from .._api.replies import HeartbeatReply, RegistrationReply
from .._pacing.after_answer import Asked
from .heartbeat_body import heartbeat_body
from .registration_body import registration_body
from .session_parts import SessionParts


class Questions:
    def __init__(self, parts: SessionParts) -> None:
        # Whether the next one leaves out what it can: the last was too large, or refused.
        self.is_spare: dict[Asked, bool] = {"register": False, "heartbeat": False}
        self._parts = parts
        self._reported: Optional[tuple[Optional[int], Optional[str]]] = None

    def register(self) -> Answer[RegistrationReply]:
        config, identity, progress = self._parts.config, self._parts.identity, self._parts.progress
        interval = progress.interval
        interval_ms = interval.wanted_ms or interval.registered_ms
        self._reported = (identity.port, identity.url)
        body = registration_body(config, identity, interval_ms, self.is_spare["register"])
        answer = self._parts.api.register(body, self._timeout_ms)
        progress.interval = replace(interval, wanted_ms=None)
        if isinstance(answer, Accepted):
            progress.registered(answer.value, interval_ms)
            self.is_spare["heartbeat"] = False
            self._parts.narrator.registered(answer.value.instance_id, progress.registrations == 1)
        return answer

    def heartbeat(self, instance_id: str) -> Answer[HeartbeatReply]:
        identity, progress = self._parts.identity, self._parts.progress
        # The application came to serve after it was registered, or is to beat at another pace: say so, and beat
        # whatever becomes of that.
        if (identity.port, identity.url) != self._reported or progress.interval.wanted_ms is not None:
            self.register()
        body = heartbeat_body(instance_id, self._parts.meters, self.is_spare["heartbeat"])
        return self._parts.api.heartbeat(body, self._timeout_ms)

    @property
    def _timeout_ms(self) -> float:
        """An answer that comes after the next heartbeat is due is of no use."""
        return min(self._parts.config.request_timeout_ms, max(1_000.0, self._parts.progress.interval.current_ms))
