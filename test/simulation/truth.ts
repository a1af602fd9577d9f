import type { InstanceCommit } from '../../src/actors/ports/instances.ts';
import type { Timing } from '../../src/domain/timing.ts';
import type { PortCall } from './gate.ts';
import type { Client } from './simulated-fleet.ts';

/** What really happened to the fleet, held against every Down that the monitor writes. */
export class Truth {
  readonly falseDowns: string[] = [];
  readonly #timing: Timing;
  readonly #clients: readonly Client[];
  /** When each sign of life was given, by the stamp that it got. */
  readonly #givenMs = new Map<string, number>();

  constructor(timing: Timing, clients: readonly Client[]) {
    this.#timing = timing;
    this.#clients = clients;
  }

  heard(instanceId: string, stampMs: number, nowMs: number): void {
    this.#givenMs.set(`${instanceId} ${stampMs}`, nowMs);
  }

  notice({ name, args, result }: PortCall, nowMs: number): void {
    if (name === 'registrations.write') {
      const { instanceId, nowMs: stampMs } = args[0] as { instanceId: string; nowMs: number };
      this.heard(instanceId, stampMs - 1, nowMs);
    }
    if (name !== 'checks.commit' || (result as { kind: string }).kind !== 'committed') return;
    const { view, after } = args[0] as InstanceCommit;
    if (after.status === 'Down') this.#judge(view.instanceId, view.state.silentSinceMs, nowMs);
  }

  /**
   * S1: a process that lived and beat all the while is Down only if we missed as many heartbeats as there are whole
   * periods in `downAfter`, each for a reason that no ledger of ours can know.
   */
  #judge(instanceId: string, silentSinceMs: number, nowMs: number): void {
    const client = this.#clients.find((one) => one.instanceId === instanceId);
    const givenMs = this.#givenMs.get(`${instanceId} ${silentSinceMs}`);
    if (!client?.isAlive || givenMs === undefined || givenMs < client.aliveSinceMs) return;
    const { intervalMs, graceMs, downAfterMs } = this.#timing;
    const missed = [...client.missedMs, ...client.refusedMs].filter((ms) => ms > givenMs).length;
    if (missed >= Math.floor(downAfterMs / (intervalMs + graceMs))) return;
    this.falseDowns.push(`client ${client.index} at ${nowMs}, heard at ${givenMs}, missed ${missed}`);
  }
}
