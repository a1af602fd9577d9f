import { expect, test } from 'vitest';
import { ContentionError } from '../../../src/actors/ports/commits.ts';
import { blameFor } from '../../../src/actors/ports/failures.ts';
import { StoreRefusal, StoreUnavailable } from '../../../src/actors/ports/store-errors.ts';
import { toStoreError } from '../../../src/store/client/to-store-error.ts';

const coded = (code: string) => Object.assign(new Error(code), { code });

test.each([
  new TypeError("Cannot read properties of undefined (reading 'to')"),
  new SyntaxError('Unexpected token n in JSON at position 2'),
  new RangeError('Invalid time value'),
  new Error('WRONGTYPE Operation against a key holding the wrong kind of value'),
  new Error('ERR user_script:7: attempt to index a nil value script: 1f, on @user_script:7.'),
  coded('ERR_INVALID_ARG_TYPE'),
])('%s is the fault of what was dealt with', (error) => {
  expect(toStoreError(error)).toBe(error);
  expect(blameFor(error)).toBe('itself');
});

test.each([
  coded('ECONNREFUSED'),
  coded('ECONNRESET'),
  coded('EAI_AGAIN'),
  new Error('Connection is closed.'),
  new Error("Stream isn't writeable and enableOfflineQueue options is false"),
  new Error('Command timed out'),
  new Error('LOADING Redis is loading the dataset in memory'),
  new Error("READONLY You can't write against a read only replica. script: 1f, on @user_script:7."),
  new Error("OOM command not allowed when used memory > 'maxmemory'. script: 1f, on @user_script:3."),
  new Error('MISCONF Redis is configured to save RDB snapshots'),
  new Error('CLUSTERDOWN Hash slot not served'),
  new Error('Too many Cluster redirections. Last error: MOVED 1 127.0.0.1:1'),
  new Error('NOGROUP No such key or consumer group'),
])('%s is the fault of Redis', (error) => {
  const known = toStoreError(error);
  expect(known).toBeInstanceOf(StoreUnavailable);
  expect(known).toMatchObject({ message: error.message, cause: error });
  expect(toStoreError(known)).toBe(known);
  expect(blameFor(known)).toBe('redis');
});

test.each([
  new Error('WRONGPASS invalid username-password pair or user is disabled.'),
  new Error('NOAUTH Authentication required.'),
  new Error("NOPERM User monitor has no permissions to run the 'info' command"),
  new Error('MOVED 1234 127.0.0.1:7001'),
])('%s lasts until an operator acts, and is nobody else’s fault', (error) => {
  const known = toStoreError(error);
  expect(known).toBeInstanceOf(StoreRefusal);
  expect(blameFor(known)).toBe('redis');
});

test('an operator is told why Redis cannot be used, also when it answers', () => {
  const reasonOf = (text: string) => (toStoreError(new Error(text)) as StoreUnavailable).reason;
  expect(reasonOf('Connection is closed.')).toBe('Redis does not answer');
  expect(reasonOf("OOM command not allowed when used memory > 'maxmemory'.")).toBe(
    'Redis is full and refuses writes',
  );
});

test('several addresses that fail together are one line', () => {
  const both = new AggregateError([coded('ECONNREFUSED'), coded('EHOSTUNREACH')]);
  const error = toStoreError(Object.assign(both, { code: 'ECONNREFUSED' }));
  expect(error.message).toBe('Error: ECONNREFUSED; Error: EHOSTUNREACH');
});

test('who throws something else than an error is to blame', () => {
  expect(blameFor('thrown without being an error')).toBe('itself');
});

test('who was outrun is not to blame, and neither is Redis', () => {
  expect(blameFor(new ContentionError('service changes faster than it can be rolled up'))).toBe('others');
});
