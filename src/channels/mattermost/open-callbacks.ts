import { createHmac } from 'node:crypto';
import type { CallbackReader } from '../../actors/ports/callbacks.ts';
import type { Message } from '../../domain/messages.ts';
import { isSameSecret } from '../outbound/is-same-secret.ts';
import { parseJson } from '../outbound/parse-json.ts';
import { readText } from '../outbound/read-text.ts';
import { cleanText } from '../wording/clean-text.ts';
import { actWords, type OfferedAct, offeredActs } from '../wording/offered-acts.ts';

/** What only the server of Mattermost and this monitor know of a button: its `context` never reaches a client. */
const proofOf = (secret: string, act: OfferedAct, about: string) =>
  createHmac('sha256', secret).update(`mattermost button ${act} ${about}`).digest('hex');

/** The buttons of a message, and where the server of Mattermost sends what people press. */
export function mattermostButtons(message: Message, secret: string, url: string): object[] {
  const about = message.incidentId;
  return offeredActs(message).map((act) => ({
    id: act,
    name: actWords[act],
    type: 'button',
    ...(act === 'acknowledge' ? { style: 'good' } : {}),
    integration: { url, context: { act, about, proof: proofOf(secret, act, about) } },
  }));
}

/** Mattermost signs nothing; it sends the context of the button back. */
export function openMattermostCallbacks(secret: string): CallbackReader {
  return {
    read({ body }) {
      const sent = parseJson(body.toString('utf8'));
      const [act, about, proof] = ['act', 'about', 'proof'].map((name) => readText(sent, 'context', name));
      const isKnown = act === 'acknowledge' || act === 'silence';
      const expected = proofOf(secret, isKnown ? act : 'acknowledge', about ?? '');
      if (!isKnown || about === undefined || !isSameSecret(proof ?? '', expected))
        return { kind: 'unverified', because: 'it has not the proof of a button' };
      const userId = readText(sent, 'user_id');
      return {
        kind: 'act',
        act: { act, about, by: cleanText(readText(sent, 'user_name') || userId, 100) },
        seal: `${act} ${about} ${userId} ${readText(sent, 'trigger_id')}`,
        answer: (words) => ({ ephemeral_text: words }),
      };
    },
  };
}
