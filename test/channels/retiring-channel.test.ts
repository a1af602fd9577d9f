import { expect, test } from 'vitest';
import type { Channel } from '../../src/actors/ports/notifications.ts';
import { retiringChannel } from '../../src/channels/retiring-channel.ts';
import { testMessage } from '../../src/domain/test-message.ts';

const message = testMessage('id', 0, 'http://monitor');

/** A channel that sends until it is told how that ended. */
function openChannel() {
  const done: string[] = [];
  const ends: { sent: () => void; broken: () => void }[] = [];
  const channel: Channel = {
    ...{ channelId: 'hook', type: 'webhook', followsUp: true },
    async send() {
      await new Promise<void>((resolve, reject) =>
        ends.push({ sent: resolve, broken: () => reject(new Error('a fault of ours')) }),
      );
      done.push('sent');
      return { kind: 'sent' };
    },
    close: async () => void done.push('closed'),
  };
  return { ...retiringChannel(channel), done, ends };
}

test('a channel without a message under way is closed at once', async () => {
  const { retire, done } = openChannel();
  await retire();
  expect(done).toEqual(['closed']);
});

test('a channel that sends is closed when its last message is done, whatever became of it', async () => {
  const { channel, retire, done, ends } = openChannel();
  const { signal } = new AbortController();
  const first = channel.send(message, signal);
  const broken = channel.send(message, signal);
  const retired = retire();
  ends[0]?.sent();
  await first;
  expect(done).toEqual(['sent']);
  ends[1]?.broken();
  await expect(broken).rejects.toThrow('a fault of ours');
  await retired;
  expect(done).toEqual(['sent', 'closed']);
});
