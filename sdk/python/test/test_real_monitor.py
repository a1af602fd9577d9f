import signal
import textwrap
import unittest

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

    def start(self, service: str, code: str) -> tuple[AppProcess, str]:
        interval = {"SERVICE_MONITOR_SERVICE": service, "SERVICE_MONITOR_HEARTBEAT_INTERVAL": "1s"}
        app = AppProcess(self.monitor.url, START + textwrap.dedent(code), KEY, **interval)
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

    def test_a_monitor_that_lost_its_memory_gets_the_same_instance_again(self) -> None:
        code = """
            while monitor.status().registrations < 2 or monitor.status().state != "reporting": time.sleep(0.01)
            print(monitor.instance_id)
            """
        app, instance_id = self.start("forgotten", code)
        self.monitor.stop()
        self.monitor.start()
        until("the application ends", lambda: app.child.poll() is not None)
        status, out, errors = app.end()
        self.assertEqual((status, out.strip()), (0, instance_id))
        self.assertIn("the monitor does not answer as it should", errors)
        self.assertIn("heartbeats arrive again", errors)
        self.assertEqual(self.monitor.instance(instance_id)["status"], "Stopped")
