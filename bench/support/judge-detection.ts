import type { Redis } from 'ioredis';
import { readEvents } from './read-events.ts';
import type { MemberTruth } from './start-fleet.ts';

/** What the monitor found of those that really fell silent. */
export interface Detection {
  /** From the exact deadline to the commit of the Down, in ms. */
  latenessMs: number[];
  missed: number;
  false: number;
  doubled: number;
}

/** Compares every Down in the stream with the truth; lateness is measured by Redis' clock alone. */
export async function judgeDetection(
  client: Redis,
  fleet: MemberTruth[],
  downAfterMs: number,
): Promise<Detection> {
  const silent = new Map(
    fleet.filter((member) => member.isSilent).map((member) => [member.instanceId, member]),
  );
  const found = new Map<string, number>();
  const detection: Detection = { latenessMs: [], missed: 0, false: 0, doubled: 0 };
  for (const { committedAtMs, event } of await readEvents(client)) {
    if (event.type !== 'instance.changed' || event.to !== 'Down') continue;
    const truth = silent.get(event.instanceId);
    if (truth === undefined) detection.false++;
    else if (found.has(event.instanceId)) detection.doubled++;
    else {
      found.set(event.instanceId, committedAtMs);
      detection.latenessMs.push(committedAtMs - (truth.lastBeatAtMs + downAfterMs));
    }
  }
  detection.missed = silent.size - found.size;
  return detection;
}
