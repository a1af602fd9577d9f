import type { CallbackReader } from '../../actors/ports/callbacks.ts';
import { isSameSecret } from '../outbound/is-same-secret.ts';
import { parseJson } from '../outbound/parse-json.ts';
import { readText } from '../outbound/read-text.ts';
import { cleanText } from '../wording/clean-text.ts';

/**
 * Reads the outgoing webhooks of Jira Service Management and Opsgenie: `Acknowledge` of an alert of ours. They sign nothing;
 * a header that one sets there has the secret. What came through an API, as our own acknowledgements do, is nobody's.
 */
export function openAlertCallbacks(secret: string): CallbackReader {
  return {
    read({ headers, body }) {
      const given = headers['authorization'];
      if (typeof given !== 'string' || !isSameSecret(given, `Bearer ${secret}`))
        return {
          kind: 'unverified',
          because: 'its header Authorization is not "Bearer" and "webhookSecret"',
        };
      const sent = parseJson(body.toString('utf8'));
      const about = readText(sent, 'alert', 'alias');
      const by = readText(sent, 'alert', 'username');
      const isOfPerson = !/^(api|integration)$/i.test(readText(sent, 'source', 'type'));
      if (readText(sent, 'action') !== 'Acknowledge' || !isOfPerson || about === '')
        return { kind: 'nothing' };
      return {
        kind: 'act',
        act: { act: 'acknowledge', about, by: cleanText(by, 100) || 'somebody on call' },
        seal: `${readText(sent, 'alert', 'alertId')} ${readText(sent, 'alert', 'updatedAt')} ${by}`,
      };
    },
  };
}
