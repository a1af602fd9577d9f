import { effect } from '@preact/signals';
import { formatTitle } from '../wording/format-title.ts';
import { isStale } from './is-stale.ts';
import type { PageState } from './page-types.ts';

/** Puts the worst news on the tab, also while nobody looks. */
export function showTitle(state: PageState): void {
  effect(() => {
    const { title, icon } = formatTitle(state.services.value?.items ?? [], isStale(state));
    if (document.title !== title) document.title = title;
    const link = document.querySelector('link[rel=icon]');
    if (link?.getAttribute('href') !== icon) link?.setAttribute('href', icon);
  });
}
