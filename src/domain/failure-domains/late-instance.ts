import { type BlindGap, whenSilenceReaches } from '../clear-time.ts';

/** What several instances may have in common, from narrow to wide. Of two equally good causes the narrower is named. */
export const attributeKinds = [
  'host',
  'node',
  'network',
  'serviceVersion',
  'zone',
  'cluster',
  'region',
  'environment',
] as const;

export type AttributeKind = (typeof attributeKinds)[number];

/** An instance that is Degraded or Down by silence: its heartbeat was due, and did not come. */
export interface LateInstance {
  instanceId: string;
  serviceId: string;
  /** What is not known is absent. */
  attributes: Partial<Record<AttributeKind, string | null>>;
  /** The last heartbeat, or the registration if none followed it. */
  lastBeatAtMs: number;
  intervalMs: number;
  graceMs: number;
  /** When the monitor could not receive its heartbeats. */
  gaps: readonly BlindGap[];
}

/** One value of an attribute. */
export interface Attribute {
  kind: AttributeKind;
  value: string;
  /** Of which service this is a version; null: it is no version. */
  serviceId: string | null;
}

/** What programs and people write where they do not know a name. Many places would have it in common. */
const placeholders = new Set([
  '',
  'localhost',
  '127.0.0.1',
  '127.0.0.0/24',
  '::1',
  'unknown',
  'none',
  'null',
  'undefined',
  'n/a',
  '-',
]);

export function attributesOf({ attributes, serviceId }: LateInstance): Attribute[] {
  return attributeKinds.flatMap((kind) => {
    const value = attributes[kind];
    if (value == null || placeholders.has(value.toLowerCase())) return [];
    return [{ kind, value, serviceId: kind === 'serviceVersion' ? serviceId : null }];
  });
}

export function attributeKey({ kind, value, serviceId }: Attribute): string {
  return `${kind}:${serviceId ?? ''}:${value}`;
}

/** When its next heartbeat was late: it died between its last heartbeat and this. */
export function lateAtMs({ lastBeatAtMs, intervalMs, graceMs, gaps }: LateInstance): number {
  const silenceMs = intervalMs + graceMs + 1;
  return whenSilenceReaches(lastBeatAtMs, gaps, { silenceMs, periods: 0, periodMs: 1 });
}
