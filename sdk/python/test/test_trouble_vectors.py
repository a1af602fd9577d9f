import unittest

from service_monitor._api.answer import Rejected, answer_of
from service_monitor._api.exchange import Reply
from service_monitor._api.replies import read_registration
from service_monitor._one_line import one_line
from service_monitor._session.logged_troubles import LoggedTroubles

from .support.wire import wire

vectors = wire("trouble-vectors")


class TroubleVectors(unittest.TestCase):
    def test_each_answer_is_called_what_it_is_in_one_line(self) -> None:
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

    def test_what_others_wrote_becomes_one_clean_line(self) -> None:
        for vector in vectors["texts"]:
            with self.subTest(vector):
                self.assertEqual(one_line(vector["sent"]), vector["said"])
        self.assertEqual(one_line("half \ud83d pair"), "half pair")

    def test_what_others_wrote_is_cut_where_the_vectors_say(self) -> None:
        character, times = vectors["longest"]["character"], vectors["longest"]["times"]
        self.assertEqual(one_line(character * times), character * times)
        self.assertEqual(one_line(character * (times + 1)), character * (times - 1) + "…")

    def test_each_kind_of_trouble_is_told_when_the_vectors_say(self) -> None:
        for outage in vectors["outages"]:
            with self.subTest(outage["what"]):
                troubles = LoggedTroubles()
                for attempt in outage["attempts"]:
                    if attempt.get("trouble") is False:
                        troubles.end()
                        continue
                    kind = "no-answer" if attempt["status"] is None else attempt["status"]
                    self.assertEqual(troubles.is_news(kind, attempt["atMs"]), attempt["said"], attempt)
