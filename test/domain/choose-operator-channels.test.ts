import { expect, test } from 'vitest';
import { chooseOperatorChannels } from '../../src/domain/choose-operator-channels.ts';

const all = ['mail', 'hook', 'chat'];

test.each([
  ['nobody chosen: every channel tells', null, [], ['mail', 'hook', 'chat'], []],
  ['the chosen ones tell', ['chat', 'mail'], [], ['mail', 'chat'], []],
  ['an empty choice: nobody tells', [], [], [], []],
  ['a failing one is left out, the rest tells', null, ['hook'], ['mail', 'chat'], ['hook']],
  ['the only chosen one fails: the first that works tells instead', ['mail'], ['mail'], ['hook'], ['mail']],
  ['all that work is one: it tells', ['mail'], ['mail', 'hook'], ['chat'], ['mail']],
  ['none works: the chosen ones keep trying', ['mail'], ['mail', 'hook', 'chat'], ['mail'], []],
  ['a chosen one that is not there is no channel', ['gone'], [], [], []],
])('%s', (_, wanted, failing, told, suppressed) => {
  const chosen = chooseOperatorChannels(all, wanted, new Set(failing));
  expect(chosen.told).toEqual(told);
  expect(chosen.suppressed.map(({ channelId }) => channelId)).toEqual(suppressed);
  for (const { reason } of chosen.suppressed)
    expect(reason).toContain(`sent instead over ${told.join(', ')}`);
});
