import { expect, test } from 'vitest';
import { describeThreads, type Post } from '../support/describe-threads.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { openReceiver, type Received } from '../support/open-receiver.ts';
import { openTestChannel } from '../support/open-test-channel.ts';

const config = (url: string) => ({
  ...{ id: 'zu', type: 'zulip', url, bot: 'bot@example.com', token: 'CANARYkey', channel: 'ops' },
});

const refused = (msg: string) => ({ status: 400, body: { result: 'error', code: 'BAD_REQUEST', msg } });

function answer({ method, path, body }: Received, posts: Post[]) {
  const text = new URLSearchParams(body).get('content') ?? '';
  if (method === 'POST') {
    const id = posts.length + 17;
    posts.push({ id: String(id), text });
    return { status: 200, body: { result: 'success', msg: '', id } };
  }
  const post = posts.find(({ id }) => path === `/api/v1/messages/${id}`);
  if (method !== 'PATCH' || post === undefined) return refused('Invalid message(s)');
  post.text = text;
  return { status: 200, body: { result: 'success', msg: '' } };
}

describeThreads('Zulip', { config, answer });

test('where a message may not be edited any more, what is new stands below it', async () => {
  const posts: Post[] = [];
  const receiver = await openReceiver((_request, response) => {
    const request = receiver.received.at(-1);
    const { status, body } =
      request?.method === 'POST'
        ? answer(request, posts)
        : refused('The time limit for editing this message has passed');
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const channel = openTestChannel(config(new URL(receiver.url).origin));
  const at = { step: 'change', reference: 'ops 17', mayBeThere: false, plannedAtMs: 0 } as const;
  const message = incidentMessage({ kind: 'acknowledged', acknowledgedBy: 'ada' });
  expect(await channel.send(message, AbortSignal.timeout(5_000), undefined, at)).toMatchObject({
    ...{ kind: 'sent', reference: 'ops 17' },
  });
  expect(posts.map(({ text }) => text)).toEqual([expect.stringContaining('ada works on it')]);
});
