import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiClient } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';
import { type RunningMonitor, startMonitor } from '../support/start-monitor.ts';

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

let monitor: RunningMonitor;
let receiver: Awaited<ReturnType<typeof startHttpReceiver>>;
let text: string;

beforeAll(async () => {
  receiver = await startHttpReceiver();
  monitor = await startMonitor({
    file: `channels: [{ id: hook, type: webhook, url: "${receiver.url}", secret: "whsec_${'c2VjcmV0'.repeat(4)}" }]`,
    env: {
      MONITOR_HEARTBEAT_INTERVAL: '200ms',
      MONITOR_HEARTBEAT_GRACE: '100ms',
      MONITOR_DOWN_AFTER: '700ms',
      LOG_LEVEL: 'warn',
      MONITOR_COMMIT: '4f1c2aa',
    },
  });
  const api = apiClient(monitor.url);
  const body = { serviceName: 'orders', environment: 'test', hostname: 'h1', port: 1 };
  const reply = await api.call('POST', '/api/services/register', body);
  const { instanceId } = (await reply.json()) as { instanceId: string };
  await api.call('POST', '/api/services/heartbeat', { instanceId });
  await api.call('POST', '/api/services/heartbeat', {
    instanceId: instanceId.replace(/.{12}$/, '0'.repeat(12)),
  });
  await eventually('the outage is told', () => receiver.requests.length > 0);
  await eventually('it is counted', async () => {
    text = await (await fetch(`${monitor.url}/metrics`)).text();
    return text.includes('monitor_notifications_total{channel_type="webhook",outcome="sent"} 1');
  });
});
afterAll(async () => {
  await monitor.stop();
  await receiver.close();
});

