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
  /** Whose outages are in it. */
  sources: readonly string[];
  /** Whose lesser messages are in it; absent: nobody's. */
  lesserSources?: readonly string[];
}

/** What one source was told in the last minute. */
interface RecentSource {
  /** Its last message, sent singly or in a digest. */
  lastAtMs: number;
  /** When its messages were sent singly. */
  singlyAtMs: readonly number[];
}

/** What may be sent singly, and to whom it was. */
interface Lane {
  /** What may be sent singly now; less than 0: more was sent than the limit. */
  tokens: number;
  recent: Readonly<Record<string, RecentSource>>;
}

/** What a channel for people was sent lately; times in milliseconds of the Redis clock. Its own tokens are for outages. */
export interface StormState extends Lane {
  /** What is less than the news of an outage: outages use its tokens too. Absent: an older program wrote the state. */
  lesser?: Lane;
  /** When the tokens were counted. */
  atMs: number;
  /** When messages beyond the limit were sent, each the first of its source for a minute. */
  firstsAtMs: readonly number[];
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
  /** Whether it tells of no outage that begins or has to be heard of: it leaves the tokens of those alone. */
  isLesser?: boolean;
  /** Whether the message before it, of the same incident, is in the digest that is open now: then it follows it there. */
  followsIntoDigest: boolean;
}

export type StormVerdict =
  | { kind: 'singly'; after: StormState }
  | { kind: 'in-digest'; after: StormState; digest: OpenDigest; isNew: boolean };

function begin({ burst }: StormLimit, nowMs: number): StormState {
  const lesser = { tokens: burst, recent: {} };
  return { tokens: burst, recent: {}, lesser, atMs: nowMs, firstsAtMs: [], digest: null, lastDigest: null };
}

/**
 * Whether a message is sent singly, or is a line of the next digest. Within a minute at most `burst` + `mostFirsts` + one
 * minute's tokens go singly. Where several sources have messages, each may use only its share of the tokens, and one of
 * which no outage was told for a minute has its first one at once: the messages of one team delay no other's. Lesser
 * messages use only one minute's tokens, so that a burst of outages is told at once whatever lesser was told before.
 */
function decide(state: StormState, message: LimitedMessage, limit: StormLimit, nowMs: number): StormVerdict {
  const { isLesser = false, followsIntoDigest } = message;
  const now = refilled(state, limit, nowMs);
  const lane = isLesser ? now.lesser : now;
  const source = knownSource(lane, message.source);
  const isAwaited = followsIntoDigest || isInDigest(now.digest, source, isLesser);
  const isWithin =
    lane.tokens >= 1 && isWithinShare(lane, source, limit) && hasRoom(now, limit, { isLesser });
  if (!isAwaited && isWithin) return { kind: 'singly', after: sentSingly(now, source, isLesser) };
  const isFirst = !isLesser && lane.recent[source] === undefined && now.firstsAtMs.length < mostFirsts;
  if (!isAwaited && isFirst) {
    const after = sentSingly(now, source, isLesser);
    return { kind: 'singly', after: { ...after, firstsAtMs: [...now.firstsAtMs, now.atMs] } };
  }
  return intoDigest(now, source, isLesser);
}

function intoDigest(now: RefilledState, source: string, isLesser: boolean): StormVerdict {
  const lane = isLesser ? now.lesser : now;
  const digest = joined(now.digest ?? openDigest(now), source, isLesser);
  const mine = { lastAtMs: now.atMs, singlyAtMs: lane.recent[source]?.singlyAtMs ?? [] };
  const recent = { ...lane.recent, [source]: mine };
  const told = isLesser ? { lesser: { ...lane, recent } } : { recent };
  return { kind: 'in-digest', digest, isNew: now.digest === null, after: { ...now, ...told, digest } };
}

/** A source has its messages in their order; only an outage does not wait for what is less. */
function isInDigest(digest: OpenDigest | null, source: string, isLesser: boolean): boolean {
  if (digest === null) return false;
  const { sources, lesserSources = [] } = digest;
  return sources.includes(source) || (isLesser && lesserSources.includes(source));
}

function joined(digest: OpenDigest, source: string, isLesser: boolean): OpenDigest {
  const { sources, lesserSources = [] } = digest;
  if ((isLesser ? lesserSources : sources).includes(source)) return digest;
  return isLesser
    ? { ...digest, lesserSources: [...lesserSources, source] }
    : { ...digest, sources: [...sources, source] };
}

