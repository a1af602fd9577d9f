import { describe, expect, test } from 'vitest';
import type { InThread } from '../../../src/actors/ports/notifications.ts';
import { answers } from '../../../src/channels/slack/answers.ts';
import { botAnswer, botMessage } from '../../../src/channels/slack/bot-message.ts';
import { describeProvider } from '../support/describe-provider.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { openSlack, type SlackFault, slackChannel, slackToken } from '../support/open-slack.ts';
import { openTestChannel } from '../support/open-test-channel.ts';
import { resolvedMessage } from '../support/resolved-message.ts';

const config = (url: string) => ({
  ...{ id: 'chat', type: 'slack', url, token: slackToken, channel: slackChannel },
});

async function open(fault?: (method: string) => SlackFault | null) {
  const slack = await openSlack(fault === undefined ? undefined : ({ method }) => fault(method));
  const channel = openTestChannel({ ...config(slack.origin), signingSecret: 'shhh' });
  const send = (message = incidentMessage(), at: Partial<InThread> = {}) =>
    channel.send(message, AbortSignal.timeout(at.step === undefined ? 400 : 5_000), undefined, {
      ...{ step: 'begin', reference: null, mayBeThere: false, plannedAtMs: 1_790_000_000_000, ...at },
    });
  return { slack, channel, send };
}

const acknowledged = incidentMessage({
  ...{ kind: 'acknowledged', acknowledgedBy: 'ada', notificationId: '1f0c3d52-6c1e-8a9b-9d3e-00000000000a' },
});
const downAgain = incidentMessage({
  ...{ relapses: 1, notificationId: '1f0c3d52-6c1e-8a9b-9d3e-00000000000b' },
});

