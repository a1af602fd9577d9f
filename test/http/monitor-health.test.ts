import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImpairments } from '../../src/store/monitor/impairments.ts';
import { createPartitions } from '../../src/store/partition.ts';
import { eventually } from '../support/eventually.ts';
import { composeApp } from './compose-app.ts';
import { makeKey } from './make-key.ts';

let composed: Awaited<ReturnType<typeof composeApp>>;
let key: string;

const ask = (with_ = key) =>
  composed.app.inject({ url: '/api/monitor', headers: { host: 'monitor', 'x-api-key': with_ } });

beforeAll(async () => {
  composed = await composeApp();
  key = await makeKey(composed.redis, { scopes: ['read'] });
  await eventually('the key is known', async () => (await ask()).statusCode === 200);
});

afterAll(() => composed.close());

describe('how the monitor is', () => {
  it('says what is wrong with it, since when, and how long it was blind', async () => {
    const { redis } = composed;
    const partitions = createPartitions(1);
    const impairments = createImpairments(redis, partitions);
    const view = await impairments.read();
    expect((await ask()).json()).toMatchObject({ impairment: null });
    const reasons = [
      { cause: 'blind', detail: 'for 2 min' },
      { cause: 'redis-memory', detail: 'Redis uses 80 % of its maxmemory' },
    ] as const;
    const impairment = {
      ...{ impairmentId: 'i1', sinceMs: view.nowMs, reasons: [...reasons] },
      ...{ active: ['redis-memory' as const], quietSinceMs: null, toldChannelIds: [] },
    };
    await impairments.commit(view, impairment, []);
    const { nowMs } = view;
    await redis.zadd(partitions.at(0).blind, nowMs - 60_000, `${nowMs - 90_000}:${nowMs - 60_000}`);
    await redis.zadd(partitions.at(0).timer, nowMs - 7_000, 'late');
    const found = await eventually(
      'it is read again',
      async () => (await ask()).json(),
      (body) => body.impairment !== null,
    );
    expect(found).toMatchObject({
      impairment: {
        ...{ impairmentId: 'i1', since: new Date(nowMs).toISOString(), quietSince: null },
        reasons: [
          { ...reasons[0], active: false },
          { ...reasons[1], active: true },
        ],
      },
      ingest: { blindSecondsLastDay: 30, blindGapsLastDay: 1 },
      checks: { count: 1 },
      deliveries: { count: 0, oldestSeconds: 0 },
      partitions: 1,
    });
    expect(found.checks.oldestSeconds).toBeGreaterThan(5);
  });

  it('is not for a key that is bound to services', async () => {
    const bound = await makeKey(composed.redis, { scopes: ['read'], services: ['shop-*'] });
    const { statusCode } = await eventually(
      'the key is known',
      () => ask(bound),
      (reply) => reply.statusCode !== 401,
    );
    expect(statusCode).toBe(403);
  });
});
