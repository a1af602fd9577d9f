import { createHmac } from 'node:crypto';
import type { CallbackReader } from '../../actors/ports/callbacks.ts';
import { isSameSecret } from '../outbound/is-same-secret.ts';
import { parseJson } from '../outbound/parse-json.ts';
import { readField } from '../outbound/read-field.ts';
import { readText } from '../outbound/read-text.ts';
import { cleanText } from '../wording/clean-text.ts';

/**
 * Reads the V3 webhooks of PagerDuty: `incident.acknowledged` by a person. Of what we acknowledged there ourselves the
 * agent is an integration; nobody acknowledges by that.
 */
export function openPagerdutyCallbacks(secret: string): CallbackReader {
  return {
    read({ headers, body }) {
      const given = headers['x-pagerduty-signature'];
      if (typeof given !== 'string')
        return { kind: 'unverified', because: 'it has no signature of PagerDuty' };
      const expected = `v1=${createHmac('sha256', secret).update(body).digest('hex')}`;
      // While its secret is rotated, PagerDuty signs with both.
      const isSigned = given.split(',').filter((one) => isSameSecret(one.trim(), expected)).length > 0;
      if (!isSigned) return { kind: 'unverified', because: 'its signature is not that of "webhookSecret"' };
      const event = readField(parseJson(body.toString('utf8')), 'event');
      const about = readField(event, 'data', 'incident_key');
      const agent = readField(event, 'agent');
      const by = readField(agent, 'summary');
      const isOfPerson = readField(agent, 'type') === 'user_reference' && typeof by === 'string';
      if (
        readField(event, 'event_type') !== 'incident.acknowledged' ||
        !isOfPerson ||
        typeof about !== 'string'
      )
        return { kind: 'nothing' };
      return {
        kind: 'act',
        act: { act: 'acknowledge', about, by: cleanText(by, 100) || 'somebody in PagerDuty' },
        seal: readText(event, 'id'),
      };
    },
  };
}
