import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';
import { call } from './call.ts';
import { startMonitor } from './start-monitor.ts';

test('that a template of one’s own fails is shown of its channel, until it has words again', async () => {
  const receiver = await startHttpReceiver();
  onTestFinished(() => receiver.close());
  // Every example has facts; these messages have more than the template can stand.
  const failing = '{% for one in lastSeen %}{{ one.facts[0].name.none }}{% endfor %}x';
  const text = `{% if service == "poison" %}${failing}{% endif %}x`;
  const channels = [{ id: 'chat', type: 'slack', url: receiver.url, text }];
  const monitor = await startMonitor(
    {
      ...{ MONITOR_HEARTBEAT_INTERVAL: '100ms', MONITOR_HEARTBEAT_GRACE: '100ms' },
      ...{ MONITOR_DOWN_AFTER: '400ms', MONITOR_OUTAGE_GROUPS: 'off' },
    },
    JSON.stringify({ channels }),
  );
  onTestFinished(() => monitor.stop());
  const outage = async (serviceName: string) => {
    const about = { serviceName, environment: 'production', hostname: serviceName, port: 1 };
    const { body } = await call(monitor, 'POST', '/api/services/register', { body: about });
    await call(monitor, 'POST', '/api/services/heartbeat', {
      body: { instanceId: body.instanceId, metadata: { cpu_percent: 1 } },
    });
    await eventually('it is told', () =>
      receiver.requests.some((request) => request.body.includes(serviceName)),
    );
  };
  const channel = async () => (await call(monitor, 'GET', '/api/channels')).body.items[0];
  const metric = async () =>
    /^monitor_channel_template_failing{channel="chat"} (.*)$/m.exec(
      await (await fetch(`${monitor.url}/metrics`)).text(),
    )?.[1];

  await outage('poison');
  const { templateError } = await eventually('it is shown', channel, (shown) => shown.templateError !== null);
  expect(templateError).toEqual({
    at: expect.stringMatching(/Z$/),
    reason: expect.stringContaining('undefined variable'),
  });
  await eventually('the metric has it', async () => (await metric()) === '1');
  await outage('good');
  await eventually('it is over', channel, (shown) => shown.templateError === null);
  await eventually('the metric has that too', async () => (await metric()) === '0');
});
