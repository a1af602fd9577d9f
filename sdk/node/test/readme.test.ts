import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settings } from '../src/config/settings.ts';
import { sdkVersion } from '../src/sdk-version.ts';
import { wire } from './support/wire.ts';

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const readme = read('README.md');

test('the table of options names every option with its variable, and no other', () => {
  const rows = [...readme.matchAll(/^\| `(\w+)` +\| (?:`(\w+)`|—) +\|/gm)].map(([, option, variable]) => [
    option,
    variable,
  ]);
  expect(Object.fromEntries(rows.filter(([, variable]) => variable))).toEqual(settings);
  const source = read('src/monitor-options.ts').split('export interface MonitorOptions')[1] ?? '';
  const options = [...source.matchAll(/^ {2}(\w+)\?:/gm)].map(([, option]) => option);
  expect(new Set(rows.map(([option]) => option))).toEqual(new Set(options));
});

test('what is said to be sent is what the golden bodies hold', () => {
  const bodies = [...readme.matchAll(/```json\n([^`]+)```/g)].map(
    ([, json]) => JSON.parse(json ?? '') as unknown,
  );
  expect(bodies).toEqual([wire('register'), wire('heartbeat')]);
});

test('the changelog knows this version', () => {
  expect(read('CHANGELOG.md')).toContain(`## ${sdkVersion} `);
});
