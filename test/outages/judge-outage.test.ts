import { expect, test } from 'vitest';
import { judgeOutage } from './judge-outage.ts';

const expected = { MonitorNoWorker: 100, MonitorNodeDown: 160 };
const calm = { watchedSeconds: 390, wasBusy: false };
const short = { watchedSeconds: 120, wasBusy: false };
const fired = (name: string, fromSeconds: number) => ({ name, fromSeconds, toSeconds: 400 });

test('nothing is wrong when what is expected fires in time, and nothing else', () => {
  const all = [fired('MonitorNoWorker', 100), fired('MonitorNodeDown', 140)];
  expect(judgeOutage(expected, all, calm)).toEqual([]);
});

test.each([
  ['stays silent', [fired('MonitorNodeDown', 140)], ['MonitorNoWorker did not fire']],
  [
    'is late',
    [fired('MonitorNoWorker', 101), fired('MonitorNodeDown', 140)],
    ['MonitorNoWorker fired after 101 s, and not within 100 s'],
  ],
  [
    'fires before anything happened',
    [fired('MonitorNoWorker', -5), fired('MonitorNodeDown', 140)],
    ['MonitorNoWorker fired 5 s before the outage'],
  ],
  [
    'has nothing to tell of',
    [fired('MonitorNoWorker', 80), fired('MonitorNodeDown', 140), fired('MonitorErrors', 300)],
    ['MonitorErrors fired after 300 s, and must not'],
  ],
])('an alert that %s is a mistake', (_, all, mistakes) => {
  expect(judgeOutage(expected, all, calm)).toEqual(mistakes);
});

test('what may take longer than it is watched is not waited for, and may fire', () => {
  expect(judgeOutage(expected, [fired('MonitorNoWorker', 80)], short)).toEqual([]);
  expect(judgeOutage(expected, [fired('MonitorNoWorker', 80), fired('MonitorNodeDown', 119)], short)).toEqual(
    [],
  );
});

test('on a busy machine the alerts of slowness may fire, and no others', () => {
  const busy = { watchedSeconds: 390, wasBusy: true };
  expect(judgeOutage({}, [fired('MonitorHeartbeatsSlow', 300)], calm)).toHaveLength(1);
  expect(judgeOutage({}, [fired('MonitorHeartbeatsSlow', 300)], busy)).toEqual([]);
  expect(judgeOutage({}, [fired('MonitorErrors', 300)], busy)).toHaveLength(1);
});
