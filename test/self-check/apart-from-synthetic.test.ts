import { expect, test } from 'vitest';
import type { Channel } from '../../src/actors/ports/notifications.ts';
import type { Log, Meter } from '../../src/actors/ports/observability.ts';
import type { ServiceName } from '../../src/domain/policy.ts';
import { synthetic } from '../../src/domain/synthetic-outage.ts';
import { apartFromSynthetic } from '../../src/self-check/apart-from-synthetic.ts';

const own = { serviceName: 'rehearsal-0', environment: synthetic.environment };
const others = { serviceName: 'orders', environment: 'production' };

const channelOf = (channelId: string): Channel =>
  apartFromSynthetic.channel({
    ...{ channelId, type: 'webhook', followsUp: false },
    send: async () => ({ kind: 'sent' }),
    close: async () => undefined,
  });

test('a synthetic outage is told to its own channel only, and nobody else to that', () => {
  const channels = ['mail', synthetic.channelId, 'hook'].map(channelOf);
  const audience = (service: ServiceName, some = channels) =>
    some.filter((channel) => channel.isFor?.(service)).map(({ channelId }) => channelId);
  expect(audience(own)).toEqual([synthetic.channelId]);
  expect(audience(others)).toEqual(['mail', 'hook']);
  expect(audience(own, [channelOf('mail')])).toEqual([]);
});

test('the routes are for the services of people; a synthetic one has none, which leads to its channel', () => {
  const routing = {
    mode: 'first-match' as const,
    routes: [{ match: {}, channels: ['mail'] }],
    defaultChannels: [],
  };
  expect(apartFromSynthetic.routes(routing, own)).toBeNull();
  expect(apartFromSynthetic.routes(routing, others)).toBe(routing);
  expect(apartFromSynthetic.routes(null, others)).toBeNull();
});

test('what happens to synthetic services is not counted; what is delivered and repaired is', () => {
  const counted: string[] = [];
  const plain: Meter = {
    transition: (status) => void counted.push(status),
    repaired: (what) => void counted.push(what),
    notified: (_, outcome) => void counted.push(outcome),
    delivered: (type) => void counted.push(type),
    incident: (kind) => void counted.push(kind),
    eventLag: (group) => void counted.push(group),
  };
  const meter = apartFromSynthetic.meter(plain);
  meter.transition('Down', 5, own);
  meter.incident('opened', own);
  expect(counted).toEqual([]);
  meter.transition('Degraded', 5, others);
  meter.incident('resolved', others);
  meter.repaired('service', 1);
  meter.notified('webhook', 'sent');
  expect(counted).toEqual(['Degraded', 'resolved', 'service', 'sent']);
});

test('that a synthetic incident was opened is not logged; what goes wrong with it is', () => {
  const lines: string[] = [];
  const write = (_: object, message: string) => void lines.push(message);
  const plain: Log = { info: write, warn: write, error: write };
  const log = apartFromSynthetic.log(plain);
  log.info({ ...own }, 'synthetic incident');
  log.info({ ...others }, 'incident');
  log.info({}, 'of nobody');
  log.warn({ ...own }, 'warning');
  log.error({ ...own }, 'error');
  expect(lines).toEqual(['incident', 'of nobody', 'warning', 'error']);
});
