import { monitorReadings } from '../judge/monitor-readings.ts';
import type { Answer } from './doors.ts';

/** Why the monitor did not do what was asked. */
export type Refusal =
  /** It does not know this instance (any more): register again. */
  | { kind: 'unknown-instance' }
  /** The key is missing, wrong or too narrow: no repetition helps. */
  | { kind: 'key-refused'; statusCode: number; detail: string }
  /** The request itself is wrong: no repetition helps. */
  | { kind: 'rejected'; statusCode: number; detail: string }
  /** It cannot at the moment: try again. */
  | { kind: 'unavailable'; statusCode: number; detail: string }
  /** No answer at all: try again. */
  | { kind: 'unreachable'; reason: string };

const passing = new Set([408, 425, 429]);

/** Sorts an answer that is not a success. */
export function refusalOf({ status: statusCode, body, trouble }: Answer): Refusal {
  const detail = problemDetail(body);
  if (statusCode === 0) return { kind: 'unreachable', reason: trouble ?? '' };
  if (statusCode === 404) return { kind: 'unknown-instance' };
  if (statusCode === 401 || statusCode === 403) return { kind: 'key-refused', statusCode, detail };
  if (statusCode >= 500 || passing.has(statusCode)) return { kind: 'unavailable', statusCode, detail };
  return { kind: 'rejected', statusCode, detail };
}

function problemDetail(body: unknown): string {
  const problem = monitorReadings.problem.safeParse(body);
  if (problem.success) return problem.data.detail ?? problem.data.title ?? problem.data.code ?? '';
  return String(body).slice(0, 200);
}
