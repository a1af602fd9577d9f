"""An application of its own, with the SDK in it."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Optional

_SOURCE = str(Path(__file__).resolve().parents[2] / "src")

_BEGIN = """
import os, signal, sys, threading, time
from service_monitor import *
def wait_for_a_heartbeat(monitor):
    while monitor.status().heartbeats == 0: time.sleep(0.01)
    print("beating", monitor.instance_id, flush=True)
"""


class AppProcess:
    def __init__(self, url: str, code: str, key: str = "k", **env: str) -> None:
        self.child = subprocess.Popen(
            [sys.executable, "-W", "error", "-c", _BEGIN + textwrap.dedent(code)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={
                "PATH": os.environ["PATH"],
                "PYTHONPATH": _SOURCE,
                "SERVICE_MONITOR_URL": url,
                "SERVICE_MONITOR_API_KEY": key,
                "SERVICE_MONITOR_SERVICE": "app",
                "SERVICE_MONITOR_HEARTBEAT_INTERVAL": "200ms",
                **env,
            },
        )

    def line(self) -> str:
        assert self.child.stdout is not None
        return self.child.stdout.readline().strip()

    def end(self, number: Optional[int] = None, within: float = 10) -> tuple[int, str, str]:
        """Its exit code, and what else it said."""
        if number is not None:
            self.child.send_signal(number)
        out, err = self.child.communicate(timeout=within)
        return self.child.returncode, out, err

    def kill(self) -> None:
        self.child.kill()
        self.child.communicate()
