import type { Bench, BenchOptions } from './bench.ts';
import { describeMachine } from './support/describe-machine.ts';
import { renderTable } from './support/render-table.ts';

/** Runs a bench and prints what it found; the exit code says whether it found mistakes. */
export async function runBench(
  name: string,
  bench: Bench,
  options: Omit<BenchOptions, 'say'>,
): Promise<number> {
  const machine = describeMachine();
  process.stderr.write(`${name}: ${bench.about}\n${machine.text}\n`);
  const say = (text: string) => process.stderr.write(`  ${text}\n`);
  const { tables, figures, mistakes } = await bench.run({ ...options, say });
  for (const { title, rows } of tables) process.stdout.write(`\n${title}\n${renderTable(rows)}\n`);
  for (const mistake of mistakes) process.stdout.write(`MISTAKE: ${mistake}\n`);
  process.stdout.write(
    `\n${JSON.stringify({ bench: name, ...options, ...machine.facts, ...figures, mistakes })}\n`,
  );
  return mistakes.length === 0 ? 0 : 1;
}
