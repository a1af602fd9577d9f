import type { Aside } from '../../store/events/set-aside.ts';
import type { Finding } from './finding.ts';

const what = 'Quarantined';

/** What failed repeatedly and was quarantined, so that other work continues. */
export function judgeAside(aside: readonly Aside[]): Finding[] {
  if (aside.length === 0) return [{ what, level: 'ok', found: 'nothing', advice: null }];
  const advice =
    'Until then it is not checked, and nobody is notified. Read the log of the workers and fix the cause (usually with an upgrade), ' +
    'then restart a worker: it retries all of it. Each worker also retries once an hour.';
  return aside.map((each) => ({ what, level: 'act', found: say(each), advice }));
}

function say({ what: kind, id, group, error, atMs }: Aside): string {
  const name = group === undefined ? `${kind} ${id}` : `${kind} ${id} for ${group}`;
  return `${name} at ${new Date(atMs).toISOString()}: ${error}`;
}
