import type { FaultCase } from './fault-case.ts';
import type { Evidence } from './judge/evidence.ts';
import { readStoredBeats } from './judge/read-stored-beats.ts';
import type { Stage } from './stage/open-stage.ts';

/**
 * How much later than promised something may be, for the machine's sake: a little for timers that lie between three
 * processes, and three of the longest stalls that this process saw itself.
 */
const forgivenMs = 250;
const stallsForgiven = 3;

/** Reads everything that the judge needs, from the monitor's own interface and from those who were told. */
export async function gatherEvidence(stage: Stage, { allows = {} }: FaultCase): Promise<Evidence> {
  // Before this process reads and judges, which are stalls of its own.
  const slackMs = forgivenMs + stallsForgiven * stage.longestStallMs();
  const { members } = await stage.fleet.report();
  const incidents = await stage.api.incidents();
  const rows = await Promise.all(incidents.map(({ incidentId }) => stage.api.notifications(incidentId)));
  return {
    times: stage.options.times,
    allows,
    channels: stage.options.channels,
    members,
    silences: stage.history.silences,
    windows: stage.history.windows,
    interruptions: stage.history.interruptions,
    events: stage.watch.events,
    incidents,
    rows: rows.flat(),
    arrivals: stage.arrivals(),
    stored: stage.redis.single === null ? null : readStoredBeats(stage.redis.single.aofDirs()),
    slackMs,
  };
}
