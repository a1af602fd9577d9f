import type { PublicIncident, PublicMaintenance } from '../../schemas/status-page.ts';
import { type Html, html } from './html.ts';
import { pageWords } from './page-words.ts';

const tones = { open: 'down', recovering: 'recovering', resolved: 'operational' } as const;

/** One incident with what the public is told of it, the newest first. */
export function drawIncident(incident: PublicIncident): Html {
  const { id, state, updates } = incident;
  return html`<li class="card tone-${tones[state]}" id="i-${id}">
<h3>${pageWords.incident(incident)}</h3>
<ol class="updates">
${updates.toReversed().map(
  ({ at, kind, text }) => html`<li><strong>${pageWords.update(kind)}</strong> ${drawTime(at)}
${text === null ? null : html`<p class="note">${text}</p>`}</li>\n`,
)}</ol>
</li>
`;
}

export function drawMaintenance(maintenance: PublicMaintenance): Html {
  return html`<li class="card tone-maintenance" id="m-${maintenance.id}">
<h3>${pageWords.maintenance(maintenance)}</h3>
<p>${pageWords.span(maintenance)}</p>
</li>
`;
}

export function drawTime(at: string): Html {
  return html`<time datetime="${at}">${pageWords.time(at)}</time>`;
}
