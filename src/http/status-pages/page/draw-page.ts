import type { PublicComponent, PublicPage } from '../../schemas/status-page.ts';
import { drawDays } from './draw-days.ts';
import { drawIncident, drawMaintenance, drawTime } from './draw-events.ts';
import { type Html, html } from './html.ts';
import { pageWords } from './page-words.ts';

/** Where a page is read. */
export interface PagePlace {
  /** Before the names of the files that it asks for: `status/`, or nothing. */
  folder: string;
  /** Who serves it sends the same as headers; null: they do. */
  contentPolicy: string | null;
}

/** A status page as HTML. It needs no script; one says when the page has become too old. */
export function drawPage(page: PublicPage, { folder, contentPolicy }: PagePlace): string {
  const { id, title, brand, description, madeAt, validUntil, state, groups, incidents, maintenance } = page;
  const headline = pageWords.headline(page);
  const open = incidents.filter((incident) => incident.state !== 'resolved');
  const past = incidents.filter((incident) => incident.state === 'resolved');
  const feed = (kind: 'atom' | 'rss') =>
    html`<link rel="alternate" type="application/${kind}+xml" title="${title}" href="${folder}${id}.${kind}">\n`;
  return html`<!doctype html>
<html lang="en" data-valid-until="${validUntil}">
<head>
<meta charset="utf-8">
${contentPolicy === null ? null : html`<meta http-equiv="content-security-policy" content="${contentPolicy}">\n`}<title>${headline} · ${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="${folder}icon.svg">
<link rel="stylesheet" href="${folder}style.css">
${feed('atom')}${feed('rss')}<script src="${folder}age.js" defer></script>
</head>
<body>
<header>
${brand === null ? null : html`<p class="brand">${brand}</p>\n`}<h1>${title}</h1>
${description === null ? null : html`<p class="description">${description}</p>\n`}</header>
<main>
<section class="card now tone-${state}">
<h2 class="fresh">${headline}</h2>
<h2 class="aged">Nothing is known since ${drawTime(madeAt)}</h2>
<p>As of ${drawTime(madeAt)}, valid until ${drawTime(validUntil)}.</p>
<p class="aged">What is below was true then. Nothing newer has come since.</p>
<p class="kept-open">You opened this page a while ago. <a href="">Load it again</a></p>
</section>
${listOf('Open incidents', open.map(drawIncident))}${listOf('Maintenance', maintenance.map(drawMaintenance))}<section>
<h2>Systems</h2>
${groups.map(
  (group) => html`${group.title === null ? null : html`<h3>${group.title}</h3>\n`}<ul class="components">
${group.components.map((component) => drawComponent(component, page))}</ul>
`,
)}${drawLegend(groups.flatMap(({ components }) => components))}</section>
${listOf('Past incidents', past.map(drawIncident))}${
  incidents.length > 0 ? null : html`<p class="hint">No incidents in the last 14 days.</p>\n`
}</main>
<footer>
<p>All times are UTC. <a href="${folder}${id}.atom">Atom</a> <a href="${folder}${id}.rss">RSS</a> <a href="${folder}${id}.json">JSON</a></p>
</footer>
</body>
</html>
`.text;
}

function drawComponent(component: PublicComponent, { unknownSince }: PublicPage): Html {
  const { name, state } = component;
  const words = pageWords.state(state);
  return html`<li class="card component">
<p class="name"><strong>${name}</strong> <span class="state tone-${state}">${unknownSince === null ? html`<span class="before">Last known: </span>` : null}${words}</span></p>
${drawDays(component)}</li>
`;
}

const legend = ['operational', 'degraded', 'down', 'maintenance', 'unknown', 'notWatched'] as const;
const classes = { operational: 'healthy', unknown: 'blind', notWatched: 'none' } as const;

function drawLegend(components: readonly PublicComponent[]): Html {
  if (components.every(({ days }) => days.length === 0)) return html``;
  const classOf = (state: (typeof legend)[number]) =>
    state in classes ? classes[state as keyof typeof classes] : state;
  return html`<ul class="legend">${legend.map(
    (state) =>
      html`<li><svg viewBox="0 0 10 10" aria-hidden="true"><rect class="${classOf(state)}" width="10" height="10" rx="2"/></svg>${pageWords.state(state)}</li>`,
  )}</ul>
`;
}

function listOf(heading: string, items: readonly Html[]): Html {
  if (items.length === 0) return html``;
  return html`<section>
<h2>${heading}</h2>
<ul class="events">
${items}</ul>
</section>
`;
}
