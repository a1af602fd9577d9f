import unittest

from service_monitor._session.narrator import Narrator
from service_monitor._session.safe_log import SafeLog

from .support.talking import RecordingLog


class NarratorTest(unittest.TestCase):
    def test_a_trouble_that_becomes_another_is_told_once_more_and_as_loud_as_it_is(self) -> None:
        log, now = RecordingLog(), [0.0]
        narrator = Narrator(SafeLog(log.logger), lambda: now[0])
        for seconds in range(0, 300, 20):
            now[0] = seconds
            if seconds < 100:
                narrator.failed("no answer", "no-answer", 1)
            else:
                narrator.refused("401", 401, "trying again")
        narrator.arrived()
        self.assertEqual(
            log.loud,
            [
                "warning the monitor does not answer as it should: no answer; trying again",
                "error the monitor refused: 401; trying again",
                "warning heartbeats arrive again",
            ],
        )
