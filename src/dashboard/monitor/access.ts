/** By what the monitor lets this page in: a key, or somebody has signed in in this browser, which keeps the proof of it. */
export type Access = { kind: 'key'; key: string } | { kind: 'session' };

/** What a request says of it. The second header tells the monitor that it comes from a page of its own. */
export function toRequest(access: Access): {
  headers: Record<string, string>;
  credentials: RequestCredentials;
} {
  return access.kind === 'key'
    ? { headers: { 'x-api-key': access.key }, credentials: 'omit' }
    : { headers: { 'x-monitor-page': '1' }, credentials: 'same-origin' };
}
