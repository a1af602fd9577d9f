/** What a provider takes, and how it reads texts. */
export interface Fit {
  maxLength: number;
  /** In characters of JavaScript, unless the provider counts in another way. */
  lengthOf?(text: string): number;
  /** Applied to each line before it is measured: what is escaped is never cut. */
  escape?(text: string): string;
}

/**
 * Lines of text that are not longer than a provider takes, with an end that is never cut, such as a link. The first line
 * that does not fit is shortened, and those behind it are left out.
 */
export function fitLines(
  lines: readonly string[],
  end: string,
  { maxLength, lengthOf = (text) => text.length, escape = (text) => text }: Fit,
): string {
  const join = (parts: readonly string[]) => (end === '' ? parts : [...parts, end]).join('\n');
  const kept: string[] = [];
  for (const line of lines) {
    const fits = (part: string) => lengthOf(join([...kept, escape(part)])) <= maxLength;
    const part = fits(line) ? line : longestFitting(line, fits);
    if (part !== null) kept.push(escape(part));
    if (part !== line) break;
  }
  return join(kept);
}

/** One line that is not longer than a provider takes. */
export function fitLine(text: string, fit: Fit): string {
  return fitLines([text], '', fit);
}

/** The longest beginning that fits with an ellipsis; null: not even one character does. */
function longestFitting(line: string, fits: (part: string) => boolean): string | null {
  const characters = [...line];
  const cut = (length: number) => `${characters.slice(0, length).join('')}…`;
  let [least, most] = [0, characters.length - 1];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(cut(middle))) least = middle;
    else most = middle - 1;
  }
  return least > 0 && fits(cut(least)) ? cut(least) : null;
}
