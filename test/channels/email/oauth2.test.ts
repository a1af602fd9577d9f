import { describe, expect, test } from 'vitest';
import { incidentMessage } from '../support/incident-message.ts';
import { openMailChannel } from '../support/open-mail-channel.ts';
import { openMailbox } from '../support/open-mailbox.ts';
import { openReceiver } from '../support/open-receiver.ts';
import { openTcpServer } from '../support/open-tcp-server.ts';
import { ownCertificate } from '../support/own-certificate.ts';

const message = incidentMessage();
const attempt = () => AbortSignal.timeout(30_000);
const clientSecret = 's3cret-of-the-client';

interface TokenAnswer {
  status?: number;
  headers?: Record<string, string>;
  body: object | string;
}

/** An authorization server: the n-th request gets the n-th answer, and the last one all that follow. */
function openAuthorizationServer(...answers: TokenAnswer[]) {
  let asked = 0;
  return openReceiver((_request, response) => {
    const { status = 200, headers, body } = answers[Math.min(asked++, answers.length - 1)] ?? { body: '' };
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
}

const token = (n: number, expiresIn = 3600): TokenAnswer => ({
  body: { access_token: `t0ken-${n}-of-the-server`, token_type: 'Bearer', expires_in: expiresIn },
});

/** A mail server that lets in who has one of these tokens, and says otherwise what a large one says. */
async function openGuardedMailbox(good: readonly string[]) {
  const own = ownCertificate();
  const logins: string[] = [];
  const mailbox = await openMailbox({
    ...{ key: own.key, cert: own.cert, disabledCommands: [], authOptional: false },
    authMethods: ['PLAIN', 'LOGIN', 'XOAUTH2'],
    onAuth({ method, username, accessToken = '' }, _session, done) {
      logins.push(`${method} ${username} ${accessToken}`);
      if (good.includes(accessToken)) return done(null, { user: username });
      // 334 with what is wrong, and then 535.
      return done(null, { data: { status: '401', schemes: 'bearer', scope: 'https://mail.example.com/' } });
    },
  });
  return { ...mailbox, logins, ca: own.certFile };
}

async function open(server: { port: number }, mailbox: { url: string; ca?: string }, more: object = {}) {
  const tokenUrl = `http://127.0.0.1:${server.port}/tenant/token`;
  const oauth2 = { tokenUrl, clientId: 'monitor', clientSecret, scope: 'smtp.send', ...more };
  return openMailChannel(mailbox.url, { ...(mailbox.ca === undefined ? {} : { ca: mailbox.ca }), oauth2 });
}

const first = 't0ken-1-of-the-server';
const second = 't0ken-2-of-the-server';

describe('a mail channel with OAuth 2.0', () => {
  test('asks for a token as a client, and hands in its mail with it', async () => {
    const server = await openAuthorizationServer(token(1));
    const mailbox = await openGuardedMailbox([first]);
    const channel = await open(server, mailbox);
    expect(await channel.send(message, attempt())).toMatchObject({ kind: 'sent' });
    expect(mailbox.logins).toEqual([`XOAUTH2 monitor@example.com ${first}`]);
    const [request] = server.received;
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      ...{ grant_type: 'client_credentials', client_id: 'monitor', client_secret: clientSecret },
      scope: 'smtp.send',
    });
  });

  test('may send the secret of its client in a header, and for another mailbox', async () => {
    const server = await openAuthorizationServer(token(1));
    const mailbox = await openGuardedMailbox([first]);
    const more = { clientAuthentication: 'basic', clientId: 'a:b', user: 'shared@example.com' };
    const channel = await open(server, mailbox, more);
    expect(await channel.send(message, attempt())).toMatchObject({ kind: 'sent' });
    expect(mailbox.logins).toEqual([`XOAUTH2 shared@example.com ${first}`]);
    const [request] = server.received;
    const [, basic = ''] = request?.headers['authorization']?.split(' ') ?? [];
    const login = Buffer.from(basic, 'base64').toString();
    expect(login).toBe(`a%3Ab:${clientSecret}`);
    expect(request?.body).not.toContain(clientSecret);
  });

  test('keeps its token until shortly before its end', async () => {
    const mailbox = await openGuardedMailbox([first, second]);
    const longLived = await openAuthorizationServer(token(1, 3600));
    const channel = await open(longLived, mailbox);
    for (const _ of [1, 2, 3]) expect(await channel.send(message, attempt())).toMatchObject({ kind: 'sent' });
    expect(longLived.received).toHaveLength(1);

    const shortLived = await openAuthorizationServer(token(1, 59), token(2, 59));
    const other = await open(shortLived, mailbox);
    for (const _ of [1, 2]) expect(await other.send(message, attempt())).toMatchObject({ kind: 'sent' });
    expect(shortLived.received).toHaveLength(2);
    expect(mailbox.logins.slice(-2)).toEqual([
      `XOAUTH2 monitor@example.com ${first}`,
      `XOAUTH2 monitor@example.com ${second}`,
    ]);
  });

  test('gets another token once when the mail server does not take it any more', async () => {
    const server = await openAuthorizationServer(token(1), token(2));
    const mailbox = await openGuardedMailbox([second]);
    const channel = await open(server, mailbox);
    expect(await channel.send(message, attempt())).toMatchObject({ kind: 'sent' });
    expect(mailbox.logins.map((login) => login.split(' ').at(-1))).toEqual([first, second]);
    expect(await channel.send(message, attempt())).toMatchObject({ kind: 'sent' });
    expect(server.received).toHaveLength(2);
  });

  test('is refused for good when the new token is not taken either, and says nothing of the tokens', async () => {
    const server = await openAuthorizationServer(token(1), token(2), token(3));
    const mailbox = await openGuardedMailbox([]);
    const outcome = await (await open(server, mailbox)).send(message, attempt());
    expect(outcome).toMatchObject({
      ...{ kind: 'failed', permanent: true },
      reason: 'mail server answered 535: it does not take the access token for this user',
    });
    expect(server.received).toHaveLength(2);
    expect(JSON.stringify(outcome)).not.toMatch(/t0ken|s3cret/);
  });

  test('tries again when the mail server cannot judge a token now, and asks for no other one', async () => {
    const server = await openAuthorizationServer(token(1));
    const own = ownCertificate();
    const mailbox = await openMailbox({
      ...{ key: own.key, cert: own.cert, disabledCommands: [], authOptional: false },
      authMethods: ['XOAUTH2'],
      onAuth: (_auth, _session, done) =>
        done(Object.assign(new Error(`busy ${first}`), { responseCode: 454 })),
    });
    const outcome = await (await open(server, { ...mailbox, ca: own.certFile })).send(message, attempt());
    expect(outcome).toMatchObject({ kind: 'failed', permanent: false, reason: 'mail server answered 454' });
    expect(server.received).toHaveLength(1);
    expect(JSON.stringify(outcome)).not.toContain('t0ken');
  });

  test('says its token to no server without TLS', async () => {
    const server = await openAuthorizationServer(token(1));
    const mailbox = await openMailbox();
    const outcome = await (await open(server, mailbox)).send(message, attempt());
    expect(outcome).toMatchObject({ permanent: true, reason: expect.stringContaining('STARTTLS') });
    expect(mailbox.mails).toEqual([]);
  });

  test('hands no mail to a server that asks for no login', async () => {
    const server = await openAuthorizationServer(token(1));
    const own = ownCertificate();
    const mailbox = await openMailbox({
      ...{ key: own.key, cert: own.cert, disabledCommands: ['AUTH'] },
    });
    const outcome = await (await open(server, { ...mailbox, ca: own.certFile })).send(message, attempt());
    expect(outcome).toMatchObject({ kind: 'failed', permanent: true });
    expect(mailbox.mails).toEqual([]);
  });
});

