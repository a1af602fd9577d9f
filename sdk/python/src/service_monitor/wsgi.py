"""Counts the requests of a WSGI application (Django, Flask, Bottle …)."""

from __future__ import annotations

from typing import Any, Callable, Iterable, Iterator, Optional

from ._tracking.request_counter import RequestCounter
from .monitor import Monitor, track_begin


class WsgiTracking:
    """app = WsgiTracking(app, monitor)"""

    def __init__(self, app: Callable[..., Iterable[bytes]], monitor: Monitor) -> None:
        self._app = app
        self._monitor = monitor

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        counter = track_begin(self._monitor, environ, _address_in)
        if counter is None:
            return self._app(environ, start_response)
        try:
            body = self._app(environ, start_response)
        except BaseException:
            counter.end()
            raise
        # These are handed on as they are: servers send them in better ways than piece by piece.
        file_wrapper = environ.get("wsgi.file_wrapper")
        is_file = isinstance(file_wrapper, type) and isinstance(body, file_wrapper)
        if isinstance(body, (list, tuple)) or is_file:
            counter.end()
            return body
        return _Body(body, counter)


class _Body:
    """The answer of the application; the request ends when the server closes it."""

    def __init__(self, body: Iterable[bytes], counter: RequestCounter) -> None:
        self._body = body
        self._counter = counter
        self._is_open = True

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._body)

    def close(self) -> None:
        if self._is_open:
            self._is_open = False
            self._counter.end()
        close = getattr(self._body, "close", None)
        if close is not None:
            close()


def _address_in(environ: dict[str, Any]) -> Optional[tuple[str, str, int]]:
    """The server's own port. Its name there may be any that it was given: others reach the host by its name."""
    try:
        return environ.get("wsgi.url_scheme", "http"), "", int(environ["SERVER_PORT"])
    except (KeyError, TypeError, ValueError):
        return None
