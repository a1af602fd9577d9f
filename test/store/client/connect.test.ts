import { afterAll, beforeAll, expect, test } from 'vitest';
import { StoreRefusal, StoreUnavailable } from '../../../src/actors/ports/store-errors.ts';
import { connect, type RedisClient, whenReady } from '../../../src/store/client/connect.ts';
import { loadScript } from '../../../src/store/client/script.ts';
import { openTestRedis, type TestRedis } from '../../support/open-redis.ts';

let redis: TestRedis;
const clients: RedisClient[] = [];

function open(mode: 'fail-fast' | 'blocking', url = redis.url, errors: Error[] = []): RedisClient {
  const client = connect(url, mode, (error) => void errors.push(error));
  clients.push(client);
  return client;
}

beforeAll(async () => {
  redis = await openTestRedis();
});
afterAll(async () => {
  for (const client of clients) client.disconnect();
  await redis.close();
});

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test('commands, scripts, transactions and duplicates fail with the error of the store when Redis is away', async () => {
  const client = open('fail-fast');
  await whenReady(client);
  const duplicate = (client as { duplicate(): RedisClient }).duplicate();
  clients.push(duplicate);
  duplicate.on('error', () => undefined);
  await whenReady(duplicate);
  client.disconnect();
  duplicate.disconnect();
  const clock = loadScript('read-clock');
  const failures = await Promise.all(
    [client.get('x'), clock.run(client, ['x'], []), client.multi().get('x').exec(), duplicate.get('x')].map(
      failureOf,
    ),
  );
  for (const failure of failures) {
    expect(failure).toBeInstanceOf(StoreUnavailable);
    expect(failure).toMatchObject({ reason: 'Redis does not answer' });
  }
});

test('a Redis that takes no writes is unavailable, and says why', async () => {
  const client = open('blocking');
  await client.config('SET', 'maxmemory', '1');
  const failure = await failureOf(client.set('x', '1'));
  await client.config('SET', 'maxmemory', '0');
  expect(failure).toBeInstanceOf(StoreUnavailable);
  expect(failure).toMatchObject({ reason: 'Redis is full and refuses writes' });
});

test('what is the fault of the command stays as Redis said it', async () => {
  const client = open('blocking');
  await client.set('text', 'x');
  expect(await failureOf(client.hgetall('text'))).toMatchObject({
    name: 'ReplyError',
    message: expect.stringMatching(/^WRONGTYPE/),
  });
});

test('a user who may not do it is refused, which nobody waits out', async () => {
  const client = open('blocking');
  await client.call('ACL', 'SETUSER', 'reader', 'on', '>secret', '~*', '+@read', '+@connection', '+info');
  await client.call('AUTH', 'reader', 'secret');
  expect(await failureOf(client.set('x', '1'))).toBeInstanceOf(StoreRefusal);
});

test('what the connection itself fails with is the same error', async () => {
  const errors: Error[] = [];
  const client = open('fail-fast', 'redis://127.0.0.1:1', errors);
  await expect(whenReady(client)).rejects.toBeInstanceOf(StoreUnavailable);
  expect(errors[0]).toBeInstanceOf(StoreUnavailable);
});
