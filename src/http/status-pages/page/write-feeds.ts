import type { FeedOptions, Item } from 'feed';
import type { PublicIncident, PublicPage } from '../../schemas/status-page.ts';
import { escapeText, html } from './html.ts';
import { pageWords } from './page-words.ts';

/** Incidents and maintenance of a page as feeds: one entry each, which changes with it. */
export async function writeFeeds(page: PublicPage): Promise<{ atom: string; rss: string }> {
  const { title, description, url, filesUrl, id } = page;
  const items = itemsOf(page);
  // Loaded with the first page that is asked for: most monitors have none.
  const { Feed } = await import('feed');
  const write = (kind: 'atom' | 'rss') => {
    const options: FeedOptions = {
      // The package takes `&amp;` for `&` in these, and nothing else.
      title: plain(title),
      description: plain(description ?? `Incidents and maintenance: ${title}`),
      ...{ id: url, link: url, language: 'en', generator: 'Service Monitor', ttl: 1 },
      author: { name: plain(page.brand ?? title) },
      feedLinks: { [kind]: `${filesUrl}${id}.${kind}` },
      // Of a page without entries the time does not matter, and must not change.
      updated: new Date(Math.max(0, ...items.map(({ date }) => date.getTime()))),
    };
    const feed = new Feed(options);
    for (const item of items) feed.addItem(item);
    return kind === 'atom' ? feed.atom1() : feed.rss2();
  };
  return { atom: write('atom'), rss: write('rss') };
}

/** Titles and contents are HTML, in which a text cannot end the section of the XML that holds it. */
function itemsOf({ url, incidents, maintenance }: PublicPage): Item[] {
  const all = [
    ...incidents.map((incident) => ({
      ...{ id: `urn:uuid:${incident.id}`, link: `${url}#i-${incident.id}` },
      title: escapeText(pageWords.incident(incident)),
      content: contentOf(incident),
      published: new Date(incident.updates[0]?.at ?? incident.startedAt),
      date: new Date(incident.updates.at(-1)?.at ?? incident.startedAt),
    })),
    ...maintenance.map((planned) => ({
      ...{ id: `urn:uuid:${planned.id}`, link: `${url}#m-${planned.id}` },
      title: escapeText(`Maintenance of ${planned.components.join(', ')}`),
      content: escapeText(pageWords.span(planned)),
      published: new Date(planned.startsAt),
      date: new Date(planned.startsAt),
    })),
  ];
  return all.sort((a, b) => b.date.getTime() - a.date.getTime());
}

function contentOf({ updates }: PublicIncident): string {
  const lines = updates
    .toReversed()
    .map(
      ({ at, kind, text }) =>
        html`<p><strong>${pageWords.update(kind)}</strong> ${pageWords.time(at)}${text === null ? null : html`<br>${text}`}</p>`,
    );
  return html`${lines}`.text;
}

function plain(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|[\p{Cs}\uFFFE\uFFFF]/gu, '\uFFFD').replaceAll('&', '&amp;');
}
