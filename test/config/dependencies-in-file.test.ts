import { expect, test } from 'vitest';
import { parseMonitorFile } from '../../src/config/monitor-file.ts';

function parse(text: string) {
  const errors: string[] = [];
  const file = parseMonitorFile(text, {}, errors, { intervalMs: 30_000, downAfterMs: 120_000 });
  return { file, errors };
}

test('services that depend on themselves through others are refused, beside everything else', () => {
  const { errors } = parse(`dependencies:
- { match: { service: cart }, dependsOn: [payments] }
- { match: { service: "pay*" }, dependsOn: [db] }
- { match: { service: db }, dependsOn: [cart] }
- { match: { service: 7 }, dependsOn: [cart] }
operator: { channels: [pager] }`);
  expect(errors).toContain(
    'dependencies[0].dependsOn: leads back to where it begins: payments depends on db depends on cart depends on payments',
  );
  expect(errors).toContain('operator.channels: there is no channel "pager"');
  expect(errors.some((error) => error.startsWith('dependencies[3].match.service: '))).toBe(true);
});

test('what services depend on is read as it stands', () => {
  const { file, errors } = parse(
    'dependencies: [{ match: { service: "*", labels: { tier: 1 } }, dependsOn: ["db-*", auth] }]',
  );
  expect(errors).toEqual([]);
  expect(file.dependencies).toEqual([
    { match: { service: '*', labels: { tier: '1' } }, dependsOn: ['db-*', 'auth'] },
  ]);
});

test.each(['payments', 'pay*'])('a service that depends on itself as %s is refused', (needed) => {
  const { errors } = parse(`dependencies: [{ match: { service: payments }, dependsOn: ["${needed}"] }]`);
  expect(errors).toEqual([
    'dependencies[0].dependsOn: names "payments", which it is for: no service depends on itself',
  ]);
});
