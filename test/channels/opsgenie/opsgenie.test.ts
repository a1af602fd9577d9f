import { expect, test } from 'vitest';
import { answers } from '../../../src/channels/opsgenie/answers.ts';
import { opsgenieConfig } from '../../../src/channels/opsgenie/config.ts';
import { describeProvider } from '../support/describe-provider.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { faultsOf, openAlertApi } from '../support/open-alert-api.ts';
import { openTestChannel } from '../support/open-test-channel.ts';
import { resolvedMessage } from '../support/resolved-message.ts';

const apiKey = 'CANARY-eb243592-faa2-4ba2-a551';

test('an incident is one alert: created, acknowledged and closed by its alias', async () => {
  const api = await openAlertApi(apiKey);
  const channel = openTestChannel({ id: 'pager', type: 'opsgenie', url: api.origin, apiKey });
  const soon = () => AbortSignal.timeout(5_000);
  expect(await channel.send(incidentMessage(), soon())).toMatchObject({ kind: 'sent' });
  await channel.send(incidentMessage({ kind: 'acknowledged', acknowledgedBy: 'Ada' }), soon());
  expect(api.alerts).toMatchObject([{ state: 'acknowledged', count: 1 }]);
  await channel.send(resolvedMessage(), soon());
  expect(api.alerts).toMatchObject([{ state: 'closed', alias: incidentMessage().incidentId }]);
  const { incidentId } = incidentMessage();
  expect(api.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /v2/alerts',
    `POST /v2/alerts/${incidentId}/acknowledge?identifierType=alias`,
    `POST /v2/alerts/${incidentId}/close?identifierType=alias`,
  ]);
});

test('without an address it goes to the accounts outside of the EU', () => {
  const { url } = opsgenieConfig.parse({ id: 'pager', type: 'opsgenie', apiKey });
  expect(url).toBe('https://api.opsgenie.com');
});

describeProvider('Opsgenie', {
  config: (origin) => ({ id: 'pager', type: 'opsgenie', url: origin, apiKey }),
  secrets: [apiKey],
  taken: { status: 202, body: { result: 'Request will be processed', took: 0.302, requestId: '43a29c5c' } },
  answers,
  says: ({ status }) => ({
    status: Number(status),
    body: { message: 'the request was not taken', took: 0.002, requestId: '43a29c5c' },
  }),
  limit: {
    answer: {
      status: 429,
      headers: { 'x-ratelimit-state': 'THROTTLED', 'x-ratelimit-period-in-sec': '1' },
      body: { message: 'TooManyRequests', took: 1, requestId: '43a29c5c' },
    },
    waitMs: 1_000,
  },
  faults: faultsOf,
});
