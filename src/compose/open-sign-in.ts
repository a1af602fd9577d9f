import type { SignIn } from '../http/ports.ts';
import { openProvider } from '../http/sign-in/provider.ts';
import { openSessionRing } from '../http/sign-in/session-ring.ts';
import { createSignInCookies } from '../http/sign-in/sign-in-cookies.ts';
import type { RedisClient } from '../store/client/connect.ts';
import { createSessions } from '../store/sessions/sessions.ts';
import type { Foundation } from './foundation.ts';

/** How people sign in; null: with API keys only. It asks nobody anything before somebody does. */
export function openSignIn(
  { config, partitions, metrics, log, closers }: Foundation,
  client: RedisClient,
): SignIn | null {
  const { signIn, publicUrl } = config;
  if (signIn === null || publicUrl === null) return null;
  const { issuer, clientId, clientSecret, requested, groupsClaim, lifetimeMs, idleMs } = signIn;
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
  return {
    name: signIn.name,
    ...{ origin, groupsClaim, terms, sessions, meter },
    provider: openProvider({ issuer, clientId, clientSecret, requested, groupsClaim, publicUrl }, log),
    cookies: createSignInCookies(protocol === 'https:'),
  };
}
