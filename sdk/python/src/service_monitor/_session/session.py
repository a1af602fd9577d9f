"""The conversation with the monitor."""

from __future__ import annotations

import queue
import random
import threading
import time
from typing import Optional

from .._api.answer import Accepted, Answer, Rejected
from .._api.replies import HeartbeatReply, RegistrationReply
from .._one_line import one_line
from .._pacing.after_answer import Asked, Step, after_answer
from .._pacing.back_off import back_off_ms
from .._pacing.spread import spread_ms
from ..status import StopOutcome
from .note_answer import note_answer
from .questions import Questions
from .deregister import deregister
from .session_parts import SessionParts


class Session:
    """
    One question at a time, so there is never a queue of old heartbeats:
    1. without an id: register; with one: send a heartbeat, made now;
    2. decide from the answer what comes next, wait for that long, and go to 1.

    All of it happens on one daemon thread, the deregistration too: whoever asks for the end waits no longer than he wants to,
    whatever a name server or a socket does.
    """

    def __init__(self, parts: SessionParts) -> None:
        self._parts = parts
        self._questions = Questions(parts)
        # Queues, because one may put into them from a signal handler at any moment, which locks and events do not allow.
        self._wake: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._outcomes: queue.SimpleQueue[StopOutcome] = queue.SimpleQueue()
        self._is_ending = False
        self._asking: Optional[Asked] = None
        # Whoever gives up an answer must not give up the deregistration that comes after it.
        self._turn = threading.RLock()
        self._deadline = 0.0
        self._fault: Optional[str] = None
        self.registered = threading.Event()
        self.thread = threading.Thread(target=self._run, name="service-monitor", daemon=True)

    def begin_end(self, fault: Optional[str], timeout_ms: float) -> None:
        """Called once, and from a signal handler too. fault: why there is to be no deregistration."""
        self._fault = fault
        self._deadline = time.monotonic() + timeout_ms / 1000
        self._is_ending = True
        self._wake.put(None)
        with self._turn:
            if self._asking == "heartbeat":
                self._parts.connection.abort()

    def finish_end(self, timeout_ms: float) -> StopOutcome:
        """Waits for what was begun, for so long at most."""
        if threading.current_thread() is self.thread:
            return StopOutcome("unheard", "asked for by the SDK's own thread, which deregisters later")
        outcome = self._outcome_within(timeout_ms / 2)
        if outcome is None:
            # A registration under way was let finish for a while: what it creates must be taken back.
            with self._turn:
                if self._asking is not None:
                    self._parts.connection.abort()
            outcome = self._outcome_within(timeout_ms / 2)
        return outcome or StopOutcome("unheard", "the monitor did not answer in time")

    def _outcome_within(self, wait_ms: float) -> Optional[StopOutcome]:
        try:
            outcome = self._outcomes.get(timeout=wait_ms / 1000)
        except queue.Empty:
            return None
        # Others may wait for it too.
        self._outcomes.put(outcome)
        return outcome

    def _run(self) -> None:
        progress, narrator = self._parts.progress, self._parts.narrator
        while not self._is_ending:
            wait_ms = progress.interval.current_ms
            try:
                wait_ms = self._cycle()
            except Exception as error:
                # A fault of the SDK is its own to bear: the host goes on, and so do the heartbeats.
                problem = one_line(f"fault in the SDK: {error!r}")
                progress.attempt_failed(problem, "failing")
                narrator.failed(problem, "fault", progress.failures_in_a_row)
            self._pause(wait_ms)
        try:
            self._outcomes.put(self._deregister())
        finally:
            progress.state = "stopped"
            self.registered.set()
            self._parts.connection.close()

    def _deregister(self) -> StopOutcome:
        instance_id = self._parts.progress.instance_id
        if instance_id is None:
            return StopOutcome("not-registered")
        if self._fault is not None:
            self._parts.narrator.withheld(self._fault, instance_id)
            return StopOutcome("withheld", self._fault)
        return deregister(self._parts.api, instance_id, self._deadline)

    def _pause(self, wait_ms: float) -> None:
        if wait_ms > 0 and not self._is_ending:
            try:
                self._wake.get(timeout=wait_ms / 1000)
            except queue.Empty:
                pass

    def _cycle(self) -> float:
        """One question and its answer; returns the wait before the next one."""
        progress, started_at = self._parts.progress, time.monotonic()
        instance_id, is_fresh = progress.instance_id, progress.is_fresh
        to: Asked = "register" if instance_id is None else "heartbeat"
        answer: Answer[RegistrationReply] | Answer[HeartbeatReply]
        with self._turn:
            self._asking = to
        try:
            answer = self._questions.register() if instance_id is None else self._questions.heartbeat(instance_id)
        finally:
            with self._turn:
                self._asking = None
        if progress.instance_id is not None:
            self.registered.set()
        if self._is_ending:
            return 0

        step = after_answer(answer.kind, to, self._questions.is_spare[to], is_fresh)
        if answer.kind in ("too-large", "refused"):
            self._questions.is_spare[to] = True
        note_answer(self._parts, answer, step, to)
        return self._wait_ms(step, answer, (time.monotonic() - started_at) * 1000)

    def _wait_ms(self, step: Step, answer: object, took_ms: float) -> float:
        progress = self._parts.progress
        interval_ms = progress.interval.current_ms
        if step == "next-interval":
            # The interval runs from heartbeat to heartbeat.
            return max(0.0, spread_ms(interval_ms, random.random()) - took_ms)
        if step == "back-off":
            retry_after = answer.retry_after_ms if isinstance(answer, Rejected) else None
            return back_off_ms(interval_ms, progress.failures_in_a_row, retry_after, random.random())
        return 0
