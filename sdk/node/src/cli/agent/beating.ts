import { performance } from 'node:perf_hooks';
import { ApiKey } from '../../api/api-key.ts';
import { type MonitorApi, monitorApi } from '../../api/monitor-api.ts';
import type { Config } from '../../config/config.ts';
import type { Env } from '../../config/env.ts';
import { defaultLogger } from '../../log/default-logger.ts';
import type { StopOutcome } from '../../monitor-handle.ts';
import { deregister } from '../../session/deregister.ts';
import { HealthCheck } from '../../session/health-check.ts';
import { Identity } from '../../session/identity.ts';
import { Narrator } from '../../session/narrator.ts';
import { noteAnswer } from '../../session/note-answer.ts';
import { Progress } from '../../session/progress.ts';
import { Questions } from '../../session/questions.ts';
import { Session } from '../../session/session.ts';
import type { SessionParts } from '../../session/session-parts.ts';

/** The heartbeats of one instance, which fall silent and go on under the same id. */
export class Beating {
  readonly #api: MonitorApi;
  readonly #parts: SessionParts;
  readonly #timeoutMs: number;
  #session: Session | null = null;

  constructor(config: Config, env: Env) {
    this.#timeoutMs = config.timeouts.stopMs;
    this.#api = monitorApi(config.baseUrl, config.proxy, new ApiKey(config.apiKey, config.readApiKey));
    this.#parts = {
      config,
      api: this.#api,
      identity: new Identity(config, env),
      // The figures of this process say nothing about the watched one.
      meters: { system: null, requests: null },
      health: new HealthCheck(config),
      progress: new Progress(config),
      narrator: new Narrator(defaultLogger),
    };
  }

  goOn(): void {
    if (this.#session !== null) return;
    this.#session = new Session(this.#parts);
    this.#session.start();
  }

  /** Silence without a deregistration: the monitor is to notice it. */
  async fallSilent(): Promise<void> {
    const session = this.#session;
    this.#session = null;
    await session?.end(0);
  }

  /** Makes an instance known that does not beat yet: one that never comes up is to be noticed too. */
  async makeKnown(signal: AbortSignal): Promise<void> {
    if (this.#session !== null || this.#parts.progress.instanceId !== null) return;
    const answer = await new Questions(this.#parts).register(signal);
    if (!signal.aborted) noteAnswer(this.#parts, answer, 'back-off', 'register');
  }

  /** @param isMeant Whether to deregister. Null: there was nothing to say. */
  async end(isMeant: boolean): Promise<StopOutcome | null> {
    const ending = AbortSignal.timeout(this.#timeoutMs);
    const atMs = performance.now() + this.#timeoutMs;
    await this.fallSilent();
    const { instanceId } = this.#parts.progress;
    const isHeard = isMeant && instanceId !== null;
    const outcome = isHeard ? await deregister(this.#api, instanceId, { atMs, signal: ending }) : null;
    this.#parts.identity.close();
    this.#api.close();
    return outcome;
  }
}
