"""How far the SDK came: the counters behind status()."""

from __future__ import annotations

import time
from datetime import datetime, timezone
from typing import Optional

from .._api.replies import RegistrationReply
from .._config.config import Config
from .._pacing.interval import registered_interval
from ..status import MonitorStatus, State


class Progress:
    def __init__(self, config: Config) -> None:
        self.state: State = "starting"
        self.service_id: Optional[str] = None
        self.instance_id: Optional[str] = None
        self.service_status: Optional[str] = None
        self.last_heartbeat_at: Optional[datetime] = None
        self.interval = registered_interval(config.heartbeat_interval_ms)
        self.registrations = 0
        self.heartbeats = 0
        self.failures = 0
        self.failures_in_a_row = 0
        self.last_problem: Optional[str] = None
        # Whether no heartbeat arrived yet under this instance id.
        self.is_fresh = True
        self._started_at = time.monotonic()
        self._config = config

    @property
    def age_ms(self) -> float:
        return (time.monotonic() - self._started_at) * 1000

    def registered(self, reply: RegistrationReply, interval_ms: float) -> None:
        self.interval = registered_interval(interval_ms)
        self.service_id = reply.service_id
        self.instance_id = reply.instance_id
        self.registrations += 1
        self.is_fresh = True

    def beat_arrived(self, service_status: Optional[str]) -> None:
        self.state = "reporting"
        self.is_fresh = False
        self.service_status = service_status
        self.last_heartbeat_at = datetime.now(timezone.utc)
        self.heartbeats += 1
        self.failures_in_a_row = 0
        self.last_problem = None

    def attempt_failed(self, problem: str, state: State) -> None:
        self.state = state
        self.failures += 1
        self.failures_in_a_row += 1
        self.last_problem = problem

    def snapshot(self) -> MonitorStatus:
        return MonitorStatus(
            state=self.state,
            service_name=self._config.service_name,
            environment=self._config.environment,
            service_id=self.service_id,
            instance_id=self.instance_id,
            service_status=self.service_status,
            last_heartbeat_at=self.last_heartbeat_at,
            heartbeat_interval=self.interval.current_ms / 1000,
            registrations=self.registrations,
            heartbeats=self.heartbeats,
            failures=self.failures,
            failures_in_a_row=self.failures_in_a_row,
            last_problem=self.last_problem,
        )
