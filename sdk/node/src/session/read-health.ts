import type { HealthStatus } from '../health.ts';

/** Health as it travels. */
export interface HealthReport {
  status: HealthStatus;
  /** One line; null: there is nothing to say. */
  reasons: string | null;
}

const statuses: readonly unknown[] = ['healthy', 'degraded', 'unhealthy'] satisfies HealthStatus[];
const longestReasons = 256;

/** What a health callback answered. What cannot be understood is a fault of it, and so of the application. */
export function readHealth(answer: unknown): HealthReport {
  const given = (typeof answer === 'object' && answer !== null ? answer : { status: answer }) as {
    status?: unknown;
    reasons?: unknown;
  };
  if (!statuses.includes(given.status)) return unhealthy('the health check answered nothing that is known');
  const status = given.status as HealthStatus;
  return { status, reasons: status === 'healthy' ? null : lineOf(reasonsIn(given.reasons).join('; ')) };
}

/** A text is a list of one. */
function reasonsIn(given: unknown): string[] {
  if (typeof given === 'string') return [given];
  return Array.isArray(given) ? given.map(String) : [];
}

export function unhealthy(reason: string): HealthReport {
  return { status: 'unhealthy', reasons: lineOf(reason) };
}

function lineOf(text: string): string | null {
  const line = text.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim();
  // Counted as the monitor counts; half a character at the end is none.
  return line.slice(0, longestReasons).replace(/\p{Cs}$/u, '') || null;
}
