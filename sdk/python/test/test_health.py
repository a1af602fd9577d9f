import asyncio
import threading
from typing import Any

from service_monitor import Health, add_monitor

from .support.talking import TalkingTest
from .support.until import until


class HealthReports(TalkingTest):
    def beat_with(self, health: Any) -> dict[str, Any]:
        self.talk(health=health)
        return self.monitor.next("heartbeat").body

    def test_a_heartbeat_says_what_the_health_function_says(self) -> None:
        body = self.beat_with(lambda: Health("degraded", "the queue is long"))
        self.assertEqual((body["health"], body["metadata"]["health_reasons"]), ("degraded", "the queue is long"))

    def test_without_a_health_function_nothing_is_said_of_health(self) -> None:
        self.assertNotIn("health", self.beat_with(None))

    def test_an_application_that_is_healthy_has_no_reasons(self) -> None:
        body = self.beat_with(lambda: "healthy")
        self.assertEqual(body["health"], "healthy")
        self.assertNotIn("health_reasons", body["metadata"])

    def test_a_health_function_that_raises_says_unhealthy_and_why(self) -> None:
        def check() -> str:
            raise ConnectionError("no database")

        body = self.beat_with(check)
        self.assertEqual(body["health"], "unhealthy")
        self.assertEqual(body["metadata"]["health_reasons"], "ConnectionError: no database")

    def test_a_health_function_that_hangs_delays_heartbeats_by_two_seconds_once(self) -> None:
        over = threading.Event()
        self.addCleanup(over.set)
        started = []
        self.talk(health=lambda: started.append(1) or over.wait(60))
        for _ in range(3):
            body = self.monitor.next("heartbeat").body
            self.assertEqual(body["health"], "unhealthy")
            self.assertRegex(body["metadata"]["health_reasons"], r"has not answered for \d+ s")
        self.assertEqual(len(started), 1)

    def test_what_cannot_be_understood_is_unhealthy(self) -> None:
        for nonsense in (42, None, "fine", Health("fine")):  # type: ignore[arg-type]
            with self.subTest(nonsense):
                body = self.beat_with(lambda nonsense=nonsense: nonsense)
                self.assertEqual(body["health"], "unhealthy")
                self.assertIn("nothing that is known", body["metadata"]["health_reasons"])

    def test_reasons_are_one_line_of_256_characters_at_most(self) -> None:
        body = self.beat_with(lambda: Health("degraded", "one\ntwo " + "x" * 300))
        self.assertRegex(body["metadata"]["health_reasons"], "^one two x{248}$")

    def test_an_async_health_function_runs_in_the_applications_event_loop(self) -> None:
        self.listen()

        async def application() -> None:
            loop = asyncio.get_running_loop()

            async def check() -> str:
                return "healthy" if asyncio.get_running_loop() is loop else "unhealthy"

            options = {"base_url": self.monitor.url, "api_key": "k", "service_name": "s", "health": check}
            async with add_monitor(**options) as monitor:
                heard = await asyncio.to_thread(self.monitor.next, "heartbeat")
                self.assertEqual(heard.body["health"], "healthy")
                await asyncio.to_thread(until, "reporting", lambda: monitor.status().state == "reporting")

        asyncio.run(application())
        self.assertEqual(self.monitor.kinds()[-1], "stop")

    def test_an_async_health_function_runs_without_an_event_loop_too(self) -> None:
        async def check() -> str:
            return "healthy"

        self.assertEqual(self.beat_with(check)["health"], "healthy")
        until("no trouble", lambda: self.log.loud == [])
