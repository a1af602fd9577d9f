import type { ClientAuth, Configuration } from 'openid-client';
import type { Log } from '../../actors/ports/observability.ts';
import { faultOfProvider, type ProviderFault } from './fault-of-provider.ts';
import { type Claims, hasGroups } from './person-of-claims.ts';

/** What the browser keeps while its person is at the provider. */
export interface Pending {
  state: string;
  nonce: string;
  verifier: string;
}

/** The OpenID Connect provider of people. */
export interface Provider {
  /** Where the browser goes to sign in. `again`: whoever is signed in there now is not who is wanted. */
  begin(again: boolean): Promise<{ kind: 'ready'; url: string; pending: Pending } | ProviderFault>;
  /** What became of it. `query`: what the browser brought back. */
  finish(
    query: URLSearchParams,
    pending: Pending,
  ): Promise<{ kind: 'known'; claims: Claims; idToken: string | null } | ProviderFault>;
  /** Asks the provider for its addresses as a sign-in would, and keeps nothing of it. Null: it answers as it should. */
  check(): Promise<ProviderFault | null>;
  /** Where the browser goes to sign out there as well; null: the provider has no such address, or cannot be asked. */
  signOutUrl(idToken: string | null): Promise<string | null>;
}

/** By what the monitor is known to the provider. */
export interface Client {
  issuer: string;
  clientId: string;
  clientSecret: string | null;
  requested: string;
  groupsClaim: string;
  /** Where people open the monitor. */
  publicUrl: string;
}

/** How long the provider may take for an answer, in seconds. */
const timeoutSeconds = 5;

/** Its addresses may change. */
const discoverEveryMs = 3_600_000;

/** Clocks differ; what the provider says is valid from now on may seem to be of the future. */
const toleranceSeconds = 30;

/** Longer addresses are cut by servers and proxies. */
const longestIdToken = 4_096;

/** Asks the provider for its addresses at first use: the monitor starts, and works by key, without it. */
export function openProvider(client: Client, log: Log): Provider {
  const base = client.publicUrl.replace(/\/$/, '');
  const redirectUrl = `${base}/sign-in/callback`;
  let discovered: { configuration: Promise<Configuration>; atMs: number } | null = null;

  async function readAddresses(): Promise<Configuration> {
    // Loaded with the first sign-in: who has no provider needs none of it.
    const oidc = await import('openid-client');
    const { clientId, clientSecret } = client;
    const issuer = new URL(client.issuer);
    return oidc.discovery(
      issuer,
      clientId,
      { [oidc.clockTolerance]: toleranceSeconds },
      clientSecret === null ? oidc.None() : withSecret(oidc, clientSecret),
      {
        timeout: timeoutSeconds,
        execute: [
          oidc.enableNonRepudiationChecks,
          ...(issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
        ],
      },
    );
  }

  async function discover(): Promise<Configuration> {
    const configuration = await readAddresses();
    log.info({ issuer: client.issuer }, 'the addresses of the OpenID Connect provider were read');
    return configuration;
  }

  /** Those who sign in at the same time share one question; a failure is asked again by the next. */
  function configured(): Promise<Configuration> {
    const nowMs = performance.now();
    if (discovered !== null && nowMs - discovered.atMs < discoverEveryMs) return discovered.configuration;
    const asked = { configuration: discover(), atMs: nowMs };
    discovered = asked;
    asked.configuration.catch(() => {
      if (discovered === asked) discovered = null;
    });
    return asked.configuration;
  }

  async function askProvider(): Promise<{ kind: 'asked'; configuration: Configuration } | ProviderFault> {
    try {
      return { kind: 'asked', configuration: await configured() };
    } catch (error) {
      return unavailable(error);
    }
  }

  /** What a token leaves out, another address of the provider may know. */
  async function completed(
    configuration: Configuration,
    claims: Claims,
    accessToken: string,
  ): Promise<Claims> {
    const isComplete = hasGroups(claims, client.groupsClaim) && claims['email'] !== undefined;
    if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
    const { fetchUserInfo } = await import('openid-client');
    return { ...(await fetchUserInfo(configuration, accessToken, String(claims['sub']))), ...claims };
  }

  return {
    async check() {
      try {
        await readAddresses();
        return null;
      } catch (error) {
        return unavailable(error);
      }
    },

    async begin(again) {
      const asked = await askProvider();
      if (asked.kind !== 'asked') return asked;
      const oidc = await import('openid-client');
      const verifier = oidc.randomPKCECodeVerifier();
      const pending = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier };
      const url = oidc.buildAuthorizationUrl(asked.configuration, {
        redirect_uri: redirectUrl,
        scope: client.requested,
        ...{ state: pending.state, nonce: pending.nonce },
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(again ? { prompt: 'login' } : {}),
      });
      return { kind: 'ready', url: url.href, pending };
    },

    async finish(query, { state, nonce, verifier }) {
      const asked = await askProvider();
      if (asked.kind !== 'asked') return asked;
      const { configuration } = asked;
      const { authorizationCodeGrant } = await import('openid-client');
      try {
        const tokens = await authorizationCodeGrant(
          configuration,
          new URL(`${redirectUrl}?${query.toString()}`),
          {
            expectedState: state,
            expectedNonce: nonce,
            pkceCodeVerifier: verifier,
          },
        );
        const claims = await completed(configuration, tokens.claims() ?? {}, tokens.access_token);
        const { id_token: idToken = '' } = tokens;
        return { kind: 'known', claims, idToken: idToken.length > longestIdToken ? null : idToken };
      } catch (error) {
        return faultOfProvider(error);
      }
    },

    async signOutUrl(idToken) {
      const asked = await askProvider();
      if (asked.kind !== 'asked') {
        log.warn({ why: asked.why }, 'the OpenID Connect provider could not be asked where to sign out');
        return null;
      }
      const { configuration } = asked;
      if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
      const { buildEndSessionUrl } = await import('openid-client');
      const url = buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: `${base}/`,
        ...(idToken === null ? {} : { id_token_hint: idToken }),
      });
      return url.href;
    },
  };
}

/** Whatever is wrong with its own description is not about one sign-in. */
function unavailable(error: unknown): ProviderFault {
  return { kind: 'unavailable', why: faultOfProvider(error).why };
}

/** As the provider wants it: of those that say nothing the standard expects it in the header. */
function withSecret(
  {
    ClientSecretBasic,
    ClientSecretPost,
  }: Pick<typeof import('openid-client'), 'ClientSecretBasic' | 'ClientSecretPost'>,
  clientSecret: string,
): ClientAuth {
  const [inHeader, inBody] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)];
  return (server, ...rest) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (ways.includes('client_secret_basic') ? inHeader : inBody)(server, ...rest);
  };
}
