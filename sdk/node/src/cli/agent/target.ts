/** What an agent watches. */
export type Target =
  | { kind: 'url'; url: URL }
  | { kind: 'tcp'; host: string; port: number }
  | { kind: 'pid'; pid: number }
  /** The file is read at each look: a daemon that is started again writes its new id into it. */
  | { kind: 'pid-file'; path: string };

/** The port that the watched thing listens on; null: it is not known. */
export function portOf(target: Target): number | null {
  if (target.kind === 'tcp') return target.port;
  if (target.kind !== 'url') return null;
  return Number(target.url.port) || (target.url.protocol === 'https:' ? 443 : 80);
}
