import { LatencyHistogram } from './latency-histogram.ts';

/** What was sent and what came back, counted. */
export class Traffic {
  readonly latency = new LatencyHistogram();
  /** Answers to heartbeats by status code, or by the error's code where no answer came. */
  readonly answers = new Map<string, number>();
  sent = 0;
  accepted = 0;
  registrations = 0;
  /** Turns at which the instance was still busy with the heartbeat before: the monitor or this machine is too slow. */
  skipped = 0;

  heartbeatAnswered(label: string, latencyMs: number): void {
    this.sent += 1;
    if (label === '200') this.accepted += 1;
    this.answers.set(label, (this.answers.get(label) ?? 0) + 1);
    this.latency.record(latencyMs);
  }

  get failed(): number {
    return this.sent - this.accepted;
  }
}
