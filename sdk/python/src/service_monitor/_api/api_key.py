"""The key that requests carry."""

from __future__ import annotations

from typing import Callable, Optional


class ApiKey:
    """Once it was refused it is doubted, and read again before the next request."""

    def __init__(self, text: str, read: Callable[[], Optional[str]]) -> None:
        """read returns None when it cannot be read now: then the old one stays."""
        self._text = text
        self._read = read
        self._is_doubted = False

    @property
    def text(self) -> str:
        if self._is_doubted:
            self.renew()
        return self._text

    def heard(self, kind: str) -> None:
        self._is_doubted = kind == "unauthorized"

    def renew(self) -> bool:
        """Reads it again; returns whether it is another one now."""
        text = self._read()
        is_another = text is not None and text != self._text
        self._text = text if text is not None else self._text
        return is_another
