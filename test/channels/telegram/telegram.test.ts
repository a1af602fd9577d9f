import { expect, test } from 'vitest';
import { answers } from '../../../src/channels/telegram/answers.ts';
import { telegramText } from '../../../src/channels/telegram/message.ts';
import { describeProvider } from '../support/describe-provider.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { openReceiver } from '../support/open-receiver.ts';
import { openTestChannel } from '../support/open-test-channel.ts';

const token = '123456:CANARY-AbCdEfGhIjKlMnOp';
const config = (url: string) => ({ id: 'tg', type: 'telegram', url, token, chat: '-1001' });

test('a Down for Telegram', () => {
  const message = incidentMessage({ serviceName: 'a<b>&c' });
  expect(telegramText(message)).toBe(
    [
      '<b>🔴 [Down] a&lt;\u2060b&gt;&amp;c (production): silent since 03:12:04 UTC</b>',
      'No instance of a&lt;\u2060b&gt;&amp;c in production has sent a heartbeat since 2026-11-21 03:12:04 UTC.',
      'Service: a&lt;\u2060b&gt;&amp;c',
      'Environment: production',
      'Last heartbeat: 2026-11-21 03:12:04 UTC',
      'Detected: 2026-11-21 03:14:06 UTC, after 2 min 2 s',
      'Instances: 2 Down',
      'Last from web-1:8080, 2026-11-21 03:12:04 UTC',
      'CPU: 97.3 %',
      'Memory: 1,843.4 MB',
      'Requests: 1,280 per min',
      'Active connections: 41',
      'queue_depth: 7',
      `id ${message.notificationId}`,
      message.url,
    ].join('\n'),
  );
});

test('a message is posted for the chat, without a preview of its link', async () => {
  const receiver = await openReceiver();
  const { origin } = new URL(receiver.url);
  await openTestChannel({ ...config(`${origin}/`), topic: 3 }).send(
    incidentMessage(),
    AbortSignal.timeout(5_000),
  );
  expect(receiver.received[0]?.path).toBe(`/bot${token}/sendMessage`);
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toEqual({
    ...{ chat_id: '-1001', message_thread_id: 3, parse_mode: 'HTML' },
    ...{ link_preview_options: { is_disabled: true }, text: telegramText(incidentMessage()) },
  });
});

test('a group that became a supergroup is followed, and its row says what to change', async () => {
  const receiver = await openReceiver((_request, response) => {
    const isMoved = receiver.received.at(-1)?.body.includes('"chat_id":-1009') === true;
    response.writeHead(isMoved ? 200 : 400, { 'content-type': 'application/json' });
    const description = 'Bad Request: group chat was upgraded to a supergroup chat';
    const refusal = { ok: false, error_code: 400, description, parameters: { migrate_to_chat_id: -1009 } };
    response.end(JSON.stringify(isMoved ? { ok: true, result: { message_id: 5 } } : refusal));
  });
  const channel = openTestChannel(config(new URL(receiver.url).origin));
  for (const requests of [2, 3]) {
    expect(await channel.send(incidentMessage(), AbortSignal.timeout(5_000))).toMatchObject({
      ...{ kind: 'sent', note: 'the group has a new number: set "chat" to "-1009"' },
    });
    expect(receiver.received).toHaveLength(requests);
  }
});

describeProvider('Telegram', {
  config,
  secrets: [token],
  taken: { status: 200, body: { ok: true, result: { message_id: 17 } } },
  answers,
  says: ({ status, code }) => ({
    status: Number(status),
    body: { ok: false, error_code: status, description: code ?? 'Too Many Requests: retry after 34' },
  }),
  limit: {
    answer: {
      status: 429,
      body: {
        ...{ ok: false, error_code: 429, description: 'Too Many Requests: retry after 34' },
        parameters: { retry_after: 34 },
      },
    },
    waitMs: 34_000,
  },
  faults({ body }) {
    const { text } = JSON.parse(body) as { text: string };
    const plain = text.replace(/<\/?b>/g, '');
    return [
      ...(text.length > 4096 ? ['text'] : []),
      ...(/<|&(?!(amp|lt|gt|quot);)/.test(plain) ? [plain] : []),
    ];
  },
});
