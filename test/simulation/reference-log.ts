import { createHash } from 'node:crypto';
import type { BlindGap } from '../../src/domain/clear-time.ts';
import type { IncidentNews } from '../../src/domain/events.ts';
import type { Incident } from '../../src/domain/incident.ts';
import type { IncidentLog, Remembered } from './reference-incidents.ts';
import type { Seen, Tally, Told } from './reference-rules.ts';

/** What happened to one instance, in order; nothing is ever overwritten. */
export interface InstanceLog {
  instanceId: string;
  serviceId: string;
  registeredMs: number[];
  /** As it registered last. */
  version: string | null;
  /** Signs of life: heartbeats, and registrations as far as they begin a silence. */
  signsMs: number[];
  steps: { to: string; atMs: number; silentSinceMs: number }[];
  /** Since when it may take somebody's place; null: it cannot, or did. */
  newcomerSinceMs: number | null;
}

export interface ServiceLog {
  serviceId: string;
  serviceName: string;
  steps: { to: string; atMs: number }[];
  /** How many changes were written to it, and how often fewer than enough were found. */
  revision: number;
  shortSinceMs: number | null;
  memory: Remembered;
  /** Every change of an instance that it was told. */
  told: Told[];
}

export interface Attempt {
  token: string;
  atMs: number;
  end:
    | { kind: 'sent' | 'dead' | 'suppress'; atMs: number }
    | { kind: 'retry' | 'hold'; dueMs: number }
    | null;
}

export interface RowLog {
  notificationId: string;
  incidentId: string;
  channelId: string;
  kind: string;
  plannedMs: number;
  suppressed: boolean;
  afterId: string | null;
  /** Every claim, also those that only found that it is held. */
  attempts: Attempt[];
  isHeld: boolean;
  /** When it was decided that it is sent. */
  decidedMs: number | null;
}

/** An event as the log has it; `told` is there when an instance changed. */
export interface LoggedEvent {
  type: string;
  serviceId: string;
  instanceId?: string;
  from?: string | null;
  to?: string;
  kind?: string;
  incidentId?: string;
  relapses?: number;
  news?: IncidentNews;
  atMs: number;
  told?: Told;
}

/** All that the reference model knows: a log, cut off at the end when writes are lost. */
export interface ReferenceLog {
  tickMs: number | null;
  offsetMs: number;
  latestMs: number;
  gaps: BlindGap[];
  instances: Map<string, InstanceLog>;
  services: Map<string, ServiceLog>;
  incidents: Map<string, Incident>;
  courses: Map<string, IncidentLog>;
  rows: Map<string, RowLog>;
  events: LoggedEvent[];
  /** How far each group has read, and which entry is which event. */
  readers: Record<string, { position: number; places: Record<string, number> }>;
}

export function emptyLog(): ReferenceLog {
  return {
    ...{ tickMs: null, offsetMs: 0, latestMs: 0, gaps: [], events: [], readers: {} },
    ...{ instances: new Map(), services: new Map(), incidents: new Map(), rows: new Map() },
    courses: new Map(),
  };
}

export const livingNow = ['Pending', 'Healthy', 'Degraded', 'Down', 'Recovered'];

/** What an instance is, by all that is logged of it. */
export function seenOf(log: InstanceLog): Seen {
  const last = log.steps.at(-1) ?? { to: 'Pending', atMs: 0, silentSinceMs: 0 };
  const judged = log.steps.findLast(({ to }) => to !== 'Healthy' && to !== 'Recovered');
  const left = !livingNow.includes(last.to);
  const silentSinceMs = left ? last.silentSinceMs : (log.signsMs.at(-1) ?? 0);
  return {
    status: last.to,
    sinceMs: last.atMs,
    silentSinceMs,
    hasBeaten: silentSinceMs >= (log.registeredMs.at(-1) ?? 0),
    judgedFromMs: judged?.silentSinceMs ?? 0,
  };
}

export function tallyOf(log: ReferenceLog, serviceId: string): Tally {
  const tally: Tally = Object.fromEntries(livingNow.map((status) => [status, 0]));
  for (const instance of log.instances.values()) {
    const status = instance.steps.at(-1)?.to ?? '';
    if (instance.serviceId === serviceId && status in tally) tally[status] = (tally[status] ?? 0) + 1;
  }
  return tally;
}

/** An id below another: the parent's first 12 bits, then the hash of what it names. */
export function idBelow(parentId: string, ...parts: (string | number)[]): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([parentId, ...parts]))
    .digest('hex');
  const variant = '89ab'[Number.parseInt(hash[16] ?? '0', 16) % 4];
  const hex = `${parentId.slice(0, 3)}${hash.slice(3, 12)}8${hash.slice(13, 16)}${variant}${hash.slice(17, 32)}`;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Where a row stands, and when it is due or its lease ends. */
export function standingOf(row: RowLog): { state: string; dueMs: number; isFinal: boolean } {
  const last = row.attempts.at(-1);
  const end = last?.end ?? null;
  if (row.suppressed || end?.kind === 'suppress') return { state: 'suppressed', dueMs: 0, isFinal: true };
  if (last === undefined) return { state: 'pending', dueMs: row.plannedMs, isFinal: false };
  if (end === null) return { state: 'sending', dueMs: last.atMs + 20_000, isFinal: false };
  if ('dueMs' in end) return { state: 'pending', dueMs: end.dueMs, isFinal: false };
  return { state: end.kind, dueMs: 0, isFinal: true };
}

/** How many attempts count: one that only found a message to be held was given back. */
export function attemptsOf({ attempts }: RowLog): number {
  return attempts.filter(({ end }) => end?.kind !== 'hold').length;
}
