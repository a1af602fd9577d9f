"""Reads an answer, and knows where it was cut off."""

from __future__ import annotations

import io


class CutShort(ConnectionError):
    """An answer that began and did not end."""

    def __init__(self) -> None:
        super().__init__("the connection was closed in the middle of the answer")


class AnswerReader(io.BufferedReader):
    """
    http.client takes the end of the stream for the end of the head, so half a head would be an answer with nothing in it.
    """

    _has_begun = False

    def readline(self, size: int | None = -1, /) -> bytes:
        line = super().readline(size)
        is_whole = line.endswith(b"\n") or (size is not None and 0 <= size <= len(line))
        # A connection that is closed before the first byte says nothing of an answer: http.client has its own word for it.
        if not is_whole and (line or self._has_begun):
            raise CutShort
        self._has_begun = True
        return line
