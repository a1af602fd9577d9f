import { readFileSync } from 'node:fs';
import type { PublicPage } from '../../schemas/status-page.ts';
import { drawPage, type PagePlace } from './draw-page.ts';
import { writeFeeds } from './write-feeds.ts';

/** A page in all its forms. */
export interface PageFiles {
  html: string;
  json: string;
  atom: string;
  rss: string;
}

const read = (name: string) => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8');

/** What every page asks for. */
export function sharedFiles(): Record<'style.css' | 'age.js' | 'icon.svg', string> {
  return { 'style.css': read('style.css'), 'age.js': read('age.js'), 'icon.svg': read('icon.svg') };
}

export async function filesOfPage(page: PublicPage, place: PagePlace): Promise<PageFiles> {
  return { html: drawPage(page, place), json: `${JSON.stringify(page)}\n`, ...(await writeFeeds(page)) };
}
