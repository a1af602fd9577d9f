import { describe, expect, it } from 'vitest';
import type { Client } from '../../src/dashboard/monitor/create-client.ts';
import { readEverything } from '../../src/dashboard/monitor/read-everything.ts';
import { ReadFailure } from '../../src/dashboard/monitor/read-failure.ts';
import { anIncident, aService } from './things.ts';

const { signal } = new AbortController();

/** A client that knows some answers and misses all else. */
function clientOf(answers: Record<string, unknown>) {
  const asked: string[] = [];
  const one: Client['one'] = async (_kind, path) => {
    asked.push(path);
    if (path in answers) return answers[path] as never;
    throw new ReadFailure('missing', 'not there');
  };
  const list: Client['list'] = async (kind, path) => ({
    items: (await one(kind, path, signal)) as never,
    isCut: false,
  });
  return { asked, one, list };
}

describe('a reading', () => {
  it('fetches an open incident that newer ones pushed off the list', async () => {
    const old = anIncident();
    const client = clientOf({
      '/api/services': [aService({ openIncidentId: old.incidentId })],
      '/api/incidents': [],
      [`/api/incidents/${old.incidentId}`]: old,
    });
    const { incidents } = await readEverything(
      client,
      { route: { page: 'services' }, incidentPages: 1 },
      signal,
    );
    expect(incidents.items).toEqual([old]);
  });

  it('does not fetch one that is listed, nor fail when one is gone', async () => {
    const listed = anIncident();
    const client = clientOf({
      '/api/services': [
        aService({ openIncidentId: listed.incidentId }),
        aService({ openIncidentId: 'gone' }),
      ],
      '/api/incidents': [listed],
    });
    const { incidents } = await readEverything(
      client,
      { route: { page: 'incidents' }, incidentPages: 1 },
      signal,
    );
    expect(incidents.items).toEqual([listed]);
    expect(client.asked).not.toContain(`/api/incidents/${listed.incidentId}`);
  });

  it('says that what a link leads to is missing', async () => {
    const client = clientOf({ '/api/services': [], '/api/incidents': [] });
    const route = { page: 'incident', id: 'x' } as const;
    expect((await readEverything(client, { route, incidentPages: 1 }, signal)).detail).toEqual({
      kind: 'missing',
    });
  });

  it('fails as a whole when the monitor does not answer', async () => {
    const client = { ...clientOf({}), list: () => Promise.reject(new ReadFailure('unreachable', 'no')) };
    await expect(
      readEverything(client, { route: { page: 'services' }, incidentPages: 1 }, signal),
    ).rejects.toThrow('no');
  });
});
