import { STATUS_CODES } from 'node:http';
import { cleanText } from '../wording/clean-text.ts';

/** Shorter parts of an address are words such as `hook`, not secrets. */
const shortestSecret = 6;

/** What a receiver answered: its status, and the first line of what it said, without what it repeats of the request. */
export function formatAnswer(
  status: number,
  said: string,
  {
    url,
    headers = {},
    secrets = [],
  }: {
    url: string;
    headers?: Record<string, string> | undefined;
    secrets?: readonly string[] | undefined;
  },
): string {
  const { pathname, searchParams, username, password } = new URL(url);
  const sent = [
    ...pathname.split('/'),
    ...searchParams.values(),
    username,
    password,
    // `Bearer x` may also be repeated as x.
    ...Object.values(headers).flatMap((value) => [value, ...value.split(' ')]),
  ].filter((text) => text.length >= shortestSecret);
  const hidden = [...sent, ...secrets].flatMap((text) => [text, decode(text)]).filter(Boolean);
  const line = said.split(/\r\n|\r|\n/).find((one) => one.trim() !== '') ?? '';
  const words = hidden
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, secret) => text.replaceAll(secret, '…'), line);
  const name = STATUS_CODES[status];
  return cleanText(
    [name === undefined ? String(status) : `${status} ${name}`, words].filter(Boolean).join(': '),
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
