import type { InstanceDescription, InstanceView } from '../../actors/ports/instances.ts';
import type { InstanceStatus } from '../../domain/status.ts';
import { ids } from '../ids.ts';
import { reportedHealth } from './reported-health.ts';
import { nothingShown, type Shown, shownIn } from './shown-description.ts';

/** The fields of an instance's hash, in the order in which scripts are asked for them. Data of version 1 has `serviceId`. */
export const instanceFields = [
  'serviceId',
  'serviceName',
  'environment',
  'instanceKey',
  'status',
  'sinceMs',
  'revision',
  'registeredAtMs',
  'previousBeatAtMs',
  'judgedSilenceMs',
  'intervalMs',
  'registrantIntervalMs',
  'apiKeyId',
  ...reportedHealth.fields,
  'description',
] as const;

/**
 * An instance from its fields; null when it does not exist. A stopped or replaced instance has left `seen`: its last
 * sign of life is then the one that it was judged by.
 */
export function toInstanceView(
  instanceId: string,
  values: (string | null)[],
  seen: string | null,
  nowMs: number,
  timer: string | null = null,
): InstanceView | null {
  const field = (name: (typeof instanceFields)[number]) => values[instanceFields.indexOf(name)] ?? null;
  const number = (name: (typeof instanceFields)[number]) => Number(field(name) ?? 0);
  const serviceName = field('serviceName');
  if (serviceName === null) return null;
  const environment = field('environment') ?? '';
  const registeredAtMs = number('registeredAtMs');
  const judgedSilenceMs = number('judgedSilenceMs');
  const silentSinceMs = seen === null ? judgedSilenceMs : Number(seen);
  return {
    nowMs,
    instanceId,
    serviceId: field('serviceId') ?? ids.serviceId(serviceName, environment),
    revision: number('revision'),
    timerMs: timer === null ? null : Number(timer),
    state: {
      status: (field('status') ?? 'Pending') as InstanceStatus,
      sinceMs: number('sinceMs'),
      silentSinceMs,
      // A registration leaves its stamp one millisecond early, so a heartbeat in the same millisecond still counts.
      hasBeaten: silentSinceMs >= registeredAtMs,
      judgedSilenceMs,
    },
    registeredAtMs,
    previousBeatAtMs: field('previousBeatAtMs') ? number('previousBeatAtMs') : null,
    expectedIntervalMs: number('intervalMs'),
    health: reportedHealth.of(reportedHealth.fields.map(field)),
    description: {
      ...{ serviceName, environment },
      instanceKey: field('instanceKey') ?? '',
      registrantIntervalMs: field('registrantIntervalMs') ? number('registrantIntervalMs') : null,
      apiKeyId: field('apiKeyId') || null,
      ...shownIn(field('description')),
    },
  };
}

/** The descriptive fields as they are written; null: a field that is not said, and so not kept. */
export function descriptionFields(description: InstanceDescription): Record<string, string | number | null> {
  const { serviceName, environment, instanceKey, registrantIntervalMs, apiKeyId, ...rest } = description;
  const shown = Object.fromEntries(
    Object.keys(nothingShown)
      .map((name) => [name, rest[name as keyof Shown]] as const)
      .filter(([, value]) => value !== null),
  );
  return {
    ...{ serviceName, environment, instanceKey, registrantIntervalMs, apiKeyId },
    description: JSON.stringify(shown),
  };
}

/** When the instance beat last; null: it never did. */
export function lastBeatAtMs(view: InstanceView): number | null {
  return view.state.hasBeaten ? view.state.silentSinceMs : view.previousBeatAtMs;
}
