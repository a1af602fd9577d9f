import { StoreUnavailable } from '../actors/ports/store-errors.ts';

/** How long nothing must be said of a trouble for it to be over. */
const quietMs = 10_000;

const summaryEveryMs = 60_000;

/** Kinds of one trouble that are told apart; what errors say may differ without end. */
const mostKinds = 50;

/** What goes wrong again and again, and what was said of it. */
interface Trouble {
  beganAtMs: number;
  lastAtMs: number;
  summedAtMs: number;
  seen: Set<string>;
  /** How many lines of each sort were left out: since the last summary, and since it began. */
  lately: Map<string, number>;
  inAll: Map<string, number>;
}

/** A line about lines that were left out. */
export interface Summary {
  fields: { lastedMs: number; leftOut: Record<string, number> };
  message: string;
}

/**
 * Keeps a log short while the same thing goes wrong again and again: the first line of each kind is written, then a
 * summary a minute, then one of the whole when it is over. All that comes of one Redis that is away is one trouble. An
 * error of a request that nobody expected is always written: its caller was told to look for it.
 */
export class RepeatedLines {
  readonly #troubles = new Map<string, Trouble>();

  /** Whether a line is to be written; if not, it is counted. */
  isWanted(fields: Readonly<Record<string, unknown>>, message: string, nowMs: number): boolean {
    const { error = fields['err'], errors, channelId, requestId } = fields;
    const isExpected = error instanceof StoreUnavailable;
    if (error instanceof Error && !isExpected && requestId !== undefined) return true;
    const trouble = this.#troubleOf(isExpected ? 'Redis cannot be used' : message, nowMs);
    trouble.lastAtMs = nowMs;
    const sort = typeof channelId === 'string' ? `${message} (${channelId})` : message;
    const why =
      error instanceof Error && !isExpected ? error.message : Array.isArray(errors) ? errors.join() : null;
    const kind = why === null ? sort : `${sort} ${why}`;
    if (!trouble.seen.has(kind) && trouble.seen.size < mostKinds) {
      trouble.seen.add(kind);
      return true;
    }
    for (const counts of [trouble.lately, trouble.inAll]) counts.set(sort, (counts.get(sort) ?? 0) + 1);
    return false;
  }

  /** What is to be said by now. */
  due(nowMs: number): Summary[] {
    const summaries: Summary[] = [];
    for (const [name, trouble] of this.#troubles) {
      const isOver = nowMs - trouble.lastAtMs >= quietMs;
      if (isOver) {
        this.#troubles.delete(name);
        if (trouble.inAll.size > 0) summaries.push(summaryOf(trouble, trouble.inAll, `ended: ${name}`));
      } else if (nowMs - trouble.summedAtMs >= summaryEveryMs) {
        trouble.summedAtMs = nowMs;
        if (trouble.lately.size > 0) summaries.push(summaryOf(trouble, trouble.lately, `continues: ${name}`));
        trouble.lately.clear();
      }
    }
    return summaries;
  }

  #troubleOf(name: string, nowMs: number): Trouble {
    const known = this.#troubles.get(name);
    if (known !== undefined) return known;
    const began = { beganAtMs: nowMs, lastAtMs: nowMs, summedAtMs: nowMs };
    const trouble = { ...began, seen: new Set<string>(), lately: new Map(), inAll: new Map() };
    this.#troubles.set(name, trouble);
    return trouble;
  }
}

function summaryOf(trouble: Trouble, counts: ReadonlyMap<string, number>, message: string): Summary {
  const lastedMs = Math.round(trouble.lastAtMs - trouble.beganAtMs);
  return { fields: { lastedMs, leftOut: Object.fromEntries(counts) }, message };
}
