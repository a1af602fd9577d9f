import { formatClock } from '../format-clock.ts';
import { isAboutService } from '../is-about-service.ts';
import type { DigestContent, DigestLine, DigestNews } from '../messages.ts';

/** One message that goes into a digest, as it is kept until then. */
export interface DigestEntry extends DigestNews {
  incidentId: string;
  serviceName: string;
  environment: string;
  source: string;
  atMs: number;
  url: string;
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
