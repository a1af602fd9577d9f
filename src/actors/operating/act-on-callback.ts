import { globOf } from '../../domain/glob.ts';
import type { Incident } from '../../domain/incident.ts';
import type { CallbackAct } from '../ports/callbacks.ts';
import type { Drills } from '../ports/drills.ts';
import type { Log } from '../ports/observability.ts';
import type { GroupReadings } from '../ports/outage-groups.ts';
import type { Readings } from '../ports/reading.ts';
import type { AcknowledgeGroup } from './acknowledge-group.ts';
import type { ActOnIncident } from './act-on-incident.ts';
import type { ActOnMaintenance } from './act-on-maintenance.ts';

/** What became of what a person asked for at a provider. `words` are for that person. */
export type CallbackOutcome = { kind: 'done' | 'refused' | 'unknown'; words: string };

export type ActOnCallback = (channelId: string, act: CallbackAct) => Promise<CallbackOutcome>;

const silenceMs = 60 * 60_000;

/**
 * Does what a person asked for with a button, or did in a pager. Somebody acknowledged it already: that stands, so that
 * a pager that repeats what it was told changes nothing. Done twice, it changes nothing either.
 */
export function createActOnCallback(parts: {
  readings: Pick<Readings, 'incident'>;
  groups: Pick<GroupReadings, 'group'>;
  actOnIncident: ActOnIncident;
  acknowledgeGroup: AcknowledgeGroup;
  maintenance: Pick<ActOnMaintenance, 'declare'>;
  drills: Pick<Drills, 'prove'>;
  newId: () => string;
  log: Log;
}): ActOnCallback {
  return async function actOnCallback(channelId, { act, about, by }) {
    const incident = await parts.readings.incident(about);
    const outcome =
      incident === null
        ? await onGroup(about, act, by)
        : act === 'silence'
          ? await silence(channelId, incident, by)
          : await acknowledge(incident, by);
    // A person saw a message of this channel, whatever became of it.
    if (outcome.kind !== 'unknown') await prove(channelId, by);
    return outcome;
  };

  async function acknowledge(incident: Incident, by: string): Promise<CallbackOutcome> {
    const name = nameOf(incident);
    const { acknowledged, state, incidentId } = incident;
    if (state !== 'resolved' && acknowledged !== null)
      return { kind: 'done', words: `${acknowledged.by} has acknowledged the incident of ${name} already.` };
    const outcome = await parts.actOnIncident(incidentId, { kind: 'acknowledge', by, note: null });
    switch (outcome.kind) {
      case 'done':
        return { kind: 'done', words: `You acknowledged the incident of ${name}.` };
      case 'refused':
        return { kind: 'refused', words: outcome.reason };
      case 'unknown-incident':
      case 'link-used':
        return unknown;
      default:
        return outcome satisfies never;
    }
  }

  async function silence(channelId: string, incident: Incident, by: string): Promise<CallbackOutcome> {
    const { serviceName, environment, state } = incident;
    if (state === 'resolved') return { kind: 'refused', words: 'The incident is already resolved.' };
    const outcome = await parts.maintenance.declare(
      {
        match: { service: globOf(serviceName), environment: globOf(environment) },
        ...{ startsAtMs: null, endsAtMs: null, forMs: silenceMs, weekly: null },
        ...{ by, note: `silenced for 1 hour in ${channelId}` },
      },
      // Pressed twice, it is one window.
      {
        windowId: parts.newId(),
        bounds: { environments: [], services: [] },
        request: `button ${incident.incidentId}`,
      },
    );
    switch (outcome.kind) {
      case 'declared':
      case 'known': {
        const until = new Date(outcome.window.endsAtMs ?? 0).toISOString().slice(11, 16);
        return {
          kind: 'done',
          words: `Messages about ${nameOf(incident)} are held back until ${until} UTC.`,
        };
      }
      case 'refused':
        return { kind: 'refused', words: outcome.reason };
      case 'too-many':
        return { kind: 'refused', words: `There are ${outcome.most} maintenance windows already.` };
      case 'other-request':
        return { kind: 'refused', words: 'Another maintenance window has the same name.' };
      default:
        return outcome satisfies never;
    }
  }

  async function onGroup(groupId: string, act: CallbackAct['act'], by: string): Promise<CallbackOutcome> {
    const kept = act === 'acknowledge' ? await parts.groups.group(groupId) : null;
    if (kept === null) return unknown;
    const { acknowledged, before, refused } = await parts.acknowledgeGroup(kept.group.incidents, {
      ...{ by, note: null },
      leavesOthers: true,
    });
    if (acknowledged.length > 0)
      return { kind: 'done', words: `You acknowledged ${acknowledged.length} incidents of this outage.` };
    if (before.length > 0)
      return {
        kind: 'done',
        words: `${before.join(', ')} acknowledged the incidents of this outage already.`,
      };
    return { kind: 'refused', words: refused[0]?.reason ?? 'No incident of this outage is open any more.' };
  }

  async function prove(channelId: string, by: string): Promise<void> {
    await parts.drills
      .prove(channelId, by, 'acknowledgement')
      .catch((error: unknown) =>
        parts.log.warn({ channelId, error }, 'could not store that a person reads the messages of a channel'),
      );
  }
}

const unknown: CallbackOutcome = {
  kind: 'unknown',
  words: 'The monitor does not keep this incident any more.',
};

const nameOf = ({ serviceName, environment }: Incident) => `${serviceName} (${environment})`;
