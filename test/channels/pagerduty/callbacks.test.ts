import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { incidentMessage } from '../support/incident-message.ts';
import { readCallback } from '../support/read-callback.ts';

const webhookSecret = 'CANARY-secret-of-the-subscription';
const config = {
  ...{ id: 'pager', type: 'pagerduty', routingKey: 'e93facc04764012d7bfb002500d5d1a6' },
  webhookSecret,
};
const { incidentId } = incidentMessage();

/** As the documents show it, shortened. */
const event = (more: object = {}) => ({
  event: {
    id: '5ac64822-4adc-4fda-ade0-410becf0de4f',
    ...{ event_type: 'incident.acknowledged', resource_type: 'incident' },
    agent: { id: 'PLH1HKV', summary: 'Tenex Engineer', type: 'user_reference' },
    data: { id: 'PGR0VU2', type: 'incident', status: 'acknowledged', incident_key: incidentId },
    ...more,
  },
});

const sign = (body: string, secret = webhookSecret) =>
  `v1=${createHmac('sha256', secret).update(body).digest('hex')}`;

const read = (sent: object, signature = sign(JSON.stringify(sent))) =>
  readCallback(config, { 'x-pagerduty-signature': signature }, sent);

describe('a webhook of PagerDuty', () => {
  test('acknowledges the incident with its key, in the name of the person', () => {
    expect(read(event())).toEqual({
      kind: 'act',
      act: { act: 'acknowledge', about: incidentId, by: 'Tenex Engineer' },
      seal: '5ac64822-4adc-4fda-ade0-410becf0de4f',
    });
  });

  test('is believed while the secret is rotated, whichever stands first', () => {
    const body = JSON.stringify(event());
    for (const both of [
      [sign(body, 'old'), sign(body)],
      [sign(body), sign(body, 'new')],
    ])
      expect(read(event(), both.join(',')).kind).toBe('act');
  });

  test('is not believed with another signature, with none, or of another body', () => {
    const body = JSON.stringify(event());
    for (const wrong of [sign(body, 'other'), 'v1=', '', sign(`${body} `), sign(body).replace('v1', 'v2')])
      expect(read(event(), wrong).kind).toBe('unverified');
    expect(readCallback(config, {}, event()).kind).toBe('unverified');
    expect(readCallback({ ...config, webhookSecret: undefined }, {}, event())).toEqual({ kind: 'none' });
  });

  test('about what we did there ourselves, or about something else, asks for nothing', () => {
    const integration = {
      id: 'PINT',
      summary: 'Service Monitor',
      type: 'events_api_v2_inbound_integration_reference',
    };
    for (const sent of [
      event({ agent: integration }),
      event({ agent: null }),
      event({ event_type: 'incident.resolved' }),
      event({ data: { type: 'incident_note' } }),
    ])
      expect(read(sent)).toEqual({ kind: 'nothing' });
  });
});
