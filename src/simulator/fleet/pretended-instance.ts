import { performance } from 'node:perf_hooks';
import type { Answer, Doors } from './doors.ts';
import { type Interval, pace, pause, type Step } from './pace.ts';

/** One question to the monitor and what came of it, as its sender saw it; times of this machine's clock. */
export interface Attempt extends Answer {
  to: 'register' | 'heartbeat';
  sentAtMs: number;
  tookMs: number;
  /** The monitor's own time of a heartbeat that it took; else null. */
  receivedAtMs: number | null;
  /** What the monitor did not like of what it took. */
  warnings: readonly { pointer?: string; message?: string }[];
}

export interface InstanceSettings {
  doors: Doors;
  /** The nodes, at which it knocks in turn; it begins with the one at `firstUrl`. */
  urls: readonly string[];
  firstUrl?: number;
  intervalMs: number;
  /** The body of a registration. */
  registration: () => object;
  /** Of one heartbeat; undefined: none. */
  metadata: () => object | undefined;
  /** How often a heartbeat that was not taken is sent again; left out: until it is, as the SDKs do. */
  retries?: number;
  /** Chance, below 1; 1: every wait is as long as it may be, and heartbeats come exactly each interval. */
  random?: () => number;
  onAttempt?: (attempt: Attempt, instance: PretendedInstance) => void;
}

/**
 * One running copy of a service that does what the monitor answers, as an SDK does: the interval, register again,
 * try again later, send less. It never has two questions under way.
 */
