/** What `agent --help` prints. */
export const agentHelpText = `service-monitor agent: heartbeats for something beside it, while that is well

  service-monitor agent --name orders --url http://127.0.0.1:8080/health    well: it answers 2xx
  service-monitor agent --name db --tcp 127.0.0.1:5432                      well: it accepts a connection
  service-monitor agent --name daemon --pid-file /run/daemon.pid            well: there is such a process
  service-monitor agent --name daemon --pid 123

While it fails there are no heartbeats, so that the monitor finds it Down by its silence.

Flags
  --name NAME          SERVICE_MONITOR_SERVICE
  --environment NAME   SERVICE_MONITOR_ENVIRONMENT  (production)
  --instance KEY       (the host name, and the port that is watched)
  --interval 30s       SERVICE_MONITOR_HEARTBEAT_INTERVAL: between two heartbeats
  --monitor ADDRESS    SERVICE_MONITOR_URL: where the monitor is
  --every 10s          between two looks
  --timeout 5s         for one look
  --failures 1         so many looks in a row must fail before the heartbeats stop
  --start-period 0s    so long the thing may take to be well for the first time before the monitor hears of it
  --stop-window 1m     told to stop, the agent deregisters if the thing was well within this time
  --help

The key comes from SERVICE_MONITOR_API_KEY, or from the file that SERVICE_MONITOR_API_KEY_FILE names.

Exit status: 0 after SIGTERM or SIGINT, 2 wrong usage or configuration.
`;
