import type { Message } from '../../domain/messages.ts';
import type { OpenedChannel } from '../channel-services.ts';
import { liquidEngine } from './liquid-engine.ts';
import { renderWords, type Templates } from './render-words.ts';

/** What the configuration of a channel may have. */
export interface TemplateTexts {
  subject?: string | undefined;
  text?: string | undefined;
}

/**
 * A channel whose messages have the words of its templates. One that fails loses no message: it goes out in the usual
 * words, and its row and the log say so.
 */
export function withOwnWords(channel: OpenedChannel, channelId: string, texts: TemplateTexts): OpenedChannel {
  const templates = readTemplates(texts);
  if (templates === null) return channel;
  return {
    ...channel,
    async send(message, ...about) {
      const rendered = renderWords(templates, message, channelId);
      const worded: Message & { ownWords?: object } =
        rendered.kind === 'words' ? { ...message, ownWords: rendered.words } : message;
      const outcome = await channel.send(worded, ...about);
      if (rendered.kind === 'usual' || outcome.kind !== 'sent') return outcome;
      if (rendered.kind === 'words') return { ...outcome, template: { because: null } };
      const fault = `its template failed, so it has the usual words: ${rendered.because}`;
      const note = outcome.note === undefined ? fault : `${outcome.note}; ${fault}`;
      return { ...outcome, note, template: { because: rendered.because } };
    },
  };
}

/** Null: there is none. The configuration was checked: each can be read. */
export function readTemplates({ subject, text }: TemplateTexts): Templates | null {
  if (subject === undefined && text === undefined) return null;
  const engine = liquidEngine();
  return {
    ...(subject === undefined ? {} : { subject: engine.read(subject) }),
    ...(text === undefined ? {} : { text: engine.read(text) }),
  };
}
