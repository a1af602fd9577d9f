import unittest

from service_monitor._api.answer import answer_of
from service_monitor._api.exchange import NoReply, Reply
from service_monitor._api.replies import read_deregistration
from service_monitor._pacing.deregistration import attempt_ms, deregistration_wait_ms, is_meant, step_after
from service_monitor._session.process_end import _CRASH_COUNTS_SECONDS

from .support.wire import wire

vectors = wire("deregistration-vectors")


class DeregistrationVectors(unittest.TestCase):
    def test_an_instance_deregisters_after_the_ends_of_the_vectors(self) -> None:
        self.assertEqual(_CRASH_COUNTS_SECONDS * 1000, vectors["constants"]["crashCountsMs"])
        for vector in vectors["ends"]:
            with self.subTest(vector):
                self.assertEqual(is_meant(vector["exitCode"], vector["crashed"]), vector["deregisters"])

    def test_every_answer_to_a_deregistration_leads_to_the_step_of_the_vectors(self) -> None:
        for vector in vectors["answers"]:
            with self.subTest(vector):
                status = vector["status"]
                exchange = NoReply("reset") if status is None else Reply(status, vector["body"])
                self.assertEqual(step_after(answer_of(exchange, read_deregistration, "DELETE x", 0).kind), vector["then"])

    def test_a_deregistration_waits_as_long_as_the_vectors_say(self) -> None:
        for vector in vectors["waits"]:
            with self.subTest(vector):
                asked = vector.get("retryAfterMs")
                waited = deregistration_wait_ms(vector["failures"], vector["leftMs"], asked, vector["random"])
                self.assertEqual(waited, vector["waitMs"])

    def test_an_attempt_takes_as_long_as_the_vectors_say(self) -> None:
        for vector in vectors["attempts"]:
            with self.subTest(vector):
                self.assertEqual(attempt_ms(vector["leftMs"]), vector["timeoutMs"])
