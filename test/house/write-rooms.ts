import { writeFileSync } from 'node:fs';
import { linterRules, roomsTable } from './room-rules.ts';
import { readHouseFile } from './source-files.ts';

/** Writes what is made from `rooms.ts`: the linter's rules and the table of CONTRIBUTING. */
const linter = JSON.parse(readHouseFile('.oxlintrc.json')) as { overrides: { rules: object }[] };
const others = linter.overrides.filter(({ rules }) => !('no-restricted-imports' in rules));
writeFileSync(
  new URL('../../.oxlintrc.json', import.meta.url),
  `${JSON.stringify({ ...linter, overrides: [...others, ...linterRules()] }, null, 2)}\n`,
);
const text = readHouseFile('CONTRIBUTING.md');
writeFileSync(
  new URL('../../CONTRIBUTING.md', import.meta.url),
  text.replace(/\| room \|[\s\S]*?\n\n/, () => `${roomsTable()}\n\n`),
);
