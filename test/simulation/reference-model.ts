import { expect } from 'vitest';
import type { Beat, BeatReceipt } from '../../src/actors/ports/heartbeats.ts';
import type {
  CheckView,
  InstanceCommit,
  InstanceView,
  Registration,
} from '../../src/actors/ports/instances.ts';
import type { DueLease, Rest } from '../../src/actors/ports/leases.ts';
import type { PortCall } from './gate.ts';
import { emptyLog, type InstanceLog, livingNow, seenOf, tallyOf } from './reference-log.ts';
import type { Look } from './reference-look.ts';
import { createReferenceMessages } from './reference-messages.ts';
import { dueStep, nextLookMs } from './reference-rules.ts';
import { createReferenceServices } from './reference-services.ts';
import type { Silences } from './silences.ts';
import type { SimulationRules } from './simulation-rules.ts';

const readsClock =
  /^(checks.(read|lease)|registrations.read|beats|services.read|incidents.evidence|overdue|notifications.(claim|sent|retry|dead))/;

export type ReferenceModel = ReturnType<typeof createReferenceModel>;

/**
 * The whole monitor once more, naively: it keeps a log of what was written and recomputes from it what must follow.
 * It watches every call of a port and throws as soon as an answer or a write is not what the rules demand.
 */
export function createReferenceModel(rules: SimulationRules, silences: Silences) {
  const world = { log: emptyLog(), serverTimeMs: 0, nowMs };
  const looks = new Map<string, Look>();
  const services = createReferenceServices(world, rules);
  const messages = createReferenceMessages(world, rules, silences);

  /** The server's clock, but never less than it was, give or take the 100 ms between two notes of it. */
  function nowMs(): number {
    const { log } = world;
    const notedMs = Math.max(log.tickMs ?? 0, log.latestMs);
    if (world.serverTimeMs + log.offsetMs < notedMs) log.offsetMs = notedMs - world.serverTimeMs;
    const now = world.serverTimeMs + log.offsetMs;
    if (now >= notedMs + 100) log.latestMs = now;
    return now;
  }

  const timingOf = ({ serviceId }: InstanceLog) =>
    rules.of(world.log.services.get(serviceId)?.serviceName ?? '').timing;
  const revisionOf = (one: InstanceLog) => one.registeredMs.length + one.steps.length;
  const lookOf = (party: string, instanceId: string): Look => {
    const look = looks.get(`${party} ${instanceId}`);
    if (look === undefined) throw new Error(`${party} writes ${instanceId} without having looked`);
    return look;
  };

  function onBeats(beats: readonly Beat[], tickSentAtMs: number | undefined, receipt: BeatReceipt): void {
    const { log } = world;
    const now = nowMs();
    const blindMs = log.tickMs !== null && now - log.tickMs > rules.blindAfterMs ? now - log.tickMs : 0;
    if (blindMs > 0) log.gaps.push({ fromMs: now - blindMs, toMs: now });
    if (blindMs > 0 || log.tickMs === null) log.tickMs = now;
    else if (tickSentAtMs !== undefined && tickSentAtMs > log.tickMs) log.tickMs = tickSentAtMs;
    const kinds = beats.map(({ instanceId }) => {
      const instance = log.instances.get(instanceId);
      if (instance === undefined || !livingNow.includes(seenOf(instance).status)) return 'unknown-instance';
      instance.signsMs.push(now);
      return 'received';
    });
    expect({ ...receipt, outcomes: receipt.outcomes.map(({ kind }) => kind) }).toEqual({
      ...{ nowMs: now, blindMs, outcomes: kinds },
    });
  }

  /** Who leases instances has looked at each of them. */
  function onLease(party: string, { instances, gone, ...lease }: DueLease): void {
    for (const instance of instances) onLook(party, instance.instanceId, { ...lease, instance });
    for (const instanceId of gone) onLook(party, instanceId, { ...lease, instance: null });
  }

  function onLook(
    party: string,
    instanceId: string,
    view: Pick<CheckView, 'nowMs' | 'tickAtMs'> & { instance: Pick<InstanceView, 'state'> | null },
  ): void {
    const { log } = world;
    const instance = log.instances.get(instanceId);
    const seen = instance === undefined ? null : seenOf(instance);
    const now = nowMs();
    looks.set(`${party} ${instanceId}`, {
      ...{ nowMs: now, gaps: [...log.gaps], seen, newcomers: [], isOneAlive: [] },
      self: { registeredMs: instance?.registeredMs.at(-1) ?? 0, version: instance?.version ?? null },
      revision: instance === undefined ? null : revisionOf(instance),
      isDeaf: now - (log.tickMs ?? 0) > rules.blindAfterMs,
      tickMs: log.tickMs ?? 0,
    });
    expect(view.nowMs).toBe(now);
    expect(view.tickAtMs).toBe(log.tickMs ?? 0);
    if (view.instance === null || seen === null) return expect(view.instance).toBe(seen);
    const { status, sinceMs, silentSinceMs, hasBeaten } = view.instance.state;
    expect({ status, sinceMs, silentSinceMs, hasBeaten }).toEqual({ ...seen, judgedFromMs: undefined });
  }

  function onRegistered(party: string, registration: Registration): void {
    const { instanceId, serviceId, nowMs: now, appears } = registration;
    const look = lookOf(party, instanceId);
    const known = world.log.instances.get(instanceId);
    expect(look.revision).toBe(known === undefined ? null : revisionOf(known));
    const instance = known ?? {
      ...{ instanceId, serviceId, registeredMs: [], signsMs: [], steps: [], newcomerSinceMs: null },
      version: null,
    };
    instance.version = registration.description.version;
    world.log.instances.set(instanceId, instance);
    const returns = known === undefined || !livingNow.includes(seenOf(known).status);
    expect(appears).toBe(returns);
    const lastMs = instance.signsMs.at(-1) ?? 0;
    const begins = returns || lastMs >= (instance.registeredMs.at(-1) ?? 0);
    instance.registeredMs.push(now);
    if (begins) instance.signsMs.push(returns ? now - 1 : Math.max(now - 1, lastMs));
    if (returns) {
      // A monitor that has somebody to hear, and has heard nothing of its own yet, is blind from now on.
      world.log.tickMs ??= now;
      instance.newcomerSinceMs = known === undefined ? now : null;
      services.tell(instance, { to: 'Pending', atMs: now, silentSinceMs: now - 1 });
    }
    const from = { ...seenOf(instance), hasBeaten: false };
    if (begins) from.silentSinceMs = now - 1;
    const lookAgainMs = nextLookMs(from, timingOf(instance), look.gaps, now);
    // The stamp of a registration is a millisecond early, and that millisecond may be blind: a check too early is none.
    const earlyMs = lookAgainMs - registration.firstCheckAtMs;
    expect([0, 1]).toContain(earlyMs);
  }

  function onStepped(party: string, { view, after, absorbed, nextCheckAtMs }: InstanceCommit): void {
    const { instanceId } = view;
    const instance = world.log.instances.get(instanceId);
    const look = lookOf(party, instanceId);
    if (instance === undefined || look.seen === null) throw new Error(`${instanceId} steps but is not known`);
    // Whoever writes acts on what is still so.
    expect(look.revision).toBe(revisionOf(instance));
    if (livingNow.includes(look.seen.status)) expect(seenOf(instance)).toEqual(look.seen);
    const stopped = { to: 'Stopped', atMs: look.nowMs, absorbed: null };
    const { status, sinceMs } = after;
    const step = { to: status, atMs: sinceMs, absorbed: absorbed?.instanceId ?? null };
    expect(party === 'api' ? [stopped] : due(instance, look)).toContainEqual(step);
    const leaves = status === 'Down' || !livingNow.includes(status);
    if (leaves) instance.newcomerSinceMs = null;
    const newcomer = world.log.instances.get(absorbed?.instanceId ?? '');
    if (newcomer !== undefined) {
      expect(newcomer.newcomerSinceMs).toBe(absorbed?.registeredAtMs);
      newcomer.newcomerSinceMs = null;
    }
    const { silentSinceMs } = look.seen;
    services.tell(instance, { to: status, atMs: sinceMs, silentSinceMs });
    const now = nextLookMs(seenOf(instance), timingOf(instance), look.gaps, look.nowMs);
    expect(nextCheckAtMs).toBe(now);
    // Who wrote knows what it wrote, and may go on from there.
    look.seen = seenOf(instance);
    look.revision = revisionOf(instance);
    if (status === 'Expired') world.log.instances.delete(instanceId);
  }

  /** The steps that may be due, null for none: one, unless the party read different siblings meanwhile. */
  function due(instance: InstanceLog, { newcomers, isOneAlive, ...look }: Look) {
    const { seen } = look;
    if (seen === null || look.isDeaf) return [null];
    const timing = timingOf(instance);
    return orNone(newcomers, []).flatMap((some) =>
      orNone(isOneAlive, false).map((isAlive) =>
        dueStep(seen, { timing, ...look }, { newcomers: some, isOneAlive: isAlive }),
      ),
    );
  }

  const orNone = <T>(reads: T[], none: T): T[] => (reads.length === 0 ? [none] : reads);

  /** The check rests: then nothing was due, and it comes back for the next step to the millisecond. */
  function onRest(party: string, instanceId: string, nextCheckAtMs: number): void {
    const instance = world.log.instances.get(instanceId);
    const look = lookOf(party, instanceId);
    if (instance === undefined || look.seen === null) throw new Error(`${instanceId} rests but is not known`);
    // Whoever lets an instance rest knows all that is news of it.
    expect(look.revision).toBe(revisionOf(instance));
    if (['Pending', 'Degraded', 'Down'].includes(look.seen.status))
      expect(seenOf(instance)).toEqual(look.seen);
    expect(due(instance, look)).toContainEqual(null);
    const open = { fromMs: look.tickMs, toMs: look.nowMs };
    const known = look.isDeaf ? [...look.gaps, open] : look.gaps;
    const againMs = nextLookMs(look.seen, timingOf(instance), known, look.nowMs);
    expect(nextCheckAtMs).toBe(look.isDeaf ? Math.max(look.nowMs + rules.blindAfterMs, againMs) : againMs);
  }

  function onRearm(party: string, rests: readonly Rest[], stale: readonly string[]): void {
    for (const { instance, nextCheckAtMs } of rests)
      if (!stale.includes(instance.instanceId)) onRest(party, instance.instanceId, nextCheckAtMs);
  }

  function onSiblings(party: string, serviceId: string, what: 'newcomers' | 'alive'): void {
    for (const [name, look] of looks) {
      const of = world.log.instances.get(name.split(' ')[1] ?? '');
      if (!name.startsWith(`${party} `) || of?.serviceId !== serviceId) continue;
      const siblings = [...world.log.instances.values()].filter((one) => one.serviceId === serviceId);
      const tally = tallyOf(world.log, serviceId);
      if (what === 'alive') {
        look.isOneAlive.push(['Healthy', 'Degraded', 'Recovered'].some((status) => (tally[status] ?? 0) > 0));
      } else {
        const newcomers = siblings.flatMap(({ newcomerSinceMs: atMs, ...one }) => {
          const status = seenOf({ ...one, newcomerSinceMs: atMs }).status;
          return atMs === null ? [] : [{ instanceId: one.instanceId, version: one.version, atMs, status }];
        });
        look.newcomers.push(newcomers);
      }
    }
  }

  function onCheck({ party, name, args: [first, second, third], result }: PortCall): void {
    if (name === 'checks.newcomers') onSiblings(party, first as string, 'newcomers');
    if (name === 'checks.hasAliveSibling') onSiblings(party, first as string, 'alive');
    if (name === 'checks.commit' && isWritten(result)) onStepped(party, first as InstanceCommit);
    if (name === 'checks.lease') onLease(party, result as DueLease);
    if (name === 'checks.rearm') onRearm(party, third as Rest[], result as string[]);
    if (name === 'checks.rest' && isWritten(result))
      onRest(party, (first as { instanceId: string }).instanceId, second as number);
  }

  const isWritten = (result: unknown) => (result as { kind?: string }).kind === 'committed';

  return {
    world,
    observe(call: PortCall): void {
      const { party, name, args, result } = call;
      const [first, second, third] = args;
      if (readsClock.test(name)) nowMs();
      if (name === 'beats.receive')
        onBeats(second as Beat[], third as number | undefined, result as BeatReceipt);
      if (name === 'checks.read' || name === 'registrations.read')
        onLook(party, first as string, result as CheckView);
      if (name === 'registrations.write' && isWritten(result)) onRegistered(party, first as Registration);
      onCheck(call);
      services.observe(call);
      messages.observe(call);
    },
    keep: () => structuredClone(world.log),
    /** Writes were lost: what is left is the log up to there. */
    cutBack(log = emptyLog()) {
      world.log = structuredClone(log);
      looks.clear();
    },
  };
}
