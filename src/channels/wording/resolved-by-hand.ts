import { archivedNote } from '../../domain/act-on-incident.ts';
import type { IncidentMessage } from '../../domain/messages.ts';
import { cleanText } from './clean-text.ts';
import type { News } from './news.ts';

/** The service is not watched any more: that is no news of how it is. */
function isArchived({ kind, resolvedNote }: IncidentMessage): boolean {
  return kind === 'resolved' && resolvedNote === archivedNote;
}

/** The end of an incident that a person ended, which is not always that of the outage. */
function newsOf(message: IncidentMessage, resolvedBy: string): News {
  const who = cleanText(resolvedBy);
  if (isArchived(message))
    return {
      short: `archived by ${who}, not watched any more`,
      long: (service) => `${who} archived ${service}, which ended its incident: it is not watched any more.`,
    };
  const isBack = message.recoveredAtMs !== null;
  return {
    short: `resolved by ${who}`,
    long: (service) =>
      `${who} resolved the incident of ${service}. ${isBack ? 'It sends heartbeats again.' : 'It has sent no heartbeat since.'}`,
  };
}

export const resolvedByHand = { isArchived, newsOf } as const;
