/** The health that an instance may report, worst first. It is not a status: only silence makes an instance Down. */
export const healths = ['unhealthy', 'degraded', 'healthy'] as const;

export type Health = (typeof healths)[number];

/** The health that an instance reported last. */
export interface ReportedHealth {
  health: Health;
  /** Since when it has reported this. */
  sinceMs: number;
  /** How many heartbeats in a row reported unhealthy, counted up to the number that the policy needs. */
  unhealthyBeats: number;
  /** When the last of these was counted. */
  countedAtMs: number;
}

/** How many living instances of a service report which health; those that report none are not counted. */
export type HealthCounts = Record<Health, number>;

/** The maximum length of reasons, because they are shown in messages and lists. */
const longestReasons = 256;

/** What ends a line, moves a terminal's cursor or turns the direction of reading. */
const unclean = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;

export function isHealth(value: unknown): value is Health {
  return (healths as readonly unknown[]).includes(value);
}

/**
 * The health of an instance after a report; null: nothing changed. Unhealthy heartbeats are counted up to `asked`, the
 * number that the policy needs; null: they are not counted.
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

/** Since when an instance is Degraded because of its reported health; null: it is not. */
export function unwellSince(known: ReportedHealth | null, asked: number | null): number | null {
  const counts = known !== null && asked !== null && known.unhealthyBeats >= asked;
  return counts ? known.countedAtMs : null;
}

/** The worst reported health; null: none is reported. */
export function worstHealth(counts: HealthCounts): Health | null {
  return healths.find((health) => counts[health] > 0) ?? null;
}

/** Why an instance says that it is not healthy, from the metadata of its heartbeat; null: it gave no reasons. */
export function healthReasons(metadata: Record<string, unknown> | null): string | null {
  const reasons = metadata?.['health_reasons'];
  if (typeof reasons !== 'string') return null;
  return [...reasons.replace(unclean, ' ').trim()].slice(0, longestReasons).join('') || null;
}
