import { formatClock } from '../format-clock.ts';
import type { Health } from '../health.ts';
import { isAboutService } from '../is-about-service.ts';
import type { Message, NotificationKind } from '../notification.ts';

/** What one message of a digest says. */
export interface DigestNews {
  kind: NotificationKind;
  /** Whether it is an end: of an outage, or of something less. */
  isOver?: boolean;
  /** What the service reports of itself, in a message about that. */
  health?: Health;
}

/** One message that goes into a digest, as it is kept until then. */
export interface DigestEntry extends DigestNews {
  incidentId: string;
  serviceName: string;
  environment: string;
  source: string;
  atMs: number;
  url: string;
}

/** A line of a digest: what there was to tell of one incident, or of one kind of trouble or the health of one service. */
export interface DigestLine {
  incidentId: string;
  serviceName: string;
  environment: string;
  /** In the order in which it would have been told. */
  kinds: NotificationKind[];
  /** The same, with what each of them says; absent: an older program composed it. */
  news?: DigestNews[];
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
  /** About how many things that are less than an outage; absent: none. */
  others?: number;
  lines: DigestLine[];
  /** How many more there are of both in which environment, without a line. */
  more: { environment: string; incidents: number }[];
  /** The message that it stands for, if it is one only: this is sent in its place. */
  only?: Message;
}

/** How people call a digest: by when it was begun. */
export function digestName(openedAtMs: number): string {
  return `digest of ${formatClock(openedAtMs)}`;
}

/** How many are named: a mail of this length is still read, and every provider takes it. */
const mostLines = 50;

/**
 * What is said for these messages. Beyond so many lines the sources take turns, so that one with many incidents leaves no
 * other without a name; the rest is counted. Outages have lines before what is less.
 */
export function composeDigest(entries: readonly DigestEntry[]): DigestContent {
  const inOrder = entries.toSorted((a, b) => a.atMs - b.atMs);
  const groups = [...Map.groupBy(inOrder, thingOf).values()];
  const others = groups.filter(([first]) => isLess(first)).length;
  const bySource = Map.groupBy(groups, ([first]) => first?.source ?? '');
  const turns = [...bySource.values()].flatMap((mine) => mine.map((group, turn) => ({ group, turn })));
  const outagesFirst = turns.toSorted(
    (a, b) => Number(isLess(a.group[0])) - Number(isLess(b.group[0])) || a.turn - b.turn,
  );
  const fair = outagesFirst.map(({ group }) => group);
  const lines = fair.slice(0, mostLines).map(lineOf);
  const rest = Map.groupBy(fair.slice(mostLines), ([first]) => first?.environment ?? '');
  return {
    messages: entries.length,
    incidents: groups.length - others,
    ...(others === 0 ? {} : { others }),
    lines: lines.toSorted((a, b) => a.atMs - b.atMs || (a.incidentId < b.incidentId ? -1 : 1)),
    more: [...rest].map(([environment, of]) => ({ environment, incidents: of.length })),
  };
}

/** Messages that are no outage all have the id of their service: each kind of them is a thing of its own. */
function thingOf({ incidentId, kind }: DigestEntry): string {
  return isAboutService(kind) ? `${kind} ${incidentId}` : incidentId;
}

function isLess(entry: DigestEntry | undefined): boolean {
  return entry !== undefined && isAboutService(entry.kind);
}

function lineOf(group: readonly DigestEntry[]): DigestLine {
  const [first] = group;
  if (first === undefined) throw new Error('an incident of a digest has a message');
  const { incidentId, serviceName, environment, atMs, url } = first;
  const news = group.map(({ kind, isOver = false, health }) => ({
    ...{ kind, isOver },
    ...(health === undefined ? {} : { health }),
  }));
  return { incidentId, serviceName, environment, kinds: group.map(({ kind }) => kind), news, atMs, url };
}
