import { describe, expect, test } from 'vitest';
import { dead, diedAtMs, find, members, named, others } from './members.ts';

describe('a cause', () => {
  test('is the host whose instances are silent, with its figures and services', () => {
    const all = [
      ...dead(4, { host: 'h1' }),
      ...members(1, { host: 'h1' }, { serviceId: 'lives' }),
      ...others,
    ];
    const [found, ...more] = find(
      all,
      [0, 1].map((at) => `{"host":"h1"}-${at}`),
    );
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      cause: { kind: 'host', values: ['h1'], serviceId: null },
      members: 5,
      firstSilentAtMs: diedAtMs - 10_000,
      lastSilentAtMs: diedAtMs - 10_000,
      inside: ['{"host":"h1"}-0', '{"host":"h1"}-1'],
      weakened: ['{"host":"h1"}-2', '{"host":"h1"}-3'],
      notExplained: [],
    });
    expect(found?.silentIds).toEqual(new Set(['i0', 'i1', 'i2', 'i3']));
  });

  test('needs three silent instances of two services', () => {
    expect(named([...dead(3, { host: 'h1' }), ...others])).toEqual(['host h1']);
    expect(named([...dead(2, { host: 'h1' }), ...others])).toEqual([]);
    expect(named([...dead(9, { host: 'h1' }, { serviceId: 'same' }), ...others])).toEqual([]);
  });

  test('needs a service that is Down because of it', () => {
    expect(named([...dead(5, { host: 'h1' }), ...others], [])).toEqual([]);
  });

  test('is no empty value, for that says nothing', () => {
    expect(named([...dead(5, { host: '' }), ...others])).toEqual([]);
  });

  test('is the zone if all its hosts are silent, and only the hosts if others of the zone are alive', () => {
    const hosts = ['h1', 'h2', 'h3'].flatMap((host) => dead(5, { host, zone: 'a' }));
    expect(named([...hosts, ...others])).toEqual(['zone a']);
    const third = members(8, { host: 'h4', zone: 'a' });
    expect(named([...hosts, ...third, ...others])).toEqual(['host h1 h2 h3']);
  });

  test('is the narrower one if two attributes say the same', () => {
    expect(named([...dead(5, { zone: 'a', node: 'n1', region: 'r' }), ...others])).toEqual(['node n1']);
  });

  test('is two causes if a host and an unconnected version died', () => {
    const version = { serviceId: 'cart', attributes: { serviceVersion: '2' } };
    const all = [
      ...dead(5, { host: 'h1' }),
      ...dead(6, { serviceVersion: '2' }, version),
      ...members(3, { serviceVersion: '1' }, { serviceId: 'cart' }),
      ...others,
    ];
    expect(named(all).sort()).toEqual(['host h1', 'serviceVersion 2']);
  });

  test('is not a place of which two services died as a whole, and others live', () => {
    const two = ['pay', 'cart'].flatMap((serviceId) => dead(3, { host: 'h1' }, { serviceId }));
    expect(named([...two, ...members(4, { host: 'h1' }), ...others])).toEqual([]);
  });

  test('is no version if no other version of the service is alive', () => {
    const all = [...dead(6, { serviceVersion: '2' }, { serviceId: 'cart' }), ...others];
    expect(named(all)).toEqual([]);
  });

  test('is an environment only if six of its services are silent, for it consists of whole services', () => {
    expect(named([...dead(6, { environment: 'test' }), ...others])).toEqual(['environment test']);
    expect(named([...dead(5, { environment: 'test' }), ...others])).toEqual([]);
  });

  test('is half a host, but not a few services that died wherever they ran', () => {
    const alive = members(5, { host: 'h1' });
    expect(named([...dead(5, { host: 'h1' }), ...alive, ...others])).toEqual(['host h1']);
    const two = ['cart', 'mail'].flatMap((serviceId) => [
      ...dead(3, { host: 'h1' }, { serviceId }),
      ...dead(2, { host: 'h2' }, { serviceId }),
    ]);
    expect(named([...two, ...alive, ...members(9, { host: 'h2' }), ...others])).toEqual([]);
  });

  test('is the host though some of its instances do not say where they are, and not what they do say', () => {
    const [host, network] = ['h1', 'n1'];
    const all = [
      ...dead(4, { host, network }),
      ...dead(4, { network }),
      ...members(6, { host: 'h2', network }),
      ...others,
    ];
    expect(named(all)).toEqual(['host h1']);
    expect(find(all)[0]?.inside).toHaveLength(4);
  });

  test('has three silent instances, however unlikely two are', () => {
    const many = members(2000, { host: 'h9' });
    const [two, other] = [dead(2, { host: 'h1' }), dead(1, { host: 'h2' })];
    expect(named([...two, ...other, ...many])).toEqual([]);
    expect(named([...two, ...dead(1, { host: 'h1' }, { serviceId: 'third' }), ...many])).toEqual(['host h1']);
  });

  test('has two fifths of its members', () => {
    const many = members(400, { host: 'h9' });
    const of = (alive: number) => [...dead(10, { host: 'h1' }), ...members(alive, { host: 'h1' }), ...many];
    expect(named(of(15))).toEqual(['host h1']);
    expect(named(of(16))).toEqual([]);
  });

  test('has more than half of them if they died one after another', () => {
    const slowly = (alive: number) => [
      ...[0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap((at) =>
        dead(1, { host: 'h1' }, { heardMs: at * 5_000, serviceId: `s${at}` }),
      ),
      ...members(alive, { host: 'h1' }),
      ...members(400, { host: 'h9' }),
    ];
    expect(named(slowly(7))).toEqual(['host h1']);
    expect(named(slowly(8))).toEqual([]);
  });

  test('is nothing that chance makes as well', () => {
    const hosts = Array.from({ length: 20 }, (_, at) => `h${at}`);
    const third = hosts.flatMap((host) => [...dead(1, { host }), ...members(2, { host })]);
    expect(named([...third, ...dead(3, { host: 'h20' })])).toEqual([]);
  });
});

