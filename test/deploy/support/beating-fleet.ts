import { percentile } from '../../../bench/support/percentile.ts';
import { Doors } from '../../../src/simulator/fleet/doors.ts';
import { type Attempt, PretendedInstance } from '../../../src/simulator/fleet/pretended-instance.ts';
import { registerAll } from '../../../src/simulator/fleet/register-all.ts';
import { eventually } from '../../support/eventually.ts';

/** What became of the heartbeats since the start. */
export interface Beaten {
  sent: number;
  /** Answered 200, at the first try or after repeats. */
  stored: number;
  repeated: number;
  /** Given up. */
  lost: number;
  /** What went wrong, and how often. */
  troubles: Record<string, number>;
  perSecond: number;
  /** From the first try to the 200. */
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
}

interface Member {
  serviceName: string;
  life: PretendedInstance;
}

/** A fleet that beats through the front door. */
export class BeatingFleet {
  readonly #doors: Doors;
  readonly #url: string;
  readonly #services: readonly string[];
  readonly #each: number;
  readonly #silent = new Set<string>();
  #members: Member[] = [];
  #startedAtMs = 0;
  #beaten = { sent: 0, stored: 0, repeated: 0, troubles: {} as Record<string, number> };
  #times: number[] = [];

  constructor(url: string, apiKey: string, services: readonly string[], each: number) {
    this.#doors = new Doors({ apiKey, connections: 128, timeoutMs: 10_000 });
    this.#url = url;
    this.#services = services;
    this.#each = each;
  }

  get members(): readonly Member[] {
    return this.#members;
  }

  /** Registers all, and beats so often a second in all; `retries` left out: until a heartbeat is stored. */
  async start(perSecond: number, retries?: number): Promise<void> {
    const names = this.#services.filter((name) => !this.#silent.has(name));
    const intervalMs = (1000 * names.length * this.#each) / perSecond;
    this.#members = names.flatMap((serviceName) =>
      Array.from({ length: this.#each }, (_, i) => ({
        serviceName,
        life: this.#instance(serviceName, i + 1, intervalMs, retries),
      })),
    );
    this.#beaten = { sent: 0, stored: 0, repeated: 0, troubles: {} };
    this.#times = [];
    const lives = this.#members.map(({ life }) => life);
    const failure = await registerAll(lives, { parallel: 32, timeoutMs: 0 });
    if (failure) throw new Error(`a registration was answered ${formatTrouble(failure)}`);
    this.#startedAtMs = performance.now();
    for (const [n, life] of lives.entries()) life.revive((n / lives.length) * intervalMs);
  }

  /** It falls silent, for good. */
  async silence(serviceName: string): Promise<void> {
    this.#silent.add(serviceName);
    const those = this.#members.filter((member) => member.serviceName === serviceName);
    await Promise.all(those.map(({ life }) => life.silence()));
  }

  /** Lets who is trying again come through, falls silent, and says what became of it. */
  async stop(): Promise<Beaten> {
    const seconds = (performance.now() - this.#startedAtMs) / 1000;
    const { sent } = this.#beaten;
    const isTrying = ({ life }: Member): boolean => life.isAlive && life.failures > 0;
    await eventually('nobody tries again', () => !this.#members.some(isTrying), 20_000).catch(
      () => undefined,
    );
    await Promise.all(this.#members.map(({ life }) => life.silence()));
    const at = (share: number) => Math.round(percentile(this.#times, share) * 10) / 10;
    return {
      ...this.#beaten,
      lost: this.#beaten.sent - this.#beaten.stored,
      perSecond: Math.round(sent / seconds),
      p50Ms: at(0.5),
      p99Ms: at(0.99),
      maxMs: at(1),
    };
  }

  close(): Promise<void> {
    return this.#doors.close();
  }

  #instance(
    serviceName: string,
    port: number,
    intervalMs: number,
    retries = Number.POSITIVE_INFINITY,
  ): PretendedInstance {
    let firstTryAtMs = 0;
    return new PretendedInstance({
      ...{ doors: this.#doors, urls: [this.#url], intervalMs, retries, random: () => 1 },
      registration: () => ({
        ...{ serviceName, environment: 'production', hostname: `${serviceName}.example`, port },
        heartbeatIntervalSeconds: intervalMs / 1000,
      }),
      metadata: () => ({ timestamp: new Date().toISOString(), cpu_percent: 12.5, memory_mb: 256 }),
      onAttempt: (attempt, { failures }) => {
        if (attempt.to === 'register') return;
        const { sentAtMs, tookMs, status } = attempt;
        const isFirst = failures === 0;
        this.#beaten[isFirst ? 'sent' : 'repeated']++;
        if (isFirst) firstTryAtMs = sentAtMs;
        if (status === 200) {
          this.#beaten.stored++;
          this.#times.push(sentAtMs - firstTryAtMs + tookMs);
        } else {
          const { troubles } = this.#beaten;
          troubles[formatTrouble(attempt)] = (troubles[formatTrouble(attempt)] ?? 0) + 1;
        }
      },
    });
  }
}

function formatTrouble({ trouble, status, body }: Attempt): string {
  return trouble ?? `${status} ${(body as { detail?: string } | null)?.detail ?? ''}`;
}
