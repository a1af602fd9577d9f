"""The options, resolved and checked. Times in milliseconds."""

from __future__ import annotations

import signal
import socket
import ssl
from dataclasses import dataclass
from typing import Any, Callable, Mapping, Optional, Union
from urllib.parse import SplitResult

from .address import read_address
from .key import read_api_key
from .metadata import read_metadata
from .name import read_name
from .reader import SettingReader

_WEEK_MS = 7 * 24 * 3_600_000


@dataclass(frozen=True)
class Config:
    base_url: SplitResult
    api_key: str
    # Reads it again where it came from; None: it cannot be read.
    read_api_key: Callable[[], Optional[str]]
    service_name: str
    environment: str
    version: Optional[str]
    instance_id: Optional[str]
    hostname: str
    port: Optional[int]
    url: Optional[str]
    heartbeat_interval_ms: float
    enable_metrics: bool
    enable_request_tracking: bool
    metadata: dict[str, Any]
    health: Optional[Callable[[], Any]]
    request_timeout_ms: float
    registration_timeout_ms: float
    stop_timeout_ms: float
    signals: tuple[signal.Signals, ...]
    ssl_context: Optional[ssl.SSLContext]


@dataclass(frozen=True)
class Invalid:
    errors: tuple[str, ...]


@dataclass(frozen=True)
class Disabled:
    pass


def resolve_config(options: Mapping[str, Any], env: Mapping[str, str]) -> Union[Config, Invalid, Disabled]:
    """Option, else variable, else default; or everything that is wrong."""
    reader = SettingReader(options, env)
    if not reader.switch("enabled", True):
        return Disabled()
    base_url = read_address(reader)
    api_key = read_api_key(reader, env)
    service_name = read_name(reader, "service_name")
    environment = read_name(reader, "environment", "production")
    health = options.get("health")
    if health is not None and not callable(health):
        reader.fail("health must be a function")
    rest: dict[str, Any] = {
        "version": reader.text("version", 128),
        "instance_id": reader.text("instance_id", 256),
        "hostname": reader.text("hostname", 253) or env.get("POD_NAME") or socket.gethostname(),
        "port": reader.whole_number("port", 1, 65_535) or _port_of(env.get("PORT", "")),
        "url": reader.text("url", 2_048),
        "heartbeat_interval_ms": reader.interval_ms("heartbeat_interval", 100, _WEEK_MS) or 30_000.0,
        "enable_metrics": reader.switch("enable_metrics", True),
        "enable_request_tracking": reader.switch("enable_request_tracking", True),
        "metadata": read_metadata(reader, options.get("metadata")),
        "health": health,
        "request_timeout_ms": reader.seconds("request_timeout", options.get("request_timeout", 10)),
        "registration_timeout_ms": reader.seconds("registration_timeout", options.get("registration_timeout", 30)),
        "stop_timeout_ms": reader.seconds("stop_timeout", options.get("stop_timeout", 3)),
        "signals": (signal.SIGTERM, signal.SIGINT) if options.get("handle_signals") else (),
        "ssl_context": options.get("ssl_context"),
        "read_api_key": lambda: read_api_key(SettingReader(options, env), env),
    }
    if base_url is None or api_key is None or service_name is None or environment is None or reader.errors:
        return Invalid(tuple(reader.errors))
    return Config(base_url=base_url, api_key=api_key, service_name=service_name, environment=environment, **rest)


def _port_of(text: str) -> Optional[int]:
    """PORT is not ours: where it holds something else, it says nothing."""
    return int(text) if text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= 65_535 else None
