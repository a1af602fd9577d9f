import { expect, test } from 'vitest';
import { scopesOfGroups } from '../../../src/domain/sign-in/access.ts';

const rules = [
  { group: 'ops', level: 'operate' },
  { group: 'admins', level: 'admin' },
  { group: 'support', level: 'read' },
] as const;

test.each([
  [['ops'], ['read', 'operate']],
  [['support'], ['read']],
  [['admins'], ['read', 'operate', 'admin']],
  [
    ['support', 'admins', 'ops'],
    ['read', 'operate', 'admin'],
  ],
  [['Ops', 'op', 'ops '], []],
  [['*'], []],
  [[], []],
])('a person in the groups %j has the scopes %j', (groups, scopes) => {
  expect(scopesOfGroups(groups, rules)).toEqual(scopes);
});

test('a star is everybody who can sign in, and takes nothing from those who may do more', () => {
  const all = [{ group: '*', level: 'read' } as const, ...rules];
  expect(scopesOfGroups([], all)).toEqual(['read']);
  expect(scopesOfGroups(['ops'], all)).toEqual(['read', 'operate']);
});

test('nobody reports instances by a group, and without rules nobody comes in', () => {
  expect(scopesOfGroups(['admins'], rules)).not.toContain('ingest');
  expect(scopesOfGroups(['admins'], [])).toEqual([]);
});
