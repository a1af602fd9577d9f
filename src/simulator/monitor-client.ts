import { performance } from 'node:perf_hooks';
import { type Dispatcher, Pool } from 'undici';
import type { z } from 'zod';
import { answerLabel } from './answer-label.ts';
import { type IncidentReading, monitorReadings, type ServiceReading } from './monitor-readings.ts';
import { type Refusal, refusalOf } from './refusal.ts';
import type { Traffic } from './traffic.ts';

/** How a request ended: with what was asked for, or with one of the refusals. */
export type Reply<T> = { kind: 'answered'; body: T } | Refusal;

interface ClientSettings {
  url: string;
  apiKey: string;
  connections: number;
  timeoutMs: number;
  traffic: Traffic;
}

/** A monitor as everybody sees it: its public HTTP API over kept-alive connections, and nothing else. */
export class MonitorClient {
  readonly #pool: Pool;
  readonly #prefix: string;
  readonly #headers: Record<string, string>;
  readonly #traffic: Traffic;
  #clockAheadMs: number | null = null;

  constructor(settings: ClientSettings) {
    const url = new URL(settings.url);
    this.#prefix = url.pathname.replace(/\/+$/, '');
    this.#headers = { 'x-api-key': settings.apiKey };
    this.#traffic = settings.traffic;
    this.#pool = new Pool(url.origin, {
      connections: settings.connections,
      connect: { timeout: settings.timeoutMs },
      headersTimeout: settings.timeoutMs,
      bodyTimeout: settings.timeoutMs,
    });
  }

  async register(body: object): Promise<Reply<z.infer<typeof monitorReadings.registration>>> {
    const reply = await this.#exchange('POST', '/api/services/register', body);
    this.#traffic.registrations += 1;
    return understand(reply, monitorReadings.registration);
  }

  async heartbeat(instanceId: string, metadata: object): Promise<Reply<unknown>> {
    const beganAtMs = performance.now();
    const reply = await this.#exchange('POST', '/api/services/heartbeat', { instanceId, metadata }, 'unread');
    const label = reply.kind === 'answered' ? '200' : answerLabel(reply);
    this.#traffic.heartbeatAnswered(label, performance.now() - beganAtMs);
    return reply;
  }

  /** A graceful stop: the monitor must not take the silence that follows for an outage. */
  stop(instanceId: string): Promise<Reply<unknown>> {
    return this.#exchange('DELETE', `/api/instances/${encodeURIComponent(instanceId)}`, null, 'unread');
  }

  services(environment: string): Promise<Reply<ServiceReading[]>> {
    return this.#pages('/api/services', { environment }, monitorReadings.services);
  }

  incidents(fromMs: number): Promise<Reply<IncidentReading[]>> {
    return this.#pages('/api/incidents', { from: new Date(fromMs).toISOString() }, monitorReadings.incidents);
  }

  /** The time by the clock of the monitor, as far as the `Date` header of its first answer shows it. */
  monitorNowMs(): number {
    return Date.now() + (this.#clockAheadMs ?? 0);
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  async #pages<Item>(
    path: string,
    filter: Record<string, string>,
    schema: z.ZodType<{ items: Item[]; nextCursor?: string | null | undefined }>,
  ): Promise<Reply<Item[]>> {
    const items: Item[] = [];
    let cursor: string | null = null;
    do {
      const query = new URLSearchParams({ ...filter, limit: '200', ...(cursor === null ? {} : { cursor }) });
      const page = understand(await this.#exchange('GET', `${path}?${query.toString()}`, null), schema);
      if (page.kind !== 'answered') return page;
      items.push(...page.body.items);
      cursor = page.body.nextCursor ?? null;
    } while (cursor !== null);
    return { kind: 'answered', body: items };
  }

  #payload(body: object): { headers: Record<string, string>; body: string } {
    const headers = { ...this.#headers, 'content-type': 'application/json' };
    return { headers, body: JSON.stringify(body) };
  }

  async #exchange(
    method: Dispatcher.HttpMethod,
    path: string,
    body: object | null,
    content: 'read' | 'unread' = 'read',
  ): Promise<Reply<unknown>> {
    try {
      const answer = await this.#pool.request({
        method,
        path: `${this.#prefix}${path}`,
        ...(body === null ? { headers: this.#headers } : this.#payload(body)),
      });
      this.#clockAheadMs ??= clockAheadMs(answer.headers['date']);
      if (answer.statusCode >= 300) return refusalOf(answer.statusCode, await answer.body.text());
      // Thousands of heartbeats a second: their answers are emptied, not parsed.
      if (content === 'unread') await answer.body.dump();
      return { kind: 'answered', body: content === 'unread' ? null : await answer.body.json() };
    } catch (error) {
      return { kind: 'unreachable', reason: errorCode(error) };
    }
  }
}

function clockAheadMs(date: string | string[] | undefined): number {
  const aheadMs = Date.parse(String(date)) - Date.now();
  return Number.isNaN(aheadMs) ? 0 : aheadMs;
}

function understand<T>(reply: Reply<unknown>, schema: z.ZodType<T>): Reply<T> {
  if (reply.kind !== 'answered') return reply;
  const parsed = schema.safeParse(reply.body);
  if (parsed.success) return { kind: 'answered', body: parsed.data };
  return { kind: 'rejected', statusCode: 200, detail: 'the answer is not what the contract promises' };
}

function errorCode(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.message : String(error);
}
