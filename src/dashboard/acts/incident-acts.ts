import type { Incident, Service } from '../monitor/wire-types.ts';
import type { Act } from './act.ts';
import { holdForAnHour } from './maintenance-acts.ts';

/** What can be done about an incident, in the order in which people need it. `service`: as it is now, if it was read. */
export function incidentActs(incident: Incident, service: Service | undefined): Act[] {
  const path = `/api/incidents/${incident.incidentId}`;
  const isOver = incident.state === 'resolved';
  const isAcknowledged = incident.acknowledged !== null;
  const isHeld = service?.maintenance != null;
  const acts: (Act | false)[] = [
    !isOver && {
      label: isAcknowledged ? 'Acknowledge as well' : 'Acknowledge',
      isMain: !isAcknowledged && incident.state === 'open',
      isSigned: true,
      wanted: ({ by }) => ({ method: 'POST', path: `${path}/acknowledge`, body: { by } }),
      tell: () => 'Acknowledged.',
    },
    {
      label: 'Add a note',
      isSigned: true,
      note: 'needed',
      wanted: ({ by, note }) => ({ method: 'POST', path: `${path}/notes`, body: { by, note } }),
      tell: () => 'The note was added.',
    },
    !isOver && !isHeld && holdForAnHour(incident),
    !isOver && {
      label: 'Resolve',
      question: questionOf(incident),
      isSigned: true,
      note: 'optional',
      wanted: ({ by, note }) => ({ method: 'POST', path: `${path}/resolve`, body: { by, note } }),
      tell: () => 'Resolved.',
    },
  ];
  return acts.filter((act) => act !== false);
}

/** What can be done about a public note; `at`: when it was written. */
export function publicNoteActs({ incidentId }: Incident, at: string): Act[] {
  return [
    {
      label: 'Take back',
      question:
        'Take the note off the status pages and their feeds? It stays here, for operators. Who has read it, or keeps a copy of a feed, has it.',
      isSigned: true,
      wanted: ({ by }) => ({
        method: 'POST',
        path: `/api/incidents/${incidentId}/notes/retract`,
        body: { by, at },
      }),
      tell: () =>
        'Taken back: it leaves the status pages within five seconds, exported ones with their next export.',
    },
  ];
}

function questionOf({ state }: Incident): string {
  const now = state === 'open' ? 'Its service is still Down. ' : '';
  return `${now}Resolve the incident by hand? The channels that were told of it are told that it is over. A new incident opens only after the service recovered and is Down again.`;
}
