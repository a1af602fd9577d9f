import { createParser } from 'eventsource-parser';
import { type Access, toRequest } from './access.ts';
import { exactJson } from './exact-json.ts';

/** An event of the stream, as it came. */
export interface LiveEvent {
  event: string;
  data: unknown;
}

/** What the page learns of the stream. */
export interface Listener {
  /** `isNew`: what happened before is not told. */
  opened(isNew: boolean): void;
  /** Something arrived, be it only a sign of life. */
  heard(): void;
  told(event: LiveEvent): void;
  closed(): void;
}

/** The monitor says at least every eleven seconds that the stream lives; a connection that is silent for longer is dead. */
const mostSilentMs = 25_000;

/** After a stream that was open, or when nobody answers; the monitor says otherwise. */
const usualRetryMs = 2_000;
/** Who refuses streams is asked seldom, unless it says when: meanwhile the page asks for the lists. */
const refusedRetryMs = 30_000;

/** How an attempt to follow ended. */
type Ended = { wasOpen: boolean; waitMs: number };

/**
 * Follows `GET /api/events` until it is stopped, and goes on where it was cut. While nobody looks at the page it has no stream:
 * a browser gives one server six connections, for all its tabs. `fetch`, because an `EventSource` can send no header.
 */
export function followEvents(access: Access, listener: Listener): { stop(): void } {
  let lastId: string | null = null;
  let retryMs = usualRetryMs;
  let timer = 0;
  let current: AbortController | null = null;

  function connect(): void {
    window.clearTimeout(timer);
    if (current !== null || document.visibilityState !== 'visible') return;
    const mine = new AbortController();
    current = mine;
    void follow(mine).then(({ wasOpen, waitMs }) => {
      if (current !== mine) return;
      current = null;
      if (wasOpen) listener.closed();
      timer = window.setTimeout(connect, waitMs);
    });
  }

  function disconnect(): void {
    window.clearTimeout(timer);
    if (current === null) return;
    current.abort();
    current = null;
    listener.closed();
  }

  /** Resolves when it is not open, or not any more. */
  async function follow(mine: AbortController): Promise<Ended> {
    let silence = 0;
    let wasOpen = false;
    const heard = () => {
      window.clearTimeout(silence);
      silence = window.setTimeout(() => mine.abort(), mostSilentMs);
      if (wasOpen && current === mine) listener.heard();
    };
    const parser = createParser({
      onEvent({ event = 'message', id, data }) {
        // What cannot be read must not be passed over: the lists have it.
        if (current === mine) listener.told({ event, data: parse(data) });
        if (id !== undefined) lastId = id;
      },
      onRetry: (ms) => (retryMs = ms),
    });
    heard();
    try {
      const { headers: proof, credentials } = toRequest(access);
      const response = await fetch('/api/events', {
        headers: {
          ...proof,
          accept: 'text/event-stream',
          ...(lastId === null ? {} : { 'last-event-id': lastId }),
        },
        signal: mine.signal,
        cache: 'no-store',
        credentials,
        redirect: 'manual',
      });
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
      if (!response.ok || !isStream || response.body === null)
        return { wasOpen, waitMs: waitAfter(response.headers.get('retry-after')) };
      wasOpen = true;
      listener.opened(lastId === null);
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return { wasOpen, waitMs: retryMs };
        heard();
        parser.feed(value);
      }
    } catch {
      return { wasOpen, waitMs: retryMs };
    } finally {
      window.clearTimeout(silence);
      // Whatever is left of it.
      mine.abort();
    }
  }

  const onVisibility = () => (document.visibilityState === 'visible' ? connect() : disconnect());
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('online', connect);
  connect();
  return {
    stop() {
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('online', connect);
      disconnect();
    },
  };
}

function waitAfter(seconds: string | null): number {
  const waitMs = seconds === null ? refusedRetryMs : Number(seconds) * 1_000;
  return Number.isFinite(waitMs) ? Math.min(Math.max(waitMs, usualRetryMs), refusedRetryMs) : refusedRetryMs;
}

function parse(text: string): unknown {
  try {
    return exactJson.parse(text);
  } catch {
    return undefined;
  }
}
