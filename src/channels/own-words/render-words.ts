import type { Message } from '../../domain/messages.ts';
import { cleanText } from '../wording/clean-text.ts';
import { formatMessage } from '../wording/format-message.ts';
import type { OwnWords } from '../wording/wording.ts';
import type { ReadTemplate } from './liquid-engine.ts';
import { isOfService, valuesOf } from './values-of.ts';

/** What a message may say in words of one's own. */
export type TemplateField = 'subject' | 'text';

export type Templates = Partial<Record<TemplateField, ReadTemplate>>;

export type Rendered =
  | { kind: 'words'; words: OwnWords }
  /** It is not about a service: the usual words are sent. */
  | { kind: 'usual' }
  /** The usual words are sent, and somebody must know. */
  | { kind: 'failed'; because: string };

/** As much as a person reads; each kind of channel cuts what its provider does not take. */
const longest = { subject: 300, line: 1000, lines: 100 };

/** The words of one's own for a message. What comes of a template is plain text: the channel escapes it like any other. */
export function renderWords({ subject, text }: Templates, message: Message, channelId: string): Rendered {
  if (!isOfService(message)) return { kind: 'usual' };
  try {
    const values = valuesOf(message, formatMessage(message), channelId);
    const words = {
      ...(subject === undefined ? {} : { subject: cleanText(subject.render(values), longest.subject) }),
      ...(text === undefined ? {} : { text: linesOf(text.render(values)) }),
    };
    if (words.subject === '') return { kind: 'failed', because: 'the subject is empty' };
    if (words.text?.length === 0) return { kind: 'failed', because: 'the text is empty' };
    return { kind: 'words', words };
  } catch (error) {
    const [because = 'no reason is known'] = (error instanceof Error ? error.message : String(error)).split(
      '\n',
    );
    return { kind: 'failed', because };
  }
}

/** Lines without what a template leaves: several empty ones in a row, at the beginning or at the end. */
function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/).map((line) => cleanText(line, longest.line));
  const kept = lines.filter((line, i) => line !== '' || (lines[i - 1] ?? '') !== '');
  if (kept.at(-1) === '') kept.pop();
  return kept.slice(0, longest.lines);
}
