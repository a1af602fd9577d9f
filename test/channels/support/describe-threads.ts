import { describe, expect, test } from 'vitest';
import type { InThread } from '../../../src/actors/ports/notifications.ts';
import type { Answer } from './describe-provider.ts';
import { incidentMessage } from './incident-message.ts';
import { openReceiver, type Received } from './open-receiver.ts';
import { openTestChannel } from './open-test-channel.ts';

/** A message as it stands at the provider now. */
export interface Post {
  id: string;
  text: string;
  /** The post that it stands below; absent: none. */
  below?: string | undefined;
}

/** A provider that keeps its messages. */
export interface ThreadProvider {
  config(origin: string): { type: string };
  /** Does what a request asks for, to `posts`, and answers it. */
  answer(request: Received, posts: Post[]): Answer;
  /** Whether a change takes the place of the message that rings: there is only one at any time. Absent: it does not. */
  replaces?: boolean;
  /** Whether an answer stands below its message; absent: it stands in the same place. */
  answersBelow?: boolean;
  /** Whether a repetition with the same id is taken for one; absent: it is posted twice. */
  knowsRepetitions?: boolean;
}

const acknowledged = incidentMessage({
  ...{ kind: 'acknowledged', acknowledgedBy: 'ada', notificationId: '1f0c3d52-6c1e-8a9b-9d3e-00000000000a' },
});
const downAgain = incidentMessage({
  ...{ relapses: 1, notificationId: '1f0c3d52-6c1e-8a9b-9d3e-00000000000b' },
});

/** Behaviour that every channel must have that shows an outage as one message. */
export function describeThreads(name: string, provider: ThreadProvider): void {
  async function open() {
    const posts: Post[] = [];
    const receiver = await openReceiver((_request, response) => {
      const request = receiver.received.at(-1);
      if (request === undefined) return;
      const { status, headers, body } = provider.answer(request, posts);
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    });
    const channel = openTestChannel(provider.config(new URL(receiver.url).origin));
    const send = async (message = incidentMessage(), at: Partial<InThread> = {}) => {
      const outcome = await channel.send(message, AbortSignal.timeout(5_000), undefined, {
        ...{ step: 'begin', reference: null, mayBeThere: false, plannedAtMs: 1_790_000_000_000, ...at },
      });
      expect(outcome).toMatchObject({ kind: 'sent', reference: expect.stringMatching(/^\S.{0,500}$/) });
      return outcome.kind === 'sent' ? (outcome.reference ?? null) : null;
    };
    return { posts, channel, send };
  }

  describe(`one outage in ${name}`, () => {
    test('is one message, which is changed silently', async () => {
      const { posts, channel, send } = await open();
      expect(channel).toMatchObject({ changes: true, followsUp: true });
      const reference = await send();
      expect(posts.map(({ text }) => text)).toEqual([expect.stringContaining('Down')]);
      expect(await send(acknowledged, { step: 'change', reference })).toBe(reference);
      expect(posts.map(({ text }) => text)).toEqual([expect.stringContaining('ada works on it')]);
      // Once more, as after a lost answer.
      expect(await send(acknowledged, { step: 'change', reference, mayBeThere: true })).toBe(reference);
      expect(posts).toHaveLength(1);
    });

    test('says what people must hear in a message that rings, and is true as well', async () => {
      const { posts, send } = await open();
      const reference = await send();
      expect(await send(downAgain, { step: 'change-and-answer', reference })).toBe(reference);
      expect(posts[0]?.text).toContain('silent again');
      expect(posts.at(-1)?.text).toContain('silent again');
      expect(posts).toHaveLength(provider.replaces ? 1 : 2);
      if (provider.answersBelow) expect(posts[1]?.below).toBe(posts[0]?.id);
    });

    test('goes on in a new message after somebody deleted it, or the place was changed', async () => {
      const { posts, send } = await open();
      const reference = await send();
      posts.splice(0);
      await send(downAgain, { step: 'change-and-answer', reference });
      await send(acknowledged, { step: 'change', reference: 'elsewhere 17' });
      expect(posts.length).toBeGreaterThanOrEqual(provider.replaces ? 1 : 2);
    });

    test.runIf(provider.knowsRepetitions)('is told once, though an answer was lost', async () => {
      const { posts, send } = await open();
      const reference = await send();
      expect(await send(incidentMessage(), { mayBeThere: true })).toBe(reference);
      await send(downAgain, { step: 'change-and-answer', reference });
      await send(downAgain, { step: 'change-and-answer', reference, mayBeThere: true });
      expect(posts).toHaveLength(provider.replaces ? 1 : 2);
    });
  });
}
