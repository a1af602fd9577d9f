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
