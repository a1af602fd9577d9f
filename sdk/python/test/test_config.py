import os
import re
import tempfile
import unittest
from pathlib import Path
from typing import Any

from service_monitor import MonitorConfigError, add_monitor
from service_monitor._config.config import Config, Disabled, Invalid, resolve_config
from service_monitor._config.settings import SETTINGS
from service_monitor._detect.identity import Identity
from service_monitor._detect.revision import Revision, find_revision

from .support.talking import RecordingLog

GIVEN = {"base_url": "https://m.example.com/sub//", "api_key": "k", "service_name": "orders"}


def resolved(options: dict[str, Any], env: dict[str, str]) -> Config:
    config = resolve_config({**GIVEN, **options}, env)
    assert isinstance(config, Config), config
    return config


class Configuration(unittest.TestCase):
    def test_an_option_wins_over_its_variable_and_blank_counts_as_not_given(self) -> None:
        env = {"SERVICE_MONITOR_ENVIRONMENT": "staging", "SERVICE_MONITOR_HEARTBEAT_INTERVAL": "5m"}
        config = resolved({"environment": "", "heartbeat_interval": None}, env)
        self.assertEqual((config.environment, config.heartbeat_interval_ms), ("staging", 300_000))
        config = resolved({"environment": "test", "heartbeat_interval": 1.5}, env)
        self.assertEqual((config.environment, config.heartbeat_interval_ms), ("test", 1_500))
        self.assertEqual(config.base_url.geturl(), "https://m.example.com/sub/")

    def test_every_error_is_told_at_once_and_the_key_is_not(self) -> None:
        options = {"base_url": "ftp://x", "api_key": "a secret", "heartbeat_interval": "soon", "port": 0, "health": 1}
        found = resolve_config(options, {})
        assert isinstance(found, Invalid)
        text = "; ".join(found.errors)
        for name in ("base_url", "api_key", "service_name", "heartbeat_interval", "port", "health"):
            self.assertIn(name, text)
        self.assertNotIn("secret", text)

    def test_a_wrong_configuration_is_one_line_and_an_idle_sdk_or_an_exception_if_wanted(self) -> None:
        log = RecordingLog()
        monitor = add_monitor(base_url="nowhere", logger=log.logger)
        self.assertEqual((monitor.status().state, monitor.instance_id, len(log.loud)), ("idle", None, 1))
        self.assertEqual((monitor.stop().kind, monitor.wait_until_registered().kind), ("not-registered", "idle"))
        with self.assertRaises(MonitorConfigError):
            add_monitor(base_url="nowhere", strict=True)

    def test_it_can_be_switched_off(self) -> None:
        self.assertIsInstance(resolve_config({}, {"SERVICE_MONITOR_ENABLED": "off"}), Disabled)

    def test_the_key_may_come_from_a_file_and_is_read_again_from_there(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "key")
            path.write_text("first\n", encoding="utf-8")
            config = resolved({"api_key": None}, {"SERVICE_MONITOR_API_KEY_FILE": str(path)})
            path.write_text("second\n", encoding="utf-8")
            self.assertEqual((config.api_key, config.read_api_key()), ("first", "second"))

    def test_commit_and_branch_come_from_ci_or_from_the_checkout(self) -> None:
        self.assertEqual(find_revision({"CI_COMMIT_SHA": "c1", "GIT_BRANCH": "b"}, "/"), Revision("c1", "b"))
        with tempfile.TemporaryDirectory() as folder:
            git = Path(folder, ".git")
            git.mkdir()
            (git / "HEAD").write_text("ref: refs/heads/feature/x\n", encoding="utf-8")
            (git / "packed-refs").write_text(f"# pack-refs\n{'a' * 40} refs/heads/feature/x\n", encoding="utf-8")
            self.assertEqual(find_revision({}, folder), Revision("a" * 40, "feature/x"))
            self.assertEqual(find_revision({}, str(Path(folder, "apps", "one"))), Revision("a" * 40, "feature/x"))
            worktree, its_git = Path(folder, "worktree"), git / "worktrees" / "w"
            its_git.mkdir(parents=True)
            worktree.mkdir()
            (worktree / ".git").write_text(f"gitdir: {its_git}\n", encoding="utf-8")
            (its_git / "commondir").write_text("../..\n", encoding="utf-8")
            (its_git / "HEAD").write_text("ref: refs/heads/feature/x\n", encoding="utf-8")
            self.assertEqual(find_revision({}, str(worktree)), Revision("a" * 40, "feature/x"))
            (git / "HEAD").write_text("b" * 40, encoding="utf-8")
            self.assertEqual(find_revision({}, folder), Revision("b" * 40, None))
        self.assertEqual(find_revision({}, "/nowhere"), Revision(None, None))

    def test_workers_that_share_a_port_have_keys_of_their_own(self) -> None:
        config = resolved({"hostname": "h", "port": 80}, {})
        self.assertEqual(Identity(config, {}, False).key, "h:80")
        self.assertEqual(Identity(config, {"SERVER_SOFTWARE": "gunicorn/20.1.0"}, False).key, f"h:80:{os.getpid()}")
        self.assertEqual(Identity(config, {}, True).key, f"h:80:{os.getpid()}")
        self.assertEqual(Identity(resolved({"hostname": "h"}, {}), {}, False).key, f"h:{os.getpid()}")

    def test_the_readmes_table_holds_every_option_and_its_variable(self) -> None:
        readme = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
        rows = dict(re.findall(r"^\| `(\w+)` \| (?:`(\w+)`|—) \|", readme, re.MULTILINE))
        options = add_monitor.__kwdefaults__
        self.assertEqual(sorted(rows), sorted(options))
        self.assertEqual({name: variable for name, variable in rows.items() if variable}, SETTINGS)
