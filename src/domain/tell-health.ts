import type { Health } from './health.ts';

/** The last message about the health of a service. */
export interface ToldHealth {
  health: Health;
  atMs: number;
}

/** The health that a service's instances report, and what of it was sent; `worst` null: none reports any. */
export interface ServiceHealth {
  worst: Health | null;
  told: ToldHealth | null;
}

export type HealthTelling =
  | { kind: 'tell'; from: Health; to: Health }
  /** A message was sent only just now: the next one, with the health of then, is due at this time. */
  | { kind: 'wait'; untilMs: number }
  | { kind: 'nothing' };

/** The minimum time between two messages about the health of one service. */
const onceInMs = 60_000;

/**
 * The message about a service's health that is due now. Without reports a service counts as healthy. If its reports end,
 * because its last instance left or has just started again, no message is sent.
 */
export function tellHealth({ worst, told }: ServiceHealth, nowMs: number): HealthTelling {
  const from = told?.health ?? 'healthy';
  if (worst === null || worst === from) return { kind: 'nothing' };
  const untilMs = told === null ? nowMs : told.atMs + onceInMs;
  return nowMs < untilMs ? { kind: 'wait', untilMs } : { kind: 'tell', from, to: worst };
}
