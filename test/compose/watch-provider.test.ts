import { createServer, type Server } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { watchProvider } from '../../src/compose/watch-provider.ts';
import { openProvider } from '../../src/http/sign-in/provider.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';

/** What a provider says of itself. */
async function serve(issuer: string, said: object = {}): Promise<Server> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ issuer, authorization_endpoint: `${issuer}/auth`, ...said }));
  });
  await new Promise<void>((listening) => server.listen(Number(new URL(issuer).port), '127.0.0.1', listening));
  return server;
}

const stop = (server: Server) =>
  new Promise((closed) => {
    server.close(closed);
    server.closeAllConnections();
  });

test('a provider that does not answer as it should is shown and logged once, until it does again', async () => {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const lines: string[] = [];
  const write = (fields: object, message: string) =>
    void lines.push(['why' in fields ? String(fields.why) : '', message].join(' ').trim());
  const log = { info: write, warn: write, error: write };
  let asked = 0;
  let fails: boolean | null = null;
  const about = { clientId: 'monitor', clientSecret: null, requested: 'openid', groupsClaim: 'groups' };
  const provider = openProvider({ ...about, issuer, publicUrl: 'http://monitor.example' }, log);
  const meter = {
    ...{ signIn: () => undefined, refusedSession: () => undefined },
    providerFails(does: boolean) {
      asked++;
      fails = does;
    },
  };
  const watch = watchProvider(provider, { issuer, everyMs: 20, meter, log });
  onTestFinished(() => watch.stop());
  const says = async (does: boolean) => {
    const from = asked;
    await eventually(does ? 'it fails' : 'it works', () => fails === does && asked > from + 2);
  };

  await says(true);
  const right = await serve(issuer);
  await says(false);
  await stop(right);
  await says(true);
  // Somebody else answers there.
  const wrong = await serve(issuer, { issuer: 'http://elsewhere.example' });
  await says(true);
  await stop(wrong);
  await watch.stop();
  const begins = 'the OpenID Connect provider does not work as it should: nobody can sign in';
  expect(lines).toEqual([
    expect.stringMatching(new RegExp(`ECONNREFUSED.* ${begins}$`)),
    'the OpenID Connect provider works again',
    expect.stringContaining(begins),
  ]);
});
