import type { MonitorEvent } from '../../src/domain/events.ts';
import type { StreamClientsReport } from './start-stream-clients.ts';

/** When readers of event streams were told of changes of services. */
export interface Told {
  /** From the commit of each change to each reader. */
  latenciesMs: number[];
  /** Changes that a reader was not told of. */
  missed: number;
}

/**
 * Compares what was committed with what each of the `clients` was told. Of changes that follow each other quickly only the last
 * is told: then the one before was told with it.
 */
export function whenTold(
  committed: readonly { committedAtMs: number; event: MonitorEvent }[],
  told: StreamClientsReport['services'],
  clients: number,
): Told {
  const byClient = Map.groupBy(told, ({ client, serviceId, status }) => `${client} ${serviceId} ${status}`);
  const latenciesMs: number[] = [];
  let missed = 0;
  for (const { committedAtMs, event } of committed) {
    if (event.type !== 'service.changed') continue;
    const { serviceId } = event;
    const later = committed
      .filter((other) => other.event.serviceId === serviceId && other.committedAtMs >= committedAtMs)
      .flatMap((other) => (other.event.type === 'service.changed' ? [other.event.to] : []));
    for (let client = 0; client < clients; client++) {
      const told = later.map((status) => byClient.get(`${client} ${serviceId} ${status}`)?.[0]);
      const first = told.find((one) => one !== undefined);
      if (first === undefined) missed++;
      else latenciesMs.push(Math.max(0, first.atMs - committedAtMs));
    }
  }
  return { latenciesMs, missed };
}
