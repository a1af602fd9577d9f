import type { Meter } from '../../src/actors/ports/observability.ts';
import type { Message } from '../../src/domain/messages.ts';
import type { AttemptOutcome } from '../../src/domain/retry-schedule.ts';
import { Crash, Gate, type PortCall } from './gate.ts';
import { isLeaving } from './is-leaving.ts';
import { nextDue } from './next-due.ts';
import type { PeoplePorts } from './people/people-ports.ts';
import { type Client, createClients } from './simulated-fleet.ts';
import {
  type ApiProcess,
  rulesOfName,
  startApiProcess,
  startWorkerProcess,
  type WorkerProcess,
} from './simulated-processes.ts';
import { SimulatedQueue } from './simulated-queue.ts';
import type { SimulatedStore } from './simulated-store.ts';
import type { SimulationRules } from './simulation-rules.ts';
import type { Role } from './steps.ts';
import { Truth } from './truth.ts';

/** When the simulated server was started, by its own clock. */
const startedAtMs = 1_700_000_000_000;
const sweepEveryMs = 2_000;
/** Seldomer than the real workers, which makes lives cheaper. */
const tendEveryMs = 2_000;
const orphanedAfterMs = 3_000;

const writesEvents = ['checks.commit', 'registrations.write', 'services.commit', 'incidentActs.commit'];

export type Group = 'roll-up-service' | 'plan-notifications';

/** A message that left the monitor. */
export interface Sending {
  atMs: number;
  channelId: string;
  notificationId: string;
  message: Message;
  outcome: AttemptOutcome;
}

/**
 * The fleet, one API node, two workers and their queue on one virtual clock. Nothing happens by itself: `passTime`
 * lets everything come that is due, in the order of time.
 */
export class Simulation {
  readonly rules: SimulationRules;
  readonly store: SimulatedStore;
  readonly gate: Gate;
  readonly queue = new SimulatedQueue(() => this.elapsedMs);
  readonly api: ApiProcess;
  readonly workers: WorkerProcess[];
  readonly people: PeoplePorts | undefined;
  readonly clients: Client[];
  /** Real time since the start, and by how much the server's clock differs from it. */
  elapsedMs = 0;
  driftMs = 0;
  isApiUp = true;
  apiAwaySinceMs = 0;
  areWorkersUp = true;
  tickMs = 0;
  /** How long everything takes that is sent to the API by heartbeats and ticks. */
  slowMs = 0;
  tickUnderWay: { atMs: number; sentAtMs: number } | null = null;
  sweepMs = 0;
  /** When outage groups are tended again. */
  tendMs = 0;
  /** When events that a crashed worker left are taken over by another. */
  orphansMs = Number.POSITIVE_INFINITY;
  strays: { atMs: number; instanceId: string }[] = [];
  outcomes: AttemptOutcome[] = [];
  sendings: Sending[] = [];
  readonly repairs = { instance: 0, service: 0, delivery: 0 };
  /** How often a message may have gone out twice: an attempt that crashed, or a loss of writes. */
  doublesAllowed = 0;
  losses = 0;
  /** How often the queue did to a job what it should not. */
  disturbances = 0;
  /** How often an instance was stopped or replaced. */
  leavings = 0;
  readonly truth: Truth;
  hasNewEvents = true;
  /** Where the next run of an actor ends before its time. */
  readonly crashes = new Map<Role, number>();
  readonly #setTime: (serverTimeMs: number) => void;
  #turn = 0;

  constructor(
    store: SimulatedStore,
    rules: SimulationRules,
    watch: { observe(call: PortCall): void; setTime(serverTimeMs: number): void },
  ) {
    this.rules = rules;
    this.store = store;
    this.clients = createClients(rules.fleet);
    this.#setTime = watch.setTime;
    this.truth = new Truth(rules.timing, this.clients);
    this.gate = new Gate((call) => {
      watch.observe(call);
      this.truth.notice(call, this.elapsedMs);
      if (writesEvents.includes(call.name)) this.hasNewEvents = true;
      if (isLeaving(call)) this.leavings++;
    });
    const meter: Meter = {
      ...{ transition: () => undefined, notified: () => undefined, delivered: () => undefined },
      ...{ incident: () => undefined, eventLag: () => undefined },
      repaired: (what, count) => {
        this.repairs[what] += count;
      },
    };
    this.people = rules.people && store.people?.(rules.people, rulesOfName(rules));
    const parts = { store, rules, meter, gate: this.gate, queue: this.queue, people: this.people };
    this.api = startApiProcess(parts);
    this.workers = ['worker-1', 'worker-2'].map((party) =>
      startWorkerProcess(parts, party, (channelId, message) => {
        const outcome = this.outcomes.shift() ?? { kind: 'sent' };
        const { notificationId } = message;
        this.sendings.push({ atMs: this.elapsedMs, channelId, notificationId, message, outcome });
        return outcome;
      }),
    );
  }

