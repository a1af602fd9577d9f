/**
 * Whether a caller has the answer with this ETag already, by its `If-None-Match`: a list of tags or `*`, which is any answer.
 * Tags are compared weakly, as RFC 9110 (13.1.2) says.
 */
export function hasEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const tags = ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => opaque(tag) === opaque(etag));
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, '');
}
