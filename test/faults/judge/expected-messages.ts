import type { IncidentReply } from '../../support/api-client.ts';
import type { Times } from '../stage/stage-options.ts';

const hourMs = 3_600_000;

/** What has to be told of an incident, and how long it has to be quiet before it is over. */
export interface ExpectedMessages {
  incident: IncidentReply;
  /** How often each kind of message must come to a channel that is told of everything. */
  told: { down: number; flapping: number; recovering: number; resolved: number };
  quietMs: number;
}

/**
 * The rule once more, for incidents of one service in the order in which they began: the first two outages are told one
 * by one, the third is told as flapping, those after it are summed up by the hour, which no case is long enough for. Each
 * outage asks for eight times as much quiet as the one before. No case has a quiet hour either, which would count back.
 */
export function expectedMessagesOf(incidents: readonly IncidentReply[], times: Times): ExpectedMessages[] {
  let outages = 0;
  return incidents.map((incident) => {
    const count = incident.relapses + 1;
    const each = Array.from({ length: count }, (_, n) => outages + n + 1);
    outages += count;
    const down = each.filter((n) => n < 3).length;
    const flapping = down < count ? 1 : 0;
    const isBack = incident.state !== 'open';
    const wasLastTold = down + flapping === count;
    const recovering = down + flapping - (wasLastTold && !isBack ? 1 : 0);
    const resolved = incident.state === 'resolved' ? 1 : 0;
    return {
      incident,
      told: { down, flapping, recovering, resolved },
      quietMs: Math.min(hourMs, times.downAfterMs * 8 ** (outages - 1)),
    };
  });
}
