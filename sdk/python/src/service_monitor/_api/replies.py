"""The monitor's answers. Each reader returns None for what the monitor cannot have sent; what it may add is ignored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Optional

from .._one_line import one_line


@dataclass(frozen=True)
class RegistrationReply:
    service_id: str
    instance_id: str


@dataclass(frozen=True)
class HeartbeatReply:
    service_status: Optional[str]
    next_heartbeat_seconds: Optional[float]


def read_registration(body: object) -> Optional[RegistrationReply]:
    fields = body if isinstance(body, dict) else {}
    instance_id, service_id = fields.get("instanceId"), fields.get("serviceId")
    # It is logged and becomes a part of an address: one that is not a clean line is not the monitor's.
    if not isinstance(instance_id, str) or instance_id == "" or instance_id != one_line(instance_id):
        return None
    return RegistrationReply(service_id if isinstance(service_id, str) else "", instance_id)


def read_heartbeat(body: object) -> Optional[HeartbeatReply]:
    fields = body if isinstance(body, dict) else {}
    if fields.get("status") != "ok":
        return None
    status, seconds = fields.get("serviceStatus"), fields.get("nextHeartbeatSeconds")
    if not isinstance(seconds, (int, float)) or isinstance(seconds, bool):
        seconds = None
    return HeartbeatReply(status if isinstance(status, str) else None, seconds)


def read_deregistration(body: object) -> Optional[Literal[True]]:
    """A deregistration is answered with nothing, and never with a page."""
    return True if body is None or isinstance(body, (dict, list, str, int, float)) else None
