"""Counts the requests of an ASGI application (FastAPI, Starlette, Django …), and stops with it."""

from __future__ import annotations

from typing import Any, Awaitable, Callable, MutableMapping, Optional

from .monitor import Monitor, track_begin

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
AsgiApp = Callable[[Scope, Receive, Send], Awaitable[None]]


class AsgiTracking:
    """app = AsgiTracking(app, monitor), or app.add_middleware(AsgiTracking, monitor=monitor)."""

    def __init__(self, app: AsgiApp, monitor: Monitor) -> None:
        self._app = app
        self._monitor = monitor

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self._app(scope, self._stopping(receive), send)
        counter = track_begin(self._monitor, scope, _address_in) if scope["type"] == "http" else None
        try:
            await self._app(scope, receive, send)
        finally:
            if counter is not None:
                counter.end()

    def _stopping(self, receive: Receive) -> Receive:
        async def received() -> MutableMapping[str, Any]:
            message = await receive()
            # Servers such as uvicorn end the process by the signal itself, past whatever waits for its end.
            if message.get("type") == "lifespan.shutdown":
                await self._monitor.astop()
            return message

        return received


def _address_in(scope: Scope) -> Optional[tuple[str, str, int]]:
    try:
        host, port = scope["server"]
        return scope.get("scheme", "http"), host, int(port)
    except (KeyError, TypeError, ValueError):
        return None
