import { isAboutService } from '../../domain/is-about-service.ts';
import type { NotificationKind } from '../../domain/message-kinds.ts';
import type { DigestLine, DigestMessage, DigestNews } from '../../domain/messages.ts';
import { digestName } from '../../domain/telling/digest.ts';
import { newsOfLine } from '../../domain/telling/digest-line.ts';
import { cleanText } from './clean-text.ts';
import { formatMoment } from './fact.ts';
import type { Wording } from './wording.ts';

/** How many a subject names. */
const named = 3;

const news: Partial<Record<NotificationKind, string>> = {
  down: 'Down',
  recovering: 'recovered, watching',
  flapping: 'flapping',
  reminder: 'still Down',
  escalation: 'Down, not acknowledged',
  resolved: 'resolved',
  acknowledged: 'acknowledged',
  health: 'reported health changed',
  degraded: 'Degraded',
  'instance-down': 'instances Down',
};

/** The end of what is less than an outage. */
const ends: Partial<Record<NotificationKind, string>> = {
  degraded: 'not Degraded any more',
  'instance-down': 'no instance Down any more',
};

/** The words for many messages in one: what happened to whom, each with its link. */
export function formatDigest(message: DigestMessage): Wording {
  const { sinceMs, endedAtMs, messages, lines, more } = message;
  const name = digestName(sinceMs);
  const days = new Date(sinceMs).toISOString().slice(0, 10);
  const { many, things } = countThings(message);
  return {
    subject: `[Digest] ${many}: ${headline(lines)}${things > named ? ' …' : ''}`,
    topic: `Service Monitor ${name}, ${days}`,
    summary: `This is the ${name}: ${messages === 1 ? '1 message' : `${messages} messages`} about ${many}. This channel got more messages than its limit, so these come as one.`,
    facts: [
      { name: 'From', value: formatMoment(sinceMs) },
      ...(endedAtMs === null ? [] : [{ name: 'To', value: formatMoment(endedAtMs) }]),
      ...more.map(({ environment, incidents }) => ({
        name: `Not listed, ${cleanText(environment)}`,
        value: `${incidents} more`,
      })),
    ],
    links: lines.map((line) => ({ text: formatLine(line), url: cleanText(line.url, 2048) })),
    lastSeen: [],
    linkText: 'Open all incidents',
  };
}

/** What is less than an outage is no incident, and not called one. */
function countThings({ incidents, others = 0 }: DigestMessage): { many: string; things: number } {
  const outages = incidents === 1 ? '1 incident' : `${incidents} incidents`;
  const changes = others === 1 ? '1 change' : `${others} changes`;
  const things = incidents + others;
  if (others === 0) return { many: outages, things };
  if (incidents === 0) return { many: `${changes} without an outage`, things };
  return { many: `${outages} and ${changes} without an outage`, things };
}

/** Outages first. */
function headline(lines: readonly DigestLine[]): string {
  return lines
    .toSorted((a, b) => Number(isLess(a)) - Number(isLess(b)))
    .slice(0, named)
    .map((line) => `${cleanText(line.serviceName, 60)} ${wordsOf(line).at(-1) ?? ''}`)
    .join(', ');
}

function isLess({ kinds: [kind] }: DigestLine): boolean {
  return kind !== undefined && isAboutService(kind);
}

function formatLine(line: DigestLine): string {
  const { serviceName, environment, atMs } = line;
  const what = wordsOf(line).join(', then ');
  return `${cleanText(serviceName)} (${cleanText(environment)}): ${what}, ${formatMoment(atMs).slice(11)}`;
}

/** In the order in which it came; what was said twice in a row is said once. The last is how it is. */
function wordsOf(line: DigestLine): string[] {
  const words = newsOfLine(line).map(wordOf);
  return words.filter((word, i) => word !== words[i - 1]);
}

function wordOf({ kind, isOver = false, health }: DigestNews): string {
  if (health !== undefined) return `reports ${health}`;
  return (isOver ? ends[kind] : undefined) ?? news[kind] ?? kind;
}
