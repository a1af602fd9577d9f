import signal
import tempfile
import textwrap
import unittest
from pathlib import Path

from .support.app_process import AppProcess
from .support.real_monitor import IS_THERE, KEY, RealMonitor
from .support.until import until

START = "monitor = add_monitor(handle_signals=True)\nwait_for_a_heartbeat(monitor)\n"


@unittest.skipUnless(IS_THERE, "the monitor is not installed: run npm install in the repository's root")
class RealMonitorTest(unittest.TestCase):
    monitor: RealMonitor

    @classmethod
    def setUpClass(cls) -> None:
        cls.monitor = RealMonitor()
        cls.monitor.start()
        cls.addClassCleanup(cls.monitor.stop)

    def start(self, service: str, code: str, begin: str = START, **env: str) -> tuple[AppProcess, str]:
        env = {"SERVICE_MONITOR_SERVICE": service, "SERVICE_MONITOR_HEARTBEAT_INTERVAL": "1s", **env}
        app = AppProcess(self.monitor.url, begin + textwrap.dedent(code), KEY, **env)
        self.addCleanup(app.kill)
        return app, app.line().partition(" ")[2]

    def test_an_application_is_healthy_while_it_lives_and_stopped_after_sigterm(self) -> None:
        app, instance_id = self.start("stopped", "time.sleep(60)")
        instance = self.monitor.until_status(instance_id, "Healthy")
        self.assertEqual((instance["processId"], instance["expectedIntervalSeconds"]), (app.child.pid, 1))
        self.assertGreater(instance["lastHeartbeat"]["memory_mb"], 1)
        self.assertEqual(app.end(signal.SIGTERM), (-signal.SIGTERM, "", ""))
        self.assertEqual(self.monitor.instance(instance_id)["status"], "Stopped")

    def test_applications_that_crash_or_fail_or_are_killed_are_down(self) -> None:
        apps = [
            self.start("crashed", "raise ValueError('x')"),
            self.start("failed", "sys.exit(3)"),
            self.start("killed", "time.sleep(60)"),
        ]
        apps[2][0].end(signal.SIGKILL)
        for app, instance_id in apps:
            app.end()
            self.monitor.until_status(instance_id, "Down")

    def test_what_an_application_says_of_its_health_is_shown(self) -> None:
        begin = START.replace("handle_signals=True", "health=lambda: Health('degraded', 'the queue is long')")
        _, instance_id = self.start("degraded", "time.sleep(60)", begin)
        instance = self.monitor.until_status(instance_id, "Healthy")
        self.assertEqual((instance["health"], instance["healthReasons"]), ("degraded", "the queue is long"))

    def test_a_key_that_is_rotated_in_its_file_needs_no_restart_and_makes_nobody_down(self) -> None:
        old, new = self.monitor.make_key("old"), self.monitor.make_key("new")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "key")
            path.write_text(old["key"], encoding="utf-8")
            code = """
                while monitor.status().failures == 0: time.sleep(0.01)
                while monitor.status().state != "reporting": time.sleep(0.01)
                print("again", flush=True)
                time.sleep(60)
                """
            env = {"SERVICE_MONITOR_API_KEY": "", "SERVICE_MONITOR_API_KEY_FILE": str(path)}
            app, instance_id = self.start("rotated", code, **env)
            self.monitor.until_status(instance_id, "Healthy")
            path.write_text(new["key"], encoding="utf-8")
            self.monitor.revoke_key(old["keyId"])
            self.assertEqual(app.line(), "again")
            self.monitor.until_status(instance_id, "Healthy")
            _, _, errors = app.end(signal.SIGTERM)
        self.assertEqual(len(errors.splitlines()), 2, errors)
        self.assertEqual(self.monitor.instance(instance_id)["status"], "Stopped")

    def test_a_monitor_that_lost_its_memory_gets_the_same_instance_again(self) -> None:
        # The monitor may be back before the next heartbeat: then nothing failed that could be told.
        code = """
            while monitor.status().failures == 0: time.sleep(0.01)
            print("cut off", flush=True)
            while monitor.status().registrations < 2 or monitor.status().state != "reporting": time.sleep(0.01)
            print(monitor.instance_id)
            """
        app, instance_id = self.start("forgotten", code)
        self.monitor.stop()
        self.assertEqual(app.line(), "cut off")
        self.monitor.start()
        until("the application ends", lambda: app.child.poll() is not None)
        status, out, errors = app.end()
        self.assertEqual((status, out.strip()), (0, instance_id))
        self.assertIn("the monitor does not answer as it should", errors)
        self.assertIn("heartbeats arrive again", errors)
        self.assertEqual(self.monitor.instance(instance_id)["status"], "Stopped")
