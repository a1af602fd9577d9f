import { expect, test } from 'vitest';
import { ContentionError } from '../../../src/actors/until-committed.ts';
import { blameFor } from '../../../src/store/client/blame-for.ts';

const coded = (code: string) => Object.assign(new Error(code), { code });

test.each([
  new TypeError("Cannot read properties of undefined (reading 'to')"),
  new SyntaxError('Unexpected token n in JSON at position 2'),
  new RangeError('Invalid time value'),
  new Error('WRONGTYPE Operation against a key holding the wrong kind of value'),
  new Error('ERR user_script:7: attempt to index a nil value script: 1f, on @user_script:7.'),
  coded('ERR_INVALID_ARG_TYPE'),
  'thrown without being an error',
])('%s is the fault of what was dealt with', (error) => {
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
  new Error('Redis was restarted while events were handled'),
])('%s is the fault of Redis', (error) => {
  expect(blameFor(error)).toBe('redis');
});

test('who was outrun is not to blame, and neither is Redis', () => {
  expect(blameFor(new ContentionError('service changes faster than it can be rolled up'))).toBe('others');
});
