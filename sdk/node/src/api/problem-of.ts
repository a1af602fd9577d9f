import { oneLine } from '../one-line.ts';

/** An answer that is not what was hoped for. */
export interface OddReply {
  status: number;
  text: string;
  location: string | null;
  /** The text as JSON; undefined: it is none; null: there is none. */
  body: unknown;
}

/**
 * What is wrong, in one line: what the monitor says of it, or that it is not the monitor who answers.
 * @param asked Method and address of the request.
 */
export function problemOf(reply: OddReply, asked: string): string {
  const { status, text, location } = reply;
  const page = pageIn(reply);
  const withPage = page === null ? '' : ` with ${page}`;
  if (status >= 300 && status < 400) {
    const target = location === null ? '' : ` to ${withoutSecrets(location, asked)}`;
    return `${asked} answered ${status}, a redirect${target}, which is not followed; give the monitor's own address`;
  }
  if (status >= 200 && status < 300) {
    const what = page ?? (oneLine(text) || 'nothing');
    return `${asked} answered ${status} with ${what}, where the monitor sends a JSON object; a proxy or a sign-in page may stand before it`;
  }
  const { code, said } = problemIn(reply);
  if (status === 404 && code !== 'instance-unknown')
    return `${asked} answered 404${withPage}: the monitor has no such address; look at the path in the base address`;
  return `${asked} answered ${status}${withPage || (said && `: ${said}`)}`;
}

/** The address of a request without what is nobody's business. */
export function addressOf(url: URL): string {
  return url.origin + url.pathname;
}

function withoutSecrets(location: string, asked: string): string {
  const base = asked.slice(asked.indexOf(' ') + 1);
  return URL.canParse(location, base) ? oneLine(addressOf(new URL(location, base))) : oneLine(location);
}

/** What the monitor says is wrong; or whatever else was said. */
function problemIn({ body, text }: OddReply): { code: string | null; said: string } {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as {
    code?: unknown;
    detail?: unknown;
  };
  const code = typeof fields.code === 'string' ? fields.code : null;
  const { detail } = fields;
  if (typeof detail !== 'string') return { code, said: oneLine(text) };
  return { code, said: oneLine(code === null ? detail : `${code}: ${detail}`) };
}

function pageIn({ text, body }: OddReply): string | null {
  if (body !== undefined || !/^\s*</.test(text)) return null;
  const title = oneLine(/<title[^>]*>([^<]*)/i.exec(text)?.[1] ?? '');
  return title ? `a page ("${title}")` : 'a page';
}
