import type { Message } from '../../domain/messages.ts';
import { cleanText } from '../wording/clean-text.ts';
import { detailLines } from '../wording/detail-lines.ts';
import { fitLine } from '../wording/fit-lines.ts';
import { formatMessage } from '../wording/format-message.ts';
import { type Tone, toneLooks, toneOf } from '../wording/tone.ts';

/** Teams takes 28 KB for the whole message; what a line and all of them may have is far below. */
const limits = { subject: 400, line: 500, lines: 30 };

const styles: Record<Tone, string> = {
  bad: 'attention',
  warning: 'warning',
  watching: 'accent',
  good: 'good',
  neutral: 'default',
};

/**
 * An Adaptive Card. What comes from outside stands in runs of a RichTextBlock, which know neither Markdown nor mentions;
 * a TextBlock would read both. The link stands as a button and as text: not every client shows buttons.
 */
export function teamsMessage(message: Message): object {
  const words = formatMessage(message);
  const tone = toneOf(message);
  const subject = `${toneLooks[tone].icon} ${fitLine(words.subject, { maxLength: limits.subject })}`;
  const lines = [...detailLines(words).slice(0, limits.lines), `id ${cleanText(message.notificationId)}`].map(
    (line) => cleanText(line, limits.line),
  );
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    // What a notification and a screen reader get.
    fallbackText: subject,
    msteams: { width: 'Full' },
    body: [
      {
        ...{ type: 'Container', style: styles[tone], bleed: true },
        items: [richText(subject, { weight: 'Bolder', size: 'Medium' })],
      },
      richText(cleanText(words.summary, 1000)),
      ...[...lines, message.url].map((line) => ({ ...richText(line), spacing: 'None' })),
    ],
    actions: [{ type: 'Action.OpenUrl', title: words.linkText, url: message.url }],
  };
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  };
}

function richText(text: string, look: object = {}) {
  return { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text, ...look }] };
}
