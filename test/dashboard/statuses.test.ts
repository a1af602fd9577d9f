import { describe, expect, it } from 'vitest';
import { formatTitle } from '../../src/dashboard/format-title.js';
import {
  countByStatus,
  headline,
  instanceStatuses,
  serviceStatuses,
  sortInstances,
} from '../../src/dashboard/statuses.js';
import type { Instance } from '../../src/dashboard/wire-types.ts';
import { instanceStatus } from '../../src/http/schemas/instance.ts';
import { serviceStatus } from '../../src/http/schemas/service.ts';
import { anInstance, aService } from './things.ts';

const of = (...statuses: string[]) => countByStatus(statuses.map((status) => ({ ...aService(), status })));

describe('statuses on the page', () => {
  it('are those of the API, all of them', () => {
    expect(new Set(serviceStatuses)).toEqual(new Set(serviceStatus.options));
    expect(new Set(instanceStatuses)).toEqual(new Set(instanceStatus.options));
  });

  it.each([
    [of('Down', 'Down', 'Healthy'), 'Down', '2 services are Down'],
    [of('Degraded', 'Recovered', 'Healthy'), 'Degraded', '1 service is Degraded'],
    [of('Recovered', 'Healthy'), 'Recovered', '1 service is Recovered'],
    [of('Healthy', 'Healthy'), 'Healthy', 'All 2 services are Healthy'],
    [of('Healthy'), 'Healthy', 'The service is Healthy'],
    [of('Healthy', 'Healthy', 'Stopped'), 'Healthy', '2 services are Healthy'],
    [of('Healthy', 'Pending'), 'Healthy', '1 service is Healthy'],
    [of('Healthy', 'Hibernating'), 'Hibernating', '1 service is Hibernating'],
    [of('Down', 'Hibernating'), 'Down', '1 service is Down'],
    [of('Pending', 'Stopped'), 'Pending', '1 service is Pending'],
    [of('Stopped'), 'Stopped', '1 service is Stopped'],
    [of(), 'Stopped', 'No service yet'],
  ])('make one sentence (%#): %s %s', (counts, status, text) => {
    expect(headline(counts, true)).toEqual({ status, text });
  });

  it('never claim that all are Healthy when not all were read', () => {
    expect(headline(of('Healthy', 'Healthy'), false).text).toBe('2 services are Healthy');
  });

  it('put the worst instance first', () => {
    const instances = [
      anInstance({ instanceKey: 'b' }),
      { ...anInstance({ instanceKey: 'odd' }), status: 'Hibernating' },
      anInstance({ instanceKey: 'gone', status: 'Replaced' }),
      anInstance({ instanceKey: 'a' }),
      anInstance({ instanceKey: 'bad', status: 'Down' }),
    ];
    expect(sortInstances(instances).map((i: Instance) => i.instanceKey)).toEqual([
      'bad',
      'odd',
      'a',
      'b',
      'gone',
    ]);
  });

  it('stand in the title of the tab, and so does a lost monitor', () => {
    const services = { items: [aService({ status: 'Down' }), aService()], isCut: false };
    expect(formatTitle({ services, connection: { kind: 'live' }, isOld: false }).title).toBe(
      '1 Down · Service Monitor',
    );
    expect(formatTitle({ services: null, connection: { kind: 'live' }, isOld: false }).title).toBe(
      'Service Monitor',
    );
    const connection = { kind: 'failing', why: 'unreachable', reason: '', sinceMs: 0 };
    expect(formatTitle({ services, connection, isOld: false }).title).toMatch(/^No contact/);
    expect(formatTitle({ services, connection: { kind: 'live' }, isOld: true }).title).toMatch(/^No contact/);
  });
});
