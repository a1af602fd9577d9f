import type { AccessTokens, Token } from './access-tokens.ts';

/** What nodemailer gives to who logs in by a way of its own. */
interface Login {
  sendCommand(command: string): Promise<{ status: number }>;
}

/** A mail server refused to let us in; nodemailer adds its answer. */
class LoginRefusedError extends Error {
  override readonly name = 'LoginRefusedError';
}

/**
 * Logs in with XOAUTH2. A token that the server does not take may have been revoked before its end: it is renewed once, on
 * the same connection.
 */
export async function logInWithToken(
  { sendCommand }: Login,
  { user, first, tokens, signal }: { user: string; first: string; tokens: AccessTokens; signal: AbortSignal },
): Promise<Token> {
  const attempt = async (token: string) => {
    const login = Buffer.from(`user=${user}\u0001auth=Bearer ${token}\u0001\u0001`).toString('base64');
    const answer = await sendCommand(`AUTH XOAUTH2 ${login}`);
    // 334 and why, as base64: it is followed by the refusal itself.
    return answer.status === 334 ? sendCommand('') : answer;
  };
  const isTaken = ({ status }: { status: number }) => status >= 200 && status < 300;
  // 4xx: the server cannot say now.
  const isRefused = ({ status }: { status: number }) => status >= 500;

  const answer = await attempt(first);
  if (isTaken(answer)) return { kind: 'token', value: first };
  if (!isRefused(answer)) throw new LoginRefusedError();
  const renewed = await tokens.renewed(first, signal);
  if (renewed.kind === 'none') return renewed;
  if (isTaken(await attempt(renewed.value))) return renewed;
  throw new LoginRefusedError();
}
