import type { z } from 'zod';
import { type IncidentReading, monitorReadings, type ServiceReading } from '../judge/monitor-readings.ts';
import type { Doors } from './doors.ts';
import { type Refusal, refusalOf } from './refusal.ts';

/** How a request ended: with what was asked for, or with one of the refusals. */
export type Reply<T> = { kind: 'answered'; body: T } | Refusal;

/** What a monitor thinks, as everybody sees it: over its public HTTP API, and nothing else. */
export class MonitorClient {
  readonly #doors: Doors;
  readonly #url: string;

  constructor(doors: Doors, url: string) {
    this.#doors = doors;
    this.#url = url;
  }

  services(environment: string): Promise<Reply<ServiceReading[]>> {
    return this.#pages('/api/services', { environment }, monitorReadings.services);
  }

  incidents(fromMs: number): Promise<Reply<IncidentReading[]>> {
    return this.#pages('/api/incidents', { from: new Date(fromMs).toISOString() }, monitorReadings.incidents);
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
      const answer = await this.#doors.knock(this.#url, 'GET', `${path}?${query.toString()}`);
      if (answer.status < 200 || answer.status >= 300) return refusalOf(answer);
      const page = schema.safeParse(answer.body);
      if (!page.success)
        return { kind: 'rejected', statusCode: 200, detail: 'the answer does not match the contract' };
      items.push(...page.data.items);
      cursor = page.data.nextCursor ?? null;
    } while (cursor !== null);
    return { kind: 'answered', body: items };
  }
}
