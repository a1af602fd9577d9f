import type { ServiceStatus } from './status.ts';

/** The service went from one status to another. */
export interface StatusEntry {
  atMs: number;
  from: ServiceStatus;
  to: ServiceStatus;
}

/** A person did something about the incident. */
export interface ActionEntry {
  atMs: number;
  action: 'acknowledged' | 'noted' | 'resolved';
  by: string;
  note: string | null;
  /** The note is for everybody, on status pages too; absent: for operators alone. */
  public?: true;
  /** The note was for everybody, and was taken back; absent: it was not. */
  retracted?: { by: string; atMs: number };
}

/** One entry of an incident's timeline. */
export type TimelineEntry = StatusEntry | ActionEntry;

/** The first entries, which lead into the outage, are always kept. */
const firstEntries = 2;

/** An incident that flaps for a week has thousands of changes, and each commit writes all of them again. */
const mostSteps = 200;

/** The timeline with one more step of the service; of very many the oldest but the first are left out. */
export function withStep(timeline: readonly TimelineEntry[], entry: StatusEntry): TimelineEntry[] {
  const steps = timeline.filter((one) => 'to' in one);
  const tooOld = steps.length < mostSteps ? undefined : steps[firstEntries];
  return [...timeline.filter((one) => one !== tooOld), entry];
}
