"""Tells the monitor that this instance stops on purpose, again and again while there is time."""

from __future__ import annotations

import random
import time

from .._api.answer import Accepted
from .._api.monitor_api import MonitorApi
from .._pacing.deregistration import attempt_ms, deregistration_wait_ms, step_after
from ..status import StopOutcome


def deregister(api: MonitorApi, instance_id: str, deadline: float) -> StopOutcome:
    """deadline: in the time of time.monotonic()."""
    problem = "no time was left"
    failures = 0
    while (left_ms := (deadline - time.monotonic()) * 1000) > 0:
        answer = api.stop(instance_id, attempt_ms(left_ms))
        step = step_after(answer.kind)
        if isinstance(answer, Accepted) or step == "done":
            return StopOutcome("stopped")
        problem = answer.problem
        if step == "give-up" or (step == "new-key" and not api.renew_key()):
            break
        if step == "new-key":
            continue
        failures += 1
        left_ms = (deadline - time.monotonic()) * 1000
        wait_ms = deregistration_wait_ms(failures, left_ms, answer.retry_after_ms, random.random())
        if wait_ms is None:
            break
        time.sleep(wait_ms / 1000)
    return StopOutcome("unheard", problem)
