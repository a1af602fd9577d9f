import { setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '../../support/eventually.ts';
import { burnCpu } from './burn-cpu.ts';
import type { MonitorNode } from './monitor-node.ts';
import type { Stage } from './open-stage.ts';
import type { FaultRedis } from './start-fault-redis.ts';

/** Beside two cores. */
const busyProcesses = 4;

/** A process may always give way, and seldom take it back: so the nodes keep it. */
const lowPriority = 10;

/** What is done to the monitor and its fleet. It writes down what it does, so that the judge knows the truth. */
export class Nemesis {
  readonly #stage: Stage;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** The members of services, by the services' numbers. */
  membersOf(services: readonly number[]): number[] {
    const { perService } = this.#stage.options;
    return services.flatMap((s) => Array.from({ length: perService }, (_, i) => s * perService + i));
  }

  /** All of these services fall silent for good. */
  async silence(services: readonly number[]): Promise<void> {
    const members = this.membersOf(services);
    this.#stage.history.silent(members);
    await this.#stage.fleet.silence(members);
  }

  async revive(services: readonly number[]): Promise<void> {
    const members = this.membersOf(services);
    this.#stage.history.heard(members);
    await this.#stage.fleet.revive(members);
  }

  async reviveAll(): Promise<void> {
    const members = this.#stage.history.silentNow();
    this.#stage.history.heard(members);
    await this.#stage.fleet.revive(members);
  }

  /** The path of some proxies' members is cut; they beat on, and nobody hears. */
  cutPaths(proxies: readonly number[]): void {
    this.#stage.history.silent(this.#behind(proxies));
    for (const i of proxies) this.#stage.fleetProxies[i]?.cut();
  }

  healPaths(proxies: readonly number[]): void {
    for (const i of proxies) this.#stage.fleetProxies[i]?.heal();
    this.#stage.history.heard(this.#behind(proxies));
  }

  #behind(proxies: readonly number[]): number[] {
    const { services } = this.#stage.options;
    const all = Array.from({ length: services }, (_, s) => s);
    return this.membersOf(all.filter((s) => proxies.includes(s % this.#stage.fleetProxies.length)));
  }

  async killWorker(worker: MonitorNode | undefined): Promise<void> {
    this.#stage.history.interrupted();
    await worker?.kill();
  }

  /** All nodes of a role are killed; the result starts them again and resolves when they are ready. */
  async killAll(role: 'api' | 'worker'): Promise<() => Promise<void>> {
    const { history, apis, workers } = this.#stage;
    const nodes = role === 'api' ? apis : workers;
    const back = history.begin(role);
    if (role === 'worker') history.interrupted();
    await Promise.all(nodes.map((node) => node.kill()));
    return async () => {
      await Promise.all(nodes.map((node) => node.start()));
      back();
    };
  }

  /** All nodes of a role stand still for a while, as if their event loops were blocked. */
  async freezeAll(role: 'api' | 'worker', forMs: number): Promise<void> {
    const { history, apis, workers } = this.#stage;
    const nodes = role === 'api' ? apis : workers;
    const back = history.begin(role);
    if (role === 'worker') history.interrupted();
    for (const node of nodes) node.freeze();
    await wait(forMs);
    for (const node of nodes) node.thaw();
    back();
  }

  /** Redis is killed, something happens while it is down, and it is started again. */
  async restartRedis(whileDown: (redis: FaultRedis) => Promise<void> | void): Promise<void> {
    const { single } = this.#stage.redis;
    if (single === null) throw new Error('this stage has no Redis of its own');
    const back = this.#stage.history.begin('redis', true);
    this.#stage.history.interrupted();
    await single.kill();
    await whileDown(single);
    await single.restart();
    back();
  }

  /** Redis is there and does not answer. */
  async freezeRedis(forMs: number): Promise<void> {
    const { single } = this.#stage.redis;
    const back = this.#stage.history.begin('redis');
    this.#stage.history.interrupted();
    single?.freeze();
    await wait(forMs);
    single?.thaw();
    back();
  }

  /**
   * Busy processes take the CPU away until the result is called. How soon a Down comes is not judged in that time, as
   * if nobody could be heard; whether it is true is.
   */
  takeCpu(): () => Promise<void> {
    const back = this.#stage.history.begin('api');
    const end = burnCpu(busyProcesses);
    return async () => {
      await end();
      back();
    };
  }

  /** The same for the monitor alone, as if its fleet were on another machine: these go before all that fight for the CPU. */
  takeCpuOfMonitor(): () => Promise<void> {
    const back = this.#stage.history.begin('api');
    for (const { pid } of [...this.#stage.apis, ...this.#stage.workers]) {
      if (pid !== null) setPriority(pid, lowPriority);
    }
    const end = burnCpu(busyProcesses, lowPriority);
    return async () => {
      await end();
      back();
    };
  }

  /** Resolves when the monitor has said of all these services that they are Down. */
  async untilDown(services: readonly number[]): Promise<void> {
    const names = new Set(services.map((s) => `service-${s}`));
    const down = () =>
      new Set(
        this.#stage.watch.events.flatMap(({ event }) =>
          event.type === 'service.changed' && event.to === 'Down' ? [event.serviceName] : [],
        ),
      );
    await eventually(
      `services ${services.join(', ')} are Down`,
      () => [...names].every((name) => down().has(name)),
      60_000,
    );
  }

  /** Resolves when everybody was heard: from here on silence means something. */
  async untilHealthy(): Promise<void> {
    const { services: count, perService } = this.#stage.options;
    const areHealthy = async () => {
      const services = await this.#stage.api.services();
      const heard = services.reduce((sum, { instances }) => sum + (instances['healthy'] ?? 0), 0);
      return services.length === count && heard === count * perService;
    };
    // The API may be on its way up, and say so.
    await eventually('every instance is Healthy', () => areHealthy().catch(() => false), 60_000);
  }
}
