import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { RequestCounter } from '../src/tracking/request-counter.ts';

function counterAt(start: number) {
  const clock = { ms: start };
  return { clock, counter: new RequestCounter(() => clock.ms) };
}

test('requests count for one minute', () => {
  const { clock, counter } = counterAt(12_345);
  counter.begin({}, new EventEmitter());
  clock.ms += 59_000;
  counter.begin({}, new EventEmitter());
  expect(counter.read().requestsPerMinute).toBe(2);
  clock.ms += 1_000;
  expect(counter.read().requestsPerMinute).toBe(1);
  clock.ms += 3_600_000;
  expect(counter.read().requestsPerMinute).toBe(0);
});

test('a request is in flight until its response closes, however it ends', () => {
  const { counter } = counterAt(0);
  const response = new EventEmitter();
  counter.begin({}, response);
  counter.begin({}, new EventEmitter());
  expect(counter.read().activeConnections).toBe(2);
  response.emit('close');
  response.emit('close');
  expect(counter.read().activeConnections).toBe(1);
});

test('one request heard of twice is one request, for each counter', () => {
  const first = counterAt(0).counter;
  const second = counterAt(0).counter;
  const request = {};
  for (const counter of [first, first, second]) counter.begin(request, new EventEmitter());
  expect([first.read().requestsPerMinute, second.read().requestsPerMinute]).toEqual([1, 1]);
});
