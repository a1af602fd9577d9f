import { expect, test } from 'vitest';
import { answers } from '../../../src/channels/twilio/answers.ts';
import { twilioText } from '../../../src/channels/twilio/message.ts';
import { describeProvider } from '../support/describe-provider.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { openReceiver } from '../support/open-receiver.ts';
import { openTestChannel } from '../support/open-test-channel.ts';

const account = `AC${'0123456789abcdef'.repeat(2)}`;
const [token, to] = ['CANARY0f1e2d3c4b5a6978', '+15558675310'];
const config = (url: string) => ({
  id: 'sms',
  type: 'twilio',
  url,
  account,
  token,
  from: '+15557122661',
  to,
});

test('a Down as an SMS is the subject and the link', () => {
  const message = incidentMessage();
  expect(twilioText(message)).toBe(`[Down] checkout (production): silent since 03:12:04 UTC\n${message.url}`);
});

test('an SMS is no longer than two or three parts, however long the names are', () => {
  const text = twilioText(incidentMessage({ serviceName: 'x'.repeat(5_000) }));
  expect(text.length).toBeLessThanOrEqual(320);
  expect(text.endsWith(incidentMessage().url)).toBe(true);
});

test.each([
  [{}, { From: '+15557122661' }, `${account}:${token}`],
  [{ from: `MG${'a'.repeat(32)}` }, { MessagingServiceSid: `MG${'a'.repeat(32)}` }, `${account}:${token}`],
  [{ key: `SK${'b'.repeat(32)}` }, { From: '+15557122661' }, `SK${'b'.repeat(32)}:${token}`],
])('with %j it is sent as %j', async (change, sender, login) => {
  const receiver = await openReceiver();
  const channel = openTestChannel({ ...config(new URL(receiver.url).origin), ...change });
  await channel.send(incidentMessage(), AbortSignal.timeout(5_000));
  const [request] = receiver.received;
  expect(request).toMatchObject({
    path: `/2010-04-01/Accounts/${account}/Messages.json`,
    headers: { authorization: `Basic ${btoa(login)}` },
  });
  expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
    ...{ To: to, ...sender, Body: twilioText(incidentMessage()) },
  });
});

describeProvider('Twilio', {
  config,
  secrets: [token, to, btoa(`${account}:${token}`)],
  taken: { status: 201, body: { sid: 'SM1', status: 'queued', error_code: null } },
  answers,
  says: ({ status, code }) => ({
    status: status === '4xx' ? 429 : Number(status),
    body: {
      code,
      message: `The 'To' number ${to} is not valid.`,
      more_info: 'https://www.twilio.com/docs',
      status,
    },
  }),
  limit: {
    answer: {
      status: 429,
      headers: { 'retry-after': '1' },
      body: { code: 20_429, message: 'Too Many Requests' },
    },
    waitMs: 1_000,
  },
  faults({ body }) {
    const text = new URLSearchParams(body).get('Body') ?? '';
    return text.length > 1_600 ? ['Body'] : [];
  },
  forbidden: null,
});
