import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { StopInstance } from '../actors/operating/stop-instance.ts';
import type { Readings } from '../actors/ports/reading.ts';
import type { ReceiveHeartbeat } from '../actors/receive-heartbeat.ts';
import type { RegisterInstance } from '../actors/registering/register-instance.ts';
import { openHttpClient } from '../channels/outbound/open-http-client.ts';
import { createCallDeadman } from '../self-check/call-deadman.ts';
import { createRunSyntheticOutage } from '../self-check/run-synthetic-outage.ts';
import { syntheticServiceNames } from '../self-check/synthetic-service-names.ts';
import { createSyntheticOutages } from '../store/monitor/synthetic-outages.ts';
import { createVitals } from '../store/monitor/vitals.ts';
import { withTimeout } from '../with-timeout.ts';
import { every } from './every.ts';
import type { Foundation } from './foundation.ts';

/** How long the receiver of the call may take. */
const callTimeoutMs = 10_000;

/** Runs the dead-man's-switch, if there is one. */
export function keepDeadman(
  { config, current, redis, partitions, ids, metrics, log, closers }: Foundation,
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
  const clock = { wait: pause, now: () => performance.now() };
  const syntheticOutages = createSyntheticOutages(redis, partitions);
  const channelIds = () => current.channelIds;
  const blindAfterMs = () => current.now.blindAfterMs;
  const http = openHttpClient({ allowPrivateNetworks: true, now: Date.now });
  const callDeadman = createCallDeadman({
    syntheticOutages,
    channelIds,
    token,
    everyMs,
    ...clock,
    log,
    runSyntheticOutage: createRunSyntheticOutage({
      ...actors,
      syntheticOutages,
      ids,
      roundMs: everyMs,
      pauseMs,
      ...clock,
    }),
    serviceNames: syntheticServiceNames(ids, config.partitions),
    vitals: createVitals(redis, partitions, {
      nodeId: `deadman-${token}`,
      channelIds,
      blindAfterMs,
      lossToldForMs: 0,
      quotas: config.quotas,
    }),
    async call() {
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(callTimeoutMs)]);
      const outcome = await http.get(url, signal);
      return outcome.kind === 'sent' ? null : outcome.reason;
    },
    onOutcome: metrics.deadman,
  });

  const keeping = every(pauseMs, callDeadman, (error) => {
    if (!stopping.signal.aborted)
      log.warn({ error }, 'synthetic outage failed; not calling the dead-man’s-switch');
  });
  closers.add('dead-man’s-switch', async () => {
    stopping.abort();
    await keeping.stop();
    await withTimeout(syntheticOutages.release(token), 500, () => undefined).catch(() => undefined);
    await http.close();
  });
}
