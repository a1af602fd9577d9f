/** Whether an error is what the Redis client says when it cannot reach Redis, or Redis when it cannot take writes. */
export function isUnavailable(error: Error): boolean {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isUnavailable);
  return (
    error.name === 'MaxRetriesPerRequestError' ||
    /^(Stream isn't writeable|Command timed out|Connection is closed|Connection is in closing state|Cluster isn't ready|Too many Cluster redirections|ClusterAllFailedError|Failed to refresh slots|None of startup nodes|All sentinels are unreachable|connect E|read E|write E|getaddrinfo E|LOADING|READONLY|MASTERDOWN|MISCONF|NOREPLICAS|CLUSTERDOWN|OOM|UNBLOCKED|TRYAGAIN|Redis took longer than|Redis was restarted while|a read of events did not end|the tick was answered 503)/.test(
      error.message,
    )
  );
}
