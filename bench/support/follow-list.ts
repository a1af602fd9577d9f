import { type Agent, request } from 'undici';
import type { ListCall } from './list-calls.ts';
import type { RedisWork } from './redis-work.ts';

export interface Answer {
  status: number;
  items: number;
  nextCursor: string | null;
  tookMs: number;
}

export interface ListRow extends RedisWork {
  path: string;
  isWhole: boolean;
  status: number;
  /** How many calls it was to the end of the list; with a `+` it was not followed so far. */
  calls: string;
  items: number;
  /** Of all calls. */
  allUs: number;
  tookMs: number;
}

/** What costs more is asked again: the same call costs the same, so the rest was other work of the machine. */
const suspectUs = 5_000;
const mostTries = 3;

/** Follows a list by its cursors, `mostCalls` at most, and keeps the most that any of these calls cost. */
export async function followList(
  { path, isBound, isWhole = false }: ListCall,
  mostCalls: number,
  call: (path: string) => Promise<[Answer, RedisWork]>,
): Promise<ListRow> {
  const name = `${path}${isBound ? ', bound key' : ''}`;
  const row: ListRow = {
    ...{ path: name, isWhole, status: 200, calls: '', items: 0, allUs: 0, tookMs: 0 },
    ...{ commands: 0, bytes: 0, us: 0, cpuUs: 0, longestUs: 0 },
  };
  let cursor: string | null = null;
  let calls = 0;
  do {
    const from: string = cursor === null ? path : `${path}&cursor=${encodeURIComponent(cursor)}`;
    let [answer, work] = await call(from);
    const tries = isWhole ? 1 : mostTries;
    for (let tried = 1; tried < tries && work.us > suspectUs; tried++) {
      const [, again] = await call(from);
      if (again.us < work.us) work = again;
    }
    for (const each of ['commands', 'bytes', 'us', 'cpuUs', 'longestUs'] as const)
      row[each] = Math.max(row[each], work[each]);
    row.tookMs = Math.max(row.tookMs, answer.tookMs);
    row.items += answer.items;
    row.allUs += work.us;
    row.status = answer.status;
    cursor = answer.nextCursor;
    calls++;
  } while (cursor !== null && calls < mostCalls);
  row.calls = `${calls}${cursor === null ? '' : '+'}`;
  return row;
}

export async function ask(url: string, agent: Agent, key: string, path: string): Promise<Answer> {
  const beganAtMs = performance.now();
  const answer = await request(`${url}${path}`, { dispatcher: agent, headers: { 'x-api-key': key } });
  const text = await answer.body.text();
  const tookMs = performance.now() - beganAtMs;
  const isJson = String(answer.headers['content-type']).includes('json');
  const body = isJson ? (JSON.parse(text) as { items?: unknown[]; nextCursor?: string | null }) : {};
  const items = Array.isArray(body) ? body.length : (body.items?.length ?? 0);
  return { status: answer.statusCode, items, nextCursor: body.nextCursor ?? null, tookMs };
}
