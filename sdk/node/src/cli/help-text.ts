/** What `--help` prints. */
export const helpText = `service-monitor: heartbeats for scripts and cron

  service-monitor beat [flags]                one sign of life, then done
  service-monitor run [flags] -- command ...  heartbeats while the command runs; one that fails is found Down
  service-monitor agent ...                   heartbeats for a URL, a port or a process beside it: agent --help

Flags
  --service NAME       SERVICE_MONITOR_SERVICE
  --environment NAME   SERVICE_MONITOR_ENVIRONMENT  (production)
  --instance KEY       SERVICE_MONITOR_INSTANCE_ID  (beat: the host name; run: host name and process id)
  --interval 30s       SERVICE_MONITOR_HEARTBEAT_INTERVAL: beat: how long until the next one is due
  --url ADDRESS        SERVICE_MONITOR_URL
  --timeout 30s        beat: how long to try
  --help, --version

The key comes from SERVICE_MONITOR_API_KEY, or from the file that SERVICE_MONITOR_API_KEY_FILE names.

Exit status: beat: 0 it arrived, 1 it did not, 2 wrong usage or configuration.
run: that of the command (128 and the signal that ended it), whatever becomes of the heartbeats; 127 and 126 as a shell has them; 2 wrong usage.
`;
