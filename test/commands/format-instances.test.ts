import { expect, test } from 'vitest';
import { formatInstances } from '../../src/commands/format-instances.ts';
import { anInstance } from '../dashboard/things.ts';

const headOf = (...locations: object[]) =>
  formatInstances(
    locations.map((location) => anInstance({ location: { ...anInstance().location, ...location } })),
    null,
  )
    .split('\n')[0]
    ?.split('VERSION')[1]
    ?.trim()
    .split(/ +/);

test('where instances run has a column for what is known of one of them', () => {
  expect(headOf({})).toEqual(['REASONS']);
  expect(headOf({ network: '10.1.2.0/24' })).toEqual(['REASONS']);
  expect(headOf({}, { zone: 'a' })).toEqual(['ZONE', 'REASONS']);
  expect(headOf({ host: 'h', cluster: 'c' })).toEqual(['HOST', 'CLUSTER', 'REASONS']);
});

test('a host that is the node is said once', () => {
  expect(headOf({ host: 'n', node: 'n' })).toEqual(['NODE', 'REASONS']);
  expect(headOf({ host: 'h', node: 'n' }, {})).toEqual(['HOST', 'NODE', 'REASONS']);
});
