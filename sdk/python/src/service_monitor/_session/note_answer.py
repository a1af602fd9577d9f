"""Keeps in mind what an answer changes, and tells the host what it wants to know."""

from __future__ import annotations

from .._api.answer import Accepted, Answer
from .._api.replies import HeartbeatReply, RegistrationReply
from .._pacing.after_answer import Asked, Step
from .._pacing.interval import follow_interval
from .session_parts import SessionParts


def note_answer(
    parts: SessionParts, answer: Answer[RegistrationReply] | Answer[HeartbeatReply], step: Step, to: Asked
) -> None:
    config, progress, narrator = parts.config, parts.progress, parts.narrator
    if isinstance(answer, Accepted):
        narrator.warned(answer.warnings)
        if isinstance(answer.value, HeartbeatReply):
            reply = answer.value
            progress.interval = follow_interval(
                progress.interval, config.heartbeat_interval_ms, reply.next_heartbeat_seconds
            )
            progress.beat_arrived(reply.service_status)
            narrator.arrived()
    elif answer.kind == "unknown-instance" and to == "heartbeat":
        progress.instance_id = None
        progress.attempt_failed("the monitor did not know this instance", "failing")
        narrator.forgotten()
    elif answer.kind in ("failed", "unknown-instance"):
        is_early = progress.registrations == 0 and progress.age_ms <= config.registration_timeout_ms
        progress.attempt_failed(answer.problem, "starting" if is_early else "failing")
        narrator.failed(answer.problem, answer.trouble, progress.failures_in_a_row)
        if progress.registrations == 0 and not is_early:
            narrator.late(config.registration_timeout_ms)
    else:
        progress.attempt_failed(answer.problem, "refused")
        then = "trying again" if step == "back-off" else "sending less from now on"
        narrator.refused(answer.problem, answer.trouble, then)
