"""The SDK at work."""

from __future__ import annotations

import atexit
import os
import sys
import weakref
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, Mapping, Optional

from ._api.api_key import ApiKey
from ._api.connection import Connection
from ._api.monitor_api import MonitorApi
from ._config.config import Config
from ._detect.identity import Identity
from ._metrics.system_metrics import SystemMetrics
from ._session.child_end import ChildEnd, what_ends_the_child
from ._session.health_report import HealthReport
from ._session.heartbeat_body import Meters
from ._session.narrator import Narrator
from ._session.process_end import ProcessEnd
from ._session.progress import Progress
from ._session.safe_log import SafeLog
from ._session.session import Session
from ._session.session_parts import SessionParts
from ._session.stop_signals import StopSignals
from ._tracking.request_counter import RequestCounter
from .status import MonitorStatus, NotRegistered, Registered, Registration, StopOutcome

if TYPE_CHECKING:
    # Imported where it is used: most applications have no use for it, and it is the largest part of all imports.
    import asyncio


class Monitor:
    """What add_monitor returns. No method raises."""

    def __init__(self, config: Optional[Config], env: Mapping[str, str], log: SafeLog, idle_because: str = "") -> None:
        """config: None for one that is idle, because of idle_because."""
        self._config = config
        self._env = env
        self._log = log
        self._idle_because = idle_because
        self._loop = _running_loop()
        self._pid: Optional[int] = None
        self._session: Optional[Session] = None
        self._outcome: Optional[StopOutcome] = None
        self._is_stopping = False
        if config is not None:
            _monitors.add(self)
            self._launch(config, is_forked=False)

    @property
    def instance_id(self) -> Optional[str]:
        """The UUID that the monitor gave; None before registration."""
        return self._progress.instance_id if self._is_at_work else None

    def status(self) -> MonitorStatus:
        if not self._is_at_work:
            return MonitorStatus("idle", last_problem=self._idle_because or None)
        return self._progress.snapshot()

    def wait_until_registered(self, timeout: float = 30.0) -> Registration:
        """Waits for the first registration, for so many seconds at most."""
        if not self._is_at_work or self._session is None:
            return NotRegistered("idle")
        self._session.registered.wait(timeout)
        progress = self._progress
        if progress.instance_id is not None:
            return Registered(progress.service_id or "", progress.instance_id)
        return NotRegistered("stopped" if self._is_stopping else "waiting")

    def start(self) -> None:
        """
        In a forked child: makes it an instance of its own. Elsewhere it does nothing. The first request that a child
        serves through the SDK's middleware does the same.
        """
        if self._config is not None and self._pid != os.getpid():
            self._launch(self._config, is_forked=True)

    def stop(self, timeout: Optional[float] = None, fault: Optional[bool] = None) -> StopOutcome:
        """
        Ends the heartbeats and tells the monitor that this is no outage, unless the process ends by a fault: while an
        exception is handled, after one that nobody handled, or with an exit code. Takes 3 seconds at most. May be called
        again. fault: decides it, where you know better.
        """
        return self._stop(timeout, fault, sys.exc_info()[1])

    async def astop(self, timeout: Optional[float] = None, fault: Optional[bool] = None) -> StopOutcome:
        """stop() for asyncio: the event loop goes on meanwhile."""
        return await self._stop_aside(timeout, fault, sys.exc_info()[1])

    def __enter__(self) -> Monitor:
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self._stop(None, None, error)

    async def __aenter__(self) -> Monitor:
        return self

    async def __aexit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        await self._stop_aside(None, None, error)

    def _launch(self, config: Config, is_forked: bool) -> None:
        self._pid = os.getpid()
        self._is_stopping, self._outcome = False, None
        self._progress = Progress(config)
        self._requests = RequestCounter() if config.enable_request_tracking else None
        self._identity = Identity(config, self._env, is_forked)
        self._connection = Connection(config.base_url, config.ssl_context)
        narrator = Narrator(self._log)
        system = SystemMetrics() if config.enable_metrics else None
        health = None if config.health is None else HealthReport(config.health, self._loop)
        key = ApiKey(config.api_key, config.read_api_key)
        self._session = Session(
            SessionParts(
                config,
                MonitorApi(config.base_url, key, self._connection),
                self._connection,
                self._identity,
                Meters(system, self._requests, health),
                self._progress,
                narrator,
            )
        )
        self._end = ProcessEnd()
        self._end.watch()
        self._signals = StopSignals(self._begin_stop_on_signal, lambda: self._wait_for_stop(config.stop_timeout_ms))
        if not self._signals.listen(config.signals):
            self._log.warning("handle_signals works on the main thread only; call stop() where your application ends")
        atexit.register(self._at_exit)
        self._child_end = ChildEnd(lambda error: self._stop(None, None, error))
        self._child_end.watch()
        self._session.thread.start()

    @property
    def _is_at_work(self) -> bool:
        return self._session is not None and self._pid == os.getpid()

    def _at_exit(self) -> None:
        self._stop(None, None, what_ends_the_child())

    def _begin_stop_on_signal(self) -> None:
        self._end.was_signalled = True
        if self._config is not None:
            self._begin_stop(self._config.stop_timeout_ms, None, None)

    def _stop(self, timeout: Optional[float], fault: Optional[bool], error: Optional[BaseException]) -> StopOutcome:
        if self._config is None or not self._is_at_work:
            return StopOutcome("not-registered")
        timeout_ms = self._config.stop_timeout_ms if timeout is None else timeout * 1000
        self._begin_stop(timeout_ms, fault, error)
        outcome = self._wait_for_stop(timeout_ms)
        self._end.unwatch()
        self._signals.leave()
        atexit.unregister(self._at_exit)
        self._child_end.unwatch()
        return outcome

    async def _stop_aside(
        self, timeout: Optional[float], fault: Optional[bool], error: Optional[BaseException]
    ) -> StopOutcome:
        import asyncio

        return await asyncio.to_thread(self._stop, timeout, fault, error)

    def _begin_stop(self, timeout_ms: float, fault: Optional[bool], error: Optional[BaseException]) -> None:
        if self._is_stopping or self._session is None:
            return
        self._is_stopping = True
        reason = self._end.fault(error) if fault is None else "the application says so" if fault else None
        self._session.begin_end(reason, timeout_ms)

    def _wait_for_stop(self, timeout_ms: float) -> StopOutcome:
        if self._outcome is None and self._session is not None:
            self._outcome = self._session.finish_end(timeout_ms)
        return self._outcome or StopOutcome("not-registered")

    def _let_go_in_child(self) -> None:
        """A fork copies no thread: the child is no instance, and the parent's connection is not its own."""
        self._idle_because = "forked from a process that is monitored"
        self._connection.leave()
        self._end.unwatch()
        self._signals.leave()


_monitors: weakref.WeakSet[Monitor] = weakref.WeakSet()


def _let_go_in_child() -> None:
    for monitor in list(_monitors):
        try:
            monitor._let_go_in_child()
        except Exception:
            pass  # The child goes on, whatever is left of its parent's monitor.


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go_in_child)


def _running_loop() -> Optional[asyncio.AbstractEventLoop]:
    """Where an async health function runs."""
    asyncio = sys.modules.get("asyncio")
    try:
        return None if asyncio is None else asyncio.get_running_loop()
    except RuntimeError:
        return None


def track_begin(
    monitor: Monitor, request: Any, address_in: Callable[[Any], Optional[tuple[str, str, int]]]
) -> Optional[RequestCounter]:
    """
    For the middleware: counts a request; the counter that is to be told of its end, or None.

    address_in: scheme, host and port of the server that took the request; asked once.
    """
    try:
        monitor.start()
        counter = monitor._requests if monitor._is_at_work else None
        if counter is None:
            return None
        if not monitor._identity.is_located:
            address = address_in(request)
            if address is not None:
                monitor._identity.heard(*address)
        counter.begin()
        return counter
    except Exception:
        return None  # A request that cannot be counted is still answered.
