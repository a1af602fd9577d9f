import { describe, expect, it } from 'vitest';
import { readEverything } from '../../src/dashboard/monitor/read-everything.ts';
import { ReadFailure } from '../../src/dashboard/monitor/read-failure.ts';
import type { Uptime } from '../../src/dashboard/monitor/wire-types.ts';
import { all, elementsIn, renderPage, textIn } from './render-page.ts';
import { anInstance, aService, at } from './things.ts';

const none = { healthy: 0, degraded: 0, down: 0, blind: 0, maintenance: 0, notWatched: 0 };
const day = (date: string, seconds: Partial<typeof none>, uptime: number | null) => ({
  date,
  uptime,
  seconds: { ...none, ...seconds },
});

const uptime: Uptime = {
  ...{ serviceId: aService().serviceId, serviceName: 'checkout', environment: 'production' },
  ...{ from: at(0), to: at(1) },
  uptime: 0.999_999,
  seconds: none,
  days: [
    day('2026-11-20', { notWatched: 86_400 }, null),
    day('2026-11-21', { healthy: 86_357, down: 43 }, 0.999_502_3),
    day('2026-11-22', { healthy: 3_600, maintenance: 600, blind: 90 }, 1),
  ],
};

const shown = (change: Partial<Uptime> = {}) =>
  renderPage(
    {
      route: { page: 'service', id: aService().serviceId },
      detail: {
        ...{ kind: 'service', service: aService(), instances: all(anInstance()), incidents: [] },
        uptime: { ...uptime, ...change },
      },
    },
    `#/services/${aService().serviceId}`,
  );

describe('the uptime on the page of a service', () => {
  it('is a bar for each day, and in words the days that were not healthy throughout, the newest first', () => {
    const page = shown();
    const bars = elementsIn(page).filter(({ attributes }) => attributes['class'] === 'day');
    expect(bars.map(({ attributes }) => attributes['title'])).toEqual([
      '2026-11-20 (UTC): not watched',
      '2026-11-21 (UTC): 99.95 % up, down 43 s',
      '2026-11-22 (UTC): 100 % up, the monitor was blind 1 min 30 s, maintenance 10 min',
    ]);
    expect(textIn(page, '|')).toMatch(
      /2 days were not healthy throughout[|]+2026-11-22 \(UTC\)[^|]+[|]+2026-11-21 \(UTC\)/,
    );
  });

  it('is never rounded up to 100 %', () => {
    expect(textIn(shown())).toContain('99.999 % up in 3 days');
    expect(textIn(shown({ uptime: null }))).toContain('Not watched so far');
  });
});

it('a monitor that does not know the uptime shows the service without it', async () => {
  const service = aService({ serviceId: 'a0000000-0000-8000-8000-00000000000f' });
  const one = async (_kind: unknown, path: string) => {
    if (path === `/api/services/${service.serviceId}`) return service as never;
    throw new ReadFailure('missing', 'not there');
  };
  const client = { one, list: async () => ({ items: [] as never[], isCut: false }) };
  const route = { page: 'service', id: service.serviceId } as const;
  const { detail } = await readEverything(client, { route, incidentPages: 1 }, new AbortController().signal);
  expect(detail).toMatchObject({ kind: 'service', service, uptime: null });
});
