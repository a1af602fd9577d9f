import type { OutageGroup } from '../monitor/wire-types.ts';
import type { Act } from './act.ts';

/** What can be done about an outage group. */
export function groupActs({ outageGroupId, incidents, endedAt }: OutageGroup): Act[] {
  if (endedAt !== null || incidents.every(({ over }) => over)) return [];
  return [
    {
      label: 'Acknowledge all',
      isMain: true,
      isSigned: true,
      note: 'optional',
      wanted: ({ by, note }) => ({
        method: 'POST',
        path: `/api/outage-groups/${outageGroupId}/acknowledge`,
        body: { by, note },
      }),
      tell: (answer) => tell(answer ?? {}),
    },
  ];
}

interface Answer {
  acknowledged?: unknown[];
  refused?: unknown[];
}

function tell({ acknowledged = [], refused = [] }: Answer) {
  const { length: done } = acknowledged;
  const text = done === 1 ? '1 incident is acknowledged' : `${done} incidents are acknowledged`;
  if (refused.length === 0) return `${text}.`;
  return { text: `${text}, ${refused.length} could not be.`, isBad: true };
}
