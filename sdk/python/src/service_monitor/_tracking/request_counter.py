"""Requests in flight, and started within the last minute, in the same few bytes whatever the load."""

from __future__ import annotations

import threading
import time
from typing import Callable

_WINDOW_SECONDS = 60


class RequestCounter:
    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._per_second = [0] * _WINDOW_SECONDS
        self._newest = int(now())
        self._active = 0

    def begin(self) -> None:
        with self._lock:
            self._forget_old()
            self._per_second[self._newest % _WINDOW_SECONDS] += 1
            self._active += 1

    def end(self) -> None:
        with self._lock:
            self._active -= 1

    def read(self) -> tuple[int, int]:
        """Requests per minute, and those in flight."""
        with self._lock:
            self._forget_old()
            return sum(self._per_second), self._active

    def _forget_old(self) -> None:
        second = int(self._now())
        passed = min(second - self._newest, _WINDOW_SECONDS)
        for age in range(passed):
            self._per_second[(second - age) % _WINDOW_SECONDS] = 0
        if passed > 0:
            self._newest = second
