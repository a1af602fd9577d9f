import type { Message } from '../../domain/messages.ts';
import { type RecipientEnd, recipientEnds } from '../../domain/recipient-ends.ts';
import type { AttemptOutcome } from '../../domain/retry-schedule.ts';
import { channelKind } from '../channel-kind.ts';
import type { ChannelServices, OpenedChannel } from '../channel-services.ts';
import { openAccessTokens } from './access-tokens.ts';
import { type EmailConfig, emailConfig } from './config.ts';
import { logInWithToken } from './log-in-with-token.ts';
import { mailAnswer } from './mail-answer.ts';
import { transportOptions } from './mail-transport.ts';
import { mailOf } from './message.ts';
import { outcomeOfMail } from './outcome-of-mail.ts';
import { outcomeOfMailFailure, rejectedIn } from './outcome-of-mail-failure.ts';
import { smtpServer } from './smtp-server.ts';

/** Sends mail. */
export const kind = channelKind({ config: emailConfig, followsUp: false, open: openEmailChannel });

/** By its usual name nodemailer would take the first method that the server offers, such as PLAIN, instead. */
const ownMethod = 'XOAUTH2-RENEWED';

/** How one attempt logs in; `secrets`: what no answer may repeat. */
interface Login {
  options: object;
  secrets: string[];
  /** Why there is no token, if it had to be renewed and could not be. */
  failed(): AttemptOutcome | null;
}

/** Opens a channel that hands mail to an SMTP server. Sent means that the server took it for everybody whom it did not refuse for good. */
function openEmailChannel(config: EmailConfig, services: ChannelServices): OpenedChannel {
  const server = smtpServer(config.url);
  if (server === null) throw new TypeError('the mail server of the channel was not checked');
  const target = `${server.host}:${server.port}`;
  const tokens = config.oauth2 === undefined ? null : openAccessTokens(config.oauth2, services);
  // Loaded now and not with the first mail: a monitor without such a channel never needs it.
  const opened = import('nodemailer');
  // Each use fails with the same error.
  opened.catch(() => undefined);
  const closing = new AbortController();

  async function logIn(signal: AbortSignal): Promise<Login | AttemptOutcome> {
    const none = () => null;
    if (tokens === null) return { options: {}, secrets: [server?.auth?.pass ?? ''], failed: none };
    const token = await tokens.current(signal);
    if (token.kind === 'none') return token.outcome;
    const user = config.oauth2?.user ?? config.from;
    const secrets = [token.value];
    let failed: AttemptOutcome | null = null;
    const logInOnce = async (login: { sendCommand(command: string): Promise<{ status: number }> }) => {
      const used = await logInWithToken(login, { user, first: token.value, tokens, signal });
      if (used.kind === 'token') return secrets.push(used.value);
      failed = used.outcome;
      throw new Error('no token');
    };
    // A server that offers no login is asked for it all the same: without one it would relay for anybody.
    const options = {
      auth: { type: 'custom', method: ownMethod, user },
      ...{ forceAuth: true, customAuth: { [ownMethod]: logInOnce } },
    };
    return { options, secrets, failed: () => failed };
  }

  async function attempt(
    message: Message,
    signal: AbortSignal,
    before: readonly RecipientEnd[],
  ): Promise<AttemptOutcome> {
    if (server === null) throw new TypeError('unreachable');
    const login = await logIn(signal);
    if ('kind' in login) return login;
    const { createTransport } = await opened;
    const startedAtMs = performance.now();
    const { from, to } = config;
    const said = (response: string) => ({ answer: mailAnswer(response, login.secrets) });
    try {
      const transport = createTransport({ ...transportOptions(config, server, services), ...login.options });
      const {
        accepted,
        rejectedErrors = [],
        response,
      } = await transport.sendMail({
        ...mailOf(message),
        from: { name: 'Service Monitor', address: from },
        to: [...to],
        envelope: { from, to: recipientEnds.openOf(to, before) },
        signal,
      });
      return {
        ...outcomeOfMail({ to, before, taken: accepted.map(String), rejected: rejectedErrors }),
        ...said(response),
      };
    } catch (error) {
      const noToken = login.failed();
      if (noToken !== null) return noToken;
      const rejected = signal.aborted ? null : rejectedIn(error);
      const elapsedMs = performance.now() - startedAtMs;
      const outcome =
        rejected === null
          ? outcomeOfMailFailure({ error, target, elapsedMs, signal })
          : outcomeOfMail({ to, before, taken: [], rejected });
      const { response } = error as { response?: unknown };
      return typeof response === 'string' ? { ...outcome, ...said(response) } : outcome;
    }
  }

  return {
    recipients: config.to,
    send: (message, signal, before = []) =>
      attempt(message, AbortSignal.any([signal, closing.signal]), before),
    async close() {
      closing.abort(new Error('the channel is closed'));
      await tokens?.close();
    },
  };
}
