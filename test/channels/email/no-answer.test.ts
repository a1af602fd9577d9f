import { describe, expect, test } from 'vitest';
import { incidentMessage } from '../support/incident-message.ts';
import { openMailChannel } from '../support/open-mail-channel.ts';
import { openMailbox } from '../support/open-mailbox.ts';
import { openTcpServer } from '../support/open-tcp-server.ts';

const message = incidentMessage();

describe('mail servers that do not answer', () => {
  test('nobody listens: refused', async () => {
    const server = await openTcpServer(() => undefined);
    await server.close();
    const outcome = await openMailChannel(`smtp://u:CANARY@127.0.0.1:${server.port}`).send(
      message,
      AbortSignal.timeout(30_000),
    );
    const reason = `no connection to 127.0.0.1:${server.port}: refused`;
    expect(outcome).toMatchObject({ kind: 'failed', permanent: false, reason });
  });

  test('the connection is reset', async () => {
    const server = await openTcpServer((socket) => {
      socket.write('220 ready\r\n');
      socket.once('data', () => socket.resetAndDestroy());
    });
    const outcome = await openMailChannel(`smtp://127.0.0.1:${server.port}`).send(
      message,
      AbortSignal.timeout(30_000),
    );
    expect(outcome).toMatchObject({ kind: 'failed', permanent: false });
    expect(outcome).toMatchObject({
      reason: expect.stringContaining(`no connection to 127.0.0.1:${server.port}: `),
    });
  });

  test('the connection is closed without a greeting', async () => {
    const server = await openTcpServer((socket) => socket.end());
    const outcome = await openMailChannel(`smtp://127.0.0.1:${server.port}`).send(
      message,
      AbortSignal.timeout(30_000),
    );
    const reason = `no connection to 127.0.0.1:${server.port}: closed by the receiver`;
    expect(outcome).toMatchObject({ kind: 'failed', permanent: false, reason });
  });

  test('a server whose certificate nobody vouches for gets no mail and no password', async () => {
    const mailbox = await openMailbox({ disabledCommands: [] });
    const channel = openMailChannel(`smtp://u:p@127.0.0.1:${mailbox.port}`);
    const outcome = await channel.send(message, AbortSignal.timeout(30_000));
    expect(outcome).toMatchObject({
      permanent: false,
      reason: expect.stringContaining('its certificate '),
    });
    expect(mailbox.mails).toEqual([]);
  });

  test('something else than SMTP answers', async () => {
    const server = await openTcpServer((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const channel = openMailChannel(`smtp://127.0.0.1:${server.port}`);
    const outcome = await channel.send(message, AbortSignal.timeout(30_000));
    expect(outcome).toMatchObject({
      permanent: false,
      reason: expect.stringContaining('it does not answer with SMTP'),
    });
  });

  test('a server that hangs before its greeting holds nobody longer than the signal', async () => {
    const server = await openTcpServer(() => undefined);
    const outcome = await openMailChannel(`smtp://127.0.0.1:${server.port}`).send(
      message,
      AbortSignal.timeout(100),
    );
    expect(outcome).toMatchObject({
      permanent: false,
      reason: expect.stringMatching(/^no answer within \d+ ms$/),
    });
  });

  test('a server that hangs after its greeting does neither', async () => {
    const server = await openTcpServer((socket) => void socket.resume().write('220 ready\r\n'));
    const outcome = await openMailChannel(`smtp://127.0.0.1:${server.port}`).send(
      message,
      AbortSignal.timeout(100),
    );
    expect(outcome).toMatchObject({
      permanent: false,
      reason: expect.stringMatching(/^no answer within \d+ ms$/),
    });
  });

  test('closing the channel ends an attempt that hangs', async () => {
    const server = await openTcpServer((socket) => {
      socket.resume();
      void channel.close();
    });
    const channel = openMailChannel(`smtp://127.0.0.1:${server.port}`);
    const outcome = await channel.send(message, AbortSignal.timeout(30_000));
    expect(outcome).toMatchObject({ permanent: false, reason: expect.stringMatching(/^interrupted after /) });
  });

  test.each(['127.0.0.1', 'localhost', '[::1]'])(
    'a private server is not reached when it may not be: %s',
    async (host) => {
      const server = await openTcpServer(() => undefined);
      const channel = openMailChannel(`smtp://${host}:${server.port}`, { allowPrivateNetworks: false });
      const outcome = await channel.send(message, AbortSignal.timeout(30_000));
      expect(outcome).toMatchObject({
        permanent: true,
        reason: expect.stringContaining('is in a private network'),
      });
      expect(server.sockets.size).toBe(0);
    },
  );
});
