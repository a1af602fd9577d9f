"""What an application says of itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Awaitable, Callable, Literal, Union

HealthStatus = Literal["healthy", "degraded", "unhealthy"]


@dataclass(frozen=True)
class Health:
    """It is shown, and people can be told of it; it is no status: whether an instance lives, its silence alone decides."""

    status: HealthStatus
    # Shown beside it; 256 characters at most.
    reasons: str = ""


HealthCheck = Callable[[], Union[Health, HealthStatus, Awaitable[Union[Health, HealthStatus]]]]
