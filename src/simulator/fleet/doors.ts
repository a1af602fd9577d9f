import { type Dispatcher, Pool } from 'undici';
import { pace } from './pace.ts';

/** What came back; status 0: nothing did, and `trouble` says why. */
export interface Answer {
  status: number;
  /** What the JSON says; null: there was none. */
  body: unknown;
  retryAfterMs: number | null;
  trouble: string | null;
}

interface DoorSettings {
  apiKey: string;
  /** To each address; left out: as many as are needed. */
  connections?: number;
  /** How long an answer may take, to its end. */
  patienceMs: number;
}

/** Kept-alive connections to the nodes of a monitor, as clients have them. */
export class Doors {
  readonly #settings: DoorSettings;
  /** How far the clock of the monitor is ahead of ours, as far as the `Date` of its first answer shows it. */
  aheadMs: number | null = null;
  readonly #pools = new Map<string, Pool>();

  constructor(settings: DoorSettings) {
    this.#settings = settings;
  }

  /** Asks once. Never rejects: no answer is an answer too. */
  async knock(url: string, method: Dispatcher.HttpMethod, path: string, body?: object): Promise<Answer> {
    const { apiKey, patienceMs } = this.#settings;
    const { origin, pathname } = new URL(url);
    try {
      const answer = await this.#poolOf(origin).request({
        method,
        path: pathname.replace(/\/+$/, '') + path,
        headers:
          body === undefined
            ? { 'x-api-key': apiKey }
            : { 'x-api-key': apiKey, 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(patienceMs),
      });
      const { statusCode: status, headers } = answer;
      this.aheadMs ??= aheadMs(headers['date']);
      return {
        status,
        body: parse(await answer.body.text()),
        retryAfterMs: pace.retryAfterMs(headers['retry-after']?.toString() ?? null, Date.now()),
        trouble: null,
      };
    } catch (error) {
      return { status: 0, body: null, retryAfterMs: null, trouble: nameOf(error) };
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.close()));
  }

  #poolOf(origin: string): Pool {
    const { connections, patienceMs } = this.#settings;
    const known = this.#pools.get(origin);
    if (known) return known;
    const pool = new Pool(origin, { connections: connections ?? null, connect: { timeout: patienceMs } });
    this.#pools.set(origin, pool);
    return pool;
  }
}

function aheadMs(date: string | string[] | undefined): number {
  const ms = Date.parse(String(date)) - Date.now();
  return Number.isNaN(ms) ? 0 : ms;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text === '' ? null : text;
  }
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.name === 'Error' ? error.message : error.name;
}
