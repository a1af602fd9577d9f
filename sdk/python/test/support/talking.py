"""A test in which the SDK talks to a stand-in monitor."""

from __future__ import annotations

import logging
import unittest
from typing import Any, Callable, Optional

from service_monitor import Monitor, add_monitor

from .stand_in_monitor import Answer, Heard, StandInMonitor, well_meant


class RecordingLog(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.logger = logging.Logger("test")
        self.logger.addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.levelname.lower()} {record.getMessage()}")

    @property
    def loud(self) -> list[str]:
        return [line for line in self.lines if line.startswith(("warning", "error"))]


class TalkingTest(unittest.TestCase):
    def listen(self, answer: Callable[[Heard], Optional[Answer]] = well_meant) -> StandInMonitor:
        self.monitor = StandInMonitor(answer)
        self.addCleanup(self.monitor.close)
        return self.monitor

    def talk(self, answer: Callable[[Heard], Optional[Answer]] = well_meant, **options: Any) -> Monitor:
        """The SDK with a quick heartbeat; self.monitor hears it, and self.log keeps what it logs."""
        self.listen(answer)
        self.log = RecordingLog()
        given = {
            "base_url": self.monitor.url,
            "api_key": "k",
            "service_name": "orders",
            "heartbeat_interval": 0.1,
            "logger": self.log.logger,
            **options,
        }
        sdk = add_monitor(**given)
        self.addCleanup(sdk.stop, 0.5, True)
        return sdk
