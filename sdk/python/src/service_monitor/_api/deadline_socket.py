"""A socket whose time-out holds for the whole answer."""

from __future__ import annotations

import io
import socket
import time
from typing import Any

from .answer_reader import AnswerReader


class DeadlineSocket:
    """
    What http.client needs of a socket. A time-out of a plain one starts again with each byte, and a server that sends
    one byte now and then would hold the SDK's thread for ever.
    """

    def __init__(self, plain: socket.socket) -> None:
        self.plain = plain
        self.deadline = 0.0
        self._readers = 0
        self._is_closed = False

    def sendall(self, data: Any) -> None:
        self.plain.settimeout(self._left())
        self.plain.sendall(data)

    def makefile(self, *_: object, **__: object) -> io.BufferedReader:
        self._readers += 1
        return AnswerReader(_Incoming(self))

    def close(self) -> None:
        """http.client closes it before it has read an answer that ends with the connection: the last reader closes it."""
        self._is_closed = True
        if self._readers == 0:
            self.plain.close()

    def reader_closed(self) -> None:
        self._readers -= 1
        if self._is_closed:
            self.close()

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

    def close(self) -> None:
        if not self.closed:
            super().close()
            self._source.reader_closed()
