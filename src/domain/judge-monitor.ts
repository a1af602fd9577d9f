import type { Impairment, ImpairmentReason } from './impairment.ts';

/** What becomes of the monitor's own state by one look. */
export type MonitorVerdict =
  | { kind: 'unchanged' }
  | { kind: 'begins'; reasons: ImpairmentReason[] }
  | { kind: 'goes-on'; impairment: Impairment }
  | { kind: 'ends'; impairment: Impairment };

/**
 * One impairment however many causes come and go in it: it begins with the first and ends when there has been none for
 * `calmMs`. Only its two ends are told.
 */
export function judgeMonitor(
  impairment: Impairment | null,
  found: readonly ImpairmentReason[],
  nowMs: number,
  calmMs: number,
): MonitorVerdict {
  if (impairment === null)
    return found.length === 0 ? { kind: 'unchanged' } : { kind: 'begins', reasons: [...found] };
  const { reasons, active } = impairment;
  if (found.length === 0) {
    const quietSinceMs = impairment.quietSinceMs ?? nowMs;
    if (nowMs - quietSinceMs >= calmMs) return { kind: 'ends', impairment };
    if (impairment.quietSinceMs !== null) return { kind: 'unchanged' };
    return { kind: 'goes-on', impairment: { ...impairment, active: [], quietSinceMs } };
  }
  const causes = found.map(({ cause }) => cause);
  if (impairment.quietSinceMs === null && causes.join() === active.join()) return { kind: 'unchanged' };
  const fresh = found.filter(({ cause }) => !reasons.some((reason) => reason.cause === cause));
  return {
    kind: 'goes-on',
    impairment: { ...impairment, reasons: [...reasons, ...fresh], active: causes, quietSinceMs: null },
  };
}