/** Whether the minute that ends now has room for one more, for a lesser one in its part of it. */
function hasRoom(
  now: RefilledState,
  { burst, perMinute }: StormLimit,
  { isLesser }: { isLesser: boolean },
): boolean {
  const lesser = sentLately(now.lesser);
  if (isLesser && lesser >= perMinute) return false;
  return sentLately(now) + lesser - now.firstsAtMs.length < burst + perMinute;
}

function sentLately({ recent }: Lane): number {
  return Object.values(recent).reduce((sum, { singlyAtMs }) => sum + singlyAtMs.length, 0);
}

/** The state when the open digest ends collecting: it is one message too, and costs outages a token if it tells of any. */
function endDigest(state: StormState, nowMs: number): StormState {
  if (state.digest === null) return state;
  const { openedAtMs, sources } = state.digest;
  const lesser = lesserOf(state);
  const lastDigest = { openedAtMs, endedAtMs: Math.max(state.atMs, nowMs) };
  return {
    ...state,
    tokens: sources.length > 0 ? state.tokens - 1 : state.tokens,
    lesser: { ...lesser, tokens: lesser.tokens - 1 },
    ...{ digest: null, lastDigest },
  };
}

function knownSource({ recent }: Lane, source: string): string {
  const isKnown = Object.hasOwn(recent, source) || Object.keys(recent).length < mostSources;
  return isKnown ? source : allOthers;
}

/** One a minute, and the first of a storm soon. */
function openDigest({ atMs, lastDigest }: StormState): OpenDigest {
  const dueAtMs = Math.max(atMs + gatherMs, (lastDigest?.endedAtMs ?? Number.NEGATIVE_INFINITY) + minuteMs);
  return { openedAtMs: atMs, dueAtMs, sources: [] };
}

/** Alone, a source may use all tokens; beside others its part of them, so that something is left for those. */
function isWithinShare({ recent }: Lane, source: string, { burst }: StormLimit): boolean {
  const sources = new Set([...Object.keys(recent), source]).size;
  const used = recent[source]?.singlyAtMs.length ?? 0;
  return sources === 1 || used < Math.ceil(burst / sources);
}

/** Both kinds use the tokens of the lesser one. */
function sentSingly(state: RefilledState, source: string, isLesser: boolean): StormState {
  const { atMs, lesser } = state;
  const used = { ...lesser, tokens: lesser.tokens - 1 };
  if (isLesser) return { ...state, lesser: { ...used, recent: withOne(lesser, source, atMs) } };
  return { ...state, tokens: state.tokens - 1, recent: withOne(state, source, atMs), lesser: used };
}

function withOne({ recent }: Lane, source: string, atMs: number): Lane['recent'] {
  const singlyAtMs = [...(recent[source]?.singlyAtMs ?? []), atMs];
  return { ...recent, [source]: { lastAtMs: atMs, singlyAtMs } };
}

type RefilledState = StormState & { lesser: Lane };

function lesserOf({ lesser, tokens }: StormState): Lane {
  return lesser ?? { tokens, recent: {} };
}

/** With the tokens of the time that has passed, and without what is older than a minute. */
function refilled(state: StormState, { burst, perMinute }: StormLimit, nowMs: number): RefilledState {
  const atMs = Math.max(state.atMs, nowMs);
  const isRecent = (ms: number) => atMs - ms < minuteMs;
  const refill = ({ tokens, recent }: Lane): Lane => ({
    tokens: Math.min(burst, tokens + ((atMs - state.atMs) * perMinute) / minuteMs),
    recent: Object.fromEntries(
      Object.entries(recent).flatMap(([source, { lastAtMs, singlyAtMs }]) =>
        isRecent(lastAtMs) ? [[source, { lastAtMs, singlyAtMs: singlyAtMs.filter(isRecent) }] as const] : [],
      ),
    ),
  });
  return {
    ...{ ...state, ...refill(state) },
    lesser: refill(lesserOf(state)),
    atMs,
    firstsAtMs: state.firstsAtMs.filter(isRecent),
  };
}

/** The last net: a channel for people gets so many messages, and the rest as one digest a minute. */
export const stormLimit = { begin, decide, endDigest } as const;
