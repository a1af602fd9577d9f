import { useEffect, useState } from 'preact/hooks';
import { usePage } from './page-context.ts';
import type { Asking } from './page-types.ts';

/** What became of a reading. */
export type Read<T> = { kind: 'reading' } | { kind: 'read'; value: T } | { kind: 'failed'; reason: string };

/**
 * Reads what only one part of the page shows, for as long as that part is there. `of`: what is read, so that it is read anew
 * when that changes; null: nothing yet. `everyMs`: how often again while somebody looks; absent: once.
 */
export function useReading<T>(
  of: string | null,
  read: (client: Asking, signal: AbortSignal) => Promise<T>,
  everyMs?: number,
): Read<T> {
  const { actions } = usePage();
  const [found, setFound] = useState<{ of: string | null; reading: Read<T> }>({
    of,
    reading: { kind: 'reading' },
  });
  useEffect(() => {
    if (of === null) return undefined;
    const stopping = new AbortController();
    const { signal } = stopping;
    let timer = 0;
    const round = async () => {
      const reading = await actions.ask((client) => read(client, signal)).then(asRead, asFailed);
      if (signal.aborted) return;
      // What was read before is better than why it cannot be read again; the page itself says that it is old.
      setFound((last) =>
        reading.kind === 'failed' && last.of === of && last.reading.kind === 'read' ? last : { of, reading },
      );
      if (everyMs !== undefined) timer = window.setTimeout(again, everyMs);
    };
    const again = () => {
      if (document.visibilityState === 'visible') void round();
      else timer = window.setTimeout(again, everyMs);
    };
    void round();
    return () => {
      window.clearTimeout(timer);
      stopping.abort();
    };
  }, [of, everyMs]);
  return found.of === of ? found.reading : { kind: 'reading' };
}

function asRead<T>(value: T): Read<T> {
  return { kind: 'read', value };
}

function asFailed(error: unknown): { kind: 'failed'; reason: string } {
  return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
}