  /** Writes were lost: what was under way is found again in what is left. */
  afterLoss(): void {
    this.setClock();
    this.orphansMs = this.elapsedMs + orphanedAfterMs;
    this.hasNewEvents = true;
    this.doublesAllowed += this.sendings.length;
    this.losses++;
  }

  async ensureGroups(): Promise<void> {
    for (const group of ['roll-up-service', 'plan-notifications'])
      await this.store.stream(group, 'worker-1').ensureGroup();
  }

  /** What the server's own clock says now. */
  setClock(): number {
    const serverTimeMs = startedAtMs + this.elapsedMs + this.driftMs;
    this.store.setTime(serverTimeMs);
    this.#setTime(serverTimeMs);
    return serverTimeMs;
  }

  /** Lets time pass, and all that is due in it happen. */
  async passTime(ms: number): Promise<void> {
    const endMs = this.elapsedMs + ms;
    let atOnce = 0;
    for (;;) {
      const next = nextDue(this);
      atOnce = next.atMs > this.elapsedMs ? 0 : atOnce + 1;
      if (atOnce > 3_000) throw new Error(`something spins: ${next.what}`);
      if (next.atMs > endMs) break;
      this.elapsedMs = Math.max(this.elapsedMs, next.atMs);
      this.setClock();
      await next.run();
      await this.settle();
    }
    this.elapsedMs = endMs;
    this.setClock();
  }

  /** What is read from the streams at once: workers wait for it. */
  async settle(): Promise<void> {
    await this.gate.idle();
    while (this.areWorkersUp && this.hasNewEvents) {
      this.hasNewEvents = false;
      await this.relay(this.nextWorker(), 'roll-up-service');
      await this.relay(this.nextWorker(), 'plan-notifications');
      await this.gate.idle();
    }
    if (this.gate.failure !== null) throw this.gate.failure;
  }

  nextWorker(): WorkerProcess {
    return this.workers[this.#turn++ % this.workers.length] as WorkerProcess;
  }

  /** Runs something in a worker; false: the worker crashed in it. */
  async attempt(worker: WorkerProcess, role: Role, task: () => Promise<unknown>): Promise<boolean> {
    const crash = this.crashes.get(role);
    if (crash !== undefined) this.gate.crashAfter(worker.party, crash);
    this.crashes.delete(role);
    try {
      await task();
      return true;
    } catch (error) {
      if (!(error instanceof Crash)) throw this.gate.failure ?? error;
      if (role === 'delivery') this.doublesAllowed++;
      return false;
    } finally {
      await this.gate.idle();
      this.gate.revive(worker.party);
    }
  }

  async relay(worker: WorkerProcess, group: Group, takesOver = false): Promise<void> {
    const role = group === 'roll-up-service' ? 'service' : 'incident';
    const done = await this.attempt(worker, role, async () => {
      const stream = worker.stream(group);
      const entries = takesOver ? await stream.abandoned(0) : await stream.next(1);
      const handle = group === 'roll-up-service' ? worker.handlers.service : worker.handlers.incident;
      await handle(entries.map(({ event }) => event));
      await stream.done(entries.map(({ entryId }) => entryId));
    });
    if (!done) this.orphansMs = Math.min(this.orphansMs, this.elapsedMs + orphanedAfterMs);
  }

  async takeOver(): Promise<void> {
    this.orphansMs = Number.POSITIVE_INFINITY;
    await this.relay(this.nextWorker(), 'roll-up-service', true);
    await this.relay(this.nextWorker(), 'plan-notifications', true);
    this.hasNewEvents = true;
  }

  async sweep(worker: WorkerProcess): Promise<void> {
    this.sweepMs = this.elapsedMs + sweepEveryMs;
    await this.attempt(worker, 'sweep', () => worker.sweepOverdue());
  }

  async tick(): Promise<void> {
    // The next one is sent when this one was answered.
    this.tickMs = this.elapsedMs + Math.max(this.slowMs, Math.floor(this.rules.blindAfterMs / 3));
    const tick = { atMs: this.elapsedMs + this.slowMs, sentAtMs: await this.api.clock() };
    if (this.slowMs === 0) return this.arrive(tick);
    this.tickUnderWay = tick;
  }

  async arrive({ sentAtMs }: { sentAtMs: number }): Promise<void> {
    this.tickUnderWay = null;
    await this.api.tick(0, sentAtMs);
  }

  async tend(worker: WorkerProcess): Promise<void> {
    this.tendMs = this.elapsedMs + tendEveryMs;
    await this.attempt(worker, 'tend', async () => worker.people?.tendGroups());
  }
}
