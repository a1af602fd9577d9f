"""The monitor itself, as a program of its own with a Redis of its own and limits made for tests."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
from typing import Any, Optional

from urllib.request import Request, urlopen

from .until import until
from .wire import REPOSITORY

KEY = "smk_testtest_" + "x" * 43

_BIN = REPOSITORY / "node_modules" / ".bin"

# With CI set, tests against the real monitor are never skipped.
IS_THERE = (_BIN / "node").exists() or "CI" in os.environ


class RealMonitor:
    def __init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self._port}"
        self._process: Optional[subprocess.Popen[bytes]] = None

    def start(self) -> None:
        """With an empty Redis, on the same port each time."""
        self._folder = tempfile.mkdtemp(prefix="sdk-python-monitor-")
        self._process = subprocess.Popen(
            ["node", os.environ.get("TEST_PROGRAM", "src/main.ts"), "start"],
            cwd=REPOSITORY,
            env={
                "PATH": f"{_BIN}{os.pathsep}{os.environ['PATH']}",
                "MONITOR_DATA_DIR": self._folder,
                "MONITOR_PORT": str(self._port),
                "MONITOR_API_KEY": KEY,
                "MONITOR_HEARTBEAT_INTERVAL": "1s",
                "MONITOR_HEARTBEAT_GRACE": "300ms",
                "MONITOR_DOWN_AFTER": "4s",
                "MONITOR_BLIND_AFTER": "1s",
            },
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until("the monitor is ready", lambda: self._get("/readyz") is not None, 60)

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            self._process.wait(30)
            self._process = None
            shutil.rmtree(self._folder, ignore_errors=True)

    def instance(self, instance_id: str) -> Any:
        return self._get(f"/api/instances/{instance_id}")

    def until_status(self, instance_id: str, status: str) -> Any:
        def ask() -> Any:
            instance = self.instance(instance_id)
            return instance if instance is not None and instance["status"] == status else None

        return until(f"{instance_id} is {status}", ask)

    def make_key(self, name: str) -> Any:
        return self._ask("POST", "/api/keys", {"name": name, "scopes": ["ingest"]})

    def revoke_key(self, key_id: str) -> None:
        self._ask("DELETE", f"/api/keys/{key_id}")

    def _get(self, path: str) -> Any:
        try:
            return self._ask("GET", path)
        except OSError:
            return None

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
        headers = {"X-API-Key": KEY, "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(self.url + path, data, headers, method=method), timeout=5) as answer:
            return json.loads(answer.read() or b"{}")
