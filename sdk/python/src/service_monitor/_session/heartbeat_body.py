"""What a heartbeat says: read anew for each, so that a late one carries no old figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .._metrics.system_metrics import SystemMetrics
from .._tracking.request_counter import RequestCounter
from .health_report import HealthReport
from .wire_time import wire_now


@dataclass(frozen=True)
class Meters:
    """None for what is switched off."""

    system: Optional[SystemMetrics]
    requests: Optional[RequestCounter]
    health: Optional[HealthReport]


def heartbeat_body(instance_id: str, meters: Meters, is_spare: bool) -> dict[str, object]:
    """is_spare: its time alone, when the monitor refused the whole."""
    timestamp = wire_now()
    if is_spare:
        return {"instanceId": instance_id, "metadata": {"timestamp": timestamp}}
    metadata: dict[str, object] = {"timestamp": timestamp, **_system_metrics(meters.system)}
    if meters.requests is not None:
        metadata["requests_per_minute"], metadata["active_connections"] = meters.requests.read()
    if meters.health is None:
        return {"instanceId": instance_id, "metadata": metadata}
    health = meters.health.read()
    if health.reasons:
        metadata["health_reasons"] = health.reasons
    return {"instanceId": instance_id, "health": health.status, "metadata": metadata}


def _system_metrics(system: Optional[SystemMetrics]) -> dict[str, object]:
    """A process that cannot be measured (no file handles left, say) is still alive, and says so."""
    try:
        return system.read() if system is not None else {}
    except Exception:
        return {}
