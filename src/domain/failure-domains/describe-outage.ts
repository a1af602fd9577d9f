import type { Cause } from './cause.ts';
import type { AttributeKind } from './late-instance.ts';

/** What a message says of an outage; services by their names. */
export interface OutageFacts {
  cause: Cause;
  /** The name of the service of which the cause is a version. */
  versionOf: string | null;
  silent: number;
  members: number;
  firstSilentAtMs: number;
  lastSilentAtMs: number;
  down: readonly string[];
  weakened: number;
  notExplained: readonly string[];
}

/** A message lists so many services; the reminder lists all. */
const listedMost = 10;

const nouns: Record<AttributeKind, [one: string, several: string]> = {
  host: ['Host', 'Hosts'],
  node: ['Node', 'Nodes'],
  network: ['Network', 'Networks'],
  serviceVersion: ['Version', 'Versions'],
  zone: ['Zone', 'Zones'],
  cluster: ['Cluster', 'Clusters'],
  region: ['Region', 'Regions'],
  environment: ['Environment', 'Environments'],
};

/** "Host h7": why a message was not sent, "part of the outage of host h7". */
export function nameCause(cause: Cause, versionOf: string | null): string {
  if (cause.kind === 'everything') return 'Everything';
  const [one, several] = nouns[cause.kind];
  const values = list(cause.values, listedMost);
  return `${cause.values.length === 1 ? one : several} ${values}${versionOf === null ? '' : ` of ${versionOf}`}`;
}

/** The whole message; `listsAll`: it names every service. */
export function describeOutage(facts: OutageFacts, listsAll = false): string {
  const { cause, silent, members, down, weakened, notExplained } = facts;
  const most = listsAll ? Number.POSITIVE_INFINITY : listedMost;
  const count = `${withCommas(silent)} of ${withCommas(members)} instances since ${between(facts)}`;
  const first =
    cause.kind === 'everything'
      ? `${Math.floor((100 * silent) / members)} % of all instances are silent: ${count}. Suspect the network or the monitor.`
      : `${nameCause(cause, facts.versionOf)} ${cause.values.length === 1 ? 'is' : 'are'} silent: ${count}.`;
  return [
    first,
    ...(down.length > 0 ? [`Down: ${list(down, most)}.`] : []),
    ...(weakened > 0
      ? [`Weakened: ${withCommas(weakened)} ${weakened === 1 ? 'service' : 'services'}.`]
      : []),
    ...(notExplained.length > 0 ? [`Not explained by it: ${list(notExplained, most)}.`] : []),
  ].join(' ');
}

/** `14:02:11–38 UTC`; what repeats is left out. */
function between({ firstSilentAtMs, lastSilentAtMs }: OutageFacts): string {
  const [first, last] = [timeOf(firstSilentAtMs), timeOf(lastSilentAtMs)];
  if (first === last) return `${first} UTC`;
  return `${first}–${first.slice(0, 6) === last.slice(0, 6) ? last.slice(6) : last} UTC`;
}

function timeOf(ms: number): string {
  const s = Math.floor(ms / 1000) % 86_400;
  return [s / 3600, (s / 60) % 60, s % 60].map((part) => `${Math.floor(part)}`.padStart(2, '0')).join(':');
}

function list(names: readonly string[], most: number): string {
  const told = names.slice(0, most);
  const more = names.length - told.length;
  if (more > 0) return `${told.join(', ')} and ${withCommas(more)} more`;
  return told.join(', ');
}

function withCommas(count: number): string {
  return `${count}`.replaceAll(/\B(?=(\d{3})+$)/g, ',');
}
