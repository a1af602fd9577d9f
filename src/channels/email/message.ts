import type { Message } from '../../domain/messages.ts';
import { cleanText } from '../wording/clean-text.ts';
import type { Fact } from '../wording/fact.ts';
import { formatMessage } from '../wording/format-message.ts';
import { toneOf } from '../wording/tone.ts';
import { otherLinks, type Wording } from '../wording/wording.ts';
import { htmlOfMail } from './html-of-mail.ts';

/** A mail without its envelope. */
export interface Mail {
  subject: string;
  messageId: string;
  inReplyTo: string;
  references: string;
  headers: Record<string, string>;
  text: string;
  html: string;
}

/** A message as a mail. Its id is the notification's, so mail servers recognise a repetition as one. */
export function mailOf(message: Message): Mail {
  const words = formatMessage(message);
  const incidentId = cleanText(message.incidentId);
  const notificationId = cleanText(message.notificationId);
  const link = { url: cleanText(message.url, 2048), id: notificationId };
  // No mail has the incident's own id; all refer to it, so clients show them as one conversation.
  const thread = `<${incidentId}@service-monitor>`;
  return {
    subject: words.subject,
    messageId: `<${notificationId}@service-monitor>`,
    inReplyTo: thread,
    references: thread,
    headers: {
      'Thread-Topic': words.topic,
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'X-Service-Monitor-Incident': incidentId,
    },
    text: textOfMail(words, link),
    html: htmlOfMail(words, toneOf(message), link),
  };
}

function textOfMail(words: Wording, link: { url: string; id: string }): string {
  const lastSeen = words.lastSeen.map(({ instance, facts }) => {
    const told = facts.length > 0 ? facts : [{ name: 'Metrics', value: 'none' }];
    return `Last from ${instance}\n${factLines(told)}`;
  });
  const links = otherLinks(words).map(({ text, url }) => `${text}\n  ${url}`);
  const head = [words.summary, ...(words.lines ?? [])].join('\n');
  const facts = words.facts.length === 0 ? [] : [factLines(words.facts)];
  const parts = [head, ...facts, ...links, ...lastSeen, link.url, `id ${link.id}`];
  return `${parts.join('\n\n')}\n`;
}

function factLines(facts: readonly Fact[]): string {
  const width = Math.max(...facts.map(({ name }) => name.length));
  return facts.map(({ name, value }) => `  ${name.padEnd(width)}  ${value}`).join('\n');
}
