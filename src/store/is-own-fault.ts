/** How Redis, or the way to it, says that it cannot serve now; in a script such words stand anywhere in the text. */
const away =
  /\b(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|MOVED|ASK|TRYAGAIN|CROSSSLOT|NOREPLICAS|OOM|MISCONF|UNBLOCKED|BUSY|NOAUTH|WRONGPASS|NOPERM|NOGROUP|EXECABORT)\b|Connection is closed|Command timed out|isn't writeable|startup nodes|slots cache|Cluster redirections|max number of clients|Redis /i;

const names = ['MaxRetriesPerRequestError', 'AbortError', 'ClusterAllFailedError', 'ContentionError'];

/**
 * Whether a failure is that of the thing that was dealt with, rather than of Redis, of the way to it, or of others that
 * were faster. Who is not sure is not to blame.
 */
export function isOwnFault(error: unknown): boolean {
  if (!(error instanceof Error)) return true;
  const { code } = error as NodeJS.ErrnoException;
  // Of the network; our own errors and those of the language have none.
  if (typeof code === 'string' && /^E(?!RR_)[A-Z_]+$/.test(code)) return false;
  return !names.includes(error.name) && !names.includes(error.constructor.name) && !away.test(error.message);
}
