"""A snapshot of the SDK, for your own health page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Optional, Union

# idle: switched off, wrongly configured, or the child of a process that is monitored: it does nothing.
# starting: waiting for its first registration. reporting: heartbeats arrive. failing: the monitor cannot be reached, or
# cannot answer; refused: it refused the key or the request. Both are tried again.
State = Literal["idle", "starting", "reporting", "failing", "refused", "stopped"]


@dataclass(frozen=True)
class MonitorStatus:
    state: State
    service_name: Optional[str] = None
    environment: Optional[str] = None
    service_id: Optional[str] = None
    instance_id: Optional[str] = None
    # What the monitor calls the service: Healthy, Degraded, Down or Recovered.
    service_status: Optional[str] = None
    last_heartbeat_at: Optional[datetime] = None
    # In use now, in seconds; the monitor may ask for another than the configured one.
    heartbeat_interval: Optional[float] = None
    registrations: int = 0
    heartbeats: int = 0
    # Attempts that failed, since the start and since the last heartbeat that arrived.
    failures: int = 0
    failures_in_a_row: int = 0
    last_problem: Optional[str] = None


@dataclass(frozen=True)
class StopOutcome:
    """
    stopped: the monitor knows; no outage. not-registered: there was nothing to take back. withheld: the process ends by a
    fault, and the monitor will find the instance silent. unheard: the monitor did not hear it in time, and will likewise.
    """

    kind: Literal["stopped", "not-registered", "withheld", "unheard"]
    reason: str = ""


Registration = Union["Registered", "NotRegistered"]


@dataclass(frozen=True)
class Registered:
    service_id: str
    instance_id: str
    kind: Literal["registered"] = "registered"


@dataclass(frozen=True)
class NotRegistered:
    """idle: it never will be. waiting: not yet. stopped: not before the end."""

    kind: Literal["idle", "waiting", "stopped"]
