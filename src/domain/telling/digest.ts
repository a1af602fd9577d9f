import { formatClock } from '../format-clock.ts';
import type { NotificationKind } from '../notification.ts';

/** One message that goes into a digest, as it is kept until then. */
export interface DigestEntry {
  incidentId: string;
  kind: NotificationKind;
  serviceName: string;
  environment: string;
  source: string;
  atMs: number;
  url: string;
}

/** A line of a digest: what there was to tell of one incident, or of the health or trouble of one service. */
export interface DigestLine {
  incidentId: string;
  serviceName: string;
  environment: string;
  /** In the order in which it would have been told. */
  kinds: NotificationKind[];
  /** When the first of it was to be told. */
  atMs: number;
  url: string;
}

/** What a digest says. */
export interface DigestContent {
  /** How many messages it stands for. */
  messages: number;
  /** How many incidents those are about. */
  incidents: number;
  lines: DigestLine[];
  /** How many more there are in which environment, without a line. */
  more: { environment: string; incidents: number }[];
}

/** How people call a digest: by when it was begun. */
export function digestName(openedAtMs: number): string {
  return `digest of ${formatClock(openedAtMs)}`;
}

/** How many are named: a mail of this length is still read, and every provider takes it. */
const mostLines = 50;

/**
 * What is said for these messages. Beyond so many lines the sources take turns, so that one with many incidents leaves no
 * other without a name; the rest is counted.
 */
export function composeDigest(entries: readonly DigestEntry[]): DigestContent {
  const inOrder = entries.toSorted((a, b) => a.atMs - b.atMs);
  const groups = [...Map.groupBy(inOrder, ({ incidentId }) => incidentId).values()];
  const bySource = Map.groupBy(groups, ([first]) => first?.source ?? '');
  const turns = [...bySource.values()].flatMap((mine) => mine.map((group, turn) => ({ group, turn })));
  const fair = turns.toSorted((a, b) => a.turn - b.turn).map(({ group }) => group);
  const lines = fair.slice(0, mostLines).map(lineOf);
  const rest = Map.groupBy(fair.slice(mostLines), ([first]) => first?.environment ?? '');
  return {
    messages: entries.length,
    incidents: groups.length,
    lines: lines.toSorted((a, b) => a.atMs - b.atMs || (a.incidentId < b.incidentId ? -1 : 1)),
    more: [...rest].map(([environment, of]) => ({ environment, incidents: of.length })),
  };
}

function lineOf(group: readonly DigestEntry[]): DigestLine {
  const [first] = group;
  if (first === undefined) throw new Error('an incident of a digest has a message');
  const { incidentId, serviceName, environment, atMs, url } = first;
  return { incidentId, serviceName, environment, kinds: group.map(({ kind }) => kind), atMs, url };
}
