import type { Health } from './health.ts';

/** What people were told last of the health of a service. */
export interface ToldHealth {
  health: Health;
  atMs: number;
}

/** What a service's instances say of themselves, and what of it was told; `worst` null: none says anything. */
export interface ServiceHealth {
  worst: Health | null;
  told: ToldHealth | null;
}

export type HealthTelling =
  | { kind: 'tell'; from: Health; to: Health }
  /** Something else was told only just now: what is said by then is what is told next. */
  | { kind: 'wait'; untilMs: number }
  | { kind: 'nothing' };

/** Of one service no more than this is told, however often its health changes. */
const onceInMs = 60_000;

/**
 * What is to be told of a service's health now. Until somebody said otherwise a service is well; one that says nothing
 * any more, because its last instance left or has just started anew, takes nothing back.
 */
export function tellHealth({ worst, told }: ServiceHealth, nowMs: number): HealthTelling {
  const from = told?.health ?? 'healthy';
  if (worst === null || worst === from) return { kind: 'nothing' };
  const untilMs = told === null ? nowMs : told.atMs + onceInMs;
  return nowMs < untilMs ? { kind: 'wait', untilMs } : { kind: 'tell', from, to: worst };
}
