import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { explainFileError } from '../../explain-file-error.ts';
import { type PublicPage, publicPage } from '../../http/schemas/status-page.ts';
import { filesOfPage, sharedFiles } from '../../http/status-pages/page/files-of-page.ts';
import { unknownPage } from '../../http/status-pages/page/unknown-page.ts';
import { writeFiles } from './write-files.ts';

/** What a server elsewhere may not send as a header, the page says itself. */
const contentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

/** What became of one page in one round. */
export type Exported =
  | { kind: 'written'; page: PublicPage }
  /** `known`: what was exported last, which is shown as long as it is valid; null: nothing was. */
  | { kind: 'failed'; because: string; known: PublicPage | null };

/**
 * Writes pages as files, so that a server elsewhere can show them. When the monitor cannot be asked any more, what was
 * written stays until it is not valid any more; from then on the page says since when nothing is known.
 */
export function createExportPages(parts: {
  folder: string;
  /** Null: the first page of the monitor. */
  pageIds: readonly (string | null)[];
  ask: (id: string | null) => Promise<PublicPage>;
  validForMs: number;
  now: () => number;
}): () => Promise<Exported[]> {
  const { folder, pageIds, ask, validForMs, now } = parts;
  const known = new Map<string | null, PublicPage>();

  /** What an earlier run has left. */
  async function readKnown(id: string | null): Promise<PublicPage | null> {
    try {
      const text = await readFile(join(folder, id === null ? 'status.json' : `${id}.json`), 'utf8');
      return publicPage.parse(JSON.parse(text));
    } catch {
      return null;
    }
  }

  async function write(page: PublicPage, isFirst: boolean): Promise<void> {
    const { html, json, atom, rss } = await filesOfPage(page, { folder: '', contentPolicy });
    const { id } = page;
    await writeFiles(folder, {
      ...sharedFiles(),
      ...{ [`${id}.atom`]: atom, [`${id}.rss`]: rss, [`${id}.json`]: json, [`${id}.html`]: html },
      ...(isFirst ? { 'status.json': json, 'index.html': html } : {}),
    });
  }

  async function exportOne(id: string | null): Promise<Exported> {
    const isFirst = id === pageIds[0];
    let page: PublicPage;
    try {
      page = await ask(id);
    } catch (error) {
      const before = known.get(id) ?? (await readKnown(id));
      const because = error instanceof Error ? error.message : String(error);
      if (before === null) return { kind: 'failed', because, known: null };
      known.set(id, before);
      if (now() > Date.parse(before.validUntil) && before.unknownSince === null) {
        const since = before.madeAt;
        const unknown = unknownPage(before, { since, ...timesFrom(now()) });
        await write(unknown, isFirst);
        known.set(id, unknown);
      }
      return { kind: 'failed', because, known: before };
    }
    const shown = { ...page, ...timesFrom(Date.parse(page.madeAt)) };
    await write(shown, isFirst);
    known.set(id, shown);
    return { kind: 'written', page: shown };
  }

  function timesFrom(atMs: number): Pick<PublicPage, 'madeAt' | 'validUntil'> {
    return { madeAt: new Date(atMs).toISOString(), validUntil: new Date(atMs + validForMs).toISOString() };
  }

  return async function exportPages() {
    const outcomes: Exported[] = [];
    // One after the other: they share files.
    for (const id of pageIds) {
      const outcome = await exportOne(id).catch((error: unknown): Exported => {
        // A full disk may have room again.
        const because = `${folder} cannot be written: ${explainFileError(folder, 'written', error) ?? (error instanceof Error ? error.message : String(error))}`;
        return { kind: 'failed', because, known: known.get(id) ?? null };
      });
      outcomes.push(outcome);
    }
    return outcomes;
  };
}
