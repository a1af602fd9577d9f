import type { Incident } from '../../domain/incident.ts';
import type { LinkedMessages, SentLink } from '../ports/operating.ts';
import type { IncidentReading } from '../ports/reading.ts';
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
  | { kind: 'open'; link: SentLink; incident: Incident };

export type LinkUse =
  | { kind: 'acknowledged'; incident: IncidentReading }
  | { kind: 'refused'; reason: string }
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
}): AcknowledgeByLink {
  async function look(token: string): Promise<LinkStanding> {
    const found = parts.readToken(token);
    if (found === null) return { kind: 'unknown' };
    const view = await parts.linkedMessages.read(found.notificationId);
    if (view === null) return { kind: 'unknown' };
    const { link, incident, nowMs, isUsed } = view;
    if (isUsed) return { kind: 'used', link, incident };
    if (incident.state === 'resolved') return { kind: 'over', link, incident };
    return found.expiresAtMs <= nowMs ? { kind: 'expired', link } : { kind: 'open', link, incident };
  }

  return {
    look,
    async use(token, { by, note }) {
      const standing = await look(token);
      if (standing.kind !== 'open') return standing;
      const { notificationId, incidentId } = standing.link;
      const outcome = await parts.actOnIncident(
        incidentId,
        { kind: 'acknowledge', by, note },
        notificationId,
      );
      switch (outcome.kind) {
        case 'done':
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
