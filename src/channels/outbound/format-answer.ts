import { STATUS_CODES } from 'node:http';
import { cleanText } from '../wording/clean-text.ts';

/** Shorter parts of an address are words such as `hook`, not secrets. */
const shortestSecret = 6;

/** What a receiver answered: its status, and the first line of what it said, without what it repeats of the request. */
export function formatAnswer(
  status: number,
  said: string,
  { url, headers = {} }: { url: string; headers?: Record<string, string> | undefined },
): string {
  const { pathname, searchParams, username, password } = new URL(url);
  const sent = [
    ...pathname.split('/'),
    ...searchParams.values(),
    username,
    password,
    ...Object.values(headers),
  ];
  const secrets = sent
    .flatMap((text) => [text, decode(text)])
    .filter((text) => text.length >= shortestSecret);
  const line = said.split(/\r\n|\r|\n/).find((one) => one.trim() !== '') ?? '';
  const words = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), line);
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
