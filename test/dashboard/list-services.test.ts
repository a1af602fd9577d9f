import { describe, expect, it } from 'vitest';
import type { Service } from '../../src/dashboard/monitor/wire-types.ts';
import { plainView } from '../../src/dashboard/page/service-view-address.ts';
import { listServices } from '../../src/dashboard/services/list-services.ts';
import { aService, at } from './things.ts';

const all = plainView;

function namesOf(services: Service[], filter: Partial<typeof all> = {}): string[] {
  return listServices(services, { ...all, ...filter }).map((service: Service) => service.serviceName);
}

describe('the list of services', () => {
  it('shows the worst first', () => {
    const statuses = ['Stopped', 'Healthy', 'Pending', 'Recovered', 'Degraded', 'Down'] as const;
    const services = statuses.map((status) => aService({ status, serviceName: status }));
    expect(namesOf(services)).toEqual(['Down', 'Degraded', 'Recovered', 'Pending', 'Healthy', 'Stopped']);
  });

  it('orders equals by name, numbers as numbers, then by environment', () => {
    const services = [
      aService({ serviceName: 'api-10' }),
      aService({ serviceName: 'api-9', environment: 'staging' }),
      aService({ serviceName: 'api-9', environment: 'dev' }),
    ];
    const listed = listServices(services, all).map((s: Service) => `${s.serviceName} ${s.environment}`);
    expect(listed).toEqual(['api-9 dev', 'api-9 staging', 'api-10 production']);
  });

  it('finds every word in name, environment or id, in any case', () => {
    const services = [
      aService({ serviceName: 'Cart' }),
      aService({ serviceName: 'mail', environment: 'dev' }),
    ];
    expect(namesOf(services, { text: ' PROD cart ' })).toEqual(['Cart']);
    expect(namesOf(services, { text: 'cart dev' })).toEqual([]);
    expect(namesOf(services, { text: 'a0000000' })).toEqual(['Cart', 'mail']);
  });

  it('finds a service by its labels', () => {
    const services = [
      aService({ serviceName: 'cart', labels: { team: 'shop', tier: '1' } }),
      aService({ serviceName: 'mail', labels: { team: 'post' } }),
    ];
    expect(namesOf(services, { text: 'team:SHOP' })).toEqual(['cart']);
  });

  it('filters by environment and status together', () => {
    const services = [
      aService({ serviceName: 'a', status: 'Down' }),
      aService({ serviceName: 'b', status: 'Down', environment: 'dev' }),
      aService({ serviceName: 'c', environment: 'dev' }),
    ];
    expect(namesOf(services, { environment: 'dev', status: 'Down' })).toEqual(['b']);
  });

  it('is ordered by name, or by the last change, if somebody wants it so', () => {
    const services = [
      aService({ serviceName: 'b', status: 'Down', since: at(1) }),
      aService({ serviceName: 'a', since: at(2) }),
      aService({ serviceName: 'c', since: at(3) }),
    ];
    expect(namesOf(services, { sort: 'name' })).toEqual(['a', 'b', 'c']);
    expect(namesOf(services, { sort: 'changed' })).toEqual(['c', 'a', 'b']);
  });

  it('leaves what it was given as it was', () => {
    const services = Object.freeze([aService(), aService({ status: 'Down' })]);
    expect(() => listServices(services, all)).not.toThrow();
  });
});
