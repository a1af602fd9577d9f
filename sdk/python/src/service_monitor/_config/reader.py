"""Reads options and variables, and collects every error instead of stopping at the first."""

from __future__ import annotations

import re
import unicodedata
from typing import Any, Mapping, Optional

from .duration import duration_ms
from .settings import SETTINGS

BIDI_CONTROL = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class SettingReader:
    def __init__(self, options: Mapping[str, object], env: Mapping[str, str]) -> None:
        self.errors: list[str] = []
        self._options = options
        self._env = env

    def given(self, option: str) -> Optional[tuple[object, str]]:
        """A value, and what to call it in an error. Blank counts as not given: compose files and CI set variables so."""
        value = self._options.get(option)
        if value is not None and value != "":
            return value, option
        variable = SETTINGS[option]
        text = self._env.get(variable, "").strip()
        return (text, variable) if text else None

    def text(self, option: str, longest: int) -> Optional[str]:
        given = self.given(option)
        if given is None:
            return None
        value, name = given
        if not isinstance(value, str):
            return self.fail(f"{name} must be a string")
        text = value.strip()
        if len(text) > longest:
            return self.fail(f"{name} is longer than {longest} characters")
        # The monitor refuses what could disguise itself on a page or in a message.
        if any(c in BIDI_CONTROL or unicodedata.category(c) in ("Cc", "Cs") for c in text):
            return self.fail(f"{name} contains control characters")
        return text

    def switch(self, option: str, fallback: bool) -> bool:
        given = self.given(option)
        if given is None:
            return fallback
        value, name = given
        text = str(value).lower()
        if text in ("true", "1", "yes", "on"):
            return True
        if text not in ("false", "0", "no", "off"):
            self.fail(f"{name} must be true or false")
            return fallback
        return False

    def whole_number(self, option: str, least: int, most: int) -> Optional[int]:
        given = self.given(option)
        if given is None:
            return None
        value, name = given
        number = int(value) if isinstance(value, str) and re.fullmatch(r"\d{1,9}", value, re.ASCII) else value
        if isinstance(number, int) and not isinstance(number, bool) and least <= number <= most:
            return number
        return self.fail(f"{name} must be a whole number from {least} to {most}")

    def interval_ms(self, option: str, least_ms: float, most_ms: float) -> Optional[float]:
        """Seconds as a number, or a text with a unit."""
        given = self.given(option)
        if given is None:
            return None
        value, name = given
        ms: object = duration_ms(value) if isinstance(value, str) else value
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            ms = value * 1000
        if isinstance(ms, (int, float)) and not isinstance(ms, bool) and least_ms <= ms <= most_ms:
            return float(ms)
        form = "a number of seconds or a duration" if name == option else "a duration"
        return self.fail(f"{name} must be {form} such as 30s, from {least_ms / 1000:g} s to {most_ms / 1000:g} s")

    def seconds(self, name: str, value: object) -> float:
        """A time-out, which has no variable; in milliseconds."""
        if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 86_400:
            return value * 1000
        self.fail(f"{name} must be a number of seconds")
        return 0

    def fail(self, error: str) -> Any:
        """Returns None, for whatever could not be read."""
        self.errors.append(error)
        return None
