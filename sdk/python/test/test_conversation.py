import os
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Optional

from service_monitor import NotRegistered

from .support.stand_in_monitor import Answer, Heard
from .support.talking import TalkingTest
from .support.until import until


class Conversation(TalkingTest):
    def test_an_instance_that_the_monitor_forgot_registers_again_under_the_same_key(self) -> None:
        beats: list[Heard] = []

        def answer(heard: Heard) -> Optional[Answer]:
            if heard.kind == "heartbeat":
                beats.append(heard)
                return Answer(404, {"code": "instance-unknown"}) if len(beats) == 2 else None
            return None

        sdk = self.talk(answer)
        first = self.monitor.next("register")
        self.assertEqual(self.monitor.next("register").body["instanceId"], first.body["instanceId"])
        self.monitor.next("heartbeat")
        until("heartbeats arrive", lambda: sdk.status().state == "reporting")
        self.assertEqual(sdk.status().registrations, 2)
        self.assertEqual(self.log.loud, [])

    def test_a_refused_key_is_said_once_and_read_again_from_its_file(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "key")
            with open(path, "w", encoding="utf-8") as file:
                file.write("old\n")
            os.environ["SERVICE_MONITOR_API_KEY_FILE"] = path
            self.addCleanup(os.environ.pop, "SERVICE_MONITOR_API_KEY_FILE")
            right = ["old"]

            def answer(heard: Heard) -> Optional[Answer]:
                is_right = heard.headers["x-api-key"] == right[0]
                return None if is_right else Answer(401, {"code": "key-unknown", "detail": "Who is that?"})

            sdk = self.talk(answer, api_key=None)
            self.monitor.next("heartbeat")
            right[0] = "new"
            until("two refusals", lambda: sdk.status().failures_in_a_row >= 2)
            with open(path, "w", encoding="utf-8") as file:
                file.write("new")
            until("heartbeats arrive again", lambda: sdk.status().state == "reporting")
        said = f"POST {self.monitor.url}/api/services/heartbeat answered 401: key-unknown: Who is that?"
        refused = f"error the monitor refused: {said}; trying again"
        self.assertEqual(self.log.loud, [refused, "warning heartbeats arrive again"])

    def test_what_is_too_large_is_sent_again_without_the_hosts_metadata(self) -> None:
        def answer(heard: Heard) -> Optional[Answer]:
            return Answer(413, {}) if "big" in heard.body.get("metadata", {}) else None

        self.talk(answer, metadata={"big": "x"})
        self.assertEqual(self.monitor.next("register").body["metadata"]["big"], "x")
        self.assertNotIn("big", self.monitor.next("register").body["metadata"])
        self.monitor.next("heartbeat")

    def test_a_refused_heartbeat_goes_on_with_its_time_alone(self) -> None:
        def answer(heard: Heard) -> Optional[Answer]:
            is_whole = heard.kind == "heartbeat" and "cpu_percent" in heard.body["metadata"]
            return Answer(400, {"code": "invalid", "detail": "No."}) if is_whole else None

        self.talk(answer)
        self.assertIn("cpu_percent", self.monitor.next("heartbeat").body["metadata"])
        self.assertEqual(list(self.monitor.next("heartbeat").body["metadata"]), ["timestamp"])

    def test_a_kept_connection_that_the_server_closed_costs_no_failure(self) -> None:
        sdk = self.talk(lambda heard: Answer(reset=True) if len(self.monitor.heard) == 3 else None)
        for _ in range(4):
            self.monitor.next("heartbeat")
        self.assertEqual(sdk.status().failures, 0)

    def test_an_answer_that_does_not_come_is_waited_for_no_longer_than_its_time(self) -> None:
        sdk = self.talk(lambda _: Answer(hang=5), request_timeout=0.2, heartbeat_interval=1)
        until("a failure", lambda: sdk.status().failures > 0)
        asked = f"POST {self.monitor.url}/api/services/register"
        self.assertEqual(sdk.status().last_problem, f"{asked}: no answer within 200 ms")

    def test_a_stop_is_told_to_the_monitor_once_and_ends_the_heartbeats(self) -> None:
        sdk = self.talk()
        self.monitor.next("heartbeat")
        self.assertEqual(sdk.stop().kind, "stopped")
        self.assertEqual(sdk.stop().kind, "stopped")
        self.assertEqual(self.monitor.kinds().count("stop"), 1)
        self.assertEqual(self.monitor.kinds()[-1], "stop")
        self.assertEqual(self.monitor.heard[-1].path, f"/api/instances/{sdk.instance_id}")
        self.assertEqual(sdk.status().state, "stopped")

    def test_all_who_stop_it_at_once_hear_what_became_of_it(self) -> None:
        sdk = self.talk()
        self.monitor.next("heartbeat")
        with ThreadPoolExecutor(4) as pool:
            outcomes = list(pool.map(lambda _: sdk.stop(timeout=2), range(4)))
        self.assertEqual([outcome.kind for outcome in outcomes], ["stopped"] * 4)
        self.assertEqual(self.monitor.kinds().count("stop"), 1)

    def test_a_deregistration_is_tried_again_within_its_three_seconds(self) -> None:
        refusals = [Answer(503), Answer(reset=True), Answer(200, text="<html>Please sign in</html>")]
        sdk = self.talk(lambda heard: refusals.pop() if heard.kind == "stop" and refusals else None)
        self.monitor.next("heartbeat")
        self.assertEqual(sdk.stop().kind, "stopped")
        self.assertEqual(refusals, [])

    def test_a_stop_takes_no_longer_than_it_may_whatever_the_monitor_does(self) -> None:
        sdk = self.talk(lambda heard: Answer(hang=20) if heard.kind == "stop" else None)
        self.monitor.next("heartbeat")
        started = time.monotonic()
        self.assertEqual(sdk.stop(timeout=0.3).kind, "unheard")
        self.assertLess(time.monotonic() - started, 1)

    def test_a_stop_while_a_heartbeat_hangs_is_still_heard(self) -> None:
        sdk = self.talk(lambda heard: Answer(hang=20) if heard.kind == "heartbeat" else None)
        self.monitor.next("heartbeat")
        self.assertEqual(sdk.stop().kind, "stopped")

    def test_a_stop_before_the_registration_arrived_takes_nothing_back(self) -> None:
        sdk = self.talk(lambda _: Answer(503))
        self.monitor.next("register")
        self.assertEqual(sdk.stop().kind, "not-registered")
        self.assertEqual(sdk.wait_until_registered(), NotRegistered("stopped"))

    def test_nothing_of_the_key_or_of_a_redirects_target_is_logged(self) -> None:
        sdk = self.talk(lambda _: Answer(302, headers={"Location": "/login?token=secret"}), api_key="smk_hidden")
        until("a failure", lambda: sdk.status().failures > 1)
        self.assertEqual(len(self.log.loud), 1)
        self.assertIn(f"POST {self.monitor.url}/api/services/register answered 302, a redirect to", self.log.loud[0])
        self.assertNotRegex(" ".join(self.log.lines), "hidden|secret")
