import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Readings } from '../actors/ports/reading.ts';
import type { ReceiveHeartbeat } from '../actors/receive-heartbeat.ts';
import type { RegisterInstance } from '../actors/register-instance.ts';
import { createRehearseOutage } from '../actors/rehearse-outage.ts';
import type { StopInstance } from '../actors/stop-instance.ts';
import { openHttpClient } from '../channels/outbound/http-client.ts';
import { channelTrouble } from '../domain/channel-trouble.ts';
import { createRehearsals } from '../store/monitor/rehearsals.ts';
import { createVitals } from '../store/monitor/vitals.ts';
import { withTimeout } from '../with-timeout.ts';
import { every } from './every.ts';
import type { Foundation } from './foundation.ts';
import { rehearsalNames } from './rehearsal-names.ts';

/** How long the receiver of the call may take. */
const callTimeoutMs = 10_000;

/**
 * Calls the dead-man's-switch as long as an outage of our own comes round, in every partition, and somebody could be
 * told of a real one. One node of the cluster does so; another takes over when it is gone.
 */
export function keepDeadman(
  { config, redis, partitions, ids, metrics, log, closers }: Foundation,
  actors: {
    registerInstance: RegisterInstance;
    receiveHeartbeat: ReceiveHeartbeat;
    stopInstance: StopInstance;
    readings: Readings;
  },
): void {
  if (config.deadman === null) return;
  const { url, everyMs } = config.deadman;
  const pauseMs = Math.ceil(everyMs / 48);
  const token = randomUUID();
  const stopping = new AbortController();
  const pause = (ms: number) => wait(ms, undefined, { signal: stopping.signal });
  const rehearsals = createRehearsals(redis, partitions);
  const names = rehearsalNames(ids, config.partitions);
  const rehearseOutage = createRehearseOutage({
    ...{ ...actors, rehearsals, ids, roundMs: everyMs, wait: pause, now: () => performance.now() },
    pauseMs,
  });
  const channelIds = config.channels.map((channel) => channel.id);
  const { blindAfterMs, quotas } = config;
  const vitals = createVitals(redis, partitions, {
    nodeId: `deadman-${token}`,
    ...{ channelIds, blindAfterMs, lossToldForMs: 0, quotas },
  });
  const http = openHttpClient({ allowPrivateNetworks: true, now: Date.now });

  /** Null: all is well. */
  async function whyNot(): Promise<string | null> {
    const outcomes = await Promise.all(names.map(rehearseOutage));
    const failed = outcomes.find((outcome) => outcome.kind === 'stuck');
    if (failed !== undefined) return `a rehearsed outage waited in vain for ${failed.waitedFor}`;
    const { channels } = await vitals.read();
    const failing = channels.filter((channel) => channelTrouble(channel, false) !== null);
    const works = channelIds.filter((id) => !failing.some((channel) => channel.channelId === id));
    return channelIds.length > 0 && works.length === 0 ? 'no channel works' : null;
  }

  async function call(): Promise<void> {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(callTimeoutMs)]);
    const outcome = await http.get(url, signal);
    metrics.deadman(outcome.kind === 'sent' ? 'called' : 'failed');
    if (outcome.kind === 'failed')
      log.warn({ reason: outcome.reason }, 'the dead-man’s-switch could not be called');
  }

  const leaseMs = 2 * everyMs;
  async function round(): Promise<void> {
    if (!(await rehearsals.hold(token, leaseMs))) return pause(everyMs / 4);
    const beganAtMs = performance.now();
    const reason = await whyNot();
    // A node that was frozen meanwhile has lost its right, and must not say that all is well.
    if (!(await rehearsals.hold(token, leaseMs))) return;
    if (reason === null) await call();
    else {
      metrics.deadman('withheld');
      log.warn({ reason }, 'the dead-man’s-switch is not called');
    }
    await pause(Math.max(0, everyMs - (performance.now() - beganAtMs)));
  }

  const keeping = every(pauseMs, round, (error) => {
    if (!stopping.signal.aborted)
      log.warn({ error }, 'a rehearsal failed; the dead-man’s-switch is not called');
  });
  closers.add('dead-man’s-switch', async () => {
    stopping.abort();
    await keeping.stop();
    await withTimeout(rehearsals.release(token), 500, () => undefined).catch(() => undefined);
    await http.close();
  });
}
