"""One kept connection to the monitor."""

from __future__ import annotations

import base64
import http.client
import os
import socket
import ssl
import time
from typing import Mapping, Optional
from urllib.parse import SplitResult, unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from .._one_line import one_line
from .answer_reader import CutShort
from .deadline_socket import DeadlineSocket
from .exchange import Exchange, NoReply, Reply

# Far more than the monitor ever answers; what is longer is not the monitor.
_LARGEST_BYTES = 64 * 1024


class Connection:
    """Sends one request at a time. Follows no redirect, so the key goes nowhere else. Never raises."""

    def __init__(self, base: SplitResult, ssl_context: Optional[ssl.SSLContext] = None) -> None:
        self._base = base
        self._ssl_context = ssl_context
        self._open: Optional[http.client.HTTPConnection] = None
        self._proxy: Optional[SplitResult] = None
        self._is_aborted = False

    def send(
        self, method: str, path: str, headers: Mapping[str, str], body: Optional[bytes], timeout_ms: float
    ) -> Exchange:
        deadline = time.monotonic() + timeout_ms / 1000
        is_kept = self._open is not None
        self._is_aborted = False
        try:
            try:
                return self._send_once(method, path, headers, body, deadline)
            except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
                # The other side closed the kept connection just now: that says nothing about the monitor.
                if not is_kept or self._is_aborted:
                    raise
                self.close()
                return self._send_once(method, path, headers, body, deadline)
        except socket.timeout:
            self.close()
            return NoReply(f"no answer within {timeout_ms:.0f} ms")
        except Exception as error:
            self.close()
            return NoReply(one_line(_innermost(error)))

    def abort(self) -> None:
        """Called from another thread: whoever waits for the answer waits no longer."""
        self._is_aborted = True
        connection = self._open
        sock = connection.sock if connection is not None else None
        if isinstance(sock, DeadlineSocket):
            try:
                sock.plain.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def close(self) -> None:
        connection, self._open = self._open, None
        if connection is not None:
            connection.close()

    def leave(self) -> None:
        """Lets go of a connection that a forked process shares with its parent, without a word on the wire."""
        connection, self._open = self._open, None
        if connection is not None and isinstance(connection.sock, DeadlineSocket):
            os.close(connection.sock.plain.detach())

    def _send_once(
        self, method: str, path: str, headers: Mapping[str, str], body: Optional[bytes], deadline: float
    ) -> Exchange:
        connection = self._open or self._connect(deadline)
        sock = connection.sock
        assert isinstance(sock, DeadlineSocket)
        sock.deadline = deadline
        is_absolute = self._proxy is not None and self._base.scheme == "http"
        target = f"{self._base.scheme}://{self._base.netloc}{path}" if is_absolute else path
        connection.request(method, target, body=body, headers=dict(headers))
        response = connection.getresponse()
        with response:
            data = _body_of(response)
        if response.will_close:
            self.close()
        text = data.decode("utf-8", "replace")
        return Reply(response.status, text, response.getheader("Retry-After"), response.getheader("Location"))

    def _connect(self, deadline: float) -> http.client.HTTPConnection:
        base, timeout = self._base, max(0.001, deadline - time.monotonic())
        is_tls = base.scheme == "https"
        self._proxy = proxy = _proxy_for(base)
        host, port = (proxy or base).hostname or "", (proxy or base).port
        default_port = 443 if is_tls and proxy is None else 80
        headers = _proxy_headers(proxy)
        if is_tls:
            self._ssl_context = self._ssl_context or ssl.create_default_context()
            connection: http.client.HTTPConnection = http.client.HTTPSConnection(
                host, port or default_port, timeout=timeout, context=self._ssl_context
            )
            if proxy is not None:
                connection.set_tunnel(base.hostname or "", base.port or 443, headers)
        else:
            connection = http.client.HTTPConnection(host, port or default_port, timeout=timeout)
        connection.connect()
        connection.sock = DeadlineSocket(connection.sock)
        self._open = connection
        return connection


def _body_of(response: http.client.HTTPResponse) -> bytes:
    try:
        data = response.read(_LARGEST_BYTES + 1)
    except http.client.IncompleteRead:
        raise CutShort from None
    if len(data) > _LARGEST_BYTES:
        raise ValueError(f"the answer is larger than {_LARGEST_BYTES // 1024} KiB")
    # Asked for so many bytes at most, it does not mind that the stream ends before the announced length.
    if response.length:
        raise CutShort
    return data


def _proxy_for(base: SplitResult) -> Optional[SplitResult]:
    """The proxy that http_proxy, https_proxy and no_proxy name."""
    address = getproxies().get(base.scheme)
    if not address or proxy_bypass(base.netloc.rpartition("@")[2]):
        return None
    return urlsplit(address if "://" in address else f"http://{address}")


def _proxy_headers(proxy: Optional[SplitResult]) -> dict[str, str]:
    if proxy is None or proxy.username is None:
        return {}
    login = f"{unquote(proxy.username)}:{unquote(proxy.password or '')}"
    return {"Proxy-Authorization": f"Basic {base64.b64encode(login.encode()).decode()}"}


def _innermost(error: BaseException) -> str:
    reason = error
    while reason.__cause__ is not None:
        reason = reason.__cause__
    return str(reason) or type(reason).__name__
