import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Tab } from './open-tab.ts';
import { paleTexts } from './pale-texts.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What is wrong with what a tab shows. */
export interface ViewFaults {
  /** The rules of accessibility that axe found broken, each with the first element that breaks it. */
  broken: string[];
  pale: string[];
  /** What stands out of the window, so that one has to scroll sideways. */
  wide: string[];
}

export const noFaults: ViewFaults = { broken: [], pale: [], wide: [] };

export async function faultsOfView(tab: Tab): Promise<ViewFaults> {
  if (!(await tab.run<boolean>(`'axe' in window`))) await tab.run(axe);
  const { pale } = await tab.run<{ pale: string[] }>(paleTexts);
  // Folds are open by now.
  const broken = await tab.run<string[]>(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html.slice(0, 300)))`,
  );
  const wide = await tab.run<string[]>(
    `document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll('body *')]
      .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
      .map((each) => each.outerHTML.slice(0, 80))`,
  );
  return { broken, pale, wide };
}
