import { describe, expect, test } from 'vitest';
import { incidentMessage } from '../support/incident-message.ts';
import { readCallback } from '../support/read-callback.ts';

const webhookSecret = 'CANARY-of-the-webhook';
const { incidentId } = incidentMessage();

const sent = (more: object = {}) => ({
  action: 'Acknowledge',
  alert: {
    ...{
      alertId: '44f717bf-44bd',
      alias: incidentId,
      username: 'ada@example.com',
      updatedAt: 1_790_000_000_000,
    },
  },
  source: { name: 'web', type: 'web' },
  ...more,
});

describe.each(['jsm', 'opsgenie'])('an outgoing webhook of %s', (type) => {
  const config = { id: 'pager', type, apiKey: 'eb243592-faa2-4ba2-a551', webhookSecret };
  const read = (body: unknown, authorization = `Bearer ${webhookSecret}`) =>
    readCallback(config, { authorization }, body);

  test('acknowledges the incident that is the alias of the alert, in the name of the person', () => {
    expect(read(sent())).toEqual({
      kind: 'act',
      act: { act: 'acknowledge', about: incidentId, by: 'ada@example.com' },
      seal: '44f717bf-44bd 1790000000000 ada@example.com',
    });
  });

  test('is not believed without the secret', () => {
    for (const wrong of ['', webhookSecret, 'Bearer other'])
      expect(read(sent(), wrong).kind).toBe('unverified');
    expect(readCallback({ ...config, webhookSecret: undefined }, {}, sent())).toEqual({ kind: 'none' });
  });

  test('about what we did there ourselves, or about something else, asks for nothing', () => {
    const api = { source: { name: 'Service Monitor', type: 'API' } };
    for (const other of [sent(api), sent({ action: 'Close' }), sent({ alert: {} }), 'no JSON'])
      expect(read(other)).toEqual({ kind: 'nothing' });
  });
});
