/** Enough to act on, not a page of HTML. */
const longest = 200;

/** Control, format (bidi too) and half characters, and every kind of space. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}]+/gu;

/**
 * What others wrote, fit for a line of the log: a line that a peer made up cannot pass for one of the log's own.
 * `test/wire/trouble-vectors.json` holds it for every SDK.
 */
export function oneLine(text: string): string {
  const visible = [...text.replace(unseen, ' ').trim()];
  return visible.length <= longest ? visible.join('') : `${visible.slice(0, longest - 1).join('')}…`;
}