describe('a bot in Slack', () => {
  test('can change its messages, and a webhook cannot', async () => {
    const { channel } = await open();
    expect(channel).toMatchObject({ changes: true, followsUp: true });
    const webhook = openTestChannel({ id: 'chat', type: 'slack', url: 'https://hooks.slack.com/services/x' });
    expect([webhook.changes, webhook.followsUp]).toEqual([undefined, false]);
  });

  test('a Down has buttons for its incident, and no link that does the same', () => {
    const message = incidentMessage({ acknowledgeUrl: 'https://monitor.example.com/acknowledge/x' });
    const { blocks } = botMessage(message, true) as { blocks: { type: string }[] };
    expect(blocks.at(-2)).toEqual({
      type: 'actions',
      elements: [
        {
          type: 'button',
          action_id: 'acknowledge',
          text: { type: 'plain_text', text: 'Acknowledge', emoji: false },
          value: message.incidentId,
          style: 'primary',
        },
        {
          type: 'button',
          action_id: 'silence',
          text: { type: 'plain_text', text: 'Silence for 1 hour', emoji: false },
          value: message.incidentId,
        },
      ],
    });
    expect(JSON.stringify(blocks)).not.toContain('/acknowledge/');
    expect(JSON.stringify(botMessage(message, false))).toContain('/acknowledge/x');
    expect(JSON.stringify(botMessage(resolvedMessage(), true))).not.toContain('actions');
  });

  test('what somebody has acknowledged has no button for that any more, and names them to the end', () => {
    const actsOf = (more: Parameters<typeof incidentMessage>[0]) =>
      JSON.stringify(botMessage(incidentMessage({ acknowledgedBy: 'ada', ...more }), true));
    for (const kind of ['acknowledged', 'down'] as const) {
      expect(actsOf({ kind, relapses: 1 })).toContain('"silence"');
      expect(actsOf({ kind, relapses: 1 })).not.toContain('"acknowledge"');
    }
    expect(actsOf({ kind: 'resolved' })).not.toContain('"actions"');
    for (const kind of ['down', 'recovering', 'resolved'] as const)
      expect(actsOf({ kind })).toContain('Acknowledged: by ada');
  });

  test('an answer says what is new, and where the rest stands', () => {
    const message = resolvedMessage();
    expect(botAnswer(message)).toEqual({
      ...{ mrkdwn: false, parse: 'none', unfurl_links: false, unfurl_media: false },
      text: '[Resolved] checkout (production): back after 4 min 12 s with 2 outages',
      blocks: [
        {
          type: 'section',
          text: {
            ...{ type: 'plain_text', emoji: false },
            text: '🟢 checkout in production is back. It was down 2 times in 4 min 12 s.',
          },
        },
        {
          type: 'section',
          text: { type: 'mrkdwn', text: `<${message.url}|Open the incident>`, verbatim: true },
        },
        {
          type: 'context',
          elements: [{ type: 'plain_text', text: `id ${message.notificationId}`, emoji: false }],
        },
      ],
    });
  });

  test('one outage is one message: it is changed, and what people must hear stands below it', async () => {
    const { slack, send } = await open();
    const begun = await send();
    expect(begun).toMatchObject({ kind: 'sent', reference: `${slackChannel} ${slack.roots()[0]?.ts}` });
    const reference = begun.kind === 'sent' ? (begun.reference ?? null) : null;
    expect(await send(acknowledged, { step: 'change', reference })).toMatchObject({
      kind: 'sent',
      reference,
    });
    expect(slack.roots()[0]?.text).toContain('[Acknowledged]');
    expect(slack.messages).toHaveLength(1);
    await send(downAgain, { step: 'change-and-answer', reference });
    expect(slack.roots().map(({ text }) => text)).toEqual([expect.stringContaining('silent again')]);
    expect(slack.answersTo(slack.roots()[0]?.ts ?? '')).toMatchObject([
      { text: expect.stringContaining('silent again'), reply_broadcast: true },
    ]);
  });

  test('a message that somebody deleted is posted anew', async () => {
    const { slack, send } = await open();
    const begun = await send();
    slack.remove(slack.roots()[0]?.ts ?? '');
    const reference = begun.kind === 'sent' ? (begun.reference ?? null) : null;
    for (const step of ['change', 'answer'] as const) {
      slack.messages.splice(0);
      const outcome = await send(acknowledged, { step, reference });
      expect(slack.roots()).toHaveLength(1);
      expect(outcome).toMatchObject({ kind: 'sent', reference: `${slackChannel} ${slack.roots()[0]?.ts}` });
    }
  });

  test('a message in another channel is none of this one', async () => {
    const { slack, send } = await open();
    await send(downAgain, { step: 'change-and-answer', reference: 'C9999999999 17.1' });
    expect(slack.calls.map(({ method }) => method)).toEqual(['chat.postMessage']);
  });

  test('where nobody may change an old message, all that is new stands below it', async () => {
    const { slack, send } = await open((method) =>
      method === 'chat.update' ? { error: 'edit_window_closed' } : null,
    );
    const begun = await send();
    const reference = begun.kind === 'sent' ? (begun.reference ?? null) : null;
    expect(await send(acknowledged, { step: 'change', reference })).toMatchObject({
      kind: 'sent',
      reference,
    });
    expect(slack.answersTo(slack.roots()[0]?.ts ?? '')).toHaveLength(1);
  });

  test('people are told of what is new, though the bot may not change what it posted', async () => {
    const { slack, channel, send } = await open((method) =>
      method === 'chat.update' ? { error: 'restricted_action' } : null,
    );
    const begun = await send();
    const reference = begun.kind === 'sent' ? (begun.reference ?? null) : null;
    expect(await send(downAgain, { step: 'change-and-answer', reference })).toMatchObject({ kind: 'sent' });
    expect(slack.answersTo(slack.roots()[0]?.ts ?? '')).toHaveLength(1);
    const at = { step: 'change', reference, mayBeThere: false, plannedAtMs: 0 } as const;
    expect(await channel.send(acknowledged, AbortSignal.timeout(5_000), undefined, at)).toMatchObject({
      ...{ kind: 'failed', permanent: true },
    });
  });

  test.each(['begin', 'change-and-answer'] as const)(
    'a message whose answer was lost is not posted twice: %s',
    async (step) => {
      let isLost = false;
      const { slack, channel, send } = await open((method) =>
        isLost && method === 'chat.postMessage' ? 'lost' : null,
      );
      const begun = await send();
      const reference = step === 'begin' || begun.kind !== 'sent' ? null : (begun.reference ?? null);
      if (step === 'begin') slack.messages.splice(0);
      isLost = true;
      const at = { step, reference, mayBeThere: false, plannedAtMs: 1_790_000_000_000 };
      expect(await channel.send(downAgain, AbortSignal.timeout(300), undefined, at)).toMatchObject({
        kind: 'failed',
      });
      isLost = false;
      const before = slack.messages.length;
      const again = await send(downAgain, { step, reference, mayBeThere: true });
      expect(again).toMatchObject({ kind: 'sent', note: 'it was there already' });
      expect(slack.messages).toHaveLength(before);
      expect(again).toHaveProperty('reference', `${slackChannel} ${slack.roots()[0]?.ts}`);
    },
  );

  test('a bot that may not look posts again: twice is better than never', async () => {
    const { slack, send } = await open((method) =>
      method.startsWith('conversations.') ? { error: 'missing_scope' } : null,
    );
    expect(await send(incidentMessage(), { step: 'begin', mayBeThere: true })).toMatchObject({
      kind: 'sent',
    });
    expect(slack.messages).toHaveLength(1);
  });

  test('a change that is refused for now is tried again, and nothing is answered before', async () => {
    const { slack, send } = await open((method) =>
      method === 'chat.update' ? { status: 429, headers: { 'retry-after': '7' } } : null,
    );
    const begun = await send();
    const reference = begun.kind === 'sent' ? (begun.reference ?? null) : null;
    expect(await send(downAgain, { step: 'change-and-answer', reference })).toMatchObject({
      ...{ kind: 'failed', permanent: false, retryAfterMs: 7_000 },
    });
    expect(slack.messages).toHaveLength(1);
  });
});

describeProvider('a bot in Slack', {
  config,
  secrets: [slackToken],
  taken: { status: 200, body: { ok: true, channel: slackChannel, ts: '1790000001.000100' } },
  answers,
  says: ({ status, code }) => ({
    status: Number(status),
    body: { ok: false, error: code === 'another error' ? 'team_access_not_granted' : code },
  }),
  limit: {
    answer: { status: 429, headers: { 'retry-after': '30' }, body: { ok: false, error: 'ratelimited' } },
    waitMs: 30_000,
  },
  faults({ body }) {
    const { text, blocks } = JSON.parse(body) as {
      text: string;
      blocks: { text?: { text: string }; fields?: { text: string }[] }[];
    };
    return [
      ...(text.length > 3000 ? ['text'] : []),
      ...blocks
        .flatMap((block) => [block.text, ...(block.fields ?? [])])
        .flatMap((one) => ((one?.text.length ?? 0) > 3000 ? ['block'] : [])),
    ];
  },
  // Texts from outside are plain text there: no link comes of them.
  forbidden: /@(everyone|here|channel)\b|<!|<@/,
});
