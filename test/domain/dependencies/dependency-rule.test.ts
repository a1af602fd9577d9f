import { expect, test } from 'vitest';
import { needsOf } from '../../../src/domain/dependencies/dependency-rule.ts';

const service = (serviceName: string, more = {}) => ({ serviceName, environment: 'production', ...more });

test('a service needs what the rules that match it name, and what its label says', () => {
  const rules = [
    { match: { service: 'cart*', environment: 'prod*' }, dependsOn: ['payments', 'db-*'] },
    { match: { service: 'mail' }, dependsOn: ['queue'] },
    { match: { labels: { team: 'shop' } }, dependsOn: ['stock'] },
  ];
  const labels = { team: 'shop', 'depends-on': ' auth , ,geo-*' };
  expect(needsOf(service('cart', { labels }), rules)).toEqual([
    { glob: 'payments', by: 'dependencies[0]' },
    { glob: 'db-*', by: 'dependencies[0]' },
    { glob: 'stock', by: 'dependencies[2]' },
    { glob: 'auth', by: 'its label depends-on' },
    { glob: 'geo-*', by: 'its label depends-on' },
  ]);
  expect(needsOf(service('cart', { environment: 'test' }), rules)).toEqual([]);
});

test('what a rule names as needed is no dependent of that rule', () => {
  const rules = [{ match: { service: '*' }, dependsOn: ['db-*'] }];
  expect(needsOf(service('db-1'), rules)).toEqual([]);
  expect(needsOf(service('cart'), rules)).toHaveLength(1);
});

test('of a label that names very many only the first are looked at', () => {
  const labels = { 'depends-on': Array.from({ length: 60 }, (_, i) => `s${i}`).join(',') };
  expect(needsOf(service('cart', { labels }), [])).toHaveLength(20);
});
