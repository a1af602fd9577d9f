import unittest
from datetime import datetime

from service_monitor._api.answer import answer_of
from service_monitor._api.exchange import Reply
from service_monitor._api.retry_after import retry_after_ms
from service_monitor._pacing.after_answer import after_answer
from service_monitor._pacing.back_off import back_off_ms
from service_monitor._pacing.interval import follow_interval, registered_interval
from service_monitor._pacing.spread import spread_ms

from .support.wire import wire

vectors = wire("retry-vectors")


def _ms(text: str) -> float:
    return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp() * 1000


class RetryVectors(unittest.TestCase):
    def test_every_answer_leads_to_the_step_of_the_vectors(self) -> None:
        for vector in vectors["answers"]:
            with self.subTest(vector):
                answer = answer_of(Reply(vector["status"], "{}"), lambda body: body, "POST x", 0)
                self.assertEqual(after_answer(answer.kind, vector["to"], False, False), vector["then"])
                self.assertEqual(answer.kind == "unauthorized", vector.get("readsKeyAgain", False))

    def test_every_failure_waits_as_long_as_the_vectors_say(self) -> None:
        for vector in vectors["backOff"]:
            with self.subTest(vector):
                asked = vector.get("retryAfterMs")
                waited = back_off_ms(vector["intervalMs"], vector["failures"], asked, vector["random"])
                self.assertEqual(waited, vector["waitMs"])

    def test_every_retry_after_is_read_as_the_vectors_say(self) -> None:
        for vector in vectors["retryAfter"]:
            with self.subTest(vector):
                now = _ms(vector.get("now", "2026-11-21T12:00:00.000Z"))
                self.assertEqual(retry_after_ms(vector["header"], now), vector["waitMs"])

    def test_the_next_heartbeat_comes_when_the_vectors_say(self) -> None:
        for vector in vectors["nextHeartbeat"]:
            with self.subTest(vector):
                interval_ms = vector["intervalMs"]
                asked = vector.get("nextHeartbeatSeconds")
                interval = follow_interval(registered_interval(interval_ms), interval_ms, asked)
                self.assertEqual(spread_ms(interval.current_ms, vector["random"]), vector["waitMs"])

    def test_the_interval_follows_the_monitor_as_the_vectors_say(self) -> None:
        for vector in vectors["interval"]:
            with self.subTest(vector):
                configured_ms = vector["configuredMs"]
                interval = registered_interval(configured_ms)
                for seconds in vector["asked"]:
                    interval = follow_interval(interval, configured_ms, seconds)
                    if interval.wanted_ms is not None:
                        interval = registered_interval(interval.wanted_ms)
                self.assertEqual(interval.registered_ms, vector["registeredMs"])
                self.assertEqual(interval.current_ms, vector["intervalMs"])
