import { describe, expect, test } from 'vitest';
import { applyMutant } from '../mutation/mutant.ts';
import { readMutants } from '../mutation/read-mutants.ts';
import { readHouseFile } from './source-files.ts';

const mutants = readMutants();

describe('the list of mutants', () => {
  test('has every mutant in its place, exactly once, so that the list cannot rot', () => {
    const lost = mutants.filter((mutant) => {
      try {
        return applyMutant(readHouseFile(mutant.file), mutant) === readHouseFile(mutant.file);
      } catch {
        return true;
      }
    });
    expect(lost.map(({ file, find }) => `${file}: ${find}`)).toEqual([]);
  });

  test('breaks something in every file of rules', () => {
    const files = new Set(mutants.map(({ file }) => file));
    const rules = ['judge-instance', 'clear-time', 'timing', 'roll-up-status', 'hidden-outage', 'incident'];
    const more = ['plan-messages', 'retry-schedule', 'replacement', 'ids'];
    for (const name of [...rules, ...more]) expect(files).toContain(`src/domain/${name}.ts`);
  });

  test('stands in docs/mutations.md, each with its end', () => {
    const table = readHouseFile('docs/mutations.md');
    for (const { clause } of mutants) expect(table).toContain(`| ${clause.replaceAll('|', '\\|')} |`);
    expect(table).not.toContain('**nobody**');
  });
});
