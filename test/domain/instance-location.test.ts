import { describe, expect, test } from 'vitest';
import { isThere, locationOf, locationParts } from '../../src/domain/instance-location.ts';

const nowhere = {
  ...{ host: null, node: null, zone: null, region: null, cluster: null, deployment: null, network: null },
};

const by = (metadata: Record<string, unknown> | null) => locationOf({ metadata, network: null });

describe('the location of an instance', () => {
  test('is what its registration said of it, and the network from which it called', () => {
    const metadata = { host: 'h7', node: 'n7', zone: 'a', region: 'eu', cluster: 'c', deployment: 'd' };
    const location = locationOf({ metadata: { ...metadata, sdk_version: '1' }, network: '10.1.2.0/24' });
    expect(location).toEqual({ ...metadata, network: '10.1.2.0/24' });
  });

  test('is unknown if nothing was said', () => {
    expect(by(null)).toEqual(nowhere);
    expect(by({})).toEqual(nowhere);
  });

  test('has the node as its host if only that is known', () => {
    expect(by({ node: 'node-1' })).toEqual({ ...nowhere, host: 'node-1', node: 'node-1' });
  });

  test.each<[string, unknown]>([
    ['a number', 7],
    ['a list', ['a']],
    ['an object', { name: 'a' }],
    ['nothing', null],
    ['an empty text', ' '],
    ['a text too long for a name', 'a'.repeat(254)],
  ])('does not have a part that is %s', (_what, value) => {
    expect(by(Object.fromEntries(locationParts.map((name) => [name, value])))).toEqual(nowhere);
  });

  test('has parts without what cannot be seen and what moves a cursor', () => {
    expect(by({ zone: ' eu\u001b[2J\u202e-1a\n' }).zone).toBe('eu [2J -1a');
    expect(by({ zone: 'a'.repeat(253) }).zone).toBe('a'.repeat(253));
  });

  test('never has what JavaScript gives every object', () => {
    expect(by(JSON.parse('{"__proto__": {"zone": "a"}}') as Record<string, unknown>)).toEqual(nowhere);
  });
});

describe('a filter by location', () => {
  const described = { metadata: { node: 'n1', zone: 'a' }, network: '10.1.2.0/24', version: '1.0' };

  test.each<[string, Record<string, string | undefined>, boolean]>([
    ['nothing', {}, true],
    ['nothing of a part', { zone: undefined }, true],
    ['its zone', { zone: 'a' }, true],
    ['another zone', { zone: 'b' }, false],
    ['a part of the name of its zone', { zone: '' }, false],
    ['a part that is not known', { region: 'eu' }, false],
    ['its host, by its node', { host: 'n1' }, true],
    ['its network', { network: '10.1.2.0/24' }, true],
    ['its version', { version: '1.0' }, true],
    ['another version', { version: '1.1' }, false],
    ['its zone and another node', { zone: 'a', node: 'n2' }, false],
  ])('that asks for %s: %s', (_what, wanted, isWanted) => {
    expect(isThere(described, wanted)).toBe(isWanted);
  });
});