/** The values of a metric by its labels. */
function valuesOf(name: string): Record<string, number> {
  const lines = [...text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'))];
  return Object.fromEntries(lines.map(([, labels = '', value]) => [labels, Number(value)]));
}

describe('/metrics after an outage', () => {
  test.skipIf(!hasPromtool)('pleases promtool (skipped where promtool is not on the PATH)', () => {
    const checked = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
    expect(`${checked.stdout}${checked.stderr}`).toBe('');
    expect(checked.status).toBe(0);
  });

  test.each([
    ['monitor_build_info', 'gauge'],
    ['monitor_heartbeats_total', 'counter'],
    ['monitor_registrations_total', 'counter'],
    ['monitor_instances', 'gauge'],
    ['monitor_services', 'gauge'],
    ['monitor_incidents_open', 'gauge'],
    ['monitor_impaired', 'gauge'],
    ['monitor_maintenance_active', 'gauge'],
    ['monitor_channel_circuit_open', 'gauge'],
    ['monitor_channel_waiting', 'gauge'],
    ['monitor_channel_last_sent_timestamp_seconds', 'gauge'],
    ['monitor_channel_last_delay_seconds', 'gauge'],
    ['monitor_channel_last_proof_timestamp_seconds', 'gauge'],
    ['monitor_channel_template_failing', 'gauge'],
    ['monitor_detection_lateness_seconds', 'histogram'],
    ['monitor_delivery_delay_seconds', 'histogram'],
    ['monitor_notifications_total', 'counter'],
    ['monitor_queue_jobs', 'gauge'],
    ['monitor_event_lag_seconds', 'histogram'],
    ['monitor_blind_seconds_total', 'counter'],
    ['monitor_sweeper_repairs_total', 'counter'],
    ['monitor_lost_wake_ups_total', 'counter'],
    ['monitor_sweep_age_seconds', 'gauge'],
    ['monitor_set_aside', 'gauge'],
    ['monitor_config_refused', 'gauge'],
    ['monitor_sign_in_provider_failing', 'gauge'],
    ['monitor_config_reloads_total', 'counter'],
    ['monitor_records', 'gauge'],
    ['monitor_trimmed_records_total', 'counter'],
    ['monitor_http_request_duration_seconds', 'histogram'],
    ['process_cpu_seconds_total', 'counter'],
    ['nodejs_eventloop_lag_seconds', 'gauge'],
  ])('has %s, a %s, with its help', (name, type) => {
    expect(text).toMatch(new RegExp(`^# HELP ${name} \\S`, 'm'));
    expect(text).toContain(`# TYPE ${name} ${type}\n`);
  });

  test('counts what happened, by result and state', () => {
    expect(valuesOf('monitor_heartbeats_total')).toMatchObject({
      'result="ok"': 1,
      'result="unknown-instance"': 1,
    });
    expect(valuesOf('monitor_registrations_total')).toMatchObject({ 'result="created"': 1 });
    expect(valuesOf('monitor_instances')).toMatchObject({ 'status="Down"': 1, 'status="Healthy"': 0 });
    expect(valuesOf('monitor_build_info')).toEqual({ [`version="${version}",commit="4f1c2aa"`]: 1 });
    expect(valuesOf('monitor_services')).toMatchObject({ 'status="Down"': 1 });
    expect(valuesOf('monitor_incidents_open')).toEqual({ '': 1 });
    expect(valuesOf('monitor_set_aside')).toEqual({ '': 0 });
    expect(valuesOf('monitor_maintenance_active')).toEqual({ '': 0 });
    expect(valuesOf('monitor_channel_circuit_open')).toEqual({ 'channel="hook"': 0 });
    expect(valuesOf('monitor_channel_waiting')).toEqual({ 'channel="hook"': 0 });
    expect(valuesOf('monitor_channel_last_sent_timestamp_seconds')).toEqual({
      'channel="hook"': expect.any(Number),
    });
    expect(valuesOf('monitor_records')).toMatchObject({
      ...{ 'kind="incident"': 1, 'kind="notification"': 1 },
    });
    expect(valuesOf('monitor_trimmed_records_total')).toEqual({
      ...{ 'kind="incident"': 0, 'kind="notification"': 0 },
      ...{ 'kind="audit-entry"': 0, 'kind="blind-gap"': 0, 'kind="maintenance"': 0 },
      'kind="outage-group"': 0,
    });
    expect(valuesOf('monitor_outage_groups_total')).toEqual({ 'event="opened"': 0, 'event="ended"': 0 });
    expect(valuesOf('monitor_folded_messages_total')).toEqual({ '': 0 });
    expect(valuesOf('monitor_detection_lateness_seconds_count')).toEqual({
      'status="Degraded"': 1,
      'status="Down"': 1,
    });
    expect(valuesOf('monitor_delivery_delay_seconds_count')).toEqual({ 'channel_type="webhook"': 1 });
    expect(Object.keys(valuesOf('monitor_event_lag_seconds_count')).sort()).toEqual([
      'group="plan-notifications"',
      'group="roll-up-service"',
    ]);
    expect(valuesOf('monitor_queue_jobs')).toMatchObject({
      'queue="check",state="delayed"': expect.any(Number),
      'queue="deliver",state="failed"': 0,
    });
  });

  test('says a number, not nothing, of what should never happen', () => {
    expect(valuesOf('monitor_sweeper_repairs_total')).toMatchObject({
      'what="instance"': expect.any(Number),
      'what="delivery"': expect.any(Number),
    });
    expect(valuesOf('monitor_blind_seconds_total')).toEqual({ 'partition="0"': expect.any(Number) });
    expect(valuesOf('monitor_impaired')).toEqual({
      'cause="blind"': 0,
      'cause="channel-locked"': 0,
      'cause="config-differs"': 0,
      'cause="config-refused"': 0,
      'cause="key-quota"': 0,
      'cause="state-lost"': 0,
      'cause="channel-failing"': 0,
      'cause="sweeper-repairing"': 0,
      'cause="redis-memory"': 0,
    });
    expect(valuesOf('monitor_heartbeats_total')).toMatchObject({ 'result="unavailable"': 0 });
    expect(valuesOf('monitor_registrations_total')).toMatchObject({
      'result="created"': 1,
      'result="refused"': 0,
    });
    expect(valuesOf('monitor_failed_authentications_total')).toEqual({
      'result="unauthorized"': 0,
      'result="rate-limited"': 0,
    });
    expect(valuesOf('monitor_transitions_total')).toMatchObject({
      'status="Down"': 1,
      'status="Recovered"': 0,
    });
    expect(valuesOf('monitor_incidents_total')).toMatchObject({ 'event="opened"': 1, 'event="resolved"': 0 });
    expect(valuesOf('monitor_instances')).toMatchObject({ 'status="Recovered"': 0 });
    expect(valuesOf('monitor_deadman_calls_total')).toEqual({
      'outcome="called"': 0,
      'outcome="withheld"': 0,
      'outcome="failed"': 0,
    });
    expect(valuesOf('monitor_notifications_total')).toMatchObject({
      'channel_type="webhook",outcome="dead"': 0,
    });
  });

  test('labels requests by route, not by path', () => {
    const routes = Object.keys(valuesOf('monitor_http_request_duration_seconds_count'));
    expect(routes).toContain('method="POST",route="/api/services/heartbeat",status="200"');
    expect(routes.join()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  });
});
