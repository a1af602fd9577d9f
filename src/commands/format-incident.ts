import { formatDuration } from '../domain/duration.ts';
import { renderFacts } from './render-rows.ts';
import type { Incident } from './wire.ts';

type Act = Extract<Incident['timeline'][number], { action: string }>;

/** Where the words of a step begin, after its time. */
const stepIndent = '  2026-01-31T12:00:00.000Z  '.length;

/** One incident with its timeline, for people. */
export function formatIncident(incident: Incident): string {
  const { acknowledged, timeline } = incident;
  const facts = renderFacts([
    ['Service', `${incident.serviceName} (${incident.environment})`],
    ['Id', incident.incidentId],
    ['State', incident.state],
    ['Started', incident.startedAt],
    ['Detected', incident.detectedAt],
    ['Recovered', incident.recoveredAt],
    ['Resolved', incident.resolvedAt],
    ['Resolves', incident.quietUntil && `${incident.quietUntil}, if it stays on time`],
    ['Outages', incident.outages === 1 ? null : incident.outages],
    ['Silent', incident.outages === 1 ? null : `${formatDuration(incident.silentSeconds * 1000)} in all`],
    ['Flapping', incident.flapping ? 'yes: its outages are summarised once an hour' : null],
    [
      'Part of',
      incident.outageGroup == null
        ? null
        : `${incident.outageGroup.cause}, outage group ${incident.outageGroup.outageGroupId}`,
    ],
    ['Acknowledged', acknowledged && `by ${acknowledged.by} at ${acknowledged.at}`],
  ]);
  const steps = timeline.map((entry) => {
    if ('to' in entry) return `  ${entry.at}  ${entry.from} → ${entry.to}\n`;
    return `  ${entry.at}  ${entry.by} ${entry.action}${formatPublic(entry)}${formatNote(entry.note)}\n`;
  });
  return `${facts}\n${steps.join('')}`;
}

/** Whether what somebody did was for the public, and who took it back. */
export function formatPublic(entry: Pick<Act, 'public' | 'retracted'>): string {
  const where = entry.public === true ? ' in public' : '';
  return entry.retracted == null
    ? where
    : `${where} (taken back by ${entry.retracted.by} at ${entry.retracted.at})`;
}

/** Further lines stand deeper than any step begins, so that none can look like one. */
function formatNote(note: string | null): string {
  return note === null ? '' : `: ${note.replaceAll('\n', `\n${' '.repeat(stepIndent)}`)}`;
}
