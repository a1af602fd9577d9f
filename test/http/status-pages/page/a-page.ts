import type { PublicPage } from '../../../../src/http/schemas/status-page.ts';

const dayMs = 86_400_000;
export const madeAtMs = Date.parse('2026-11-22T22:41:30.000Z');
const at = (ms: number) => new Date(ms).toISOString();

type Seconds = PublicPage['groups'][number]['components'][number]['days'][number]['seconds'];
const none: Seconds = { healthy: 0, degraded: 0, down: 0, blind: 0, maintenance: 0, notWatched: 0 };

function days(of: (daysAgo: number) => Partial<Seconds>) {
  return Array.from({ length: 90 }, (_, i) => {
    const seconds = { ...none, ...of(89 - i) };
    const counted = seconds.healthy + seconds.degraded + seconds.down;
    const uptime = counted === 0 ? null : (seconds.healthy + seconds.degraded) / counted;
    return { date: at(madeAtMs - (89 - i) * dayMs).slice(0, 10), uptime, seconds };
  });
}

/** A page with something of everything; `text` stands in every field that people fill in. */
export function aPage(text: (plain: string) => string = (plain) => plain): PublicPage {
  const website = text('Website');
  const payments = text('Payments');
  return {
    ...{ id: 'main', title: text('Example status'), brand: text('Example Inc.') },
    description: text('What our customers use'),
    ...{ url: 'https://status.example.com/', filesUrl: 'https://status.example.com/' },
    ...{ madeAt: at(madeAtMs), validUntil: at(madeAtMs + 120_000), unknownSince: null, state: 'down' },
    groups: [
      {
        title: text('Shop'),
        components: [
          {
            ...{ name: website, state: 'operational', uptime: 0.9995 },
            days: days((ago) => {
              if (ago > 60) return { notWatched: 86_400 };
              if (ago === 40) return { healthy: 86_357, down: 43 };
              if (ago === 20) return { healthy: 80_000, maintenance: 6_400 };
              return ago === 7 ? { healthy: 50_000, blind: 36_400 } : { healthy: 86_400 };
            }),
          },
          {
            ...{ name: payments, state: 'down', uptime: 0.9871 },
            days: days((ago) =>
              ago === 0 ? { healthy: 70_000, degraded: 4_000, down: 7_690 } : { healthy: 86_400 },
            ),
          },
        ],
      },
      { title: null, components: [{ name: text('Support'), state: 'maintenance', uptime: null, days: [] }] },
    ],
    incidents: [
      {
        ...{ id: '00000000-0000-8000-8000-000000000001', components: [payments], state: 'open' },
        ...{ startedAt: at(madeAtMs - 7_690_000), resolvedAt: null },
        updates: [
          { at: at(madeAtMs - 7_570_000), kind: 'down', text: null },
          { at: at(madeAtMs - 3_000_000), kind: 'note', text: text('We know the cause.\nIt is the bank.') },
        ],
      },
      {
        ...{ id: '00000000-0000-8000-8000-000000000002', components: [website, payments], state: 'resolved' },
        ...{ startedAt: at(madeAtMs - 6 * dayMs), resolvedAt: at(madeAtMs - 6 * dayMs + 900_000) },
        updates: [
          { at: at(madeAtMs - 6 * dayMs + 120_000), kind: 'down', text: null },
          { at: at(madeAtMs - 6 * dayMs + 780_000), kind: 'recovering', text: null },
          { at: at(madeAtMs - 6 * dayMs + 900_000), kind: 'resolved', text: null },
        ],
      },
    ],
    maintenance: [
      {
        ...{ id: '00000000-0000-8000-8000-000000000003', components: [text('Support')], isRunning: true },
        ...{ startsAt: at(madeAtMs - 3_600_000), endsAt: at(madeAtMs + 3_600_000) },
      },
    ],
  };
}
