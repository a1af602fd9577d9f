import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isHealth } from '../../src/domain/health.ts';
import { memberText } from '../../src/http/schemas/member-text.ts';
import { readHeartbeat } from '../../src/http/schemas/read-heartbeat.ts';
import { readPlainHeartbeat } from '../../src/http/schemas/read-plain-heartbeat.ts';

const id = 'cb810f1d-6ba2-8407-9d10-f139f2d17b0f';
const longText = 'x'.repeat(128);
const sent = (text: string) => ({ text, value: JSON.parse(text) as unknown });

/** The same without the short way: an unknown field is what it does not take. */
function readLong(text: string) {
  const reading = readHeartbeat(sent(text.replace('{', '{"newer":1,')));
  if ('error' in reading) return null;
  const warnings = reading.value.warnings.filter(({ pointer }) => pointer !== '/newer');
  return { ...reading.value, warnings };
}

const numbers = fc.oneof(
  fc.constantFrom('9223372036854775807', '-0', '1.0', '1e999', '-1E-7', '0.10', '12.5', '420'),
  fc.maxSafeInteger().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
);
const texts = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(longText, '"'.repeat(128), '\0', '\ud800', '\\'),
  )
  .map((text) => JSON.stringify(text));
const keys = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 12 }) },
  fc.constantFrom('__proto__', 'constructor', 'toString', 'metadata', 'k'.repeat(64), 'k'.repeat(65)),
);
const space = fc.constantFrom('', '', '', ' ', '\n\t', '\r ');

/** JSON as others write it: spaces, escapes, keys that stand twice, numbers of any form. */
const { value: values } = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(numbers, texts, fc.constantFrom('null', 'true', 'false')),
    tie('list'),
    tie('object'),
  ),
  list: fc
    .tuple(fc.array(tie('value'), { maxLength: 4 }), space)
    .map(([all, s]) => `[${s}${all.join(`,${s}`)}${s}]`),
  object: objectsOf(tie('value')),
}));

function objectsOf(value: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const members = fc
    .tuple(
      keys.map((key) => JSON.stringify(key)),
      space,
      value,
    )
    .map(([key, s, of]) => `${key}${s}:${s}${of}`);
  return fc
    .tuple(fc.array(members, { maxLength: 70, size: 'small' }), space)
    .map(([all, s]) => `{${s}${all.join(`${s},${s}`)}${s}}`);
}

const metadataName = fc.constantFrom('"metadata"', '"metadata"', '"meta\\u0064ata"');
const bodies = fc
  .array(
    fc.oneof(
      {
        weight: 2,
        arbitrary: fc.constantFrom(id, id, id.toUpperCase()).map((each) => `"instanceId":"${each}"`),
      },
      {
        weight: 3,
        arbitrary: fc
          .tuple(metadataName, space, fc.oneof(objectsOf(values), values))
          .map(([name, s, of]) => `${name}:${s}${of}`),
      },
      {
        weight: 1,
        arbitrary: fc
          .oneof(fc.constantFrom('"healthy"', '"degraded"', '"unhealthy"', '"Healthy"', 'null'), values)
          .map((health) => `"health":${health}`),
      },
      { weight: 1, arbitrary: fc.tuple(keys, values).map(([key, of]) => `${JSON.stringify(key)}:${of}`) },
    ),
    { maxLength: 4 },
  )
  .map((members) => `{${members.join(',')}}`);

test('what an SDK sends is read the short way', () => {
  const metadata =
    '{"timestamp":"2026-01-01T00:00:00.000Z","cpu_percent":12.5,"thread_count":4,"branch":null}';
  const read = (text: string) => readPlainHeartbeat(sent(text));
  expect(read(`{"instanceId":"${id}","metadata":${metadata}}`)).toEqual({
    ...{ instanceId: id, metadata, health: null, warnings: [] },
  });
  const bare = { instanceId: id, metadata: null, health: null, warnings: [] };
  expect(read(`{"instanceId":"${id}"}`)).toEqual(bare);
  expect(read(`{"instanceId":"${id}","health":"degraded"}`)).toEqual({ ...bare, health: 'degraded' });
  expect(read(`{"instanceId":"${id}","health":"fine"}`)).toBeNull();
  expect(read(`{"instanceId":"${id}","metadata":null}`)).toBeNull();
});

test('whatever is read the short way, the long way reads alike', () => {
  fc.assert(
    fc.property(bodies, (text) => {
      const read = readPlainHeartbeat(sent(text));
      if (read !== null) expect(readLong(text)).toEqual(read);
    }),
    { numRuns: 2_000 },
  );
});

test('every JSON object with the id of an instance is a heartbeat of it, and what is kept has every digit', () => {
  fc.assert(
    fc.property(bodies, (text) => {
      const given = JSON.parse(text) as { instanceId?: string; metadata?: unknown; health?: unknown };
      const reading = readHeartbeat(sent(text));
      expect('value' in reading).toBe(given.instanceId !== undefined);
      if (!('value' in reading)) return;
      const { instanceId, metadata, warnings } = reading.value;
      expect(instanceId).toBe(id);
      if (isHealth(given.health)) expect(reading.value.health).toBe(given.health);
      else expect(reading.value.health).toBeNull();
      const saysWhy = warnings.some(({ pointer }) => pointer === '/health');
      expect(saysWhy).toBe(given.health != null && !isHealth(given.health));
      if (metadata !== null) expect(JSON.parse(metadata)).toEqual(given.metadata);
      else if (given.metadata != null) expect(warnings[0]?.pointer).toMatch(/^\/metadata/);
    }),
    { numRuns: 2_000 },
  );
});

test('the text of a member is the text that was sent', () => {
  fc.assert(
    fc.property(bodies, (text) => {
      const given = JSON.parse(text) as { metadata?: unknown };
      const found = memberText(text, 'metadata');
      expect(found === null).toBe(!Object.hasOwn(given, 'metadata'));
      if (found === null) return;
      expect(text).toContain(found);
      expect(JSON.parse(found)).toEqual(given.metadata);
    }),
    { numRuns: 2_000 },
  );
});

test('the largest metadata that is read the short way is within the limits', () => {
  const metadata = Object.fromEntries(
    Array.from({ length: 32 }, (_, i) => [`${'k'.repeat(52)}${String(i).padStart(2, '0')}`, 'v'.repeat(90)]),
  );
  const text = JSON.stringify({ instanceId: id, metadata });
  expect(readPlainHeartbeat(sent(text))).not.toBeNull();
  expect(readLong(text)?.warnings).toEqual([]);
});
