"""The one exception that the SDK raises, and only with strict=True."""

from __future__ import annotations

from typing import Sequence


class MonitorConfigError(ValueError):
    """Everything that is wrong with the configuration."""

    def __init__(self, errors: Sequence[str]) -> None:
        super().__init__(f"Service Monitor is not configured: {'; '.join(errors)}")
        self.errors = tuple(errors)
