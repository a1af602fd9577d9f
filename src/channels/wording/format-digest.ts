import type { DigestMessage, NotificationKind } from '../../domain/notification.ts';
import { type DigestLine, digestName } from '../../domain/telling/digest.ts';
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
  health: 'reported health changed',
  degraded: 'Degraded',
  'instance-down': 'instances Down',
};

/** The words for many messages in one: what happened to whom, each with its link. */
export function formatDigest(message: DigestMessage): Wording {
  const { sinceMs, endedAtMs, messages, incidents, lines, more } = message;
  const name = digestName(sinceMs);
  const days = new Date(sinceMs).toISOString().slice(0, 10);
  const many = incidents === 1 ? '1 incident' : `${incidents} incidents`;
  return {
    subject: `[Digest] ${many}: ${headline(lines)}${incidents > named ? ' …' : ''}`,
    topic: `Service Monitor ${name}, ${days}`,
    summary: `This is the ${name}: ${messages} messages about ${many}. This channel got more messages than its limit, so these come as one.`,
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

function headline(lines: readonly DigestLine[]): string {
  return lines
    .slice(0, named)
    .map(({ serviceName, kinds }) => `${cleanText(serviceName, 60)} ${newsOf(kinds.at(-1))}`)
    .join(', ');
}

function formatLine({ serviceName, environment, kinds, atMs }: DigestLine): string {
  const what = kinds.map(newsOf).join(', then ');
  return `${cleanText(serviceName)} (${cleanText(environment)}): ${what}, ${formatMoment(atMs).slice(11)}`;
}

function newsOf(kind: NotificationKind | undefined): string {
  return kind === undefined ? '' : (news[kind] ?? kind);
}
