import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { applyMutant, type Mutant } from './mutant.ts';
import { mutantsTable, nobody, readTable, rowName } from './mutants-table.ts';
import { readMutants } from './read-mutants.ts';

/**
 * Breaks every clause of the rules, one at a time, in a copy of the house, and runs the tests that should notice. The
 * table of what noticed goes to `docs/mutations.md`; a mutant that nobody notices and that is not said to be
 * equivalent makes the exit code 1. `--only PATTERN` runs the mutants whose file or clause matches, and leaves the
 * others in the table as they are.
 */
const root = fileURLToPath(new URL('../../', import.meta.url));
const { values } = parseArgs({ options: { only: { type: 'string' } } });
const pattern = new RegExp(values.only ?? '');
const all = readMutants();
const chosen = all.filter(({ file, clause }) => pattern.test(`${file} ${clause}`));
const say = (text: string) => process.stdout.write(`${text}\n`);

/** The tests that should notice, of threads, stored channels and status pages. */
const ofChannelsAndPages: readonly (readonly [part: RegExp, suites: string[]])[] = [
  [
    /\/(thread|place-in-thread)\.ts$/,
    ['test/domain/telling/thread.test.ts test/actors/telling/thread.test.ts'],
  ],
  [
    /notifications\/threads\.ts$/,
    ['test/store/notifications/threads.test.ts test/actors/telling/thread.test.ts'],
  ],
  [/^src\/channels\/stored\//, ['test/channels/stored']],
  [/\/in-use\.ts$/, ['test/compose/in-use.test.ts']],
  [/\/change-channels\.ts$/, ['test/http/stored-channels.test.ts']],
  [
    /\/status-page/,
    [
      'test/domain/status-page',
      ...['status-page', 'kept-pages'].map((name) => `test/http/status-pages/${name}.test.ts`),
    ],
  ],
];

const copy = mkdtempSync(join(tmpdir(), 'monitor-mutants-'));
const verdicts: { mutant: Mutant; killedBy: string | null }[] = [];
try {
  for (const part of ['src', 'test', 'scripts', 'package.json', 'tsconfig.json', 'vitest.config.ts'])
    cpSync(join(root, part), join(copy, part), {
      recursive: true,
      filter: (from) => !from.endsWith('/node_modules'),
    });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const suite of new Set(chosen.flatMap(suitesFor))) {
    const failure = firstFailure(suite);
    if (failure !== null) throw new Error(`without any mutant this fails already: ${failure}`);
  }
  for (const mutant of chosen) {
    const killedBy = judge(mutant);
    verdicts.push({ mutant, killedBy });
    const end = killedBy ?? (mutant.equivalent === undefined ? 'SURVIVED' : 'equivalent');
    say(`${verdicts.length}/${chosen.length} ${mutant.file}: ${mutant.clause}: ${end}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
const survivors = verdicts.filter(
  ({ mutant, killedBy }) => killedBy === null && mutant.equivalent === undefined,
);
const date = execFileSync('git', ['log', '-1', '--format=%cs'], { cwd: root, encoding: 'utf8' }).trim();
const table = join(root, 'docs', 'mutations.md');
const before = readTable(existsSync(table) ? readFileSync(table, 'utf8') : '');
const rows = all.map((mutant) => {
  const verdict = verdicts.find((one) => one.mutant === mutant);
  const noticed = verdict && (verdict.killedBy ?? endOf(mutant));
  return { mutant, noticed: noticed ?? before.get(rowName(mutant)) ?? nobody };
});
writeFileSync(table, mutantsTable(rows, date));
say(`${verdicts.length} mutants, ${survivors.length} survived`);
process.exitCode = survivors.length === 0 ? 0 : 1;

function endOf({ equivalent }: Mutant): string {
  return equivalent === undefined ? nobody : `nobody can: ${equivalent}`;
}

function judge(mutant: Mutant): string | null {
  const path = join(copy, mutant.file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, applyMutant(text, mutant));
  try {
    for (const suite of suitesFor(mutant)) {
      const failure = firstFailure(suite);
      if (failure !== null) return failure;
    }
    return null;
  } finally {
    writeFileSync(path, text);
  }
}

/** The tests that should notice, as vitest is told them: those of the room where they are quick, and the simulation. */
function suitesFor({ file }: Mutant): string[] {
  const simulation = 'test/simulation/simulation.test.ts';
  const instances = ['beats', 'checks', 'leases', 'overdue', 'registrations'].map(
    (name) => `instances/${name}`,
  );
  const store = [...instances, 'client/commit', 'notifications/notifications'];
  const ofSteps =
    /\/(decide-service-step|service-times|open-or-relapse|outage-start|delivery|replaced-or-expired)\.ts$/;
  if (file.startsWith('src/domain/failure-domains/')) return ['test/domain/failure-domains'];
  if (file.startsWith('src/domain/history/')) return ['test/domain/history', 'test/actors/history'];
  if (file.endsWith('telling/circuit.ts'))
    return ['test/domain/telling', 'test/actors/telling/circuit.test.ts'];
  const ofChannels = ofChannelsAndPages.find(([part]) => part.test(file));
  if (ofChannels !== undefined) return ofChannels[1];
  if (file.endsWith('retention.ts')) return ['test/domain/retention.test.ts test/store/retention'];
  if (file.startsWith('src/domain/') && !ofSteps.test(file)) return ['test/domain', simulation];
  if (file.endsWith('trim-records.ts')) return ['test/store/retention'];
  if (file.endsWith('facts-cache.ts'))
    return [
      `${file.replace('src/', 'test/').replace('.ts', '.test.ts')} test/store/instances/leases.test.ts`,
    ];
  if (file.endsWith('armed-buckets.ts')) return ['test/queues/armed-buckets.test.ts', simulation];
  if (/(follow-events|set-aside)\.ts$/.test(file))
    return ['test/store/events/events.test.ts test/queues/poison.test.ts test/actors/poison.test.ts'];
  return [simulation, ['test/actors', ...store.map((name) => `test/store/${name}.test.ts`)].join(' ')];
}

/** The first test of a suite that fails; null: all are content. */
function firstFailure(suite: string): string | null {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const vitest = join(root, 'node_modules', '.bin', 'vitest');
  const options = ['run', ...suite.split(' '), '--bail', '1', '--reporter', 'json', '--outputFile', report];
  const env = { ...process.env, SIMULATION_SHRINKS: 'no', SIMULATION_SEED: '1', SIMULATION_RUNS: '100' };
  const ran = spawnSync(vitest, options, { cwd: copy, env, encoding: 'utf8', timeout: 180_000 });
  if (ran.status === 0) return null;
  if (ran.status === null) return `${suite}: does not come to an end`;
  // A mutant that runs on for ever may end with the memory.
  if (!existsSync(report)) return `${suite}: ends without a report`;
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[];
  };
  for (const { name, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed');
    if (failed !== undefined) return `${name.slice(name.indexOf('test/'))}: ${failed.fullName}`;
  }
  return `${suite}: cannot be loaded`;
}
