"""What a container may use."""

from __future__ import annotations

import os
from typing import Optional

_ROOT = "/sys/fs/cgroup"


def cpu_limit(root: str = _ROOT) -> float:
    """How many cores this process may use: those it may run on, or the container's quota where that is less."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1)
    quota, _, period = read(f"{root}/cpu.max").partition(" ")
    limit = _ratio(quota, period) or _ratio(read(f"{root}/cpu/cpu.cfs_quota_us"), read(f"{root}/cpu/cpu.cfs_period_us"))
    return min(float(cores), limit or float(cores))


def memory_limit(root: str = _ROOT) -> Optional[float]:
    """Bytes: the container's limit, else the machine's memory. None: the system does not say."""
    try:
        machine: Optional[float] = float(os.sysconf("SC_PHYS_PAGES")) * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError, AttributeError):
        machine = None
    for name in ("memory.max", "memory/memory.limit_in_bytes"):
        text = read(f"{root}/{name}")
        # "No limit" is max, or a number beyond any machine.
        if text.isdigit() and int(text) > 0 and (machine is None or int(text) < machine):
            return float(text)
    return machine


def read(path: str) -> str:
    try:
        with open(path, encoding="ascii", errors="replace") as file:
            return file.read().strip()
    except OSError:
        return ""


def _ratio(quota: str, period: str) -> Optional[float]:
    """None for max and for -1: no quota."""
    try:
        cores = float(quota) / float(period)
    except (ValueError, ZeroDivisionError):
        return None
    return cores if cores > 0 else None
