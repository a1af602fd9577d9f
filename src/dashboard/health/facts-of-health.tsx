import { formatDuration } from '../../domain/duration.ts';
import type { MonitorHealth } from '../monitor/wire-types.ts';
import type { Fact } from '../parts/fact-list.tsx';

/** The figures of the monitor, in the order in which a heartbeat meets what they are of. */
export function factsOfHealth(health: MonitorHealth): Fact[] {
  const { ingest, checks, deliveries, events, setAside, partitions } = health;
  return [
    { name: 'Heartbeats can arrive', value: formatTick(ingest.lastTickSecondsAgo) },
    { name: 'Blind in the last day', value: formatBlind(ingest) },
    { name: 'Checks', value: formatOverdue(checks) },
    ...events.map(({ name, waiting, inProgress }) => ({
      name: `Events for ${name}`,
      value: waiting + inProgress === 0 ? 'none is waiting' : `${waiting} waiting, ${inProgress} in progress`,
    })),
    { name: 'Messages', value: formatOverdue(deliveries) },
    { name: 'Set aside after failing', value: setAside === 0 ? 'nothing' : String(setAside) },
    { name: 'Partitions', value: String(partitions) },
  ];
}

function formatTick(secondsAgo: number | null): string {
  if (secondsAgo === null) return 'not yet';
  return secondsAgo < 2 ? 'yes' : `last checked ${formatDuration(secondsAgo * 1000)} ago`;
}

function formatBlind({
  blindSecondsLastDay: seconds,
  blindGapsLastDay: gaps,
}: MonitorHealth['ingest']): string {
  if (gaps === 0) return 'never';
  return `${formatDuration(seconds * 1000)} in ${gaps} ${gaps === 1 ? 'gap' : 'gaps'}`;
}

function formatOverdue({ count, oldestSeconds }: MonitorHealth['checks']): string {
  return count === 0
    ? 'none is late'
    : `${count} due, the oldest for ${formatDuration(oldestSeconds * 1000)}`;
}
