import { describe, expect, it } from 'vitest';
import type { Instance } from '../../src/dashboard/monitor/wire-types.ts';
import { sortInstances } from '../../src/dashboard/services/sort-instances.ts';
import { formatTitle } from '../../src/dashboard/wording/format-title.ts';
import { headline } from '../../src/dashboard/wording/headline.ts';
import { countByStatus, instanceStatuses, serviceStatuses } from '../../src/dashboard/wording/statuses.ts';
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
      anInstance({ instanceKey: 'odd', status: 'Hibernating' as never }),
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
    const services = [aService({ status: 'Down' }), aService()];
    expect(formatTitle(services, false).title).toBe('1 Down · Service Monitor');
    expect(formatTitle([], false).title).toBe('Service Monitor');
    expect(formatTitle(services, true).title).toMatch(/^No contact/);
  });
});
