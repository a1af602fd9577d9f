const shortestMs = 1_000;
const longestMs = 3_600_000;

/**
 * The interval that the monitor asks for. It may slow a fleet down, and it knows a policy of the operator that the
 * application does not; but a wrong answer must neither make the SDK hammer nor silence it.
 */
export function askedIntervalMs(configuredMs: number, nextHeartbeatSeconds: number | null): number {
  if (nextHeartbeatSeconds === null || Number.isNaN(nextHeartbeatSeconds)) return configuredMs;
  const leastMs = Math.min(configuredMs, shortestMs);
  const mostMs = Math.max(configuredMs, longestMs);
  return Math.min(mostMs, Math.max(leastMs, nextHeartbeatSeconds * 1000));
}
