import { expect, test } from 'vitest';
import { replies, StandInMonitor } from './support/stand-in-monitor.ts';
import { talk } from './support/talk.ts';
import { wire } from './support/wire.ts';

test('what the monitor passed over is said once, and harms nothing', async () => {
  const { warnings } = wire('warnings') as { warnings: unknown };
  const odd = [null, 1, 'x', {}, { message: 1 }, { pointer: 1, message: 'line\nend' }];
  const { monitor, sdk, log } = await talk({
    answer: ({ kind }) =>
      kind === 'register'
        ? { status: 200, body: { ...replies.registered.body, warnings } }
        : { status: 200, body: { ...replies.received.body, warnings: [...(warnings as []), ...odd] } },
  });
  for (let i = 0; i < 3; i++) await monitor.next('heartbeat');
  await expect.poll(() => sdk.status().heartbeats).toBeGreaterThanOrEqual(2);
  const said = 'warn the monitor ignored a part of the request:';
  expect(log.loud).toEqual([
    `${said} /metadata is not an object; all metadata was ignored`,
    `${said} /newField is unknown and was ignored`,
    `${said} line end`,
  ]);
  expect(await sdk.registered).toEqual({
    ...{ kind: 'registered', instanceId: sdk.instanceId, serviceId: wire('register-response')['serviceId'] },
  });
});

test('warnings of any other shape are no trouble', async () => {
  const shapes = ['x', 1, {}, null, [[]]];
  const { monitor, sdk, log } = await talk({
    answer: (request) =>
      request.kind === 'heartbeat'
        ? { status: 200, body: { ...replies.received.body, warnings: shapes.pop() } }
        : StandInMonitor.wellMeant(request),
  });
  for (let i = 0; i < 6; i++) await monitor.next('heartbeat');
  expect(sdk.status()).toMatchObject({ state: 'reporting', failures: 0 });
  expect(log.loud).toEqual([]);
});
