import type { AttemptOutcome } from '../../domain/retry-schedule.ts';
import { longestWaitMs, outcomeOfStatus, retryAfterMs } from './outcome-of-status.ts';

/** An answer as it was read; no more than its first 16 KiB. */
export interface HttpAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** What its JSON holds; its text, if it is none. */
  body: unknown;
}

/** One of the answers in which a provider means something else, or more, than the status says. */
export interface AnswerRow {
  /** `2xx`, `4xx`: any of them. */
  status: number | '2xx' | '4xx';
  /** How the provider names the case, as `codeOf` finds it; absent: whatever it says. */
  code?: string | number;
  means: 'sent' | 'refused' | 'try-again';
  /** What people should know or do, in our words: they go to logs. */
  because?: string;
}

/** What the answers of a provider mean. The first row that fits counts; without one, the status decides. */
export interface AnswerTable {
  rows: readonly AnswerRow[];
  codeOf?(body: unknown): string | number | undefined;
  /** The wait that it asks for, if it does not say so in `Retry-After`. */
  waitMsOf?(answer: HttpAnswer, nowMs: number): number | undefined;
}

/** What an answer means for a message. The provider's own words stay out of the reason, which goes to logs and metrics. */
export function outcomeOfAnswer(answer: HttpAnswer, table: AnswerTable, nowMs: number): AttemptOutcome {
  const { status, headers, body } = answer;
  const asked = table.waitMsOf?.(answer, nowMs) ?? retryAfterMs([headers['retry-after']].flat()[0], nowMs);
  const waitMs = asked !== undefined && asked > 0 ? Math.min(asked, longestWaitMs) : undefined;
  const code = table.codeOf?.(body);
  const row = table.rows.find((one) => {
    const isStatus =
      typeof one.status === 'number'
        ? one.status === status
        : one.status.startsWith(String(Math.floor(status / 100)));
    return isStatus && (one.code === undefined || one.code === code);
  });
  if (row === undefined) return outcomeOfStatus(status, waitMs);
  if (row.means === 'sent') return { kind: 'sent' };
  const named = row.code === undefined ? '' : ` (${row.code})`;
  const why = row.because === undefined ? '' : `: ${row.because}`;
  const reason = `receiver answered ${status}${named}${why}`;
  if (row.means === 'refused') return { kind: 'failed', permanent: true, reason };
  return { kind: 'failed', permanent: false, reason, retryAfterMs: waitMs };
}
