import { computed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { openIncidents } from '../incidents/open-incidents.ts';
import type { Incident, Service } from '../monitor/wire-types.ts';
import { usePage } from '../page/page-context.ts';
import { formatAgo } from '../wording/format-moment.ts';

interface Props {
  services: readonly Service[];
  incidents: readonly Incident[];
}

/** How many incidents are open, or which one. */
export function OpenLine({ services, incidents }: Props) {
  const { listed, unlisted, count } = openIncidents(services, incidents);
  const first = listed[0] ?? unlisted[0];
  if (first === undefined) return <>No open incident.</>;
  if (count > 1) return <a href="#/incidents">{count} open incidents</a>;
  return (
    <a href={`#/incidents/${first.incidentId}`}>
      1 open incident: <bdi>{first.serviceName}</bdi>
    </a>
  );
}

/** How old all this is. */
export function ReadLine() {
  const { readAtMs, nowMs, isLive } = usePage();
  const text = useMemo(
    () =>
      computed(() => {
        const atMs = readAtMs.value;
        if (atMs === null) return '';
        if (isLive.value) return 'Live';
        return `Read ${nowMs.value - atMs < 4_000 ? 'just now' : formatAgo(atMs, nowMs.value)}`;
      }),
    [readAtMs, nowMs, isLive],
  );
  return <span class="live">{text}</span>;
}
