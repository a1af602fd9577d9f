import { expect, test } from 'vitest';
import { Narrator } from '../src/session/narrator.ts';
import { RecordingLogger } from './support/recording-logger.ts';

test('a trouble that becomes another is told once more, as loud as it is', () => {
  const log = new RecordingLogger();
  let nowMs = 0;
  const narrator = new Narrator(log, () => nowMs);
  for (; nowMs < 300_000; nowMs += 20_000) {
    if (nowMs < 100_000) narrator.failed('no answer', 'no-answer', 1);
    else narrator.refused('401', 401, 'trying again');
  }
  narrator.arrived();
  expect(log.lines.filter((line) => !line.startsWith('debug'))).toEqual([
    'warn the monitor does not answer as it should: no answer; trying again',
    'error the monitor refused: 401; trying again',
    'warn heartbeats arrive again, after 5 min',
  ]);
});

test.for<[number, string]>([
  [500, '0.5 s'],
  [30_000, '30 s'],
  [300_000, '5 min'],
])('a registration that is late after %i ms is said to be after %s', ([afterMs, text]) => {
  const log = new RecordingLogger();
  new Narrator(log).late(afterMs);
  expect(log.lines).toEqual([`warn not registered after ${text}; retrying at the heartbeat interval`]);
});
