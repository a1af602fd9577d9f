import { expect, test } from 'vitest';
import { answers } from '../../../src/channels/discord/answers.ts';
import { discordMessage } from '../../../src/channels/discord/message.ts';
import { describeProvider } from '../support/describe-provider.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { openReceiver } from '../support/open-receiver.ts';
import { openTestChannel } from '../support/open-test-channel.ts';
import { resolvedMessage } from '../support/resolved-message.ts';

const token = 'CANARY_w3bh00k-t0ken';

test('a Down for Discord', () => {
  const message = incidentMessage();
  expect(discordMessage(message)).toEqual({
    content: `🔴 [Down] checkout (production): silent since 03:12:04 UTC\n<${message.url}>`,
    embeds: [
      {
        description: [
          'No instance of checkout in production has sent a heartbeat since 2026-11-21 03:12:04 UTC.',
          'Service: checkout',
          'Environment: production',
          'Last heartbeat: 2026-11-21 03:12:04 UTC',
          'Detected: 2026-11-21 03:14:06 UTC, after 2 min 2 s',
          'Instances: 2 Down',
          'Last from web-1:8080, 2026-11-21 03:12:04 UTC',
          'CPU: 97.3 %',
          'Memory: 1,843.4 MB',
          'Requests: 1,280 per min',
          'Active connections: 41',
          'queue\\_depth: 7',
          `id ${message.notificationId}`,
        ].join('\n'),
        color: 0xb42318,
      },
    ],
    allowed_mentions: { parse: [] },
  });
});

test('the end is green', () => {
  expect(discordMessage(resolvedMessage())).toMatchObject({
    content: expect.stringMatching(/^🟢 \[Resolved\] checkout/),
    embeds: [{ color: 0x067647 }],
  });
});

test('asks for the answer of a kept message, in a thread if one is named', async () => {
  const receiver = await openReceiver();
  const { origin } = new URL(receiver.url);
  const url = `${origin}/api/webhooks/1/${token}`;
  const channel = openTestChannel({ id: 'chat', type: 'discord', url, thread: '42' });
  await channel.send(incidentMessage(), AbortSignal.timeout(5_000));
  expect(receiver.received[0]?.path).toBe(`/api/webhooks/1/${token}?wait=true&thread_id=42`);
});

describeProvider('Discord', {
  config: (origin) => ({ ...{ id: 'chat', type: 'discord' }, url: `${origin}/api/webhooks/1/${token}` }),
  secrets: [token],
  taken: { status: 200, body: { id: '1441', channel_id: '7', content: 'x' } },
  answers,
  says: ({ status, code }) => ({
    status: status === '4xx' ? 400 : Number(status),
    body: { message: 'Unknown Webhook', ...(code === undefined ? {} : { code }) },
  }),
  limit: {
    answer: {
      status: 429,
      headers: { 'retry-after': '65', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '64.57' },
      body: { message: 'You are being rate limited.', retry_after: 64.57, global: false },
    },
    waitMs: 64_570,
  },
  faults({ body }) {
    const { content, embeds, allowed_mentions: mentions } = JSON.parse(body);
    return [
      ...(content.length > 2000 ? ['content'] : []),
      ...(embeds[0].description.length > 4096 ? ['description'] : []),
      ...(embeds[0].description.length + 2000 > 6000 + 2000 ? ['embed'] : []),
      ...(mentions.parse.length > 0 ? ['mentions'] : []),
    ];
  },
});
