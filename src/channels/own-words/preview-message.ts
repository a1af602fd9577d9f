import type { Message } from '../../domain/messages.ts';
import { mailOf } from '../email/message.ts';
import { detailLines } from '../wording/detail-lines.ts';
import { formatMessage } from '../wording/format-message.ts';
import { renderWords } from './render-words.ts';
import { readTemplates, type TemplateTexts } from './with-own-words.ts';

/** A message as a channel would send it. */
export interface MessagePreview {
  subject: string;
  text: string;
  /** The HTML part of a mail; null: the channel sends none. */
  html: string | null;
  /** Whether it has the words of the channel, or why not; null: the channel has none. */
  words: 'own' | 'usual' | { fault: string } | null;
}

/** What a channel makes of a message, before its provider's form: nothing is sent. */
export function previewMessage(
  channel: { id: string; type: string } & TemplateTexts,
  message: Message,
): MessagePreview {
  const templates = readTemplates(channel);
  const rendered = templates === null ? null : renderWords(templates, message, channel.id);
  const worded = rendered?.kind === 'words' ? { ...message, ownWords: rendered.words } : message;
  const how =
    rendered === null
      ? null
      : rendered.kind === 'failed'
        ? { fault: rendered.because }
        : ({ words: 'own', usual: 'usual' } as const)[rendered.kind];
  if (channel.type === 'email') {
    const { subject, text, html } = mailOf(worded);
    return { subject, text, html, words: how };
  }
  const words = formatMessage(worded);
  const lines = [words.summary, ...detailLines(words), '', message.url];
  return { subject: words.subject, text: `${lines.join('\n')}\n`, html: null, words: how };
}
