import { expect, test } from 'vitest';
import { describeThreads, type Post } from '../support/describe-threads.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { openReceiver } from '../support/open-receiver.ts';
import { openTestChannel } from '../support/open-test-channel.ts';
import { answer, config, refused, thread } from './thread-provider.ts';

describeThreads('Zulip', thread);

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
