import type { Incident } from '../../domain/incident.ts';
import type { Drill, Drills } from '../ports/drills.ts';
import type { Log } from '../ports/observability.ts';
import type { LinkedMessage, LinkedMessages, SentLink } from '../ports/operating.ts';
import type { IncidentReading } from '../ports/reading.ts';
import type { AcknowledgeGroup } from './acknowledge-group.ts';
import type { ActOnIncident } from './act-on-incident.ts';

/** What can be done with a link to acknowledge an incident. */
export type LinkStanding =
  /** Nobody made it, or its message is not kept any more. */
  | { kind: 'unknown' }
  | { kind: 'expired'; link: SentLink }
  /** It was used: who acknowledged with it stands in the incident. */
  | { kind: 'used'; link: SentLink; incident: Incident }
  /** The incident is resolved. */
  | { kind: 'over'; link: SentLink; incident: Incident }
  | { kind: 'open'; link: SentLink; incident: Incident }
  /** Of a message about an outage group: the incidents that it names and nobody has acknowledged. */
  | { kind: 'group'; link: SentLink; cause: string; incidents: Incident[] }
  /** All that are not over are acknowledged. */
  | { kind: 'group-used'; link: SentLink; cause: string; incidents: Incident[] }
  | { kind: 'group-over'; link: SentLink; cause: string }
  /** The link of a drill, which is about no incident; confirmed: by whom. */
  | { kind: 'drill'; drill: Drill }
  | { kind: 'drill-over'; drill: Drill };

export type LinkUse =
  | { kind: 'acknowledged'; incident: IncidentReading }
  | { kind: 'group-acknowledged'; cause: string; incidents: Incident[] }
  | { kind: 'refused'; reason: string }
  | { kind: 'drill-confirmed'; drill: Drill }
  | LinkStanding;

export interface AcknowledgeByLink {
  /** Changes nothing: whoever looks at a mail may follow its links. */
  look(token: string): Promise<LinkStanding>;
  /** Acknowledges, once. */
  use(token: string, who: { by: string; note: string | null }): Promise<LinkUse>;
}

/** A person acknowledges with the link of a message, without an API key: the link is good for this incident, once. */
export function createAcknowledgeByLink(parts: {
  /** Null: it is no such link. */
  readToken: (token: string) => { notificationId: string; expiresAtMs: number } | null;
  linkedMessages: LinkedMessages;
  actOnIncident: ActOnIncident;
  acknowledgeGroup: AcknowledgeGroup;
  drills: Pick<Drills, 'read' | 'confirm' | 'prove'>;
  log: Log;
}): AcknowledgeByLink {
  async function drillOf(drillId: string): Promise<LinkStanding> {
    const drill = await parts.drills.read(drillId);
    if (drill === null) return { kind: 'unknown' };
    return { kind: drill.confirmed === null ? 'drill' : 'drill-over', drill };
  }

  async function confirm(drill: Drill, by: string): Promise<LinkUse> {
    const outcome = await parts.drills.confirm(drill, by);
    const now = await drillOf(drill.drillId);
    if (outcome.kind === 'stale' || now.kind !== 'drill-over') return now;
    return { kind: 'drill-confirmed', drill: now.drill };
  }

  /** That it was acknowledged stands, whether this can be remembered or not. */
  const prove = ({ channelId }: SentLink, by: string) =>
    parts.drills
      .prove(channelId, by, 'acknowledgement')
      .catch((error: unknown) =>
        parts.log.warn({ channelId, error }, 'could not store that a person reads the messages of a channel'),
      );

  async function look(token: string): Promise<LinkStanding> {
    const found = parts.readToken(token);
    if (found === null) return { kind: 'unknown' };
    const view = await parts.linkedMessages.read(found.notificationId);
    if (view === null) return drillOf(found.notificationId);
    const isExpired = found.expiresAtMs <= view.nowMs;
    if (view.kind === 'group') return groupStanding(view, isExpired);
    const { link, incident, isUsed } = view;
    if (isUsed) return { kind: 'used', link, incident };
    if (incident.state === 'resolved') return { kind: 'over', link, incident };
    return isExpired ? { kind: 'expired', link } : { kind: 'open', link, incident };
  }

  async function acknowledgeAll(
    { link, cause, incidents }: Extract<LinkStanding, { kind: 'group' }>,
    who: { by: string; note: string | null },
  ): Promise<LinkUse> {
    const { acknowledged, refused } = await parts.acknowledgeGroup(incidents, who);
    if (acknowledged.length === 0)
      return { kind: 'refused', reason: refused[0]?.reason ?? 'All of it is over.' };
    await prove(link, who.by);
    return { kind: 'group-acknowledged', cause, incidents: acknowledged };
  }

  return {
    look,
    async use(token, { by, note }) {
      const standing = await look(token);
      if (standing.kind === 'drill') return confirm(standing.drill, by);
      if (standing.kind === 'group') return acknowledgeAll(standing, { by, note });
      if (standing.kind !== 'open') return standing;
      const { notificationId, incidentId } = standing.link;
      const outcome = await parts.actOnIncident(
        incidentId,
        { kind: 'acknowledge', by, note },
        notificationId,
      );
      switch (outcome.kind) {
        case 'done':
          await prove(standing.link, by);
          return { kind: 'acknowledged', incident: outcome.incident };
        case 'refused':
          return outcome;
        case 'unknown-incident':
          return { kind: 'unknown' };
        case 'link-used':
          return look(token);
        default:
          return outcome satisfies never;
      }
    },
  };
}

function groupStanding(
  { link, cause, incidents }: Extract<LinkedMessage, { kind: 'group' }>,
  isExpired: boolean,
): LinkStanding {
  const open = incidents.filter(({ state }) => state === 'open');
  if (open.length === 0) return { kind: 'group-over', link, cause };
  const waiting = open.filter(({ acknowledged }) => acknowledged === null);
  if (waiting.length === 0) return { kind: 'group-used', link, cause, incidents: open };
  return isExpired ? { kind: 'expired', link } : { kind: 'group', link, cause, incidents: waiting };
}
