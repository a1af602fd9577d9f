"""What a session works with."""

from __future__ import annotations

from dataclasses import dataclass

from .._api.connection import Connection
from .._api.monitor_api import MonitorApi
from .._config.config import Config
from .._detect.identity import Identity
from .heartbeat_body import Meters
from .narrator import Narrator
from .progress import Progress


@dataclass(frozen=True)
class SessionParts:
    config: Config
    api: MonitorApi
    connection: Connection
    identity: Identity
    meters: Meters
    progress: Progress
    narrator: Narrator
