import { batch, type Signal } from '@preact/signals';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { createState } from '../../src/dashboard/page/create-state.ts';
import { lateViews } from '../../src/dashboard/page/late-views.ts';
import { Page } from '../../src/dashboard/page/page.tsx';
import { PageContext } from '../../src/dashboard/page/page-context.ts';
import type { Actions, PageState } from '../../src/dashboard/page/page-types.ts';
import { aService, nightMs } from './things.ts';

// Drawn at once, as after they were opened once.
await Promise.all(Object.values(lateViews).map((view) => view.load()));

/** What the page is drawn from, as plain values. */
export type Values = {
  [Name in keyof PageState]: PageState[Name] extends Signal<infer Value> ? Value : PageState[Name];
};

const nothing = () => undefined;
const actions: Actions = {
  ...{ useKey: nothing, forgetKey: nothing, filter: nothing, moreRows: nothing, olderIncidents: nothing },
  ...{ signOut: nothing, actAs: nothing, filterAudit: nothing, olderEntries: nothing },
  act: async () => ({ kind: 'done', answer: null }),
  ask: () => new Promise<never>(nothing),
};

/** A list of which all was read. */
export const all = <T>(...items: T[]) => ({ items, isCut: false });

/** The page as HTML, at a reading that found one healthy service, or as it is changed. */
export function renderPage(change: Partial<Values> = {}, hash = ''): string {
  const location = { hash, origin: 'https://monitor.example' };
  const state = createState({ key: 'smk_key', keyRefusal: null, signIn: null, person: null }, location);
  const read = { services: all(aService()), incidents: all(), readAtMs: nightMs, nowMs: nightMs };
  batch(() => {
    for (const [name, value] of Object.entries({ ...read, connection: { kind: 'live' }, ...change }))
      (state[name as keyof Values] as Signal<unknown>).value = value;
  });
  return renderToString(h(PageContext.Provider, { value: { ...state, actions } }, h(Page, {})));
}

export interface Element {
  tag: string;
  attributes: Record<string, string>;
}

const tags = /<\/?([a-z][\w-]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>/g;

/** The elements of a page. */
export function elementsIn(html: string): Element[] {
  const opening = [...html.matchAll(tags)].filter(([whole]) => !whole.startsWith('</'));
  return opening.map(([, tag = '', text = '']) => {
    const named = [...text.matchAll(/\s+([^\s=>/]+)(?:="([^"]*)")?/g)];
    return {
      tag,
      attributes: Object.fromEntries(named.map(([, name = '', value = '']) => [name, plain(value)])),
    };
  });
}

/** What is read on a page; `between`: what stands for the tags. */
export function textIn(html: string, between = ''): string {
  return plain(html.replace(tags, between));
}

function plain(escaped: string): string {
  return escaped.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
