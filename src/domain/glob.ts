/** Whether `text` matches a pattern in which `*` stands for any run of characters and `?` for one, of any script. */
export function matchesGlob(pattern: string, text: string): boolean {
  let p = 0;
  let t = 0;
  let starAt = -1;
  let resumeAt = 0;
  // One star is remembered at a time, so the worst case is pattern × text: no pattern can hang the monitor.
  while (t < text.length) {
    if (p < pattern.length && pattern[p] === '*') {
      starAt = p++;
      resumeAt = t;
    } else if (pattern[p] === '?') {
      p++;
      t += (text.codePointAt(t) ?? 0) > 0xffff ? 2 : 1;
    } else if (p < pattern.length && pattern[p] === text[t]) {
      p++;
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
