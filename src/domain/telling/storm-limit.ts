/** How many messages a channel for people gets singly: so many at once, then so many a minute. */
export interface StormLimit {
  burst: number;
  perMinute: number;
}

/** A digest that still collects messages. */
export interface OpenDigest {
  /** Which digest of its channel it is. */
  openedAtMs: number;
  /** When it is sent. */
  dueAtMs: number;
  /** Whose messages are in it. */
  sources: readonly string[];
}

/** What one source was told in the last minute. */
interface RecentSource {
  /** Its last message, sent singly or in a digest. */
  lastAtMs: number;
  /** When its messages were sent singly. */
  singlyAtMs: readonly number[];
}

/** What a channel for people was sent lately; times in milliseconds of the Redis clock. */
export interface StormState {
  /** What it may be sent singly now; less than 0: it got more than its limit. */
  tokens: number;
  /** When the tokens were counted. */
  atMs: number;
  /** When messages beyond the limit were sent, each the first of its source for a minute. */
  firstsAtMs: readonly number[];
  recent: Readonly<Record<string, RecentSource>>;
  digest: OpenDigest | null;
  /** The last one that ended collecting; null: there was none. */
  lastDigest: { openedAtMs: number; endedAtMs: number } | null;
}

const minuteMs = 60_000;

/** A digest waits so long for its second message, so that it is one, and not a message with another form. */
const gatherMs = 10_000;

/** How many messages a minute may go beyond the limit because nothing else was told of their source for a minute. */
const mostFirsts = 2;

/** More sources than this in a minute count as one: what is remembered stays small. */
const mostSources = 200;
const allOthers = '…';

/** A message, as the limit looks at it. */
export interface LimitedMessage {
  source: string;
  /** Whether the message before it, of the same incident, is in the digest that is open now: then it follows it there. */
  followsIntoDigest: boolean;
}

export type StormVerdict =
  | { kind: 'singly'; after: StormState }
  | { kind: 'in-digest'; after: StormState; digest: OpenDigest; isNew: boolean };

function begin({ burst }: StormLimit, nowMs: number): StormState {
  return { tokens: burst, atMs: nowMs, firstsAtMs: [], recent: {}, digest: null, lastDigest: null };
}

/**
 * Whether a message is sent singly, or is a line of the next digest. Within a minute at most `burst` + `mostFirsts` + one
 * minute's tokens go singly. Where several sources have messages, each may use only its share of the tokens, and one of
 * which nothing was told for a minute has its first message at once: the messages of one team delay no other's.
 */
function decide(state: StormState, message: LimitedMessage, limit: StormLimit, nowMs: number): StormVerdict {
  const now = refilled(state, limit, nowMs);
  const source = knownSource(now, message.source);
  const mine = now.recent[source] ?? null;
  const isAwaited = message.followsIntoDigest || now.digest?.sources.includes(source) === true;
  if (!isAwaited && now.tokens >= 1 && isWithinShare(now, source, limit))
    return { kind: 'singly', after: sentSingly(now, source, now.firstsAtMs) };
  if (!isAwaited && mine === null && now.firstsAtMs.length < mostFirsts)
    return { kind: 'singly', after: sentSingly(now, source, [...now.firstsAtMs, now.atMs]) };
  const digest = now.digest ?? openDigest(now);
  const sources = digest.sources.includes(source) ? digest.sources : [...digest.sources, source];
  const joined = { ...digest, sources };
  const recent = { ...now.recent, [source]: { lastAtMs: now.atMs, singlyAtMs: mine?.singlyAtMs ?? [] } };
  return {
    kind: 'in-digest',
    digest: joined,
    isNew: now.digest === null,
    after: { ...now, recent, digest: joined },
  };
}

/** The state when the open digest ends collecting: it is one message too. */
function endDigest(state: StormState, nowMs: number): StormState {
  if (state.digest === null) return state;
  const { openedAtMs } = state.digest;
  const lastDigest = { openedAtMs, endedAtMs: Math.max(state.atMs, nowMs) };
  return { ...state, tokens: state.tokens - 1, digest: null, lastDigest };
}

function knownSource({ recent }: StormState, source: string): string {
  const isKnown = Object.hasOwn(recent, source) || Object.keys(recent).length < mostSources;
  return isKnown ? source : allOthers;
}

/** One a minute, and the first of a storm soon. */
function openDigest({ atMs, lastDigest }: StormState): OpenDigest {
  const dueAtMs = Math.max(atMs + gatherMs, (lastDigest?.endedAtMs ?? Number.NEGATIVE_INFINITY) + minuteMs);
  return { openedAtMs: atMs, dueAtMs, sources: [] };
}

/** Alone, a source may use all tokens; beside others its part of them, so that something is left for those. */
function isWithinShare({ recent }: StormState, source: string, { burst }: StormLimit): boolean {
  const sources = new Set([...Object.keys(recent), source]).size;
  const used = recent[source]?.singlyAtMs.length ?? 0;
  return sources === 1 || used < Math.ceil(burst / sources);
}

function sentSingly(state: StormState, source: string, firstsAtMs: readonly number[]): StormState {
  const { atMs, recent } = state;
  const singlyAtMs = [...(recent[source]?.singlyAtMs ?? []), atMs];
  return {
    ...state,
    tokens: state.tokens - 1,
    firstsAtMs,
    recent: { ...recent, [source]: { lastAtMs: atMs, singlyAtMs } },
  };
}

/** With the tokens of the time that has passed, and without what is older than a minute. */
function refilled(state: StormState, { burst, perMinute }: StormLimit, nowMs: number): StormState {
  const atMs = Math.max(state.atMs, nowMs);
  const isRecent = (ms: number) => atMs - ms < minuteMs;
  const recent = Object.entries(state.recent).flatMap(([source, { lastAtMs, singlyAtMs }]) =>
    isRecent(lastAtMs) ? [[source, { lastAtMs, singlyAtMs: singlyAtMs.filter(isRecent) }] as const] : [],
  );
  return {
    ...state,
    tokens: Math.min(burst, state.tokens + ((atMs - state.atMs) * perMinute) / minuteMs),
    atMs,
    firstsAtMs: state.firstsAtMs.filter(isRecent),
    recent: Object.fromEntries(recent),
  };
}

/** The last net: a channel for people gets so many messages, and the rest as one digest a minute. */
export const stormLimit = { begin, decide, endDigest } as const;
