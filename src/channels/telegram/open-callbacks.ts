import type { CallbackReader } from '../../actors/ports/callbacks.ts';
import { isSameSecret } from '../outbound/is-same-secret.ts';
import { parseJson } from '../outbound/parse-json.ts';
import { readField } from '../outbound/read-field.ts';
import { readText } from '../outbound/read-text.ts';
import { cleanText } from '../wording/clean-text.ts';

/** What Telegram shows of an answer, in characters. */
const longestAnswer = 200;

/**
 * Reads the updates of a bot whose webhook was set with a secret: `callback_query`, which comes when somebody presses a
 * button. Telegram signs nothing; it repeats the secret in a header.
 */
export function openTelegramCallbacks(secret: string): CallbackReader {
  return {
    read({ headers, body }) {
      const given = headers['x-telegram-bot-api-secret-token'];
      if (typeof given !== 'string' || !isSameSecret(given, secret))
        return { kind: 'unverified', because: 'its secret is not "callbackSecret"' };
      const update = parseJson(body.toString('utf8'));
      const query = readField(update, 'callback_query');
      const updateId = readText(update, 'update_id');
      const queryId = readText(query, 'id');
      const [, act, about] = /^(acknowledge|silence):([0-9a-f-]{36})$/.exec(readText(query, 'data')) ?? [];
      if ((act !== 'acknowledge' && act !== 'silence') || about === undefined) return { kind: 'nothing' };
      return {
        kind: 'act',
        act: { act, about, by: personOf(readField(query, 'from')) },
        seal: `${updateId} ${queryId}`,
        // A method of the API as the answer: Telegram carries it out.
        answer: (words) => ({
          method: 'answerCallbackQuery',
          ...{ callback_query_id: queryId, text: cleanText(words, longestAnswer) },
        }),
      };
    },
  };
}

function personOf(from: unknown): string {
  const username = cleanText(readText(from, 'username'), 100);
  const name = ['first_name', 'last_name'].map((field) => readText(from, field)).join(' ');
  return username || cleanText(name, 100) || `somebody in Telegram (${readText(from, 'id')})`;
}
