import { describeMachine } from '../../bench/support/describe-machine.ts';
import { renderTable } from '../../bench/support/render-table.ts';
import type { FaultCase } from './fault-case.ts';
import type { MistakeKind } from './judge/evidence.ts';
import { type CaseResult, type RunOptions, runCase } from './run-case.ts';

/** Plays the cases one after the other and prints what came of them; the exit code says whether all was right. */
export async function runSuite(
  cases: readonly FaultCase[],
  options: RunOptions & { showsLogs: boolean },
): Promise<number> {
  const { isShort, isBusy, seed, showsLogs } = options;
  const machine = describeMachine();
  process.stderr.write(`${machine.text}\n`);
  const results: CaseResult[] = [];
  for (const [i, each] of cases.entries()) {
    process.stderr.write(`[${i + 1}/${cases.length}] ${each.name}: ${each.title}\n`);
    const result = await runCase(each, options, (text) => process.stderr.write(`    ${text}\n`));
    results.push(result);
    const { seconds, mistakes, printed } = result;
    process.stderr.write(`    ${mistakes.length === 0 ? 'right' : 'WRONG'}, ${seconds.toFixed(0)} s\n`);
    for (const mistake of mistakes) process.stderr.write(`    ${mistake}\n`);
    if (showsLogs && mistakes.length > 0) process.stderr.write(`${printed}\n`);
  }
  const wrong = results.filter(({ mistakes }) => mistakes.length > 0);
  process.stdout.write(`\n${renderTable(results.map(rowOf))}\n`);
  for (const { name, mistakes } of wrong)
    for (const mistake of mistakes) process.stdout.write(`MISTAKE: ${name}: ${mistake}\n`);
  const figures = results.map(({ printed: _, ...result }) => result);
  process.stdout.write(
    `\n${JSON.stringify({ suite: 'faults', isShort, isBusy, seed, ...machine.facts, cases: figures })}\n`,
  );
  return wrong.length === 0 ? 0 : 1;
}

function rowOf({
  name,
  title,
  seconds,
  verdict,
  stallMs,
  mistakes,
}: CaseResult): Record<string, string | number> {
  const count = (kind: MistakeKind) => verdict?.mistakes.filter((each) => each.kind === kind).length ?? '?';
  const known = (value: number | null | undefined) => value ?? '';
  return {
    case: name,
    'what is done': title,
    outages: known(verdict?.outages),
    'Downs found': known(verdict?.found),
    'latest, ms': known(verdict?.latestMs),
    false: count('false'),
    missed: count('missed'),
    lost: count('lost'),
    doubled: count('doubled'),
    'sent again': known(verdict?.repeated),
    'operator notified': verdict?.causes.join(', ') ?? '',
    heartbeats: known(verdict?.beats),
    'not accepted': known(verdict?.refused),
    '200, not stored': count('unstored'),
    'lost with Redis': known(verdict?.unflushed),
    'slowest answer, ms': known(verdict?.slowestAwayMs),
    'stall, ms': stallMs,
    s: Math.round(seconds),
    verdict: mistakes.length === 0 ? 'right' : 'WRONG',
  };
}
