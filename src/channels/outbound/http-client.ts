import type { AttemptOutcome } from '../../domain/retry-schedule.ts';
import type { AnswerTable } from './answer-table.ts';
import type { HttpRequest } from './http-request.ts';
import type { PrivateNetworks } from './private-networks.ts';
import type { Resolve } from './public-lookup.ts';

/** How a request ended, and what its answer held: its JSON, or its text; undefined: there was none. */
export interface Exchange {
  outcome: AttemptOutcome;
  body?: unknown;
}

/** The only way in which the monitor calls others over HTTP. */
export interface HttpClient {
  /** Sends once within the signal's time; no redirect is followed. Without a table only a 2xx is success. */
  exchange(request: HttpRequest, signal: AbortSignal, answers?: AnswerTable): Promise<Exchange>;
  /** Posts once within the signal's time; only a 2xx is success and no redirect is followed. */
  post(
    message: { url: string; headers: Record<string, string>; body: string },
    signal: AbortSignal,
  ): Promise<AttemptOutcome>;
  /** Gets once, likewise. */
  get(url: string, signal: AbortSignal): Promise<AttemptOutcome>;
  /** Ends all connections at once, those in use too. */
  close(): Promise<void>;
}

export interface HttpClientOptions {
  allowPrivateNetworks: PrivateNetworks;
  now(): number;
  /** The system's own look-up unless another is given. */
  resolve?: Resolve;
  /** Used instead of the network, by who only looks at what would be sent. */
  http?: HttpClient;
}
