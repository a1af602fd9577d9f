import type { AttemptOutcome } from '../../domain/retry-schedule.ts';
import type { ChannelServices } from '../channel-services.ts';
import { formRequest } from '../outbound/http-request.ts';
import { openHttpClient } from '../outbound/open-http-client.ts';
import { readField } from '../outbound/read-field.ts';
import type { Oauth2Config } from './oauth2-config.ts';
import { tokenAnswers } from './token-answers.ts';

/** A token is not used so shortly before its end: the mail server has a clock of its own, and must still read it. */
const spareMs = 60_000;

/** Without a word of the server: it says for how long in most cases (RFC 6749, 5.1). */
const assumedLifetimeMs = 5 * 60_000;

export type Token =
  | { kind: 'token'; value: string }
  | { kind: 'none'; outcome: AttemptOutcome & { kind: 'failed' } };

/** The access tokens of a channel. */
export interface AccessTokens {
  /** The one that is still good for a while, or a new one. */
  current(signal: AbortSignal): Promise<Token>;
  /** A new one instead of one that was refused. */
  renewed(refused: string, signal: AbortSignal): Promise<Token>;
  close(): Promise<void>;
}

/** Asks for tokens with the grant for clients (RFC 6749, 4.4), and keeps the one that it has. */
export function openAccessTokens(config: Oauth2Config, services: ChannelServices): AccessTokens {
  const http = openHttpClient(services);
  let kept: { value: string; goodUntilMs: number } | null = null;

  async function ask(signal: AbortSignal): Promise<Token> {
    const askedAtMs = performance.now();
    const { outcome, body } = await http.exchange(tokenRequest(config), signal, tokenAnswers);
    if (outcome.kind === 'failed')
      return { kind: 'none', outcome: { ...outcome, reason: `no access token: ${outcome.reason}` } };
    const value = readField(body, 'access_token');
    if (typeof value !== 'string' || !/^[!-~]+$/.test(value)) return noToken();
    const seconds = Number(readField(body, 'expires_in'));
    const lifetimeMs = seconds > 0 ? seconds * 1000 : assumedLifetimeMs;
    kept = { value, goodUntilMs: askedAtMs + lifetimeMs - spareMs };
    return { kind: 'token', value };
  }

  return {
    current(signal) {
      if (kept === null || performance.now() >= kept.goodUntilMs) return ask(signal);
      return Promise.resolve({ kind: 'token', value: kept.value });
    },
    renewed(refused, signal) {
      // Another mail may have got a new one meanwhile.
      if (kept?.value === refused) kept = null;
      return this.current(signal);
    },
    close: () => http.close(),
  };
}

function tokenRequest({ tokenUrl, clientId, clientSecret, scope, clientAuthentication }: Oauth2Config) {
  const grant = { grant_type: 'client_credentials', ...(scope === undefined ? {} : { scope }) };
  const accept = { accept: 'application/json' };
  const secrets = [clientSecret];
  if (clientAuthentication === 'body') {
    const values = { ...grant, client_id: clientId, client_secret: clientSecret };
    return formRequest(tokenUrl, values, { headers: accept, secrets });
  }
  const login = [clientId, clientSecret].map(encodeURIComponent).join(':');
  const authorization = `Basic ${Buffer.from(login).toString('base64')}`;
  return formRequest(tokenUrl, grant, { headers: { ...accept, authorization }, secrets });
}

/** A proxy may answer 200 in the name of the server: that is no refusal. */
function noToken(): Token {
  const reason = 'no access token: the token endpoint answered 2xx without one';
  return { kind: 'none', outcome: { kind: 'failed', permanent: false, reason } };
}
