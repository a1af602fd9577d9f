import type { Letter } from './inbox/inbox.ts';
import type { Tell } from './tell.ts';

/** What comes together, such as the ends of the outages of one host, is one line: until nothing more came for a moment. */
const quietMs = 500;
const longestMs = 2_000;

/** `[Down] payments (production): silent since 14:02:11 UTC`. */
const subject = /^\[(Down|Flapping|Resolved)\] (\S+) \([^)]*\): (.*)$/;

/** `[Down] Host rack-7 is silent: 5 of 5 instances`. */
const subjectOfCause = /^\[(Down|Resolved)\] (Host \S+?):? (.*)$/;

interface News {
  kind: 'Down' | 'Flapping' | 'Resolved' | 'Recovered' | 'Cause' | 'Cause over';
  name: string;
  rest: string;
}

/**
 * Tells what arrived, so what stands there was received and not only sent. Mails tell of outages; that a service is
 * heard again is told by the webhook alone, for a mail cannot be taken back.
 */
export function createTellLetters(
  tell: Tell,
  onCause: (cause: string) => void,
): { hear(letter: Letter): void; close(): void } {
  let waiting: News[] = [];
  let timer: NodeJS.Timeout | null = null;
  let firstAtMs = 0;

  function flush(): void {
    timer = null;
    for (const [kind, news] of Map.groupBy(waiting.splice(0), ({ kind }) => kind)) {
      say(tell, kind, news);
      if (kind === 'Cause') for (const { name } of news) onCause(name);
    }
  }

  return {
    hear(letter) {
      const news = letter.by === 'mail' ? newsOfMail(letter) : newsOfWebhook(letter);
      if (news === 'other') return tell.line(`A mail came: ${letter.title}`, 'odd');
      if (news === null) return;
      const nowMs = performance.now();
      if (waiting.length === 0) firstAtMs = nowMs;
      waiting.push(news);
      if (timer !== null) clearTimeout(timer);
      timer = setTimeout(flush, Math.max(0, Math.min(quietMs, firstAtMs + longestMs - nowMs)));
    },
    close() {
      if (timer !== null) clearTimeout(timer);
      waiting = [];
    },
  };
}

function newsOfMail({ title }: Letter): News | 'other' {
  const [, ofCause, cause, what] = subjectOfCause.exec(title) ?? [];
  if (ofCause !== undefined && cause !== undefined)
    return { kind: ofCause === 'Down' ? 'Cause' : 'Cause over', name: cause, rest: what ?? '' };
  const [, kind, name, rest] = subject.exec(title) ?? [];
  if (kind === undefined || name === undefined || rest === undefined) return 'other';
  return { kind: kind as News['kind'], name, rest };
}

function newsOfWebhook({ text }: Letter): News | null {
  const { type, data } = JSON.parse(text) as { type: string; data: { service: { serviceName: string } } };
  if (type !== 'service-monitor.incident.recovering') return null;
  return { kind: 'Recovered', name: data.service.serviceName, rest: '' };
}

function say(tell: Tell, kind: News['kind'], news: News[]): void {
  const names = listed(news.map(({ name }) => name));
  const isOne = news.length === 1;
  const again = news.every(({ rest }) => rest.includes(' again')) ? ' again' : '';
  const mails = isOne ? 'mail' : `${news.length} mails`;
  switch (kind) {
    case 'Down':
      return tell.line(`${names} ${isOne ? 'is' : 'are'} Down${again}, ${mails} sent to you`, 'bad');
    case 'Flapping':
      return tell.line(
        `${names} ${isOne ? 'flaps' : 'flap'}: ${mails} sent to you, and from now on one an hour`,
        'odd',
      );
    case 'Cause':
      return tell.line(`${names} ${news[0]?.rest}; one mail for all`, 'bad');
    case 'Cause over':
      return tell.line(`${names} is back: mail sent to you`, 'good');
    case 'Recovered':
      return tell.line(
        `${names} ${isOne ? 'sends' : 'send'} heartbeats again: Recovered, webhook sent`,
        'good',
      );
    case 'Resolved':
      return tell.line(
        isOne
          ? `The outage of ${names} is over: ${news[0]?.rest}; mail sent to you`
          : `The outages of ${names} are over: ${mails} sent to you`,
        'good',
      );
    default:
      return kind satisfies never;
  }
}

/** `a`, `a and b`, `a, b and c`. */
function listed(names: string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names.toSorted());
}
