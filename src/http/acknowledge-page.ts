import type { LinkUse } from '../actors/operating/acknowledge-by-link.ts';
import type { Drill } from '../actors/ports/drills.ts';
import type { SentLink } from '../actors/ports/operating.ts';
import type { Incident } from '../domain/incident.ts';
import { escapeHtml, scriptlessPage } from './scriptless-page.ts';

/** What a person filled in, and what is wrong with it. */
export interface Filled {
  by: string;
  note: string;
  fault: string;
}

/** The page behind a link to acknowledge an incident. It works without scripts. */
export function acknowledgePage(standing: LinkUse, filled: Filled | null = null): string {
  return scriptlessPage({ ...contentOf(standing, filled), root: '../' });
}

function contentOf(standing: LinkUse, filled: Filled | null): { title: string; body: string } {
  switch (standing.kind) {
    case 'open':
      return {
        title: `Acknowledge the incident of ${standing.incident.serviceName}?`,
        body: `${outage(standing.incident)}${sentTo(standing.link)}${form(filled)}`,
      };
    case 'acknowledged':
      return {
        title: 'Acknowledged',
        body: `${whoAcknowledged(standing.incident)}${paragraph(
          'There are no more reminders and no escalation of this incident. When it is over, that is told as usual.',
        )}`,
      };
    case 'used':
      return {
        title: 'This link was used already',
        body: `${whoAcknowledged(standing.incident)}${sentTo(standing.link)}`,
      };
    case 'over':
      return {
        title: `The incident of ${standing.incident.serviceName} is over`,
        body: paragraph('There is nothing to acknowledge any more.') + sentTo(standing.link),
      };
    case 'expired':
      return {
        title: 'This link has expired',
        body:
          paragraph('Use the link in a newer message, the command line or the API.') + sentTo(standing.link),
      };
    case 'group':
      return {
        title: `Acknowledge the outage of ${standing.cause}?`,
        body: `${servicesOf(standing.incidents)}${sentTo(standing.link)}${form(filled)}`,
      };
    case 'group-acknowledged':
      return {
        title: 'Acknowledged',
        body: `${standing.incidents.map(whoAcknowledged).join('')}${paragraph(
          'There are no more reminders and no escalation of these incidents. When they are over, that is told as usual.',
        )}`,
      };
    case 'group-used':
      return {
        title: `The outage of ${standing.cause} is acknowledged`,
        body: `${standing.incidents.map(whoAcknowledged).join('')}${sentTo(standing.link)}`,
      };
    case 'group-over':
      return {
        title: `The outage of ${standing.cause} is over`,
        body: paragraph('There is nothing to acknowledge any more.') + sentTo(standing.link),
      };
    case 'drill':
      return {
        title: 'Did this drill reach you?',
        body: `${paragraph('It was sent to find out whether messages reach a person. No service is affected.')}${sentTo({ ...standing.drill, recipients: null })}${drillForm(filled)}`,
      };
    case 'drill-confirmed':
      return { title: 'Confirmed', body: whoConfirmed(standing.drill) };
    case 'drill-over':
      return { title: 'This link was used already', body: whoConfirmed(standing.drill) };
    case 'refused':
      return { title: 'Not acknowledged', body: paragraph(standing.reason) };
    case 'unknown':
      return {
        title: 'This link is not valid',
        body: paragraph('Perhaps only a part of it was copied, or the incident is not kept any more.'),
      };
    default:
      return standing satisfies never;
  }
}

function outage(incident: Incident): string {
  const { serviceName, environment, state, silentSinceMs, startedAtMs } = incident;
  const since = new Date(silentSinceMs ?? startedAtMs).toISOString().slice(0, 19).replace('T', ' ');
  const now =
    state === 'open'
      ? `is Down since ${since} UTC.`
      : 'sends heartbeats again. The incident is not over yet.';
  return paragraph(`${serviceName} in ${environment} ${now}`) + whoAcknowledged(incident);
}

/** Those that the message named and nobody has acknowledged. */
function servicesOf(incidents: readonly Incident[]): string {
  const names = incidents.map(({ serviceName, environment }) => `${serviceName} (${environment})`).toSorted();
  return paragraph(`Down, and acknowledged by nobody: ${names.join(', ')}.`);
}

function whoAcknowledged({ acknowledged, serviceName }: Incident): string {
  if (acknowledged === null) return '';
  const { by, atMs, note } = acknowledged;
  const at = new Date(atMs).toISOString().slice(0, 19).replace('T', ' ');
  const said = note === null ? '' : `: ${note}`;
  return paragraph(`${by} acknowledged the incident of ${serviceName} at ${at} UTC${said}`);
}

function whoConfirmed({ confirmed, channelId }: Drill): string {
  return paragraph(
    `${confirmed?.by ?? 'Somebody'} confirmed that the drill of the channel ${channelId} arrived.`,
  );
}

function sentTo({
  channelId,
  channelType,
  recipients,
}: Pick<SentLink, 'channelId' | 'channelType' | 'recipients'>): string {
  return paragraph(`This link was sent to the channel ${channelId}: ${recipients ?? channelType}.`, 'hint');
}

function form(filled: Filled | null): string {
  return `<form method="post">
${faultOf(filled)}<label for="by">Your name</label>
<input id="by" name="by" required maxlength="128" autocomplete="name" value="${escapeHtml(filled?.by ?? '')}">
<label for="note">Note (optional)</label>
<textarea id="note" name="note" rows="3" maxlength="2000">${escapeHtml(filled?.note ?? '')}</textarea>
<button type="submit">Acknowledge</button>
<p class="hint">Reminders and escalation stop until the incident is over. Your name and the note stand in the incident.</p>
</form>`;
}

function drillForm(filled: Filled | null): string {
  return `<form method="post">
${faultOf(filled)}<label for="by">Your name</label>
<input id="by" name="by" required maxlength="128" autocomplete="name" value="${escapeHtml(filled?.by ?? '')}">
<button type="submit">It reached me</button>
</form>`;
}

function faultOf(filled: Filled | null): string {
  return filled === null ? '' : `<p class="fault" role="alert">${escapeHtml(filled.fault)}</p>`;
}

function paragraph(text: string, name?: string): string {
  return `<p${name === undefined ? '' : ` class="${name}"`}>${escapeHtml(text)}</p>\n`;
}
