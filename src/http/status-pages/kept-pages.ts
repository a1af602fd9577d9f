import type { FastifyBaseLogger } from 'fastify';
import type { StatusPage } from '../../domain/status-page/status-page.ts';
import { KeptAnswers } from '../badges/kept-answers.ts';
import { type MemoryFile, memoryFiles } from '../memory-files.ts';
import type { PublicPages } from '../ports.ts';
import type { PublicPage } from '../schemas/status-page.ts';
import { toTime } from '../schemas/to-time.ts';
import { drawPage } from './page/draw-page.ts';
import { filesOfPage, type PageFiles } from './page/files-of-page.ts';
import { unknownPage } from './page/unknown-page.ts';
import type { createReadPage } from './read-page.ts';

const keepMs = 5_000;

/** A page that could not be read says so for so long, before it is asked again whether it can be. */
const unknownForMs = 60_000;

const contentTypes: Record<keyof PageFiles, string> = {
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  rss: 'application/rss+xml; charset=utf-8',
};

interface Served extends Record<keyof PageFiles, MemoryFile> {
  /** The HTML for an address outside of the folder of its files. */
  outside: () => MemoryFile;
}

/** A page in all its forms; null: there is none of this id. */
export type ServePage = (id: string | null) => Promise<Served | null>;

/**
 * Each page is read once in five seconds, however often it is asked for. If it cannot be read, what was known last is
 * shown as what it is: the state is unknown since then.
 */
export function createKeptPages(parts: {
  publicPages: Pick<PublicPages, 'pages' | 'publicUrl'>;
  readPage: ReturnType<typeof createReadPage>;
  log: Pick<FastifyBaseLogger, 'warn'>;
  now: () => number;
}): ServePage {
  const { publicPages, readPage, log, now } = parts;
  let of: readonly StatusPage[] = [];
  let kept = new KeptAnswers<Served>(keepMs, 100, now);
  let known = new Map<string, PublicPage>();

  async function read(page: StatusPage): Promise<PublicPage> {
    const place = placeOf(page, publicPages.publicUrl());
    try {
      const found = await readPage(page, place);
      known.set(page.id, found);
      return found;
    } catch (error) {
      log.warn(
        { err: error, page: page.id },
        'a status page could not be read: it says that it knows nothing',
      );
      const nowMs = Date.now();
      const before = known.get(page.id) ?? nothingKnown(page, place, nowMs);
      const since = before.unknownSince ?? before.madeAt;
      const times = { since, madeAt: toTime(nowMs), validUntil: toTime(nowMs + unknownForMs) };
      const unknown = unknownPage(before, times);
      known.set(page.id, unknown);
      return unknown;
    }
  }

  return async function servePage(id) {
    const pages = publicPages.pages();
    // What was made of an earlier monitor.yaml may show what nobody should see any more.
    if (pages !== of) {
      of = pages;
      kept = new KeptAnswers(keepMs, 100, now);
      known = new Map();
    }
    const page = id === null ? pages[0] : pages.find((one) => one.id === id);
    if (page === undefined) return null;
    return kept.get(page.id, async () => toServed(await read(page)));
  };
}

async function toServed(page: PublicPage): Promise<Served> {
  const files = await filesOfPage(page, { folder: '', contentPolicy: null });
  const served = (kind: keyof PageFiles) => memoryFiles.make(files[kind], contentTypes[kind]);
  let outside: MemoryFile | null = null;
  const drawOutside = () =>
    memoryFiles.make(drawPage(page, { folder: 'status/', contentPolicy: null }), contentTypes.html);
  return {
    ...{ html: served('html'), json: served('json'), atom: served('atom'), rss: served('rss') },
    outside: () => (outside ??= drawOutside()),
  };
}

function placeOf({ id, url }: StatusPage, publicUrl: string): Pick<PublicPage, 'url' | 'filesUrl'> {
  const here = `${publicUrl}/status/`;
  return url === null ? { url: `${here}${id}`, filesUrl: here } : { url: `${url}/`, filesUrl: `${url}/` };
}

/** What can be said before anything was read. */
function nothingKnown(
  page: StatusPage,
  place: Pick<PublicPage, 'url' | 'filesUrl'>,
  nowMs: number,
): PublicPage {
  const { id, title, brand, description, groups } = page;
  return {
    ...{ id, title, brand, description, ...place },
    ...{ madeAt: toTime(nowMs), validUntil: toTime(nowMs), unknownSince: null, state: 'unknown' },
    groups: groups.map((group) => ({
      title: group.title,
      components: group.components.map(({ name }) => ({ name, state: 'unknown', uptime: null, days: [] })),
    })),
    ...{ incidents: [], maintenance: [] },
  };
}
