import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDeliverNotification } from '../../src/actors/deliver-notification.ts';
import type { PassCircuit } from '../../src/actors/telling/pass-circuit.ts';
import { openMailChannel } from '../channels/support/open-mail-channel.ts';
import { openMailbox } from '../channels/support/open-mailbox.ts';
import { rowFor } from '../store/notifications/notification-row.ts';
import { openActors, type TestActors } from './open-actors.ts';

let actors: TestActors;
beforeAll(async () => {
  actors = await openActors();
});
beforeEach(() => actors.reset());
afterAll(() => actors.close());

/** A mail server that puts `slow` off until it is ready, and never takes `gone`; and a worker that sends there. */
async function openTwoWorkers() {
  const state = { isReady: false };
  const mailbox = await openMailbox({
    onRcptTo({ address }, _session, done) {
      const no = (responseCode: number) => done(Object.assign(new Error('no'), { responseCode }));
      if (address.startsWith('gone')) return no(550);
      return address.startsWith('slow') && !state.isReady ? no(450) : done();
    },
  });
  const to = ['ops@example.com', 'slow@example.com', 'gone@example.com'];
  const news: string[] = [];
  const passCircuit: Partial<PassCircuit> = {
    pass: async () => ({ kind: 'try', wasQuiet: false }),
    note: async (_row, { kind }) => {
      news.push(kind);
      return { kind: 'closed', failures: 0 };
    },
    unused: async () => void news.push('unused'),
  };
  let token = 0;
  // Each has a channel of its own, as workers on several machines do.
  const workers = [1, 2].map(() => {
    const channel = { ...openMailChannel(mailbox.url, { to }), channelId: 'hook' };
    return createDeliverNotification({
      ...actors,
      channels: new Map([['hook', channel]]),
      newToken: () => `token-${++token}`,
      random: () => 0.5,
      passCircuit: passCircuit as PassCircuit,
    });
  });
  return { state, mailbox, workers, news };
}

async function planned(name: string, more = {}) {
  const { nowMs } = await actors.checks.read(actors.ids.serviceId('x', 'y'));
  const row = rowFor(actors, { createdAtMs: nowMs, nextAttemptAtMs: nowMs, ...more }, name);
  await actors.notifications.plan([row]);
  return row.notificationId;
}

const rowOf = async (id: string) =>
  (await actors.allNotifications()).find((row) => row.notificationId === id);

test('a mail goes again only to the address that was put off, whichever worker sends it then', async () => {
  const { state, mailbox, workers, news } = await openTwoWorkers();
  const [here, there] = workers;
  const id = await planned('down');
  const later = await here?.(id);
  expect(later).toMatchObject({ kind: 'later', delayMs: 5_000 });
  expect(await rowOf(id)).toMatchObject({
    state: 'pending',
    reason: expect.stringContaining('slow@example.com (450)'),
    ends: [
      { recipient: 'ops@example.com', refusedWith: null },
      { recipient: 'gone@example.com', refusedWith: 550 },
    ],
  });
  await actors.passTime(5_000);
  await there?.(id);
  state.isReady = true;
  await actors.passTime(15_000);
  expect(await here?.(id)).toEqual({ kind: 'done' });
  expect(mailbox.recipients).toEqual([['ops@example.com'], ['slow@example.com']]);
  expect(await rowOf(id)).toMatchObject({
    state: 'sent',
    reason: 'the mail server refused 1 of 3 addresses: gone@example.com (550)',
  });
  // A server that takes mail for somebody works: its circuit hears of no failure.
  expect(news).not.toContain('failed');
});

test('who has a message gets the next one at once, though another address still waits for the first', async () => {
  const { mailbox, workers } = await openTwoWorkers();
  const [deliver] = workers;
  const down = await planned('down');
  await deliver?.(down);
  const resolved = await planned('resolved', { kind: 'resolved', afterId: down });
  await deliver?.(resolved);
  expect(mailbox.recipients).toEqual([['ops@example.com'], ['ops@example.com']]);
});

test('a message that nobody got holds the next one back, as before', async () => {
  const { mailbox, workers } = await openTwoWorkers();
  const [deliver] = workers;
  const down = await planned('down');
  const resolved = await planned('resolved', { kind: 'resolved', afterId: down });
  expect(await deliver?.(resolved)).toMatchObject({ kind: 'later' });
  expect(mailbox.recipients).toEqual([]);
});
