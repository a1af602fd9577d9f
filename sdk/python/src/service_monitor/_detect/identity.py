"""Who this instance is, as far as is known by now."""

from __future__ import annotations

import os
from typing import Mapping, Optional

from .._config.config import Config
from .revision import Revision, find_revision
from .worker import is_worker

_WILDCARDS = ("", "0.0.0.0", "::")


class Identity:
    def __init__(self, config: Config, env: Mapping[str, str], is_forked: bool) -> None:
        """is_forked: this process is the child of one that is an instance itself."""
        self._config = config
        self._env = env
        self._is_forked = is_forked
        self._heard: Optional[tuple[str, str, int]] = None
        self._key: Optional[str] = None
        self._revision: Optional[Revision] = None

    @property
    def is_located(self) -> bool:
        return self._heard is not None

    def heard(self, scheme: str, host: str, port: int) -> None:
        """The server's own address, as its first request tells it."""
        if 1 <= port <= 65_535:
            self._heard = (scheme, host, port)

    @property
    def port(self) -> Optional[int]:
        return self._config.port or (self._heard[2] if self._heard else None)

    @property
    def url(self) -> Optional[str]:
        if self._config.url is not None or self._heard is None:
            return self._config.url
        scheme, host, _ = self._heard
        reachable = (self._env.get("POD_IP") or self._config.hostname) if host in _WILDCARDS else host
        return f"{scheme}://{f'[{reachable}]' if ':' in reachable else reachable}:{self.port}"

    @property
    def key(self) -> str:
        """Stays what it was at first: an instance that finds its port late is still the same instance."""
        if self._key is None:
            self._key = self._make_key()
        return self._key

    @property
    def revision(self) -> Revision:
        if self._revision is None:
            self._revision = find_revision(self._env, os.getcwd())
        return self._revision

    def _make_key(self) -> str:
        """hostname:port as in the contract; the process id stands in for a port, and keeps workers of one port apart."""
        config, pid = self._config, os.getpid()
        if config.instance_id is not None:
            return f"{config.instance_id}:{pid}" if self._is_forked else config.instance_id
        if config.port is None:
            return f"{config.hostname}:{pid}"
        is_one_of_many = self._is_forked or is_worker(self._env)
        return f"{config.hostname}:{config.port}:{pid}" if is_one_of_many else f"{config.hostname}:{config.port}"
