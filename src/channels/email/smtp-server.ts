/** Where mail is handed in. */
export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte; without it the connection is upgraded when the server offers that, or must be. */
  secure: boolean;
  auth: { user: string; pass: string } | null;
}

/** Reads `smtp://user:password@host:port` or `smtps://…`; null when the text is anything else. */
export function smtpServer(text: string): SmtpServer | null {
  const match =
    /^(smtps?):\/\/(?:([^\s:@/]+):([^\s@/]*)@)?([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}))?\/?$/.exec(
      text,
    );
  if (!match) return null;
  const [, scheme, user, pass, host = '', digits] = match;
  const secure = scheme === 'smtps';
  const port = digits === undefined ? (secure ? 465 : 587) : Number(digits);
  const auth = user === undefined ? null : { user: decode(user), pass: decode(pass ?? '') };
  if (port < 1 || port > 65_535 || auth?.user === null || auth?.pass === null) return null;
  return { host: host.replace(/^\[|\]$/g, ''), port, secure, auth: auth as SmtpServer['auth'] };
}

/** Null when the text is not percent-encoded as it should be, or hides control characters. */
function decode(text: string): string | null {
  try {
    const decoded = decodeURIComponent(text);
    return /\p{Cc}/u.test(decoded) ? null : decoded;
  } catch {
    return null;
  }
}
