"""A socket whose time-out holds for the whole answer."""

from __future__ import annotations

import io
import socket
import time
from typing import Any


class DeadlineSocket:
    """
    What http.client needs of a socket. A time-out of a plain one starts again with each byte, and a server that sends
    one byte now and then would hold the SDK's thread for ever.
    """

    def __init__(self, plain: socket.socket) -> None:
        self.plain = plain
        self.deadline = 0.0

    def sendall(self, data: Any) -> None:
        self.plain.settimeout(self._left())
        self.plain.sendall(data)

    def makefile(self, *_: object, **__: object) -> io.BufferedReader:
        return io.BufferedReader(_Incoming(self))

    def close(self) -> None:
        self.plain.close()

    def receive_into(self, buffer: Any) -> int:
        self.plain.settimeout(self._left())
        return self.plain.recv_into(buffer)

    def _left(self) -> float:
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise socket.timeout("timed out")
        return left


class _Incoming(io.RawIOBase):
    def __init__(self, source: DeadlineSocket) -> None:
        self._source = source

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        return self._source.receive_into(buffer)
