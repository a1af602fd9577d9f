"""The metrics of the contract's table; None for what this system does not say."""

from __future__ import annotations

import os
import re
import time
from typing import Optional

from .._bounded_call import BoundedCall, Value
from .cgroup import cpu_limit, memory_limit, read

_MEGABYTE = 1024 * 1024
# A heartbeat does not wait longer than this for a slow file system.
_LONGEST_WAIT_SECONDS = 0.5


class SystemMetrics:
    def __init__(self) -> None:
        self._cores: Optional[float] = None
        self._cpu_seconds = time.process_time()
        self._at = time.monotonic()
        # A dead network mount answers never.
        self._disk = BoundedCall(_disk_percent, _LONGEST_WAIT_SECONDS, "service-monitor-disk")

    def read(self) -> dict[str, object]:
        status = read("/proc/self/status")
        rss = _number_in(r"^VmRSS:\s*(\d+) kB", status)
        limit = memory_limit()
        disk = self._disk()
        return {
            "cpu_percent": round(self._cpu_percent(), 2),
            "memory_mb": None if rss is None else round(rss / 1024, 2),
            "total_memory_mb": None if limit is None else round(limit / _MEGABYTE, 2),
            "disk_usage_percent": disk.value if isinstance(disk, Value) else None,
            "thread_count": _number_in(r"^Threads:\s*(\d+)", status),
        }

    def _cpu_percent(self) -> float:
        """The share of the allowed cores used since the last reading."""
        if self._cores is None:
            self._cores = cpu_limit()
        used, now = time.process_time(), time.monotonic()
        elapsed = now - self._at
        percent = (used - self._cpu_seconds) / elapsed / self._cores * 100 if elapsed > 0 else 0.0
        self._cpu_seconds, self._at = used, now
        return min(100.0, max(0.0, percent))


def _disk_percent() -> Optional[float]:
    """How full the file system of the working directory is, as df counts it."""
    stat = os.statvfs(os.getcwd())
    used = stat.f_blocks - stat.f_bfree
    return round(used / (used + stat.f_bavail) * 100, 2) if used + stat.f_bavail > 0 else None


def _number_in(pattern: str, text: str) -> Optional[int]:
    found = re.search(pattern, text, re.MULTILINE)
    return int(found.group(1)) if found else None
