import { z } from 'zod';

/** The address of a receiver: http or https, without a user and password in it. It may be a secret as a whole. */
export const httpUrl = z
  .string()
  .max(2048)
  .refine(isHttpUrl, 'must be an http or https URL without a user name or password');

function isHttpUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || /\s/.test(text)) return false;
  return /^https?:$/.test(url.protocol) && url.hostname !== '' && url.username === '' && url.password === '';
}
