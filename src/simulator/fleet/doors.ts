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
  /** How long an answer may let wait for itself, within about a second. */
  timeoutMs: number;
}

/** Kept-alive connections to the nodes of a monitor, as clients have them. */
export class Doors {
  readonly #settings: DoorSettings;
  /** How far the clock of the monitor is ahead of ours, as far as the `Date` of its first answer shows it. */
  aheadMs: number | null = null;
  readonly #doors = new Map<string, { pool: Pool; prefix: string }>();
  readonly #headers: Record<'key' | 'keyAndJson', Record<string, string>>;

  constructor(settings: DoorSettings) {
    this.#settings = settings;
    const key = { 'x-api-key': settings.apiKey };
    this.#headers = { key, keyAndJson: { ...key, 'content-type': 'application/json' } };
  }

  /** Asks once. Never rejects: no answer is an answer too. */
  async knock(url: string, method: Dispatcher.HttpMethod, path: string, body?: object): Promise<Answer> {
    const { pool, prefix } = this.#doorOf(url);
    const { key, keyAndJson } = this.#headers;
    try {
      const answer = await pool.request({
        method,
        path: prefix + path,
        headers: body === undefined ? key : keyAndJson,
        body: body === undefined ? null : JSON.stringify(body),
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
    await Promise.all([...this.#doors.values()].map(({ pool }) => pool.close()));
  }

  #doorOf(url: string): { pool: Pool; prefix: string } {
    const known = this.#doors.get(url);
    if (known) return known;
    const { connections = null, timeoutMs } = this.#settings;
    const { origin, pathname } = new URL(url);
    // Timers of its own, which are coarse: a signal for each heartbeat costs a third more.
    const limits = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
    const pool = new Pool(origin, { connections, connect: { timeout: timeoutMs }, ...limits });
    const door = { pool, prefix: pathname.replace(/\/+$/, '') };
    this.#doors.set(url, door);
    return door;
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
