import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Mutant } from './mutant.ts';

const lists = [
  'instances-time-and-messages',
  'services-and-incidents',
  'actors-and-store',
  'old-records-and-caches',
  'failure-domains',
  'telling',
  'history-and-circuits',
  'channels-and-pages',
];

/** Every mutant of the lists beside this file. */
export function readMutants(): Mutant[] {
  return lists.flatMap((name) => {
    const text = readFileSync(new URL(`./${name}.yaml`, import.meta.url), 'utf8');
    const files = parse(text) as { file: string; mutants: Omit<Mutant, 'file'>[] }[];
    return files.flatMap(({ file, mutants }) => mutants.map((mutant) => ({ file, ...mutant })));
  });
}
