import { StoreRefusal, StoreUnavailable } from '../../actors/ports/store-errors.ts';

/** Why a Redis that answers is of no use now, by the word with which it refuses. */
const reasons: Record<string, string> = {
  OOM: 'Redis is full and refuses writes',
  MISCONF: 'Redis cannot write to its disk and refuses writes',
  READONLY: 'Redis is a replica and refuses writes',
  NOREPLICAS: 'Redis has too few replicas and refuses writes',
  LOADING: 'Redis is loading its data',
};

/** How Redis says that it cannot serve now; in a script such words stand anywhere in the text. */
const awayWords =
  /\b(OOM|MISCONF|READONLY|NOREPLICAS|LOADING|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|UNBLOCKED|BUSY|NOGROUP|EXECABORT)\b/;

/** How ioredis, and a Redis without a free connection, say it. */
const awayTexts =
  /Connection is closed|Connection is in closing state|Command timed out|isn't writeable|Cluster isn't ready|Too many Cluster redirections|startup nodes|slots cache|All sentinels are unreachable|max number of clients/;

const awayNames = ['MaxRetriesPerRequestError', 'AbortError', 'ClusterAllFailedError'];

/** How Redis says that it is not meant to be asked so, or by this user. */
const refusalWords = /\b(NOAUTH|WRONGPASS|NOPERM|MOVED|ASK|CROSSSLOT)\b/;

/** What an error of the Redis client means: the one place that knows its texts. Whatever else went wrong stays as it is. */
export function toStoreError(error: Error): Error {
  if (error instanceof StoreUnavailable || error instanceof StoreRefusal) return error;
  const { message } = error;
  const word = awayWords.exec(message)?.[1];
  if (word !== undefined) return new StoreUnavailable(message, { cause: error, reason: reasons[word] });
  if (isAway(error)) return new StoreUnavailable(message || formatAll(error), { cause: error });
  return refusalWords.test(message) ? new StoreRefusal(message, { cause: error }) : error;
}

function isAway(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException;
  // Of the network; the errors of the language have none, and those of Node begin otherwise.
  if (typeof code === 'string' && /^E(?!RR_)[A-Z_]+$/.test(code)) return true;
  return awayNames.includes(error.name) || awayTexts.test(error.message);
}

/** Several addresses of one server may fail together. */
function formatAll(error: Error): string {
  return error instanceof AggregateError ? error.errors.map(String).join('; ') : error.name;
}
