import type { Answer } from '../api/answer.ts';
import type { HeartbeatReply, RegistrationReply } from '../api/wire.ts';
import { heartbeatMetadata } from './heartbeat-metadata.ts';
import { registrationBody } from './registration-body.ts';
import type { SessionParts } from './session-parts.ts';

/** The two questions a session asks the monitor, each with a body made at the moment it is sent. */
export class Questions {
  /** Whether the next one leaves out what it can: the last was too large, or refused. */
  readonly isSpare = { register: false, heartbeat: false };
  readonly #parts: SessionParts;
  #reportedPort: number | null = null;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  async register(signal: AbortSignal): Promise<Answer<RegistrationReply>> {
    const { config, api, identity, progress, narrator } = this.#parts;
    const { registeredMs, wantedMs } = progress.interval;
    const intervalMs = wantedMs ?? registeredMs;
    const body = await registrationBody(config, identity, { intervalMs, isSpare: this.isSpare.register });
    this.#reportedPort = identity.port;
    const answer = await api.register(body, { timeoutMs: this.#timeoutMs, signal });
    progress.interval.wantedMs = null;
    if (answer.kind !== 'accepted') return answer;
    progress.registered(answer.value, intervalMs);
    this.isSpare.heartbeat = false;
    narrator.registered(answer.value.instanceId, progress.registrations === 1);
    return answer;
  }

  async heartbeat(instanceId: string, signal: AbortSignal): Promise<Answer<HeartbeatReply>> {
    const { api, identity, meters, health, progress } = this.#parts;
    // The application came to listen after it was registered, or is to beat at another pace: say so, and beat
    // whatever becomes of that.
    const isOutdated = identity.port !== this.#reportedPort || progress.interval.wantedMs !== null;
    if (isOutdated) await this.register(signal);
    const limits = { timeoutMs: this.#timeoutMs, signal };
    if (this.isSpare.heartbeat) {
      return api.heartbeat({ instanceId, metadata: { timestamp: new Date().toISOString() } }, limits);
    }
    const metadata = await heartbeatMetadata(meters);
    if (health.latest === null) return api.heartbeat({ instanceId, metadata }, limits);
    const { status, reasons } = health.latest;
    if (reasons !== null) metadata['health_reasons'] = reasons;
    return api.heartbeat({ instanceId, health: status, metadata }, limits);
  }

  /** An answer that comes after the next heartbeat is due is of no use. */
  get #timeoutMs(): number {
    const { config, progress } = this.#parts;
    return Math.min(config.timeouts.requestMs, Math.max(1_000, progress.interval.currentMs));
  }
}
