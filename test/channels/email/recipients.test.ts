import { describe, expect, test } from 'vitest';
import type { RecipientEnd } from '../../../src/domain/recipient-ends.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { openMailChannel } from '../support/open-mail-channel.ts';
import { openMailbox } from '../support/open-mailbox.ts';

const message = incidentMessage();
const attempt = () => AbortSignal.timeout(30_000);
const everybody = ['ops@example.com', 'Gone@Example.com', 'slow@example.com'];

const sent = (recipient: string): RecipientEnd => ({ recipient, refusedWith: null });
const refused = (recipient: string, refusedWith = 550): RecipientEnd => ({ recipient, refusedWith });

/** A mail server that answers each address with a code of its own; 250 where it has none. */
function openFussyMailbox(codes: Record<string, number>) {
  return openMailbox({
    onRcptTo({ address }, _session, done) {
      const responseCode = codes[address.split('@')[0]?.toLowerCase() ?? ''];
      done(responseCode === undefined ? null : Object.assign(new Error('no'), { responseCode }));
    },
  });
}

describe('a mail to several people', () => {
  test('goes at once to those whom the server takes, and tells of each what became of it', async () => {
    const mailbox = await openFussyMailbox({ gone: 550, slow: 450 });
    const channel = openMailChannel(mailbox.url, { to: everybody });
    expect(await channel.send(message, attempt())).toMatchObject({
      ...{ kind: 'failed', permanent: false, ends: [sent('ops@example.com'), refused('Gone@Example.com')] },
      reason:
        'the mail server put off 1 of 3 addresses: slow@example.com (450); refused for good: Gone@Example.com (550)',
    });
    expect(mailbox.recipients).toEqual([['ops@example.com']]);
  });

  test('goes again only to whom it was put off, and names everybody in its head', async () => {
    const mailbox = await openFussyMailbox({});
    const channel = openMailChannel(mailbox.url, { to: everybody });
    const before = [sent('ops@example.com'), refused('Gone@Example.com')];
    expect(await channel.send(message, attempt(), before)).toMatchObject({
      kind: 'sent',
      note: 'the mail server refused 1 of 3 addresses: Gone@Example.com (550)',
      ends: [...before, sent('slow@example.com')],
    });
    expect(mailbox.recipients).toEqual([['slow@example.com']]);
    expect(mailbox.mails[0]?.to).toHaveLength(3);
  });

  test('has the same id in each attempt, so that no mail server takes it for another one', async () => {
    const mailbox = await openFussyMailbox({});
    const channel = openMailChannel(mailbox.url, { to: everybody });
    await channel.send(message, attempt());
    await channel.send(message, attempt(), [sent('ops@example.com')]);
    const ids = mailbox.mails.map(({ messageId }) => messageId);
    expect(new Set(ids).size).toBe(1);
    expect(ids).toHaveLength(2);
  });

  test('waits for those who were put off though nobody has it yet, and is refused when all are', async () => {
    const mailbox = await openFussyMailbox({ ops: 550, gone: 551, slow: 451 });
    const channel = openMailChannel(mailbox.url, { to: everybody });
    const first = await channel.send(message, attempt());
    const ends = [refused('ops@example.com'), refused('Gone@Example.com', 551)];
    expect(first).toMatchObject({ kind: 'failed', permanent: false, ends });
    const final = await openFussyMailbox({ slow: 553 });
    const last = await openMailChannel(final.url, { to: everybody }).send(message, attempt(), ends);
    expect(last).toMatchObject({
      ...{ kind: 'failed', permanent: true, ends: [...ends, refused('slow@example.com', 553)] },
      reason:
        'the mail server refused all addresses: ops@example.com (550), Gone@Example.com (551), slow@example.com (553)',
    });
  });

  test('is sent with a remark when the last who was put off is refused', async () => {
    const mailbox = await openFussyMailbox({ slow: 552 });
    const channel = openMailChannel(mailbox.url, { to: ['ops@example.com', 'slow@example.com'] });
    const outcome = await channel.send(message, attempt(), [sent('ops@example.com')]);
    const note = 'the mail server refused 1 of 2 addresses: slow@example.com (552)';
    expect(outcome).toMatchObject({ kind: 'sent', note });
    expect(mailbox.mails).toEqual([]);
  });

  test('of which the text is refused is nobody’s', async () => {
    const mailbox = await openMailbox({
      onData(stream, _session, done) {
        stream.resume();
        stream.on('end', () => done(Object.assign(new Error('no'), { responseCode: 451 })));
      },
    });
    const outcome = await openMailChannel(mailbox.url, { to: everybody }).send(message, attempt());
    expect(outcome).toMatchObject({ kind: 'failed', permanent: false, reason: 'mail server answered 451' });
    expect(outcome).not.toHaveProperty('ends');
  });

  test('is nobody’s when the server hangs up in the middle of the addresses', async () => {
    const mailbox = await openFussyMailbox({ slow: 421 });
    const outcome = await openMailChannel(mailbox.url, { to: everybody }).send(message, attempt());
    expect(outcome).toMatchObject({ kind: 'failed', permanent: false });
    expect(outcome).not.toHaveProperty('ends');
    expect(mailbox.mails).toEqual([]);
  });
});
