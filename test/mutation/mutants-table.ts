import type { Mutant } from './mutant.ts';

export interface Verdict {
  mutant: Mutant;
  /** The first test that failed; null: none did. */
  killedBy: string | null;
}

/** What `docs/mutations.md` says. */
export function mutantsTable(verdicts: readonly Verdict[], date: string): string {
  const killed = verdicts.filter(({ killedBy }) => killedBy !== null).length;
  const files = Map.groupBy(verdicts, ({ mutant }) => mutant.file);
  const sections = [...files].map(
    ([file, some]) =>
      `\n## ${file}\n\n| the clause that was broken | who noticed |\n|---|---|\n${some.map(rowOf).join('\n')}\n`,
  );
  return `# Mutations

Each clause of the rules is broken on purpose, one at a time, and some test must notice. Made by
\`node test/mutation/main.ts\` from the lists in \`test/mutation\`; \`npm test\` checks that every mutant still has its
place in the code.

${verdicts.length} mutants; ${killed} were noticed, ${verdicts.length - killed} cannot be. State of the code: ${date}.
${sections.join('')}`;
}

function rowOf({ mutant, killedBy }: Verdict): string {
  const noticed =
    killedBy ?? (mutant.equivalent === undefined ? '**nobody**' : `nobody can: ${mutant.equivalent}`);
  return `| ${escape(mutant.clause)} | ${escape(noticed.replace(/^test\//, ''))} |`;
}

const escape = (text: string) => text.replaceAll('|', '\\|');
