/** A monitor that nothing happens to by itself, and that tells every caller what is wrong, however often it asks. */
export const fuzzSettings = {
  MONITOR_HEARTBEAT_INTERVAL: '1h',
  MONITOR_FAILED_AUTH_LIMIT: '0',
  MONITOR_RATE_LIMIT: '0',
  LOG_LEVEL: 'error',
};
