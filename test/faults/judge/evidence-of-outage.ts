import type { MonitorEvent } from '../../../src/domain/events.ts';
import type { IncidentReply } from '../../support/api-client.ts';
import { scaledTimes } from '../stage/stage-options.ts';
import type { Evidence } from './evidence.ts';

const startMs = 1_000_000;
const lastBeatAtMs = startMs + 10_000;
const downAtMs = lastBeatAtMs + scaledTimes.downAfterMs;

const timeOf = (atMs: number) => new Date(atMs).toISOString();

/** A service of one instance that beats for ten seconds, dies, is found, told, revived and told again: all is right. */
export function evidenceOfOutage(): Evidence {
  const serviceId = '00000000-0000-8000-8000-000000000000';
  const [instanceId, incidentId] = ['00000000-0000-8000-8000-000000000001', 'incident-1'];
  const attempts = Array.from({ length: 11 }, (_, i) => ({
    sentAtMs: startMs + i * 1_000 - 2,
    tookMs: 5,
    status: 200,
    receivedAtMs: startMs + i * 1_000,
  }));
  const changed = (from: string, to: string, atMs: number) =>
    ({
      type: 'instance.changed',
      instanceId,
      serviceId,
      from,
      to,
      atMs,
      silentSinceMs: lastBeatAtMs,
    }) as MonitorEvent;
  const opened = {
    ...{ type: 'incident.changed', kind: 'opened', incidentId, serviceId, relapses: 0 },
    atMs: downAtMs,
  } as MonitorEvent;
  const message = (kind: string, atMs: number) => ({
    ...{
      atMs,
      channelId: 'hook',
      id: `${kind}-1`,
      kind,
      incidentId,
      serviceName: 'service-0',
      isTaken: true,
      causes: [],
    },
  });
  return {
    ...{
      times: scaledTimes,
      allows: {},
      channels: ['hook'],
      windows: [],
      interruptions: [],
      rows: [],
      slackMs: 0,
    },
    members: [
      { n: 0, serviceName: 'service-0', serviceId, instanceId, isSilent: true, lastBeatAtMs: 0, attempts },
    ],
    silences: [{ n: 0, fromMs: lastBeatAtMs + 500, toMs: downAtMs + 10_000 }],
    events: [
      { committedAtMs: downAtMs + 10, event: changed('Degraded', 'Down', downAtMs) },
      { committedAtMs: downAtMs + 20, event: opened },
      { committedAtMs: downAtMs + 10_010, event: changed('Down', 'Recovered', downAtMs + 10_000) },
    ],
    incidents: [
      {
        ...{ incidentId, serviceName: 'service-0', state: 'resolved', relapses: 0 },
        ...{ startedAt: timeOf(lastBeatAtMs), recoveredAt: timeOf(downAtMs + 10_000) },
        resolvedAt: timeOf(downAtMs + 14_000),
      } as IncidentReply,
    ],
    arrivals: [
      message('down', downAtMs + 50),
      message('recovering', downAtMs + 10_050),
      message('resolved', downAtMs + 14_050),
    ],
    stored: new Set(attempts.map(({ receivedAtMs }) => `${instanceId}:${receivedAtMs}`)),
  };
}
