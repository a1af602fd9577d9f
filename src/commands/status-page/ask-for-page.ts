import { type PublicPage, publicPage } from '../../http/schemas/status-page.ts';

const timeoutMs = 10_000;

/** Asks a monitor for a page, without a key; `id` null: for its first one. What fails is an Error whose text says why. */
export async function askForPage(url: string, id: string | null): Promise<PublicPage> {
  const path = id === null ? '/status.json' : `/status/${encodeURIComponent(id)}.json`;
  const response = await fetch(url + path, { signal: AbortSignal.timeout(timeoutMs) }).catch(
    (error: unknown) => {
      throw new Error(`No monitor answers at ${url}`, { cause: error });
    },
  );
  if (response.status === 404) {
    throw new Error(
      id === null
        ? `The monitor at ${url} has no status page: monitor.yaml needs statusPages`
        : `The monitor at ${url} has no status page "${id}"`,
    );
  }
  if (!response.ok) throw new Error(`The monitor at ${url} answered ${response.status}`);
  const read = publicPage.safeParse(await response.json().catch(() => null));
  if (!read.success) throw new Error(`What ${url}${path} answered is no status page`);
  return read.data;
}
