import type { Evidence, Findings } from './evidence.ts';

/**
 * Redis writes to its log before it answers; but while a flush of the log is under way (`appendfsync everysec`) it puts
 * the write off, for two seconds at most. Who kills it then loses what was answered since.
 */
const putOffMs = 2_000;

/** While Redis is away an API that lives says so within this time. */
const promiseMs = 1_000;

export interface AnswerFindings extends Findings {
  sent: number;
  taken: number;
  /** How many answered 200 were not yet in the log of a Redis that was killed. */
  unflushed: number;
  /** The longest answer while Redis was away; null: it never was, or nobody asked. */
  slowestAwayMs: number | null;
}

/** A heartbeat is answered 200 only when it is stored; while Redis is away it is answered 503, and soon. */
export function judgeAnswers(evidence: Evidence): AnswerFindings {
  const { members, windows, stored, slackMs } = evidence;
  const findings: AnswerFindings = { mistakes: [], sent: 0, taken: 0, unflushed: 0, slowestAwayMs: null };
  const away = windows.filter((window) => window.away === 'redis');
  const isUnflushed = (ms: number) =>
    away.some(({ isKill, fromMs }) => isKill === true && ms <= fromMs && fromMs - ms < putOffMs);
  for (const { instanceId, attempts } of members) {
    for (const { sentAtMs, tookMs, status, receivedAtMs } of attempts) {
      findings.sent++;
      if (status === 200) findings.taken++;
      if (receivedAtMs !== null && stored !== null && !stored.has(`${instanceId}:${receivedAtMs}`)) {
        const text = `the heartbeat of ${receivedAtMs} was answered 200 and is nowhere`;
        if (isUnflushed(receivedAtMs)) findings.unflushed++;
        else findings.mistakes.push({ kind: 'unstored', text });
      }
      if (!away.some(({ fromMs, toMs }) => sentAtMs >= fromMs && sentAtMs < (toMs ?? sentAtMs + 1))) continue;
      findings.slowestAwayMs = Math.max(findings.slowestAwayMs ?? 0, Math.round(tookMs));
      if (status !== 0 && tookMs <= promiseMs + slackMs) continue;
      const text = `while Redis was away a heartbeat was answered ${status} after ${Math.round(tookMs)} ms`;
      findings.mistakes.push({ kind: 'slow answer', text });
    }
  }
  return findings;
}
