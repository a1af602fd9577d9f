"""The three calls of the SDK."""

from __future__ import annotations

import json
import platform
import time
from typing import Callable, Literal, Mapping, Optional, TypeVar
from urllib.parse import SplitResult, quote

from .._version import SDK_VERSION
from .answer import Answer, answer_of
from .api_key import ApiKey
from .connection import Connection
from .problem import address_of
from .replies import HeartbeatReply, RegistrationReply, read_deregistration, read_heartbeat, read_registration

T = TypeVar("T")


class MonitorApi:
    """None of the calls raises."""

    def __init__(self, base: SplitResult, key: ApiKey, connection: Connection) -> None:
        self._base = base
        self._key = key
        self._connection = connection
        python = f"{platform.python_implementation()} {platform.python_version()}; {platform.system()}"
        self._agent = f"service-monitor-python/{SDK_VERSION} ({python})"

    def register(self, body: Mapping[str, object], timeout_ms: float) -> Answer[RegistrationReply]:
        return self._ask("POST", "api/services/register", body, timeout_ms, read_registration)

    def heartbeat(self, body: Mapping[str, object], timeout_ms: float) -> Answer[HeartbeatReply]:
        return self._ask("POST", "api/services/heartbeat", body, timeout_ms, read_heartbeat)

    def stop(self, instance_id: str, timeout_ms: float) -> Answer[Literal[True]]:
        return self._ask("DELETE", f"api/instances/{quote(instance_id, safe='')}", None, timeout_ms, read_deregistration)

    def renew_key(self) -> bool:
        """Reads the key again; returns whether it is another one now."""
        return self._key.renew()

    def _ask(
        self,
        method: str,
        path: str,
        body: Optional[Mapping[str, object]],
        timeout_ms: float,
        parse: Callable[[object], Optional[T]],
    ) -> Answer[T]:
        full_path = self._base.path + path
        headers = {"X-API-Key": self._key.text, "Accept": "application/json", "User-Agent": self._agent}
        data: Optional[bytes] = None
        if body is not None:
            data = json.dumps(body, allow_nan=False, separators=(",", ":")).encode()
            headers["Content-Type"] = "application/json"
        asked = f"{method} {address_of(self._base._replace(path=full_path).geturl())}"
        exchange = self._connection.send(method, full_path, headers, data, timeout_ms)
        answer = answer_of(exchange, parse, asked, time.time() * 1000)
        self._key.heard(answer.kind)
        return answer
