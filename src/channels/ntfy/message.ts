import type { Message } from '../../domain/messages.ts';
import { detailLines } from '../wording/detail-lines.ts';
import { fitLine, fitLines } from '../wording/fit-lines.ts';
import { formatMessage } from '../wording/format-message.ts';
import { type Tone, toneOf } from '../wording/tone.ts';

/** A message of more than 4,096 bytes would become an attachment, and the JSON may have 8,192. */
const limits = { title: 250, messageBytes: 3600 };

/** As `watching` below. */
const quiet = 2;

/** 5: rings; 3: as usual; 2: without a sound. The tag becomes an emoji before the title. */
const urgencies: Record<Tone, { priority: number; tag: string }> = {
  bad: { priority: 5, tag: 'red_circle' },
  warning: { priority: 4, tag: 'orange_circle' },
  watching: { priority: 2, tag: 'large_blue_circle' },
  good: { priority: 3, tag: 'green_circle' },
  neutral: { priority: 3, tag: 'white_circle' },
};

/**
 * A message for a topic. What has the same `sequence` replaces what was there: a repetition, or what is new of an outage.
 * `isQuiet`: it makes no sound.
 */
export function ntfyMessage(
  message: Message,
  topic: string,
  { sequence = message.notificationId, isQuiet = false }: { sequence?: string; isQuiet?: boolean } = {},
): object {
  const words = formatMessage(message);
  const { priority, tag } = urgencies[toneOf(message)];
  return {
    topic,
    title: fitLine(words.subject, { maxLength: limits.title }),
    message: fitLines([words.summary, ...detailLines(words)], '', {
      maxLength: limits.messageBytes,
      lengthOf: (text) => Buffer.byteLength(JSON.stringify(text)),
    }),
    priority: isQuiet ? quiet : priority,
    tags: [tag],
    click: message.url,
    actions: [{ action: 'view', label: words.linkText, url: message.url }],
    sequence_id: sequence,
  };
}
