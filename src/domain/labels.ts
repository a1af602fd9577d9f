/** What a service calls itself beside its name, such as `team: shop`. */
export type Labels = Readonly<Record<string, string>>;

const mostLabels = 20;
const longestValue = 128;

/** It begins with a letter or a digit, so that no name of JavaScript's own, such as `__proto__`, is one. */
const labelName = /^[a-z0-9][a-z0-9_./-]{0,62}$/;

/** What ends a line, moves a terminal's cursor, turns the direction of reading or cannot be seen. */
const unclean = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u200b\u2060\ufeff\s]+/gu;

export function isLabelName(text: string): boolean {
  return labelName.test(text);
}

/**
 * The labels in the metadata of a registration, in the order of their names. What cannot be a label is left out, and so
 * is what is more than twenty: a registration is never refused for it.
 */
export function labelsIn(metadata: Record<string, unknown> | null): Labels {
  const given = metadata?.['labels'];
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return {};
  const labels: [string, string][] = [];
  for (const [name, value] of Object.entries(given)) {
    if (!isLabelName(name) || typeof value !== 'string') continue;
    const text = clean(value);
    if (text !== '' && [...text].length <= longestValue) labels.push([name, text]);
  }
  const sorted = labels.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.slice(0, mostLabels));
}

/** In the form in which names are kept: a glob of a file matches it, whatever its author typed. */
function clean(value: string): string {
  return value.normalize('NFC').replace(unclean, ' ').trim();
}
