/** The times that end-to-end tests run with: an outage in seconds instead of minutes. */
export const fastSettings = {
  MONITOR_HEARTBEAT_INTERVAL: '1s',
  MONITOR_HEARTBEAT_GRACE: '300ms',
  MONITOR_DOWN_AFTER: '4s',
  LOG_LEVEL: 'warn',
} as const;

export const fastTimesMs = { interval: 1_000, grace: 300, downAfter: 4_000, recoveryWindow: 2_000 } as const;
