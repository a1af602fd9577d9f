/** What an instance may say of itself, worst first. It is no status: whether an instance lives, silence alone decides. */
export const healths = ['unhealthy', 'degraded', 'healthy'] as const;

export type Health = (typeof healths)[number];

/** What an instance said of itself last. */
export interface ReportedHealth {
  health: Health;
  /** When it said so first, after it had said something else or nothing. */
  sinceMs: number;
  /** How many heartbeats in a row said that it is unhealthy, as far as anybody asks. */
  unhealthyBeats: number;
  /** When the last of these was counted. */
  countedAtMs: number;
}

/** How many living instances of a service say what; who says nothing is not counted. */
export type HealthCounts = Record<Health, number>;

/** Reasons are cut here: they stand in messages and lists. */
const longestReasons = 256;

/** What ends a line, moves a terminal's cursor or turns the direction of reading. */
const unclean = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;

export function isHealth(value: unknown): value is Health {
  return (healths as readonly unknown[]).includes(value);
}

/**
 * What is known of an instance after it said something of itself; null: nothing is new. Unhealthy heartbeats are counted
 * up to `asked`, the number that makes a difference; null: none does.
 */
export function hearHealth(
  known: ReportedHealth | null,
  said: Health,
  atMs: number,
  asked: number | null,
): ReportedHealth | null {
  if (said !== known?.health) {
    const unhealthyBeats = said === 'unhealthy' ? 1 : 0;
    return { health: said, sinceMs: atMs, unhealthyBeats, countedAtMs: atMs };
  }
  if (said !== 'unhealthy' || known.unhealthyBeats >= (asked ?? 0)) return null;
  return { ...known, unhealthyBeats: known.unhealthyBeats + 1, countedAtMs: atMs };
}

/** Since when an instance counts as Degraded by its own word; null: it does not. */
export function unwellSince(known: ReportedHealth | null, asked: number | null): number | null {
  const counts = known !== null && asked !== null && known.unhealthyBeats >= asked;
  return counts ? known.countedAtMs : null;
}

/** The worst that is said; null: nobody says anything. */
export function worstHealth(counts: HealthCounts): Health | null {
  return healths.find((health) => counts[health] > 0) ?? null;
}

/** Why an instance says that it is not healthy, from the metadata of its heartbeat; null: it gave no reasons. */
export function healthReasons(metadata: Record<string, unknown> | null): string | null {
  const reasons = metadata?.['health_reasons'];
  if (typeof reasons !== 'string') return null;
  return [...reasons.replace(unclean, ' ').trim()].slice(0, longestReasons).join('') || null;
}
