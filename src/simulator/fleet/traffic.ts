import { LatencyHistogram } from './latency-histogram.ts';
import type { Attempt } from './pretended-instance.ts';

/** What was sent and what came back, counted. */
export class Traffic {
  readonly latency = new LatencyHistogram();
  /** Answers to heartbeats by status code, or by the error's code where no answer came. */
  readonly answers = new Map<string, number>();
  /** What the monitor did not like of what it took. */
  readonly warnings = new Map<string, number>();
  sent = 0;
  accepted = 0;
  registrations = 0;
  /** Heartbeats that fell away while one was under way: the monitor or this machine is too slow. */
  skipped = 0;

  note({ to, status, trouble, tookMs, warnings }: Attempt, intervalMs: number): void {
    for (const { pointer = '', message = '' } of warnings) add(this.warnings, `${pointer} ${message}`.trim());
    if (to === 'register') {
      this.registrations += 1;
      return;
    }
    this.sent += 1;
    if (status === 200) this.accepted += 1;
    this.skipped += Math.floor(tookMs / intervalMs);
    add(this.answers, trouble ?? String(status));
    this.latency.record(tookMs);
  }

  get failed(): number {
    return this.sent - this.accepted;
  }
}

function add(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}