describe('time', () => {
  test('a member that was not heard since is not counted, for its heartbeat was not due', () => {
    const slow = members(20, { host: 'h1' }, { heardMs: -100_000, intervalMs: 300_000 });
    expect(find([...dead(5, { host: 'h1' }), ...slow, ...others])[0]?.members).toBe(5);
  });

  test('the living have time to be heard, though one instance is late for another reason', () => {
    const late = dead(1, { host: 'h1' }, { serviceId: 'slow', heardMs: 40_000 });
    const alive = members(3, { host: 'h1' }, { heardMs: 30_000 });
    expect(find([...dead(4, { host: 'h1' }), ...late, ...alive, ...others])[0]?.members).toBe(8);
  });

  test('what died hours apart has no cause in common', () => {
    const apart = [0, 1, 2].flatMap((at) =>
      dead(1, { host: 'h1' }, { heardMs: -3_600_000 * at, serviceId: `${at}` }),
    );
    expect(named([...apart, ...others])).toEqual([]);
  });

  test('what died within a minute has', () => {
    const staggered = (lastMs: number) =>
      [0, lastMs / 2, lastMs].flatMap((heardMs) =>
        dead(1, { host: 'h1' }, { heardMs: heardMs - 60_000, serviceId: `${heardMs}` }),
      );
    expect(named([...staggered(95_000), ...others])).toEqual(['host h1']);
    expect(named([...staggered(97_000), ...others])).toEqual([]);
  });

  test('time in which the monitor was blind makes the moment of death less certain', () => {
    const gaps = [{ fromMs: diedAtMs - 200_000, toMs: diedAtMs - 100_000 }];
    const early = dead(2, { host: 'h1' }, { heardMs: -205_000, gaps });
    const all = [...early, ...dead(1, { host: 'h1' }, { serviceId: 'x', heardMs: -20_000 }), ...others];
    expect(named(all)).toEqual(['host h1']);
    expect(named(all.map((one) => ({ ...one, gaps: [] })))).toEqual([]);
  });
});

describe('a service', () => {
  test('lies inside only if all its silent instances do', () => {
    const both = { serviceId: 'cart' };
    const all = [
      ...dead(4, { host: 'h1' }),
      ...dead(1, { host: 'h1' }, both),
      ...dead(1, { host: 'h9' }, both),
      ...others,
    ];
    expect(find(all)[0]).toMatchObject({
      notExplained: ['cart'],
      inside: expect.not.arrayContaining(['cart']),
    });
  });

  test('lies inside also if one instance of it died before, in the same place', () => {
    const early = dead(1, { host: 'h1' }, { serviceId: '{"host":"h1"}-0', heardMs: -3_600_000 });
    const all = [...dead(4, { host: 'h1' }), ...early, ...others];
    expect(find(all)[0]?.inside).toContain('{"host":"h1"}-0');
  });

  test('does not lie inside if an instance of it died later', () => {
    const cart = [-10_000, 600_000].flatMap((heardMs) =>
      dead(1, { host: 'h1' }, { serviceId: 'cart', heardMs }),
    );
    expect(find([...dead(5, { host: 'h1' }), ...cart, ...others])[0]).toMatchObject({
      notExplained: ['cart'],
    });
  });

  test('that was Down before the cause does not lie inside', () => {
    const early = dead(1, { host: 'h1' }, { serviceId: 'old', heardMs: -3_600_000 });
    expect(find([...dead(4, { host: 'h1' }), ...early, ...others])[0]?.inside).not.toContain('old');
  });
});

describe('everything at once', () => {
  const zones = (silent: number, alive: number) =>
    ['a', 'b'].flatMap((zone) => [...dead(silent, { zone }), ...members(alive, { zone })]);

  test('is said from half of ten instances on', () => {
    expect(named(zones(3, 2))).toEqual(['everything']);
    expect(named(zones(20, 20))).toEqual(['everything']);
    expect(named(zones(19, 20))).toEqual([]);
    expect(named(zones(2, 2))).toEqual([]);
  });

  test('is not said if a zone is alive', () => {
    expect(named([...dead(30, { zone: 'a' }), ...members(10, { zone: 'b' })])).toEqual(['zone a']);
  });

  test('is not said if one large service is silent in one zone', () => {
    const service = dead(30, { zone: 'a' }, { serviceId: 'large' });
    expect(named([...service, ...members(10, { zone: 'a' }), ...members(10, { zone: 'b' })])).toEqual([]);
  });

  test('is not said if a few values explain it, but it is if nothing else is alive', () => {
    const host = dead(12, { host: 'h1', zone: 'a' });
    expect(named([...host, ...members(4, { host: 'h2', zone: 'a' })])).toEqual(['host h1']);
    expect(named(host)).toEqual(['everything']);
    expect(named([...host, ...members(2, { host: 'h2', zone: 'a' })])).toEqual(['everything']);
  });

  test('puts every service together', () => {
    expect(find(zones(8, 2))[0]).toMatchObject({ members: 20, notExplained: [] });
    expect(find(zones(8, 2))[0]?.inside).toHaveLength(16);
  });
});
