import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '../../support/eventually.ts';

/** How the sink answers one message. */
export type Answer =
  | { status: number; headers?: Record<string, string>; afterMs?: number }
  /** Says 200, and then resets the connection. */
  | 'reset after 200'
  /** Hangs up without a word. */
  | 'reset'
  /** Never answers. */
  | 'silence';

/** One message as it arrived. */
export interface Arrival {
  atMs: number;
  channelId: string;
  /** The id that the message carries, the same at each repetition. */
  id: string;
  kind: string;
  incidentId: string;
  serviceName: string;
  /** Whether the monitor was told 2xx. */
  isTaken: boolean;
  /** What is wrong with the monitor itself, in a message about that. */
  causes: string[];
}

export interface Sink {
  /** Where a channel sends to. */
  url(channelId: string): string;
  arrivals: Arrival[];
  /** How a channel's next messages are answered, one after the other; then with 204 again. */
  script(channelId: string, answers: Answer[]): void;
  /** Is waited for between the arrival of a message and its answer. */
  onArrival: ((arrival: Arrival) => Promise<void> | void) | null;
  /** Resolves with the first message that fits. */
  waitFor(what: string, fits: (arrival: Arrival) => boolean, withinMs?: number): Promise<Arrival>;
  close(): Promise<void>;
}

interface Body {
  subject: string;
  data: { kind: string; service?: { serviceName: string }; reasons?: { cause: string }[] };
}

/** A receiver of webhooks that writes down every message and answers by script. */
export async function startSink(): Promise<Sink> {
  const scripts = new Map<string, Answer[]>();
  const sink: Omit<Sink, 'url' | 'close'> = {
    arrivals: [],
    onArrival: null,
    script: (channelId, answers) => void scripts.set(channelId, [...answers]),
    waitFor: (what, fits, withinMs = 60_000) =>
      eventually(what, () => sink.arrivals.find((arrival) => fits(arrival)), withinMs),
  };

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { subject, data } = JSON.parse(Buffer.concat(chunks).toString()) as Body;
    const channelId = request.url?.slice(1) ?? '';
    const answer = scripts.get(channelId)?.shift() ?? { status: 204 };
    const arrival: Arrival = {
      atMs: Date.now(),
      channelId,
      id: String(request.headers['webhook-id']),
      kind: data.kind,
      incidentId: subject,
      serviceName: data.service?.serviceName ?? '',
      isTaken: answer === 'reset after 200' || (typeof answer === 'object' && answer.status < 300),
      causes: data.reasons?.map(({ cause }) => cause) ?? [],
    };
    sink.arrivals.push(arrival);
    await sink.onArrival?.(arrival);
    await give(response, answer);
  }

  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return Object.assign(sink, {
    url: (channelId: string) => `http://127.0.0.1:${port}/${channelId}`,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  });
}

async function give(response: ServerResponse, answer: Answer): Promise<void> {
  switch (answer) {
    case 'silence':
      return;
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'reset after 200':
      // A length that never comes: the answer is cut off in its middle.
      response.writeHead(200, { 'content-length': 100 }).write('{');
      setImmediate(() => response.socket?.resetAndDestroy());
      return;
    default:
      if (answer.afterMs !== undefined) await wait(answer.afterMs);
      response.writeHead(answer.status, answer.headers).end();
  }
}
