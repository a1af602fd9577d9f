import type { Impairment, ImpairmentCause } from '../../domain/impairment.ts';
import type { Finding } from './finding.ts';

/** The doctor says it of each channel. */
const saidElsewhere: ImpairmentCause = 'channel-failing';

/** What the workers found wrong with the monitor over the last minutes, which one look cannot see. */
export function judgeImpairment(impairment: Impairment | null): Finding {
  const what = 'Impairment';
  const reasons = impairment?.reasons.filter(({ cause }) => cause !== saidElsewhere) ?? [];
  if (impairment === null || reasons.length === 0) return { what, level: 'ok', found: 'none', advice: null };
  const since = `since ${new Date(impairment.sinceMs).toISOString()}`;
  const active = reasons.filter(({ cause }) => impairment.active.includes(cause));
  if (active.length === 0) {
    const causes = reasons.map(({ cause }) => cause).join(', ');
    const advice = 'Nothing: it ends by itself unless a cause comes back.';
    return { what, level: 'look', found: `${since}, but no longer found: ${causes}`, advice };
  }
  const found = active.map(({ cause, detail }) => `${cause}: ${detail}`).join('; ');
  return {
    ...{ what, level: 'act', found: `${since}: ${found}` },
    advice: 'Look up the cause in docs/monitoring-the-monitor.md.',
  };
}
