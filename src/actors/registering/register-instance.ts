import { versionChange } from '../../domain/history/deploy.ts';
import { type Ids, isUuid } from '../../domain/ids.ts';
import { type InstanceState, nextCheckAt } from '../../domain/judge-instance.ts';
import { type Labels, labelsIn } from '../../domain/labels.ts';
import type { RulesOf } from '../../domain/policy.ts';
import { isLiving } from '../../domain/status.ts';
import { contention, untilCommitted } from '../concurrency/until-committed.ts';
import type { CheckView, InstanceDescription, Registrations } from '../ports/instances.ts';
import type { CheckWakeUps } from '../ports/wake-ups.ts';
import type { OverQuota } from './limit-registrations.ts';

export interface Registered {
  serviceId: string;
  instanceId: string;
  /** Whether the instance is new, has a changed description, or is back after it had left. */
  kind: 'created' | 'updated' | 'returned';
}

/** Called once before something new is written, with the service if that is new too; null: it is allowed. */
export type Admit = (newServiceId: string | null) => Promise<OverQuota | null>;

export interface RegisterInstance {
  (description: InstanceDescription): Promise<Registered>;
  (description: InstanceDescription, admit: Admit): Promise<Registered | OverQuota>;
}

/** When several callers register one instance at the same time, one succeeds in each round; so many may do so at once. */
const attempts = 200;

/**
 * Before step 1: an instance registers. The same key of the same service is the same instance, and so is the UUID that an
 * earlier registration returned. Silence starts with the first registration after a heartbeat: a process that crashes
 * repeatedly before its first heartbeat is silent from its first start on.
 */
export function createRegisterInstance(parts: {
  registrations: Registrations;
  checkQueue: CheckWakeUps;
  ids: Ids;
  rulesOf: RulesOf;
}): RegisterInstance {
  const { registrations, ids } = parts;

  function registerInstance(described: InstanceDescription): Promise<Registered>;
  function registerInstance(described: InstanceDescription, admit: Admit): Promise<Registered | OverQuota>;
  async function registerInstance(
    described: InstanceDescription,
    admit: Admit | null = null,
  ): Promise<Registered | OverQuota> {
    const serviceId = ids.serviceId(described.serviceName, described.environment);
    let isAdmitted = admit === null;
    return untilCommitted<Registered | OverQuota>(
      attempts,
      async () => {
        const [{ instanceId, check, instanceKey }, shown] = await Promise.all([
          find(serviceId, described.instanceKey),
          registrations.shown(serviceId),
        ]);
        if (admit !== null && !isAdmitted && check.instance === null) {
          const isKnown = await registrations.hasService(serviceId);
          const over = await admit(isKnown ? null : serviceId);
          if (over !== null) return over;
          isAdmitted = true;
        }
        const description = { ...described, instanceKey };
        const written = await write(serviceId, instanceId, description, check, shown);
        return written === null ? 'again' : { serviceId, instanceId, kind: written };
      },
      contention('too many register this instance at once; nothing was written'),
    );
  }

  return registerInstance;

  async function find(
    serviceId: string,
    key: string,
  ): Promise<{ instanceId: string; instanceKey: string; check: CheckView }> {
    if (isUuid(key)) {
      const instanceId = key.toLowerCase();
      // An id of another service is in another partition or has another owner: then it is used as a key.
      const check = await registrations.read(instanceId);
      const known = check.instance;
      if (known?.serviceId === serviceId)
        return { instanceId, instanceKey: known.description.instanceKey, check };
    }
    const instanceId = ids.instanceId(serviceId, key);
    return { instanceId, instanceKey: key, check: await registrations.read(instanceId) };
  }

  async function write(
    serviceId: string,
    instanceId: string,
    description: InstanceDescription,
    { nowMs, instance, gaps }: CheckView,
    shown: { labels: Labels; version: string | null },
  ): Promise<Registered['kind'] | null> {
    const appears = instance === null || !isLiving(instance.state.status);
    if (instance === null) await registrations.ensureService(serviceId, description, nowMs);
    const { timing } = parts.rulesOf(description, description.registrantIntervalMs ?? undefined);
    const before = appears ? appearance(nowMs) : instance.state;
    const restarts = appears || before.hasBeaten;
    const silentSinceMs = restarts ? nowMs - 1 : null;
    const state = { ...before, silentSinceMs: silentSinceMs ?? before.silentSinceMs, hasBeaten: false };
    const firstCheckAtMs = Math.max(nowMs, nextCheckAt(state, timing, gaps, nowMs));
    const outcome = await registrations.write({
      instanceId,
      serviceId,
      nowMs,
      view: instance,
      appears,
      description,
      newLabels: otherLabels(shown.labels, description),
      deploy: versionChange(description.version, shown.version, instance?.description.version ?? null),
      silentSinceMs,
      firstCheckAtMs,
      expectedIntervalMs: timing.intervalMs,
    });
    if (outcome.kind === 'stale') return null;
    void parts.checkQueue.arm(nowMs, [{ instanceId, dueAtMs: firstCheckAtMs }]);
    if (instance === null) return 'created';
    return appears ? 'returned' : 'updated';
  }
}

/** What this registration calls the service, if it is not what the one before did. */
function otherLabels(before: Labels, { metadata }: InstanceDescription): Labels | null {
  const labels = labelsIn(metadata);
  return JSON.stringify(labels) === JSON.stringify(before) ? null : labels;
}

function appearance(nowMs: number): InstanceState {
  const silentSinceMs = nowMs - 1;
  return {
    status: 'Pending',
    sinceMs: nowMs,
    silentSinceMs,
    hasBeaten: false,
    judgedSilenceMs: silentSinceMs,
  };
}
