/** What an instance may say of itself, worst first. It is no status: whether an instance lives, silence alone decides. */
export const healths = ['unhealthy', 'degraded', 'healthy'] as const;

export type Health = (typeof healths)[number];

/** What an instance said of itself last. */
export interface ReportedHealth {
  health: Health;
  /** When it said so first, after it had said something else or nothing. */
  sinceMs: number;
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
