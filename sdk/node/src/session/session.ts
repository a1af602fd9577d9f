import type { Registration } from '../monitor-handle.ts';
import { oneLine } from '../one-line.ts';
import { type Asked, afterAnswer } from '../pacing/after-answer.ts';
import { nextWaitMs } from '../pacing/next-wait-ms.ts';
import { Deferred } from './deferred.ts';
import { noteAnswer } from './note-answer.ts';
import { pause } from './pause.ts';
import { Questions } from './questions.ts';
import type { SessionParts } from './session-parts.ts';

/**
 * The conversation with the monitor, one question at a time, so there is never a queue of old heartbeats:
 * 1. wait until the application listens, or until it is clear that it does not;
 * 2. without an id: register; with one: send a heartbeat, made now;
 * 3. decide from the answer what comes next, wait for that long, and go to 2.
 */
export class Session {
  readonly registered = new Deferred<Registration>();
  readonly #parts: SessionParts;
  readonly #questions: Questions;
  readonly #ending = new AbortController();
  /** A registration under way is let finish for a while: what it creates must be taken back. */
  readonly #abandoned = new AbortController();
  #finished: Promise<void> = Promise.resolve();

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#questions = new Questions(parts);
  }

  start(): void {
    this.#finished = this.#run();
  }

  /** Resolves when nothing is under way any more. */
  async end(registrationMs: number): Promise<void> {
    this.#ending.abort();
    await Promise.race([this.#finished, pause(registrationMs, this.#abandoned.signal)]);
    this.#abandoned.abort();
    await this.#finished;
    this.registered.resolve({ kind: 'stopped' });
  }

  async #run(): Promise<void> {
    const { config, identity, health, progress, narrator } = this.#parts;
    if (config.port === null || config.url === null) {
      await Promise.race([identity.address.found, pause(config.timeouts.listenMs, this.#ending.signal)]);
    }
    health.prepare(0);
    while (!this.#ending.signal.aborted) {
      let waitMs = progress.interval.currentMs;
      try {
        waitMs = await this.#cycle();
      } catch (error) {
        // A fault of the SDK is its own to bear: the host goes on, and so do the heartbeats.
        const problem = oneLine(`fault in the SDK: ${String(error)}`);
        progress.attemptFailed(problem, 'failing');
        narrator.failed(problem, 'fault', progress.failuresInARow);
      }
      if (waitMs > 0) health.prepare(waitMs);
      await pause(waitMs, this.#ending.signal);
    }
  }

  /** One question and its answer; returns the wait before the next one. */
  async #cycle(): Promise<number> {
    const { progress } = this.#parts;
    const startedAtMs = performance.now();
    const { instanceId, isFresh } = progress;
    const to: Asked['to'] = instanceId === null ? 'register' : 'heartbeat';
    const answer =
      instanceId === null
        ? await this.#questions.register(this.#abandoned.signal)
        : await this.#questions.heartbeat(instanceId, this.#ending.signal);
    if (answer.kind === 'accepted' && 'serviceId' in answer.value) {
      this.registered.resolve({ kind: 'registered', ...answer.value });
    }
    if (this.#ending.signal.aborted) return 0;

    const step = afterAnswer(answer.kind, { to, isSpare: this.#questions.isSpare[to], isFresh });
    if (answer.kind === 'too-large' || answer.kind === 'refused') this.#questions.isSpare[to] = true;
    noteAnswer(this.#parts, answer, step, to);
    const { interval, failuresInARow: failures } = progress;
    const tookMs = performance.now() - startedAtMs;
    return nextWaitMs(step, answer, {
      ...{ intervalMs: interval.currentMs, failures, tookMs },
      random: Math.random(),
    });
  }
}
