const special = /^[*?\\]$/;

/**
 * Whether `text` matches a pattern in which `*` stands for any run of characters and `?` for one, of any script; `\*`, `\?`
 * and `\\` stand for themselves.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  let p = 0;
  let t = 0;
  let starAt = -1;
  let resumeAt = 0;
  // One star is remembered at a time, so the worst case is pattern × text: no pattern can hang the monitor.
  while (t < text.length) {
    const isEscaped = pattern[p] === '\\' && special.test(pattern[p + 1] ?? '');
    const literal = pattern[isEscaped ? p + 1 : p];
    if (!isEscaped && literal === '*') {
      starAt = p++;
      resumeAt = t;
    } else if (!isEscaped && literal === '?') {
      p++;
      t += (text.codePointAt(t) ?? 0) > 0xffff ? 2 : 1;
    } else if (literal === text[t]) {
      p += isEscaped ? 2 : 1;
      t++;
    } else if (starAt >= 0) {
      p = starAt + 1;
      t = ++resumeAt;
    } else {
      return false;
    }
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}

/** How every text begins that the pattern matches; all of it, if nothing in it stands for something else. */
export function prefixOf(pattern: string): string {
  return pattern.split(/[*?\\]/, 1)[0] ?? '';
}

/** The pattern that matches this text and no other. */
export function globOf(text: string): string {
  return text.replaceAll(/[*?\\]/g, '\\$&');
}
