import { formatDuration } from '../../domain/duration.ts';
import type { Uptime } from '../monitor/wire-types.ts';
import { formatShare } from '../wording/format-share.ts';

export type Day = Uptime['days'][number];
type State = keyof Day['seconds'];

/** From the top of a bar down; what nobody watched is empty. */
export const drawnStates: readonly [state: State, name: string][] = [
  ['down', 'down'],
  ['degraded', 'degraded'],
  ['blind', 'the monitor was blind'],
  ['maintenance', 'maintenance'],
  ['healthy', 'healthy'],
];

const told = drawnStates.filter(([state]) => state !== 'healthy');

/** Whether there is more to say of a day than that it was healthy throughout. */
export function isTroubled({ seconds }: Day): boolean {
  return told.some(([state]) => seconds[state] > 0);
}

/** Such as "2026-11-22 (UTC): 99.95 % up, down 43 s". */
export function describeDay(day: Day): string {
  return `${day.date} (UTC): ${describeTimes(day)}`;
}

/** The same without its date. */
export function describeTimes({ uptime, seconds }: Day): string {
  const parts = told.filter(([state]) => seconds[state] > 0);
  const words = parts.map(([state, name]) => `${name} ${formatDuration(seconds[state] * 1000)}`);
  return [uptime === null ? 'not watched' : `${formatShare(uptime)} up`, ...words].join(', ');
}
