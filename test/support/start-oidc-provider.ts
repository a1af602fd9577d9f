import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { keepInMemory } from './keep-in-memory.ts';

/** Somebody who can sign in. */
export interface TestUser {
  sub: string;
  email: string;
  groups: string[];
}

/** A real OpenID Connect provider, in this process. */
export interface TestProvider {
  issuer: string;
  /** Of a monitor that people open at `publicUrl` and sign in to here. */
  settings: Record<`MONITOR_${string}`, string>;
  /** Who signs in next, without being asked; null: they say no. */
  user: TestUser | null;
  /** What it was asked for, as paths. */
  asked: string[];
  close(): Promise<void>;
}

/** `host`: another name of this machine makes it another site for a browser. */
export async function startOidcProvider(
  publicUrl: string,
  user: TestUser,
  host: '127.0.0.1' | 'localhost' = '127.0.0.1',
): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`;
  const users = new Map<string, TestUser>();
  const client = { clientId: 'monitor', clientSecret: 'a-secret-of-the-test' };
  const signingKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const provider = new Provider(issuer, {
    clients: [
      {
        ...{ client_id: client.clientId, client_secret: client.clientSecret },
        id_token_signed_response_alg: 'ES256',
        redirect_uris: [`${publicUrl}/sign-in/callback`],
        post_logout_redirect_uris: [`${publicUrl}/`],
      },
    ],
    adapter: keepInMemory(),
    jwks: { keys: [{ ...signingKey, use: 'sig', alg: 'ES256' }] },
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'], groups: ['groups'] },
    cookies: { keys: ['a-key-of-the-test'] },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        logoutSource(ctx, form) {
          const button = '<button name="logout" value="yes" form="op.logoutForm">Sign out</button>';
          ctx.type = 'html';
          ctx.body = `<body>${form}${button}</body>`;
        },
      },
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: { AccessToken: 60, AuthorizationCode: 60, IdToken: 60, Interaction: 60, Session: 60, Grant: 60 },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: async () => ({ email_verified: true, name: 'Of the test', ...users.get(id), sub: id }),
    }),
    // Nobody is asked what the monitor may know.
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        ...(oidc.client === undefined ? {} : { clientId: oidc.client.clientId }),
        ...(oidc.session?.accountId === undefined ? {} : { accountId: oidc.session.accountId }),
      });
      grant.addOIDCScope('openid profile email groups');
      await grant.save();
      return grant;
    },
  });
  const running: TestProvider = {
    ...{ issuer, user, asked: [] },
    settings: {
      ...{ MONITOR_PUBLIC_URL: publicUrl, MONITOR_OIDC_ISSUER: issuer },
      ...{ MONITOR_OIDC_CLIENT_ID: client.clientId, MONITOR_OIDC_CLIENT_SECRET: client.clientSecret },
      MONITOR_OIDC_SCOPES: 'openid profile email groups',
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { user: next } = running;
    if (next === null) {
      await provider.interactionFinished(request, response, { error: 'access_denied' });
      return;
    }
    users.set(next.sub, next);
    await provider.interactionFinished(request, response, { login: { accountId: next.sub } });
  }

  const answer = provider.callback();
  server.on('request', (request, response) => {
    running.asked.push(String(request.url?.split('?')[0]));
    if (request.url?.startsWith('/interaction/') !== true) void answer(request, response);
    else interact(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  return running;
}
