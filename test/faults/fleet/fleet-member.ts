import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import { testKey } from '../../support/start-monitor.ts';
import type { Attempt, FleetOptions, MemberTruth } from './start-fleet.ts';

/** How long a client waits for an answer, and before it tries again. */
const patienceMs = 2_000;
const retryAfterMs = 150;

const headers = { 'content-type': 'application/json', 'x-api-key': testKey };

/** One instance of the fleet: it beats at its own pace, tries again as the SDKs do, and remembers everything. */
export class FleetMember {
  readonly #n: number;
  readonly #options: FleetOptions;
  readonly #attempts: Attempt[] = [];
  readonly #underWay = new Set<Promise<unknown>>();
  #instanceId = '';
  #serviceId = '';
  #timer: NodeJS.Timeout | null = null;
  #turn = 0;

  constructor(n: number, options: FleetOptions) {
    this.#n = n;
    this.#options = options;
    this.#turn = n;
  }

  get serviceName(): string {
    return `service-${Math.floor(this.#n / this.#options.perService)}`;
  }

  /** Until it is answered; a fleet that cannot even register is no fleet. */
  async register(): Promise<void> {
    for (;;) {
      const answer = await this.#post('/api/services/register', {
        serviceName: this.serviceName,
        environment: 'production',
        hostname: `host-${this.#n}`,
        port: 8080,
        heartbeatIntervalSeconds: this.#options.intervalMs / 1000,
      });
      if (answer.status === 200) {
        this.#instanceId = String(answer.body['instanceId']);
        this.#serviceId = String(answer.body['serviceId']);
        return;
      }
      await wait(retryAfterMs);
    }
  }

  /** Beats now, and from now on each interval. */
  revive(): void {
    if (this.#timer !== null) return;
    this.#timer = setInterval(() => this.#start(), this.#options.intervalMs);
    this.#start();
  }

  /** Falls silent; resolves when what is under way is through. */
  async silence(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    await Promise.all(this.#underWay);
  }

  truth(): MemberTruth {
    return {
      n: this.#n,
      serviceName: this.serviceName,
      serviceId: this.#serviceId,
      instanceId: this.#instanceId,
      attempts: this.#attempts,
    };
  }

  #start(): void {
    const copies = this.#options.isNoisy ? 3 : 1;
    for (let copy = 0; copy < copies; copy++) {
      // A noisy network sends a heartbeat again, late and out of order.
      const beating = wait(copy * this.#options.intervalMs * 0.7).then(() => this.#beat());
      this.#underWay.add(beating);
      void beating.finally(() => this.#underWay.delete(beating));
    }
  }

  async #beat(): Promise<void> {
    for (let attempt = 0; attempt <= this.#options.retries; attempt++) {
      if (attempt > 0) await wait(retryAfterMs * attempt);
      // Who died does not try again.
      if (attempt > 0 && this.#timer === null) return;
      const status = await this.#tryOnce();
      if (status === 404) await this.register();
      if (status === 200) return;
    }
  }

  async #tryOnce(): Promise<number> {
    const sentAtMs = Date.now();
    const startedAtMs = performance.now();
    const { status, body } = await this.#post('/api/services/heartbeat', {
      instanceId: this.#instanceId,
      metadata: { timestamp: new Date(sentAtMs).toISOString(), cpu_percent: 12.5, memory_mb: 256 },
    });
    const tookMs = performance.now() - startedAtMs;
    const receivedAtMs = status === 200 ? Date.parse(String(body['timestamp'])) : null;
    this.#attempts.push({ sentAtMs, tookMs, status, receivedAtMs });
    return status;
  }

  /** Status 0: no answer. */
  async #post(path: string, body: object): Promise<{ status: number; body: Record<string, unknown> }> {
    const { doors } = this.#options;
    const urls = doors[Math.floor(this.#n / this.#options.perService) % doors.length] ?? [];
    const url = urls[this.#turn++ % urls.length] ?? '';
    try {
      const answer = await request(url + path, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(patienceMs),
      });
      return {
        status: answer.statusCode,
        body: (await answer.body.json()) as Record<string, unknown>,
      };
    } catch {
      return { status: 0, body: {} };
    }
  }
}
