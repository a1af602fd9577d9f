import { z } from 'zod';

const anHttpUrl = 'must be an http or https URL without a user name or password';

/** The address of a receiver: http or https, without a user and password in it. It may be a secret as a whole. */
export const httpUrl = z.string(anHttpUrl).max(2048).refine(isHttpUrl, anHttpUrl);

function isHttpUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || /\s/.test(text)) return false;
  return /^https?:$/.test(url.protocol) && url.hostname !== '' && url.username === '' && url.password === '';
}