export class PretendedInstance {
  /** The UUID of the latest registration; null: none yet. */
  instanceId: string | null = null;
  serviceId: string | null = null;
  /** When it took the last heartbeat, by the monitor's clock; 0: none yet. */
  lastBeatAtMs = 0;
  /** When the answer to that came, by our clock; null: none yet. */
  acceptedAtMs: number | null = null;
  /** Questions in a row that failed. */
  failures = 0;
  readonly #settings: InstanceSettings;
  readonly #random: () => number;
  #turn: number;
  #interval: Interval;
  #isFresh = true;
  #isSpare = false;
  #isAlive = false;
  #mustRegister = true;
  #timer: NodeJS.Timeout | null = null;
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(settings: InstanceSettings) {
    this.#settings = settings;
    this.#random = settings.random ?? Math.random;
    this.#turn = settings.firstUrl ?? 0;
    const { intervalMs } = settings;
    this.#interval = { registeredMs: intervalMs, intervalMs, longerAnswers: 0 };
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Registers, with retries, until that succeeds, is refused, or the time is up. Resolves to the last attempt. */
  async register(timeoutMs: number, signal?: AbortSignal): Promise<Attempt> {
    const giveUpAtMs = performance.now() + timeoutMs;
    for (;;) {
      const attempt = await this.#ask('register');
      const step = this.#note(attempt);
      const waitMs = this.#waitMs(step, attempt);
      const isOver = performance.now() + waitMs > giveUpAtMs || signal?.aborted === true;
      const isRefused = step === 'back-off' && pace.isRefusal(attempt.status);
      if (step === 'heartbeat-now' || isRefused || isOver) return attempt;
      await pause(waitMs, signal);
    }
  }

  /** Begins, or begins again, to beat. */
  revive(inMs = 0): void {
    if (this.#isAlive) return;
    this.#isAlive = true;
    this.#next(inMs);
  }

  /** Falls silent, as a process that is killed; resolves when what is under way is through. */
  async silence(): Promise<void> {
    this.#isAlive = false;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await Promise.all(this.#underWay);
  }

  /** Falls silent and says so. */
  async stopGracefully(): Promise<Answer> {
    await this.silence();
    const path = `/api/instances/${encodeURIComponent(this.instanceId ?? '')}`;
    return this.#settings.doors.knock(this.#url(), 'DELETE', path);
  }

  /** Sends one heartbeat beside all others, as a network does that delivers one twice; its answer changes nothing. */
  sendCopy(): void {
    if (this.#isAlive && this.instanceId !== null) this.#track(this.#ask('heartbeat'));
  }

  #next(inMs: number): void {
    // Who is revived before its last question is through has one timer all the same.
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#track(this.#step()), inMs);
  }

  #track(asking: Promise<unknown>): void {
    this.#underWay.add(asking);
    void asking.finally(() => this.#underWay.delete(asking));
  }

  async #step(): Promise<void> {
    const attempt = await this.#ask(this.#mustRegister ? 'register' : 'heartbeat');
    const waitMs = this.#waitMs(this.#note(attempt), attempt);
    if (this.#isAlive) this.#next(waitMs);
  }

  async #ask(to: Attempt['to']): Promise<Attempt> {
    const { doors, registration, metadata, intervalMs, onAttempt } = this.#settings;
    const { registeredMs } = this.#interval;
    const sentAtMs = Date.now();
    const beganAtMs = performance.now();
    const spare = this.#isSpare ? { metadata: undefined } : {};
    const longer = registeredMs > intervalMs ? { heartbeatIntervalSeconds: registeredMs / 1000 } : {};
    const body =
      to === 'register'
        ? { ...registration(), ...longer, ...spare }
        : { instanceId: this.instanceId, metadata: metadata(), ...spare };
    const answer = await doors.knock(this.#url(), 'POST', `/api/services/${to}`, body);
    const { instanceId, timestamp, warnings } = fieldsOf(answer.body);
    const isOk = answer.status >= 200 && answer.status < 300;
    // Proxies and sign-in pages answer 200 as well.
    if (isOk && typeof (to === 'register' ? instanceId : timestamp) !== 'string')
      Object.assign(answer, { status: 0, trouble: 'the answer does not match the contract' });
    const isTaken = to === 'heartbeat' && isOk && answer.status !== 0;
    const attempt: Attempt = {
      ...answer,
      to,
      sentAtMs,
      tookMs: performance.now() - beganAtMs,
      receivedAtMs: isTaken ? Date.parse(String(timestamp)) : null,
      warnings: Array.isArray(warnings) ? warnings : [],
    };
    if (attempt.receivedAtMs !== null) {
      this.lastBeatAtMs = Math.max(this.lastBeatAtMs, attempt.receivedAtMs);
      this.acceptedAtMs = Date.now();
    }
    onAttempt?.(attempt, this);
    return attempt;
  }

  /** Keeps in mind what an answer changes. */
  #note(attempt: Attempt): Step {
    const { to, status, body } = attempt;
    const step = pace.stepAfter(status, { to, isSpare: this.#isSpare, isFresh: this.#isFresh });
    const { instanceId, serviceId, nextHeartbeatSeconds } = fieldsOf(body);
    switch (step) {
      case 'heartbeat-now':
        this.instanceId = String(instanceId);
        this.serviceId = String(serviceId);
        this.#interval.intervalMs = this.#interval.registeredMs;
        this.#mustRegister = false;
        this.#isFresh = true;
        // The failures go on where a monitor forgets again and again what it registers.
        return step;
      case 'next-interval':
        this.failures = 0;
        if (status >= 400) return step;
        this.#isFresh = false;
        this.#follow(nextHeartbeatSeconds);
        return step;
      case 'register-now':
        this.#mustRegister = true;
        return step;
      case 'send-less-now':
        this.#isSpare = true;
        return step;
      case 'back-off':
        this.failures += 1;
        // Of a fresh id: what was registered is already forgotten.
        if (status === 404 && to === 'heartbeat') this.#mustRegister = true;
        return step;
      default:
        return step satisfies never;
    }
  }

  #follow(nextHeartbeatSeconds: unknown): void {
    const { registeredMs } = this.#interval;
    this.#interval = pace.follow(this.#interval, this.#settings.intervalMs, nextHeartbeatSeconds);
    if (this.#interval.registeredMs !== registeredMs) this.#mustRegister = true;
  }

  #waitMs(step: Step, { retryAfterMs, tookMs, to }: Attempt): number {
    const { intervalMs } = this.#interval;
    const random = this.#random();
    const untilNextMs = (): number => Math.max(0, pace.spreadMs(intervalMs, random) - tookMs);
    switch (step) {
      case 'next-interval':
        return untilNextMs();
      case 'back-off': {
        const isGivenUp = to === 'heartbeat' && this.failures > (this.#settings.retries ?? Infinity);
        if (!isGivenUp) return pace.backOffMs({ intervalMs, failures: this.failures, retryAfterMs, random });
        this.failures = 0;
        return untilNextMs();
      }
      case 'heartbeat-now':
      case 'register-now':
      case 'send-less-now':
        return 0;
      default:
        return step satisfies never;
    }
  }

  #url(): string {
    const { urls } = this.#settings;
    return urls[this.#turn++ % urls.length] ?? '';
  }
}

function fieldsOf(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}
