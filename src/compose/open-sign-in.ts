import type { SignIn } from '../http/ports.ts';
import { openProvider } from '../http/sign-in/provider.ts';
import { openSessionRing } from '../http/sign-in/session-ring.ts';
import { createSignInCookies } from '../http/sign-in/sign-in-cookies.ts';
import type { RedisClient } from '../store/client/connect.ts';
import { createSessions } from '../store/sessions/sessions.ts';
import type { Foundation } from './foundation.ts';
import { watchProvider } from './watch-provider.ts';

/** How often it is asked whether people could sign in. */
const checkEveryMs = 60_000;

/** How people sign in; null: with API keys only. The monitor starts, and works by key, without the provider. */
export function openSignIn(
  { config, partitions, metrics, log, closers }: Foundation,
  client: RedisClient,
): SignIn | null {
  const { signIn, publicUrl } = config;
  if (signIn === null || publicUrl === null) return null;
  const { issuer, clientId, groupsClaim, lifetimeMs, idleMs } = signIn;
  const { origin, protocol } = new URL(publicUrl);
  const meter = metrics.signIn;
  const terms = {
    source: [issuer, clientId, groupsClaim].join(' '),
    rules: signIn.access,
    lifetimeMs,
    idleMs,
  };
  const sessions = openSessionRing({
    ...{ sessions: createSessions(client, partitions), terms, log },
    refused: (reason) => meter.refusedSession(reason),
  });
  closers.add('sessions of people', () => sessions.close());
  const provider = openProvider({ ...signIn, publicUrl }, log);
  const watch = watchProvider(provider, { issuer, everyMs: checkEveryMs, meter, log });
  closers.add('the watch of the OpenID Connect provider', () => watch.stop());
  return {
    name: signIn.name,
    ...{ origin, groupsClaim, terms, sessions, meter },
    provider,
    cookies: createSignInCookies(protocol === 'https:'),
  };
}
