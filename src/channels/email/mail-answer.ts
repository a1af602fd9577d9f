import { cleanText } from '../wording/clean-text.ts';

/** Shorter ones would be found in words. */
const shortestSecret = 4;

/** What a mail server answered, as one short line, without what it repeats of a login. */
export function mailAnswer(response: string, secrets: readonly string[]): string {
  const hidden = secrets
    .filter((secret) => secret.length >= shortestSecret)
    .flatMap((secret) => [secret, ...encoded(secret)])
    .toSorted((a, b) => b.length - a.length);
  return cleanText(hidden.reduce((text, secret) => text.replaceAll(secret, '…'), response));
}

/** In a login a secret stands in base64, behind a text of any length: what is the same in all of them. */
function encoded(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2]
    .map((skipped) => {
      const whole = bytes.subarray(skipped);
      // The last group may have other bits of what follows.
      return whole.subarray(0, whole.length - (whole.length % 3)).toString('base64');
    })
    .filter((text) => text.length >= shortestSecret);
}
