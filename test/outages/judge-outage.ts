/** An alert that fired, in seconds since the outage began. */
export interface Fired {
  name: string;
  fromSeconds: number;
  toSeconds: number;
}

/** Alerts that tell of a machine with too little of its own for the monitor. */
export const ofSlowness: ReadonlySet<string> = new Set([
  'MonitorDetectionLate',
  'MonitorEventLag',
  'MonitorEventLoopBlocked',
  'MonitorHeartbeatsSlow',
  'MonitorSweeperRepairs',
]);

/**
 * What was not as expected of one outage. An alert that has longer than it was watched is not waited for: it may fire, or
 * not. So may those of slowness where the machine was busy with other work.
 */
export function judgeOutage(
  expected: Readonly<Record<string, number>>,
  fired: readonly Fired[],
  { watchedSeconds, wasBusy }: { watchedSeconds: number; wasBusy: boolean },
): string[] {
  const mistakes: string[] = [];
  for (const [name, atLatest] of Object.entries(expected)) {
    const found = fired.find((each) => each.name === name);
    if (found === undefined && atLatest <= watchedSeconds) mistakes.push(`${name} did not fire`);
    else if (found !== undefined && found.fromSeconds > atLatest)
      mistakes.push(`${name} fired after ${found.fromSeconds} s, and not within ${atLatest} s`);
    else if (found !== undefined && found.fromSeconds < 0)
      mistakes.push(`${name} fired ${-found.fromSeconds} s before the outage`);
  }
  for (const { name, fromSeconds } of fired)
    if (expected[name] === undefined && !(wasBusy && ofSlowness.has(name)))
      mistakes.push(`${name} fired after ${fromSeconds} s, and must not`);
  return mistakes;
}
