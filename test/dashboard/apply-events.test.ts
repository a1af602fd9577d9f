import { describe, expect, it } from 'vitest';
import { applyEvents } from '../../src/dashboard/monitor/apply-events.ts';
import type { Reading } from '../../src/dashboard/monitor/read-everything.ts';
import { all } from './render-page.ts';
import { anIncident, aService } from './things.ts';

const cart = aService({ serviceId: 'cart', serviceName: 'cart' });
const mail = aService({ serviceId: 'mail', serviceName: 'mail' });
const older = anIncident({ incidentId: 'older', startedAt: '2026-01-01T00:00:00.000Z' });
const newer = anIncident({ incidentId: 'newer', startedAt: '2026-01-02T00:00:00.000Z' });

const reading = (change: Partial<Reading> = {}): Reading => ({
  ...{ services: all(cart, mail), incidents: all(older), caller: null, detail: null },
  ...change,
});

describe('an event', () => {
  it('of a service takes the place of what was known, or comes to it', () => {
    const down = { ...cart, status: 'Down' as const };
    const added = aService({ serviceId: 'new', serviceName: 'new' });
    const applied = applyEvents(reading(), [
      { event: 'service', data: down },
      { event: 'service', data: added },
      { event: 'service-gone', data: { serviceId: 'mail' } },
    ]);
    expect(applied).toEqual({
      reading: reading({ services: all(down, added) }),
      areListsOld: false,
      isDetailOld: false,
    });
  });

  it('of an incident stands where the list would have it', () => {
    const { incidents } = applyEvents(reading(), [{ event: 'incident', data: newer }]).reading;
    expect(incidents.items.map(({ incidentId }) => incidentId)).toEqual(['newer', 'older']);
  });

  it('of what the page shows has the rest of it read again', () => {
    const detail: Reading['detail'] = { kind: 'service', service: cart, instances: all(), incidents: [] };
    const open = reading({ detail });
    const isOld = (event: string, data: object) => applyEvents(open, [{ event, data }]).isDetailOld;
    expect(isOld('service', cart)).toBe(true);
    expect(isOld('service', mail)).toBe(false);
    expect(isOld('instance', { instanceId: 'i', serviceId: 'cart' })).toBe(true);
    expect(isOld('instance', { instanceId: 'i', serviceId: 'mail' })).toBe(false);
  });

  it('that says so, or that cannot be understood, has the lists read again and changes nothing', () => {
    for (const event of [
      { event: 'reset', data: { lists: ['services'], because: 'maintenance' } },
      { event: 'service', data: undefined },
      { event: 'service', data: { serviceId: 5 } },
      { event: 'service-gone', data: null },
    ]) {
      const applied = applyEvents(reading(), [event]);
      expect([applied.areListsOld, applied.reading]).toEqual([true, reading()]);
    }
  });

  it('that this page does not know is passed over', () => {
    const applied = applyEvents(reading(), [
      { event: 'alive', data: { at: '2026-01-01T00:00:00.000Z' } },
      { event: 'from-the-future', data: 5 },
    ]);
    expect(applied).toEqual({ reading: reading(), areListsOld: false, isDetailOld: false });
  });
});
