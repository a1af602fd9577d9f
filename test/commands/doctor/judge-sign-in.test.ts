import { expect, onTestFinished, test } from 'vitest';
import { judgeSignIn } from '../../../src/commands/doctor/judge-sign-in.ts';
import { freePort } from '../../support/free-port.ts';
import { startOidcProvider } from '../../support/start-oidc-provider.ts';

const publicUrl = 'http://monitor.example';

const signInAt = (issuer: string) => ({
  ...{ issuer, clientId: 'monitor', clientSecret: null, name: 'Example Login', requested: 'openid' },
  ...{ groupsClaim: 'groups', access: [], lifetimeMs: 1_000, idleMs: 1_000 },
});

test('a provider is asked whether people could sign in, and who has none is told nothing', async () => {
  const provider = await startOidcProvider(publicUrl, { sub: 'u1', email: 'ada@example.com', groups: [] });
  onTestFinished(() => provider.close());
  const { host } = new URL(provider.issuer);
  expect(await judgeSignIn({ signIn: signInAt(provider.issuer), publicUrl })).toEqual([
    { what: 'Sign-in', level: 'ok', found: `Example Login at ${host} answers`, advice: null },
  ]);
  expect(await judgeSignIn({ signIn: null, publicUrl: null })).toEqual([]);
});

test('a provider that cannot be reached, or is not the one that it should be, is something to do', async () => {
  const provider = await startOidcProvider(publicUrl, { sub: 'u1', email: 'ada@example.com', groups: [] });
  onTestFinished(() => provider.close());
  const nowhere = `127.0.0.1:${await freePort()}`;
  const [away] = await judgeSignIn({ signIn: signInAt(`http://${nowhere}`), publicUrl });
  expect(away).toEqual({
    ...{ what: 'Sign-in', level: 'act' },
    found: expect.stringMatching(`^Example Login at ${nowhere}: .*ECONNREFUSED`),
    advice: expect.stringContaining('Until then nobody can sign in; sessions and API keys work.'),
  });
  const alias = provider.issuer.replace('127.0.0.1', 'localhost');
  const [other] = await judgeSignIn({ signIn: signInAt(alias), publicUrl });
  expect(other).toMatchObject({ level: 'act', found: expect.stringContaining('issuer') });
});
