import fc from 'fast-check';
import { expect, test } from 'vitest';
import { heartbeatRequest } from '../../src/http/schemas/heartbeat.ts';
import { readHeartbeat } from '../../src/http/schemas/read-heartbeat.ts';

const id = 'cb810f1d-6ba2-8407-9d10-f139f2d17b0f';
const longText = 'x'.repeat(128);

test('what an SDK sends is read without the schema', () => {
  const metadata = {
    timestamp: '2026-01-01T00:00:00.000Z',
    cpu_percent: 12.5,
    thread_count: 4,
    branch: null,
  };
  expect(readHeartbeat({ instanceId: id, metadata })).toEqual({ instanceId: id, metadata });
  expect(readHeartbeat({ instanceId: id })).toEqual({ instanceId: id, metadata: null });
});

test('whatever is read without the schema, the schema reads alike', () => {
  const ids = fc.oneof(fc.constant(id), fc.constant(id.toUpperCase()), fc.uuid(), fc.string());
  const values = fc.oneof(fc.constant(longText), fc.constant('"'.repeat(128)), fc.jsonValue());
  const metadata = fc.oneof(
    fc.dictionary(fc.string({ maxLength: 70 }), values, { maxKeys: 70 }),
    fc.jsonValue(),
  );
  const bodies = fc.oneof(
    fc.record({ instanceId: ids, metadata }, { requiredKeys: [] }),
    fc.record({ instanceId: ids, metadata, more: fc.anything() }),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(bodies, (body) => {
      const read = readHeartbeat(body);
      if (read === null) return;
      const parsed = heartbeatRequest.parse(body);
      expect({ ...parsed, metadata: parsed.metadata ?? null }).toEqual(read);
    }),
    { numRuns: 500 },
  );
});

test('the largest metadata that is read without the schema is within its limits', () => {
  const keys = Array.from({ length: 32 }, (_, i) => `${'"'.repeat(62)}${String(i).padStart(2, '0')}`);
  const body = { instanceId: id, metadata: Object.fromEntries(keys.map((key) => [key, '\\'.repeat(128)])) };
  expect(readHeartbeat(body)).not.toBeNull();
  expect(heartbeatRequest.safeParse(body).success).toBe(true);
});
