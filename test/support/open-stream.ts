import { createParser } from 'eventsource-parser';
import { eventually } from './eventually.ts';

/** An event as its reader got it. */
export interface StreamEvent {
  event: string;
  id: string | undefined;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies freely
  data: any;
}

/** A stream of `GET /api/events` that goes on until it is closed. */
export interface OpenStream {
  status: number;
  headers: Headers;
  /** All that came so far. */
  events: readonly StreamEvent[];
  /** After a refusal. */
  problem: { code: string } | null;
  retryMs(): number | null;
  /** The id to go on from. */
  lastId(): string;
  /** Waits for an event, those that came already among them. */
  next(what: string, isIt: (event: StreamEvent) => boolean): Promise<StreamEvent>;
  /** Resolves when the other side has ended the stream. */
  ended: Promise<void>;
  close(): void;
}

export async function openStream(url: string, key: string, lastEventId?: string): Promise<OpenStream> {
  const leaving = new AbortController();
  const response = await fetch(`${url}/api/events`, {
    headers: { 'x-api-key': key, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) },
    signal: leaving.signal,
  });
  const events: StreamEvent[] = [];
  let retryMs: number | null = null;
  let lastId = '';
  const parser = createParser({
    onEvent({ event = 'message', id, data }) {
      events.push({ event, id, data: JSON.parse(data) });
      if (id !== undefined) lastId = id;
    },
    onRetry: (ms) => (retryMs = ms),
  });
  const isOpen = response.status === 200;
  const problem = isOpen ? null : ((await response.json()) as { code: string });
  const ended = (async () => {
    if (!isOpen) return;
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body ?? []) parser.feed(decoder.decode(chunk, { stream: true }));
    } catch {
      // It was cut off, by us or by the other side.
    }
  })();
  return {
    ...{ status: response.status, headers: response.headers, events, problem, ended },
    retryMs: () => retryMs,
    lastId: () => lastId,
    next: (what, isIt) => eventually(what, () => events.find(isIt)),
    close: () => leaving.abort(),
  };
}
