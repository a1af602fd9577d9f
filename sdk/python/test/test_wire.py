import os
from typing import Any

from service_monitor import Registered
from service_monitor._api.replies import HeartbeatReply, RegistrationReply, read_heartbeat, read_registration
from service_monitor._config.config import Config, Invalid, resolve_config

from .support.stand_in_monitor import Answer, Heard, well_meant
from .support.talking import TalkingTest
from .support.wire import wire


def shape_of(value: Any) -> Any:
    """Keys and types of a body, whatever its values; JSON knows one kind of number."""
    if isinstance(value, dict):
        return {key: shape_of(entry) for key, entry in value.items()}
    return "number" if isinstance(value, (int, float)) and not isinstance(value, bool) else type(value).__name__


class Wire(TalkingTest):
    def test_the_registration_has_the_shape_of_the_golden_body_and_the_values_that_were_given(self) -> None:
        golden = wire("register")
        os.environ.update(SERVICE_MONITOR_COMMIT="a" * 40, SERVICE_MONITOR_BRANCH="main")
        self.addCleanup(os.environ.pop, "SERVICE_MONITOR_COMMIT")
        self.addCleanup(os.environ.pop, "SERVICE_MONITOR_BRANCH")
        self.talk(
            service_name=golden["serviceName"],
            environment=golden["environment"],
            version=golden["version"],
            instance_id=golden["instanceId"],
            hostname=golden["hostname"],
            port=golden["port"],
            url=golden["url"],
            heartbeat_interval=30,
        )
        body = self.monitor.next("register").body
        self.assertEqual(shape_of(body), shape_of(golden))
        self.assertEqual({**body, "metadata": {}}, {**golden, "processId": os.getpid(), "metadata": {}})
        self.assertRegex(body["metadata"]["registered_at"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
        self.assertEqual(body["metadata"]["commit_hash"], "a" * 40)

    def test_the_heartbeat_has_the_shape_of_the_golden_body_with_whole_numbers_where_it_has_them(self) -> None:
        self.talk()
        heard = self.monitor.next("heartbeat")
        self.assertEqual(shape_of(heard.body), shape_of(wire("heartbeat")))
        self.assertEqual(heard.body["instanceId"], wire("register-response")["instanceId"])
        for key in ("thread_count", "requests_per_minute", "active_connections"):
            self.assertIsInstance(heard.body["metadata"][key], int)
        self.assertEqual(heard.headers["x-api-key"], "k")

    def test_a_heartbeat_without_metrics_and_tracking_carries_its_time_alone(self) -> None:
        self.talk(enable_metrics=False, enable_request_tracking=False)
        self.assertEqual(list(self.monitor.next("heartbeat").body["metadata"]), ["timestamp"])

    def test_the_golden_answers_are_understood(self) -> None:
        golden = wire("register-response")
        reply = RegistrationReply(golden["serviceId"], golden["instanceId"])
        self.assertEqual(read_registration(golden), reply)
        self.assertEqual(read_heartbeat(wire("heartbeat-response")), HeartbeatReply("Healthy", 30))

    def test_names_are_sent_as_they_are_and_refused_as_the_monitor_refuses_them(self) -> None:
        names = wire("names")

        def resolved(name: str) -> Any:
            return resolve_config({"base_url": "http://x", "api_key": "k", "service_name": name}, {})

        longest = names["longest"]["character"] * names["longest"]["times"]
        for name in [*(entry["sent"] for entry in names["taken"]), longest]:
            with self.subTest(name):
                config = resolved(name)
                assert isinstance(config, Config), config
                self.assertEqual(config.service_name, name.strip())
        for name in [*names["refused"], longest + "x"]:
            with self.subTest(name):
                self.assertIsInstance(resolved(name), Invalid)

    def test_what_the_monitor_passed_over_is_said_once_and_harms_nothing(self) -> None:
        warnings = wire("warnings")["warnings"]
        odd = [None, 1, "x", {}, {"message": 1}, {"pointer": 1, "message": "line\nend"}]

        def answer(heard: Heard) -> Answer:
            answer = well_meant(heard)
            answer.body["warnings"] = warnings + (odd if heard.kind == "heartbeat" else [])
            return answer

        sdk = self.talk(answer)
        for _ in range(3):
            self.monitor.next("heartbeat")
        said = "warning the monitor ignored a part of the request:"
        self.assertEqual(
            self.log.loud,
            [
                f"{said} /metadata is not an object; all metadata was ignored",
                f"{said} /newField is unknown and was ignored",
                f"{said} line end",
            ],
        )
        golden = wire("register-response")
        self.assertEqual(sdk.wait_until_registered(), Registered(golden["serviceId"], golden["instanceId"]))
