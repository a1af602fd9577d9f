import unittest

from service_monitor._api.answer import Rejected, answer_of
from service_monitor._api.exchange import Reply
from service_monitor._api.replies import read_registration

from .support.wire import wire

vectors = wire("misdirected-vectors")


class MisdirectedVectors(unittest.TestCase):
    def test_what_is_not_the_monitor_is_called_what_it_is_in_one_line(self) -> None:
        address = vectors["address"]
        for vector in vectors["answers"]:
            with self.subTest(vector["what"]):
                reply = Reply(vector["status"], vector["body"], location=vector.get("location"))
                answer = answer_of(reply, read_registration, f"POST {address}", 0)
                assert isinstance(answer, Rejected)
                for part in [address, str(vector["status"]), *vector["says"]]:
                    self.assertIn(part, answer.problem)
                for part in vector.get("hides", []):
                    self.assertNotIn(part, answer.problem)
                self.assertNotRegex(answer.problem, r"\n|<\w")
