import { describe, expect, test } from 'vitest';
import { webhookBody } from '../../../src/channels/webhook/message.ts';
import { exactJson } from '../../../src/domain/exact-json.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { resolvedMessage } from '../support/resolved-message.ts';

const source = 'https://monitor.example.com';

describe('the body of a webhook', () => {
  test('is a CloudEvent with all that is known of the incident', () => {
    const message = incidentMessage();
    expect(JSON.parse(webhookBody(message, source))).toEqual({
      specversion: '1.0',
      id: message.notificationId,
      source,
      type: 'service-monitor.incident.down',
      subject: message.incidentId,
      time: '2026-11-21T03:14:06.000Z',
      datacontenttype: 'application/json',
      data: {
        incidentId: message.incidentId,
        kind: 'down',
        service: { serviceId: message.serviceId, serviceName: 'checkout', environment: 'production' },
        startedAt: '2026-11-21T03:12:04.000Z',
        detectedAt: '2026-11-21T03:14:06.000Z',
        recoveredAt: null,
        outageSeconds: null,
        relapses: 0,
        outages: 1,
        instances: { total: 2, pending: 0, healthy: 0, degraded: 0, down: 2, recovered: 0 },
        lastMetrics: [
          {
            instanceKey: 'web-1:8080',
            hostname: 'web-1',
            receivedAt: '2026-11-21T03:12:04.000Z',
            values: message.lastMetrics[0]?.values,
          },
        ],
        url: message.url,
      },
    });
  });

  test('of the end tells when it came and how long the outage was', () => {
    const event = JSON.parse(webhookBody(resolvedMessage(), source));
    expect(event).toMatchObject({
      type: 'service-monitor.incident.resolved',
      time: '2026-11-21T03:16:16.000Z',
      data: { recoveredAt: '2026-11-21T03:16:16.000Z', outageSeconds: 252, relapses: 1 },
    });
  });

  test('says that an instance registered and did not beat, and why a person resolved it', () => {
    const atMs = Date.UTC(2026, 10, 21, 3, 12, 5);
    const more = { registration: { atMs, lastBeatAtMs: null }, resolvedBy: 'Ada', resolvedNote: 'gone' };
    expect(JSON.parse(webhookBody(incidentMessage(more), source)).data).toMatchObject({
      ...{ registeredAt: '2026-11-21T03:12:05.000Z', lastHeartbeatAt: null },
      ...{ resolvedBy: 'Ada', note: 'gone' },
    });
  });

  test('of a service that flaps tells what the hour was like, and of a recovery when it is the end', () => {
    const at = (minute: number) => Date.UTC(2026, 10, 21, 4, minute);
    const hour = { fromMs: at(0), downs: 7, silentMs: 21 * 60_000 };
    const sum = { kind: 'flapping', relapses: 9, flaps: true, silentMs: 30_500, hour } as const;
    expect(JSON.parse(webhookBody(incidentMessage(sum), source))).toMatchObject({
      type: 'service-monitor.incident.flapping',
      data: {
        ...{ outages: 10, flapping: true, silentSeconds: 30.5 },
        hour: { from: '2026-11-21T04:00:00.000Z', outages: 7, silentSeconds: 1_260 },
      },
    });
    const back = {
      kind: 'recovering',
      recoveredAtMs: at(10),
      quietUntilMs: at(12),
      silentSinceMs: at(5),
    } as const;
    expect(JSON.parse(webhookBody(incidentMessage(back), source))).toMatchObject({
      ...{ type: 'service-monitor.incident.recovering', time: '2026-11-21T04:10:00.000Z' },
      data: { quietUntil: '2026-11-21T04:12:00.000Z', silentSince: '2026-11-21T04:05:00.000Z' },
    });
  });

  test('keeps a strange name whole, because JSON can', () => {
    const serviceName = 'a"\r\nb\u202e';
    const event = JSON.parse(webhookBody(incidentMessage({ serviceName }), source));
    expect(event.data.service.serviceName).toBe(serviceName);
  });

  test('has every digit and every key of the last metadata', () => {
    const text = '{"requests_per_minute":9223372036854775807,"x":1.0,"__proto__":{"a":-0},"constructor":1e2}';
    const values = exactJson.parse(text) as Record<string, unknown>;
    const lastMetrics = [{ instanceKey: 'i', hostname: null, receivedAtMs: null, values }];
    expect(webhookBody(incidentMessage({ lastMetrics }), source)).toContain(`"values":${text}`);
  });
});
