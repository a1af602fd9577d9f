import type { Answer } from '../api/answer.ts';
import { ApiKey } from '../api/api-key.ts';
import { monitorApi } from '../api/monitor-api.ts';
import type { Config } from '../config/config.ts';
import { backOffMs } from '../pacing/back-off-ms.ts';
import { Identity } from '../session/identity.ts';
import { pause } from '../session/pause.ts';
import { registrationBody } from '../session/registration-body.ts';

export type BeatOutcome = { kind: 'arrived'; instanceId: string } | { kind: 'missed'; problem: string };

/**
 * Registers and sends one heartbeat. Registering each time costs one request and needs no file to remember an id in;
 * the same key is the same instance. Nothing is stopped afterwards: the silence after it is what the monitor watches.
 */
export async function beat(config: Config, env: NodeJS.ProcessEnv, timeoutMs: number): Promise<BeatOutcome> {
  // The process id would make every beat a new instance.
  const identity = new Identity({ ...config, instanceId: config.instanceId ?? config.hostname }, env);
  const api = monitorApi(config.baseUrl, config.proxy, new ApiKey(config.apiKey, config.readApiKey));
  const deadline = AbortSignal.timeout(timeoutMs);
  const limits = { timeoutMs: config.timeouts.requestMs, signal: deadline };
  try {
    const body = await registrationBody(config, identity, {
      intervalMs: config.heartbeatIntervalMs,
      isSpare: false,
    });
    for (let failures = 1; ; failures += 1) {
      const registration = await api.register(body, limits);
      let answer: Answer<unknown> = registration;
      if (registration.kind === 'accepted') {
        const { instanceId } = registration.value;
        answer = await api.heartbeat(
          { instanceId, metadata: { timestamp: new Date().toISOString() } },
          limits,
        );
        if (answer.kind === 'accepted') return { kind: 'arrived', instanceId };
      }
      const problem = 'problem' in answer ? answer.problem : 'no answer';
      if (answer.kind !== 'failed') return { kind: 'missed', problem };
      const { retryAfterMs } = answer;
      await pause(backOffMs({ intervalMs: 30_000, failures, retryAfterMs, random: Math.random() }), deadline);
      if (deadline.aborted) return { kind: 'missed', problem };
    }
  } finally {
    identity.close();
    api.close();
  }
}
