import { expect, test } from 'vitest';
import { answers } from '../../../src/channels/googlechat/answers.ts';
import { googlechatMessage } from '../../../src/channels/googlechat/message.ts';
import { describeProvider } from '../support/describe-provider.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { openReceiver } from '../support/open-receiver.ts';
import { openTestChannel } from '../support/open-test-channel.ts';

const [key, token] = ['CANARYAIzaSyDdI0hCZtE6', 'CANARY-8kNg2Zf5p'];
const config = (origin: string) => ({
  ...{ id: 'chat', type: 'googlechat' },
  url: `${origin}/v1/spaces/AAAA/messages?key=${key}&token=${token}`,
});

test('a Down for Google Chat', () => {
  const message = incidentMessage({ lastMetrics: [], serviceName: 'a<b' });
  const subject = '🔴 [Down] a<b (production): silent since 03:12:04 UTC';
  expect(googlechatMessage(message)).toEqual({
    fallbackText: subject,
    cardsV2: [
      {
        cardId: 'message',
        card: {
          header: { title: subject },
          sections: [
            {
              widgets: [
                {
                  textParagraph: {
                    text: [
                      'No instance of a&lt;\u2060b in production has sent a heartbeat since 2026-11-21 03:12:04 UTC.',
                      'Service: a&lt;\u2060b',
                      'Environment: production',
                      'Last heartbeat: 2026-11-21 03:12:04 UTC',
                      'Detected: 2026-11-21 03:14:06 UTC, after 2 min 2 s',
                      'Instances: 2 Down',
                      `id ${message.notificationId}`,
                    ].join('<br>'),
                  },
                },
              ],
            },
            {
              widgets: [
                {
                  buttonList: {
                    buttons: [{ text: 'Open the incident', onClick: { openLink: { url: message.url } } }],
                  },
                },
              ],
            },
          ],
        },
      },
    ],
  });
});

test('a repetition has the id of the message, so the space shows it once', async () => {
  const receiver = await openReceiver();
  const channel = openTestChannel(config(new URL(receiver.url).origin));
  for (let attempt = 0; attempt < 2; attempt++)
    await channel.send(incidentMessage(), AbortSignal.timeout(5_000));
  const ids = receiver.received.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('requestId'));
  expect(ids).toEqual([incidentMessage().notificationId, incidentMessage().notificationId]);
});

describeProvider('Google Chat', {
  config,
  secrets: [key, token],
  taken: { status: 200, body: { name: 'spaces/AAAA/messages/BBBB.CCCC', sender: { type: 'BOT' } } },
  answers,
  // Its errors stand on several lines.
  says: ({ status, code }) => ({
    status: Number(status),
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    body: JSON.stringify({ error: { code: status, message: `no: ${token}`, status: code } }, null, 2),
  }),
  faults: ({ body }) => (Buffer.byteLength(body) > 32_000 ? [`${Buffer.byteLength(body)} bytes`] : []),
  // What mentions in `text` is text on a card; its paragraphs know HTML alone.
  forbidden: /<(a|users\/)|"text":"[^"]*https:\/\/evil/,
});
