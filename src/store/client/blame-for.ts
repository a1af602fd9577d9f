/** Who made something fail: the thing itself, others that were faster, or Redis and the way to it. */
export type Blame = 'itself' | 'others' | 'redis';

/** How Redis, or the way to it, says that it cannot serve now; in a script such words stand anywhere in the text. */
const away =
  /\b(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|MOVED|ASK|TRYAGAIN|CROSSSLOT|NOREPLICAS|OOM|MISCONF|UNBLOCKED|BUSY|NOAUTH|WRONGPASS|NOPERM|NOGROUP|EXECABORT)\b|Connection is closed|Command timed out|isn't writeable|startup nodes|slots cache|Cluster redirections|max number of clients|Redis /i;

const awayNames = ['MaxRetriesPerRequestError', 'AbortError', 'ClusterAllFailedError'];

/** What is held against a thing that failed: nothing while Redis is away, or when others wrote the same all the time. */
export function blameFor(error: unknown): Blame {
  if (!(error instanceof Error)) return 'itself';
  if (error.constructor.name === 'ContentionError') return 'others';
  const { code } = error as NodeJS.ErrnoException;
  // Of the network; our own errors and those of the language have none.
  if (typeof code === 'string' && /^E(?!RR_)[A-Z_]+$/.test(code)) return 'redis';
  return awayNames.includes(error.name) || away.test(error.message) ? 'redis' : 'itself';
}