describe('an authorization server', () => {
  const cases: [string, TokenAnswer, object][] = [
    [
      'that does not know the secret is final',
      { status: 401, body: { error: 'invalid_client', error_description: `not ${clientSecret}` } },
      { permanent: true, reason: expect.stringContaining('401 (invalid_client): the id of the client or') },
    ],
    [
      'that does not know the scope is final',
      { status: 400, body: { error: 'invalid_scope' } },
      { permanent: true, reason: expect.stringContaining('400 (invalid_scope)') },
    ],
    [
      'that refuses in words that nobody knows is final',
      { status: 400, body: { error: 'invalid_request' } },
      { permanent: true, reason: 'no access token: receiver answered 400' },
    ],
    [
      'that cannot now is asked again',
      { status: 400, body: { error: 'temporarily_unavailable' } },
      { permanent: false },
    ],
    ['that is broken is asked again', { status: 503, body: 'down' }, { permanent: false }],
    [
      'that wants a pause gets it',
      { status: 429, headers: { 'retry-after': '30' }, body: '' },
      { permanent: false, retryAfterMs: 30_000 },
    ],
    [
      'in whose place something else answers is asked again',
      { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>log in' },
      { permanent: false, reason: 'no access token: the token endpoint answered 2xx without one' },
    ],
    [
      'that gives a token that is none is asked again',
      { status: 200, body: { access_token: 'a\r\nRCPT TO:<x@y.org>' } },
      { permanent: false },
    ],
  ];

  test.each(cases)('%s', async (_what, answer, expected) => {
    const server = await openAuthorizationServer(answer);
    const mailbox = await openGuardedMailbox([]);
    const outcome = await (await open(server, mailbox)).send(message, attempt());
    expect(outcome).toMatchObject({ kind: 'failed', ...expected });
    expect(mailbox.logins).toEqual([]);
    expect(JSON.stringify(outcome)).not.toMatch(/s3cret|RCPT/);
  });

  test('that hangs holds nobody longer than the signal', async () => {
    const server = await openTcpServer((socket) => void socket.resume());
    const mailbox = await openGuardedMailbox([]);
    const channel = await open(server, mailbox);
    expect(await channel.send(message, AbortSignal.timeout(150))).toMatchObject({
      ...{ permanent: false, reason: expect.stringMatching(/^no access token: no answer within/) },
    });
  });

  test('that cannot be reached is asked again', async () => {
    const server = await openTcpServer(() => undefined);
    await server.close();
    const channel = await open(server, await openGuardedMailbox([]));
    expect(await channel.send(message, attempt())).toMatchObject({
      ...{ permanent: false, reason: expect.stringContaining('no connection to 127.0.0.1') },
    });
  });
});
