import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { askMonitor } from '../../src/commands/ask-monitor.ts';

/** A monitor that answers 503 at first; `heard` is what it was asked. */
async function startBusyMonitor(refusals: number) {
  const heard: string[] = [];
  const server = createServer(({ method }, response) => {
    heard.push(method ?? '');
    const isRefused = heard.length <= refusals;
    response.writeHead(isRefused ? 503 : 200, { 'content-type': 'application/json' });
    response.end(isRefused ? '{"title":"It is busy","detail":"Try again."}' : '{"items":[]}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => new Promise<void>((closed) => void server.close(() => closed())));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { heard, ask: askMonitor({ url, apiKey: 'k', keyFault: null }) };
}

test('what only reads is asked again while the monitor is busy', async () => {
  const { heard, ask } = await startBusyMonitor(1);
  expect(await ask('GET', '/api/services')).toEqual({ items: [] });
  expect(heard).toEqual(['GET', 'GET']);
});

test('what acts is sent once, because it may have been done', async () => {
  const { heard, ask } = await startBusyMonitor(1);
  await expect(ask('POST', '/api/maintenance', {})).rejects.toThrow('It is busy. Try again.');
  expect(heard).toEqual(['POST']);
});
