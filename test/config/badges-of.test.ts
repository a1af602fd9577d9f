import { expect, test } from 'vitest';
import { badgesOf } from '../../src/config/badges-of.ts';
import { SettingReader } from '../../src/config/setting-reader.ts';

function read(value: string) {
  const errors: string[] = [];
  const badges = badgesOf(new SettingReader({ MONITOR_BADGES: value }, errors));
  return { badges, errors };
}

test('badges are named by service, or by environment and service, in the form that names are stored in', () => {
  expect(read(' cart*, production/ca?t , , test/a/b,u\u0308ber')).toEqual({
    badges: [
      { service: 'cart*' },
      { environment: 'production', service: 'ca?t' },
      { environment: 'test', service: 'a/b' },
      { service: 'über' },
    ],
    errors: [],
  });
});

test('nothing is public unless it is named', () => {
  expect(read('')).toEqual({ badges: [], errors: [] });
  expect(read(' , ')).toEqual({ badges: [], errors: [] });
});

test.each(['production/', '/cart', '/'])('%s is refused: a half of it is missing', (value) => {
  expect(read(`cart,${value}`).errors).toEqual([
    `MONITOR_BADGES names "${value}", which is not a name or environment/name`,
  ]);
});
