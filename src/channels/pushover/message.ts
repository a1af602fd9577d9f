import type { Message } from '../../domain/messages.ts';
import { detailLines } from '../wording/detail-lines.ts';
import { fitLine, fitLines } from '../wording/fit-lines.ts';
import { formatMessage } from '../wording/format-message.ts';
import { type Tone, toneOf } from '../wording/tone.ts';

/** In characters, each of which may have 4 bytes. */
const limits = { title: 250, message: 1024, url: 512, urlTitle: 100 };
const lengthOf = (text: string) => [...text].length;

/** 1: past the quiet hours; 0: as usual; -1: without a sound. */
const priorities: Record<Tone, number> = { bad: 1, warning: 0, watching: -1, good: 0, neutral: 0 };

/** The fields of a message, without those of who sends it. */
export function pushoverMessage(message: Message, emergency: boolean): Record<string, string> {
  const words = formatMessage(message);
  const tone = toneOf(message);
  const isShort = lengthOf(message.url) <= limits.url;
  // A link that its own field cannot take stands in the text.
  const end = isShort ? '' : message.url;
  return {
    title: fitLine(words.subject, { maxLength: limits.title, lengthOf }),
    message: fitLines([words.summary, ...detailLines(words)], end, { maxLength: limits.message, lengthOf }),
    ...(isShort
      ? { url: message.url, url_title: fitLine(words.linkText, { maxLength: limits.urlTitle, lengthOf }) }
      : {}),
    ...(emergency && tone === 'bad'
      ? { priority: '2', retry: '60', expire: '10800' }
      : { priority: String(priorities[tone]) }),
  };
}
