import { createHash, hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createIds, partitionOf, slotCount, slotOf } from '../../src/domain/ids.ts';

const ids = createIds((text) => hash('sha256', text, 'buffer'));
const uuidV8 = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** Any text, half characters too: what a name may be is not for this room to say. */
const name = fc.array(fc.nat(0xffff), { maxLength: 12 }).map((units) => String.fromCharCode(...units));

const manyServiceIds = Array.from({ length: 3_000 }, (_, n) => ids.serviceId(`service-${n}`, 'production'));

describe('ids', () => {
  test('all ids of a service are lower-case UUIDs of version 8 in the slot of the service', () => {
    fc.assert(
      fc.property(
        name,
        name,
        name,
        fc.nat(),
        name,
        (serviceName, environment, key, startedAtMs, channelId) => {
          const serviceId = ids.serviceId(serviceName, environment);
          const incidentId = ids.incidentId(serviceId, startedAtMs);
          const all = [
            serviceId,
            ids.instanceId(serviceId, key),
            incidentId,
            ids.notificationId(incidentId, 'opened', channelId),
          ];
          for (const id of all) {
            expect(id).toMatch(uuidV8);
            expect(slotOf(id)).toBe(slotOf(serviceId));
          }
          expect(new Set(all).size).toBe(4);
        },
      ),
    );
  });

  test('the same thing gets the same id again, also from another node', () => {
    const otherNode = createIds((text) => new Uint8Array(createHash('sha256').update(text).digest()));
    fc.assert(
      fc.property(name, name, name, (serviceName, environment, key) => {
        const serviceId = ids.serviceId(serviceName, environment);
        expect(otherNode.serviceId(serviceName, environment)).toBe(serviceId);
        expect(otherNode.instanceId(serviceId, key)).toBe(ids.instanceId(serviceId, key));
      }),
    );
  });

  test('ids stay what they are from release to release', () => {
    const serviceId = ids.serviceId('orders', 'production');
    const incidentId = ids.incidentId(serviceId, 1_763_700_000_000);
    expect({
      serviceId,
      instanceId: ids.instanceId(serviceId, 'web-1:8080'),
      incidentId,
      notificationId: ids.notificationId(incidentId, 'opened', 'ops-mail'),
    }).toEqual({
      serviceId: 'aee93c8f-789d-860c-bb2f-f6e2289251d9',
      instanceId: 'aeef8a78-98cd-8a7e-a83b-609ac60cfc35',
      incidentId: 'aee00b72-5bbf-80bb-afc4-6e4076a978ff',
      notificationId: 'aeed6a48-a373-8dfb-b27a-42a9a79bbec3',
    });
  });

  test.each([
    [
      ['ab', 'c'],
      ['a', 'bc'],
    ],
    [
      ['orders', 'production'],
      ['production', 'orders'],
    ],
    [
      ['orders', ''],
      ['', 'orders'],
    ],
    [
      ['a","b', 'c'],
      ['a', 'b","c'],
    ],
    [
      ['orders', 'test'],
      ['Orders', 'test'],
    ],
  ] as [[string, string], [string, string]][])('%j and %j are different services', (one, other) => {
    expect(ids.serviceId(...one)).not.toBe(ids.serviceId(...other));
  });

  test('different names never share an id', () => {
    const [serviceId = '', otherId = ''] = manyServiceIds;
    const numbers = Array.from({ length: 500 }, (_, n) => n);
    const all = [
      ...manyServiceIds,
      ...numbers.map((n) => ids.instanceId(serviceId, `${n}`)),
      ...numbers.map((n) => ids.instanceId(otherId, `${n}`)),
      ...numbers.map((n) => ids.incidentId(serviceId, n)),
      ...numbers.map((n) => ids.notificationId(serviceId, 'opened', `${n}`)),
      ...numbers.map((n) => ids.notificationId(serviceId, 'resolved', `${n}`)),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  test('an event and a channel that concatenate equally make different notifications', () => {
    expect(ids.notificationId(manyServiceIds[0] ?? '', 'a', 'bc')).not.toBe(
      ids.notificationId(manyServiceIds[0] ?? '', 'ab', 'c'),
    );
  });

  test.each<[string, number, (id: string) => number]>([
    ['all slots', 64, (id) => Math.floor(slotOf(id) / (slotCount / 64))],
    ['16 partitions', 16, (id) => partitionOf(id, 16)],
    ['7 partitions', 7, (id) => partitionOf(id, 7)],
  ])('services spread evenly over %s', (_title, bucketCount, bucketOf) => {
    const buckets = Array.from({ length: bucketCount }, () => 0);
    for (const id of manyServiceIds) buckets[bucketOf(id)] = (buckets[bucketOf(id)] ?? 0) + 1;
    const fair = manyServiceIds.length / bucketCount;
    const chiSquare = buckets.reduce((sum, count) => sum + (count - fair) ** 2 / fair, 0);
    // Of chance: mean is the degrees of freedom, variance twice that. The names are fixed, so it fails never or always.
    const freedom = bucketCount - 1;
    expect(chiSquare).toBeLessThan(freedom + 4 * Math.sqrt(2 * freedom));
    expect(buckets).toHaveLength(bucketCount);
  });

  test.each([
    ['00012345-0000-8000-8000-000000000000', 0],
    ['00112345-0000-8000-8000-000000000000', 1],
    ['fff12345-0000-8000-8000-000000000000', 4_095],
  ])('%s carries slot %i', (id, slot) => {
    expect(slotOf(id)).toBe(slot);
    expect(partitionOf(id, 1)).toBe(0);
    expect(partitionOf(id, 16)).toBe(slot % 16);
  });
});
