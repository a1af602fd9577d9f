import { describe, expect, test } from 'vitest';
import { labelsIn } from '../../src/domain/labels.ts';
import { matchesService, type ServiceMatch } from '../../src/domain/matches-service.ts';

describe('labelsIn', () => {
  test('the labels of a registration are the texts in the object "labels" of its metadata', () => {
    expect(labelsIn({ labels: { team: 'shop', tier: '1' }, region: 'eu' })).toEqual({
      team: 'shop',
      tier: '1',
    });
  });

  test.each([null, {}, { labels: null }, { labels: 'team' }, { labels: ['team'] }, { labels: 4 }])(
    'metadata %j has no labels',
    (metadata) => {
      expect(labelsIn(metadata)).toEqual({});
    },
  );

  test.each(['Team', '', 'a b', '-team', '__proto__', 'ü', 'n'.repeat(64)])(
    '%j is no name of a label',
    (name) => {
      const labels = JSON.parse(
        JSON.stringify({ good: 'yes' }).replace('{', `{${JSON.stringify(name)}:"x",`),
      );
      expect(labelsIn({ labels })).toEqual({ good: 'yes' });
    },
  );

  test.each([1, true, null, {}, ['a'], '', ' \n ', 'v'.repeat(129)])('%j is no value of a label', (value) => {
    expect(labelsIn({ labels: { bad: value, good: 'yes' } })).toEqual({ good: 'yes' });
  });

  test('the longest name and the longest value are taken', () => {
    const labels = { ['n'.repeat(63)]: 'v'.repeat(128), 'app.example/team_1-a': '😀'.repeat(128) };
    expect(labelsIn({ labels })).toEqual(labels);
  });

  test('a value is one line, in NFC, without what cannot be seen', () => {
    expect(labelsIn({ labels: { team: ' Cafe\u0301\r\n\u202eshop\u200b ' } })).toEqual({ team: 'Café shop' });
  });

  test('of more than twenty the first by name are taken, whatever the order in which they were sent', () => {
    const names = Array.from({ length: 25 }, (_, i) => `l${String(24 - i).padStart(2, '0')}`);
    const labels = labelsIn({ labels: Object.fromEntries(names.map((name) => [name, 'x'])) });
    expect(Object.keys(labels)).toEqual(names.toReversed().slice(0, 20));
  });
});

describe('matchesService by labels', () => {
  const cart = { serviceName: 'cart', environment: 'production', labels: { team: 'shop', tier: '1' } };

  test.each<[ServiceMatch, boolean]>([
    [{ labels: {} }, true],
    [{ labels: { team: 'shop' } }, true],
    [{ labels: { team: 'sh*', tier: '?' } }, true],
    [{ labels: { team: 'shop', tier: '2' } }, false],
    [{ labels: { zone: '*' } }, false],
    [{ labels: { constructor: '*' } }, false],
    [{ service: 'mail', labels: { team: 'shop' } }, false],
    [{ service: 'cart', environment: 'prod*', labels: { team: 'shop' } }, true],
  ])('%j matches cart of the team shop: %s', (match, matches) => {
    expect(matchesService(match, cart)).toBe(matches);
  });

  test('a service without labels has none that match', () => {
    const bare = { serviceName: 'cart', environment: 'production' };
    expect(matchesService({ labels: { team: '*' } }, bare)).toBe(false);
    expect(matchesService({}, bare)).toBe(true);
  });
});
