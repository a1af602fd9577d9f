import type { Finding } from './finding.ts';

/** What is wrong with monitor.yaml: no monitor starts with it, and one that runs keeps to what the file said before. */
export function judgeFile(errors: readonly string[]): Finding[] {
  const advice = 'Correct it; then run: config check. Channels, routes and maintenance were not examined.';
  return errors.map((found) => ({ what: 'monitor.yaml', level: 'act', found, advice }));
}
